//! San: moves in standard algebraic notation, as people write them.

use std::borrow::Cow;
use std::fmt;

use shakmaty::Move;
use shakmaty::san::{San, SanError as Refused, SanPlus};

use super::{Position, parse_move};

/// Why a move in algebraic notation was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SanError {
    /// It does not look like a move.
    Syntax,
    /// It looks like a move, but no such move is legal here.
    Illegal,
    /// More than one legal move may be meant.
    Ambiguous,
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SanError::Syntax => "is not a move such as Nf3, exd5, e8=Q or O-O",
            SanError::Illegal => "is not legal there",
            SanError::Ambiguous => "may mean more than one move",
        })
    }
}

impl std::error::Error for SanError {}

/// Reads a move in algebraic notation, or else as UCI writes it.
///
/// The marks of check, mate and praise at the end (`+`, `#`, `!`, `?`) may be missing or wrong.
///
/// # Errors
/// A [`SanError`] where it is not a move, or not just one.
pub fn parse_san(position: &Position, text: &str) -> Result<Move, SanError> {
    let bare = joined(text.trim_end_matches(['!', '?', '+', '#']));
    if let Ok(m) = parse_move(position, &bare) {
        return Ok(m);
    }
    let san = usual_form(&bare).parse::<San>().map_err(|_| SanError::Syntax)?;
    san.to_move(position.chess()).map_err(|error| match error {
        Refused::AmbiguousSan => SanError::Ambiguous,
        Refused::IllegalSan => SanError::Illegal,
    })
}

/// Without the dash that the long notation has between two squares.
fn joined(text: &str) -> Cow<'_, str> {
    match text.split_once('-') {
        Some((from, to)) if from.ends_with(|c| ('1'..='8').contains(&c)) => format!("{from}{to}").into(),
        _ => text.into(),
    }
}

/// Castling with the letter O, and a promotion with the `=` that many leave out.
fn usual_form(text: &str) -> Cow<'_, str> {
    match text.as_bytes() {
        [b'0', b'-', ..] => text.replace('0', "O").into(),
        [.., b'1'..=b'8', b'Q' | b'R' | b'B' | b'N'] => {
            let (square, role) = text.split_at(text.len() - 1);
            format!("{square}={role}").into()
        }
        _ => text.into(),
    }
}

impl Position {
    /// A legal move in algebraic notation, with its mark of check or mate.
    #[must_use]
    pub fn san(&self, m: Move) -> String {
        SanPlus::from_move(self.chess.clone(), m).to_string()
    }

    /// A row of moves from here on, each legal after those before it, with a blank between them.
    #[must_use]
    pub fn san_line(&self, moves: &[Move]) -> String {
        let mut chess = self.chess.clone();
        let words = moves.iter().map(|m| SanPlus::from_move_and_play_unchecked(&mut chess, *m).to_string());
        words.collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen;

    fn position(fen: &str) -> Position {
        Position::new(parse_fen(fen).unwrap().chess)
    }

    #[test]
    fn every_way_of_writing_a_move_is_read() {
        for (text, san) in [("e2-e4", "e4"), ("Ng1-f3", "Nf3"), ("g1f3", "Nf3"), ("g1-f3", "Nf3")] {
            let m = parse_san(&Position::default(), text).unwrap_or_else(|error| panic!("{text} {error}"));
            assert_eq!(Position::default().san(m), san, "{text}");
        }
        let promotes = position("3r1k2/2P5/8/8/8/8/8/R3K2R w KQ - 0 1");
        for text in ["cxd8=Q+", "cxd8=Q", "cxd8Q", "cxd8=Q!?", "c7d8q", "c7xd8Q", "c7-d8q"] {
            let m = parse_san(&promotes, text).unwrap_or_else(|error| panic!("{text} {error}"));
            assert_eq!(promotes.san(m), "cxd8=Q+", "{text}");
        }
        for text in ["O-O", "O-O+", "0-0", "e1g1", "e1h1", "e1-g1"] {
            let m = parse_san(&promotes, text).unwrap_or_else(|error| panic!("{text} {error}"));
            assert_eq!(promotes.san(m), "O-O+", "{text}");
        }
    }

    #[test]
    fn what_is_not_one_move_is_refused() {
        let start = position("6k1/8/8/8/8/8/8/R4R1K w - - 0 1");
        assert_eq!(parse_san(&start, "Rd1"), Err(SanError::Ambiguous));
        assert_eq!(parse_san(&start, "Ke4"), Err(SanError::Illegal));
        assert_eq!(parse_san(&start, "hello"), Err(SanError::Syntax));
        assert_eq!(parse_san(&start, "--"), Err(SanError::Illegal));
        assert_eq!(parse_san(&start, ""), Err(SanError::Syntax));
        assert_eq!(parse_san(&start, "1-0"), Err(SanError::Syntax));
    }

    #[test]
    fn a_line_is_written_from_move_to_move() {
        let start = Position::default();
        let first = parse_san(&start, "f3").unwrap();
        let second = parse_san(&start.play(first), "e5").unwrap();
        assert_eq!(start.san_line(&[first, second]), "f3 e5");
    }
}
