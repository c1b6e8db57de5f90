//! PGN: games in portable game notation, with variations, comments and annotation glyphs.

mod draft;
mod error;
mod language;
mod lines;
mod normalize;
mod notation;
mod open_tag;
mod read;
mod tokens;
mod words;
mod write;

pub use error::{PgnError, PgnWarning};
pub use read::PgnReader;

use shakmaty::{CastlingMode, Color, Move};

use crate::position::Position;

/// The results of a game; the last one is an unknown result.
pub const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// A game of a PGN file.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// The tags in their order, as pairs of name and value.
    pub tags: Vec<(String, String)>,
    /// The start: the position of the tag `FEN`, or the initial position.
    pub start: Position,
    /// The main line.
    pub line: PgnLine,
    /// The result, one of [`RESULTS`].
    pub result: String,
    /// The parts that were skipped.
    pub warnings: Vec<PgnWarning>,
}

/// A line of moves: the main line or a variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnLine {
    /// Comments before the first move.
    pub before: Vec<String>,
    /// The moves.
    pub moves: Vec<PgnMove>,
}

/// A move with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnMove {
    /// The move; `None` is a null move, which annotators use to show a threat.
    pub m: Option<Move>,
    /// Numeric annotation glyphs (NAG), such as 2 for a mistake.
    pub nags: Vec<u8>,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// The variations instead of the move.
    pub variations: Vec<PgnLine>,
    /// Comments after the variations.
    pub after: Vec<String>,
}

/// Returns the number before a move: `12.` for White, `12...` for Black.
#[must_use]
pub fn move_number(ply: u32) -> String {
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", ply / 2 + 1)
}

/// Returns the tags of a game that begins in `start`, as pairs of name and value: the variant if it is Chess960, and the
/// position unless it is the initial one with its clocks.
#[must_use]
pub fn start_tags(start: &Position) -> Vec<(&'static str, String)> {
    let mut tags = Vec::new();
    if start.castling_mode() == CastlingMode::Chess960 {
        tags.push(("Variant", "Chess960".to_owned()));
    }
    if start.fen() != Position::default().fen() {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", start.fen())]);
    }
    tags
}

impl PgnGame {
    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Reports whether all moves of the main line were read, as far as the text shows.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !self.warnings.iter().any(PgnWarning::ends_main_line)
    }

    /// Returns the half points of `color`, 2 for a win and 1 for a draw, or `None` without a result.
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
    /// Returns a move without annotations.
    #[must_use]
    pub fn new(m: Option<Move>) -> PgnMove {
        PgnMove { m, nags: Vec::new(), comments: Vec::new(), variations: Vec::new(), after: Vec::new() }
    }

    /// Returns the comments that are last in the text.
    fn last_comments(&mut self) -> &mut Vec<String> {
        if self.variations.is_empty() { &mut self.comments } else { &mut self.after }
    }

    /// Returns the position after the move, or `None` for a null move in check.
    #[must_use]
    pub fn play(&self, position: &Position) -> Option<Position> {
        match self.m {
            Some(m) => Some(position.play(m)),
            None => position.null_move_in_game(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{parse_fen, parse_fen_mode};
    use shakmaty::CastlingMode;

    #[test]
    fn a_main_line_with_missing_moves_is_not_whole() {
        for (moves, is_whole) in [
            ("1. e4 e5 2. Nf3", true),
            ("1. e4 (1. Ke4) e5", true),
            ("1. e4 (1. d4 d5 3. c4) e5", true),
            ("1. e4 ((1. c4) 1. d4) e5", true),
            ("1. e4 e5 2. Ke5", false),
            ("1. e4 e5 3. Nf3", false),
            ("1. e4 e5 (1... c5 2. Nf3", false),
            ("1. e4 e5 {and 2. Nf3", false),
        ] {
            let text = format!("[Event \"a\"]\n\n{moves} *\n");
            let game = PgnReader::new(text.as_bytes()).next().unwrap().unwrap().unwrap();
            assert_eq!(game.is_whole(), is_whole, "{moves}: {:?}", game.warnings);
        }
    }

    #[test]
    fn a_start_with_other_clocks_has_its_fen() {
        let tags =
            |position: &Position| start_tags(position).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert!(tags(&Position::default()).is_empty());
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 30 17";
        let position = Position::new(parse_fen(start).unwrap().chess);
        assert_eq!(start_tags(&position), [("SetUp", "1".to_owned()), ("FEN", start.to_owned())]);
        let position = Position::new(parse_fen_mode(start, CastlingMode::Chess960).unwrap().chess);
        assert_eq!(tags(&position), ["Variant", "SetUp", "FEN"]);
    }
}
