//! Pgn: games in portable game notation, with their variations, comments and marks kept.

mod normalize;
mod read;
mod write;

pub use read::PgnReader;

use shakmaty::{Color, Move};

use crate::position::Position;

/// How a game can have ended, the last where that is not known.
pub const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// A game as a file has it.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// The tags, in their order.
    pub tags: Vec<(String, String)>,
    /// Where it begins: at the tag `FEN`, or else at the start position.
    pub start: Position,
    /// What was played.
    pub line: PgnLine,
    /// How it ended, one of [`RESULTS`].
    pub result: String,
    /// One sentence for each place where something had to be left out.
    pub warnings: Vec<String>,
}

/// A row of moves: a game, or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnLine {
    /// Comments before the first move.
    pub before: Vec<String>,
    /// The moves.
    pub moves: Vec<PgnMove>,
}

/// A move with what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnMove {
    /// The move; `None` is a pass, as annotators write it to show a threat.
    pub m: Option<Move>,
    /// Numeric annotation glyphs, such as 2 for a mistake.
    pub nags: Vec<u8>,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// What might have been played in its place.
    pub variations: Vec<PgnLine>,
    /// Comments after those variations.
    pub after: Vec<String>,
}

/// The number before a move: `12.` for White's, `12...` for Black's.
#[must_use]
pub fn move_number(ply: u32) -> String {
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", ply / 2 + 1)
}

impl PgnGame {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Points for `color` where the game has a result: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn points(&self, color: Color) -> Option<u64> {
        match self.result.as_str() {
            "1-0" => Some(if color.is_white() { 2 } else { 0 }),
            "0-1" => Some(if color.is_white() { 0 } else { 2 }),
            "1/2-1/2" => Some(1),
            _ => None,
        }
    }
}

impl PgnMove {
    /// A move about which nothing is said.
    #[must_use]
    pub fn new(m: Option<Move>) -> PgnMove {
        PgnMove { m, nags: Vec::new(), comments: Vec::new(), variations: Vec::new(), after: Vec::new() }
    }

    /// Where a comment goes that comes after all that is there.
    fn last_comments(&mut self) -> &mut Vec<String> {
        if self.variations.is_empty() { &mut self.comments } else { &mut self.after }
    }

    /// The position after it; `None` for a pass that is not possible.
    #[must_use]
    pub fn play(&self, position: &Position) -> Option<Position> {
        match self.m {
            Some(m) => Some(position.play(m)),
            None => position.null_move(),
        }
    }
}
