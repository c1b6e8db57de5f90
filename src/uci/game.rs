//! Game: the current position with the moves that led to it.

use shakmaty::{CastlingMode, Move};

use super::command::PositionArgs;
use super::output::Output;
use crate::files::quoted;
use crate::position::{Game, ParsedFen, Position, parse_fen_mode, parse_move, parse_standard_fen};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What the last `position` made of the board.
pub(super) struct CurrentGame {
    /// The last position that was accepted.
    source: PositionArgs,
    /// `None` after a position was rejected.
    game: Option<Game>,
    /// The position that was rejected: in the other castling mode it may be right.
    rejected: Option<PositionArgs>,
    is_chess960: bool,
    /// The warnings about `source` that have been written.
    warnings: Vec<String>,
}

impl Default for CurrentGame {
    fn default() -> CurrentGame {
        let source = PositionArgs { fen: None, moves: Vec::new() };
        let game = Some(Game::default());
        CurrentGame { source, game, rejected: None, is_chess960: false, warnings: Vec::new() }
    }
}

impl CurrentGame {
    /// Returns the game; `None` after a position was rejected.
    pub fn get(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// Returns the position; `None` after one was rejected.
    pub fn position(&self) -> Option<&Position> {
        self.game.as_ref().map(Game::position)
    }

    /// Returns the last position that was accepted, as it was given.
    pub fn source(&self) -> &PositionArgs {
        &self.source
    }

    /// Returns the last move and the position before it; `None` without moves.
    pub fn last_move(&self) -> Option<(Position, Move)> {
        let (last, before) = self.source.moves.split_last()?;
        let mut position = Position::new(self.parse_start(&self.source).ok()?.chess);
        for text in before {
            position = position.play(parse_move(&position, text).ok()?);
        }
        let m = parse_move(&position, last).ok()?;
        Some((position, m))
    }

    /// Accepts or rejects a new position. Writes what is wrong with it.
    pub fn set(&mut self, position: Result<PositionArgs, String>, out: &Output) {
        let source = position.as_ref().ok().cloned();
        if !self.try_set(position, out) {
            (self.game, self.rejected) = (None, source);
        }
    }

    /// Accepts a position, such as one that a person has typed. One that is wrong changes nothing; writes what is wrong with it,
    /// and returns whether it was accepted.
    pub fn try_set(&mut self, position: Result<PositionArgs, String>, out: &Output) -> bool {
        // A GUI sends the start of the game again with each move.
        let is_same = position.as_ref().is_ok_and(|new| new.fen == self.source.fen);
        let before = self.warnings.clone();
        if !is_same {
            self.warnings.clear();
        }
        let read = position.and_then(|source| Ok((self.read(&source, out)?, source)));
        match read {
            Ok((game, source)) => {
                (self.game, self.source, self.rejected) = (Some(game), source, None);
                true
            }
            Err(message) => {
                self.warnings = before;
                out.error(message);
                false
            }
        }
    }

    /// Rejects the position, since it is not the one that the GUI has.
    pub fn reject(&mut self) {
        (self.game, self.rejected) = (None, None);
    }

    /// Switches between chess and Chess960, and reads the position again, also one that was rejected: some programs send it
    /// first. Writes only new warnings.
    pub fn set_chess960(&mut self, on: bool, out: &Output) {
        if self.is_chess960 != on {
            self.is_chess960 = on;
            let accepted = self.game.is_some().then(|| self.source.clone());
            if let Some(source) = accepted.or_else(|| self.rejected.take()) {
                self.set(Ok(source), out);
            }
        }
    }

    /// Exchanges the colours.
    pub fn flip(&mut self, out: &Output) {
        match self.position().and_then(Position::flipped) {
            Some(position) => {
                self.set(Ok(PositionArgs { fen: Some(position.fen()), moves: Vec::new() }), out);
            }
            None => out.error("no position to flip"),
        }
    }

    /// Parses the position before the moves.
    fn parse_start(&self, source: &PositionArgs) -> Result<ParsedFen, String> {
        let fen = source.fen.as_deref().unwrap_or(START);
        if self.is_chess960 { parse_fen_mode(fen, CastlingMode::Chess960) } else { parse_standard_fen(fen) }
            .map_err(|error| format!("invalid FEN '{}': {error}", quoted(fen)))
    }

    fn read(&mut self, source: &PositionArgs, out: &Output) -> Result<Game, String> {
        let parsed = self.parse_start(source)?;
        for warning in parsed.warnings.iter().map(ToString::to_string) {
            if !self.warnings.contains(&warning) {
                out.warning(&warning);
                self.warnings.push(warning);
            }
        }
        let mut game = Game::from(parsed.chess);
        for (index, text) in source.moves.iter().enumerate() {
            // python-chess and others send this for a null move in an analysis.
            if text == "0000" && game.play_null_move() {
                continue;
            }
            let m = parse_move(game.position(), text).map_err(|error| {
                format!("invalid move '{}' (number {} in the list): {error}", quoted(text), index + 1)
            })?;
            game.play_unchecked(m);
        }
        Ok(game)
    }
}
