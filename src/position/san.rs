//! SAN: moves in standard algebraic notation.

use std::borrow::Cow;

use shakmaty::san::{San, SanError as ShakmatyError, SanPlus};
use shakmaty::{File, Move, Role};
use thiserror::Error;

use super::{MoveList, Position, parse_move};

/// Why a move in algebraic notation is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SanError {
    /// The text is not a move.
    #[error("not a move such as Nf3, exd5, e8=Q or O-O")]
    Syntax,
    /// The move is not legal in the position.
    #[error("not a legal move")]
    Illegal,
    /// More than one legal move matches.
    #[error("ambiguous move")]
    Ambiguous,
}

/// Parses a move in standard or long algebraic notation or in UCI notation.
///
/// The suffixes `+`, `#`, `!` and `?` are optional and not checked.
///
/// # Errors
/// A [`SanError`] if the text matches no legal move, or more than one.
pub fn parse_san(position: &Position, text: &str) -> Result<Move, SanError> {
    let bare = without_suffix(text);
    if let Ok(m) = parse_move(position, &bare) {
        return Ok(m);
    }
    if let Some(short) = ShortCapture::parse(&bare) {
        return short.find(position);
    }
    let san = normalized(&bare).parse::<San>().map_err(|_| SanError::Syntax)?;
    let found = match (san.to_move(position.chess()), as_capture(san)) {
        (Err(ShakmatyError::IllegalSan), Some(capture)) => capture.to_move(position.chess()),
        (found, _) => found,
    };
    found.map_err(|error| match error {
        ShakmatyError::AmbiguousSan => SanError::Ambiguous,
        ShakmatyError::IllegalSan => SanError::Illegal,
    })
}

/// Returns the legal moves that match a text in algebraic notation; several if [`parse_san`] finds it ambiguous.
#[must_use]
pub fn matching_moves(position: &Position, text: &str) -> MoveList {
    let bare = without_suffix(text);
    let mut moves = position.legal_moves();
    if let Some(short) = ShortCapture::parse(&bare) {
        moves.retain(|m| short.matches(*m));
    } else if let Ok(san) = normalized(&bare).parse::<San>() {
        moves.retain(|m| san.matches(*m) || as_capture(san).is_some_and(|capture| capture.matches(*m)));
    } else {
        moves.clear();
    }
    moves
}

/// Returns a move without what follows it, and with `x` as the only sign of a capture.
fn without_suffix(text: &str) -> String {
    let text = text.trim_end_matches(['!', '?', '+', '#']);
    let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end_matches(':').replace([':', '×'], "x");
    without_dash(&text).into_owned()
}

/// Returns a move without `x` as a capture; a pawn needs its file for that.
fn as_capture(san: San) -> Option<San> {
    match san {
        San::Normal { role, file, rank, capture: false, to, promotion }
            if role != Role::Pawn || file.is_some() =>
        {
            Some(San::Normal { role, file, rank, capture: true, to, promotion })
        }
        _ => None,
    }
}

/// A pawn capture of which only the files are written, such as `ed` or `exd`.
struct ShortCapture {
    from: File,
    to: File,
    promotion: Option<Role>,
}

impl ShortCapture {
    fn parse(text: &str) -> Option<ShortCapture> {
        let mut chars = text.chars().filter(|c| *c != 'x');
        let (from, to) = (File::from_char(chars.next()?)?, File::from_char(chars.next()?)?);
        let rest: String = chars.collect();
        let promotion = match rest.trim_start_matches('=') {
            "" => None,
            role => Some(Role::from_char(role.parse().ok()?)?),
        };
        Some(ShortCapture { from, to, promotion })
    }

    fn matches(&self, m: Move) -> bool {
        m.role() == Role::Pawn
            && m.is_capture()
            && m.promotion() == self.promotion
            && m.from().is_some_and(|from| from.file() == self.from)
            && m.to().file() == self.to
    }

    /// Returns the capture if it is the only one.
    fn find(&self, position: &Position) -> Result<Move, SanError> {
        let mut found = position.legal_moves().into_iter().filter(|m| self.matches(*m));
        match (found.next(), found.next()) {
            (Some(m), None) => Ok(m),
            (None, _) => Err(SanError::Illegal),
            _ => Err(SanError::Ambiguous),
        }
    }
}

/// Removes the dash between the squares of the long notation.
fn without_dash(text: &str) -> Cow<'_, str> {
    match text.split_once('-') {
        Some((from, to)) if from.ends_with(|c| ('1'..='8').contains(&c)) => format!("{from}{to}").into(),
        _ => text.into(),
    }
}

/// Writes castling with the letter O, and a promotion with `=`.
fn normalized(text: &str) -> Cow<'_, str> {
    match text.as_bytes() {
        [b'0', b'-', ..] => text.replace('0', "O").into(),
        [.., b'1' | b'8', b'/', role] if is_promotion_letter(*role) => text.replace('/', "=").into(),
        [.., b'1'..=b'8', role] if is_promotion_letter(*role) => {
            let (square, role) = text.split_at(text.len() - 1);
            format!("{square}={role}").into()
        }
        _ => text.into(),
    }
}

fn is_promotion_letter(letter: u8) -> bool {
    b"QRBN".contains(&letter.to_ascii_uppercase())
}

impl Position {
    /// Returns a legal move in algebraic notation, with its suffix for check or mate.
    #[must_use]
    pub fn san(&self, m: Move) -> String {
        SanPlus::from_move(self.chess.clone(), m).to_string()
    }

    /// Returns a line of legal moves from this position in algebraic notation, separated by spaces.
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
    fn all_notations_of_a_move_are_parsed() {
        for (text, san) in [("e2-e4", "e4"), ("Ng1-f3", "Nf3"), ("g1f3", "Nf3"), ("g1-f3", "Nf3")] {
            let m = parse_san(&Position::default(), text).unwrap_or_else(|error| panic!("{text} {error}"));
            assert_eq!(Position::default().san(m), san, "{text}");
        }
        let captures = position("4k3/8/8/3pPp2/4P3/8/8/R3K3 w Q d6 0 2");
        for (text, san) in
            [("exf", "exf5"), ("ef", "exf5"), ("ed5", "exd5"), ("e4:f5", "exf5"), ("ef5:", "exf5")]
        {
            let m = parse_san(&captures, text).unwrap_or_else(|error| panic!("{text} {error}"));
            assert_eq!(captures.san(m), san, "{text}");
        }
        assert_eq!(parse_san(&captures, "ed"), Err(SanError::Ambiguous));
        let matching =
            |text: &str| matching_moves(&captures, text).iter().map(|m| captures.san(*m)).collect::<Vec<_>>();
        assert_eq!(matching("ed").len(), 2);
        assert_eq!((matching("e4:f5"), matching("hello")), (vec!["exf5".to_owned()], vec![]));
        assert_eq!(parse_san(&captures, "d5"), Err(SanError::Illegal));
        let promotes = position("3r1k2/2P5/8/8/8/8/8/R3K2R w KQ - 0 1");
        for text in [
            "cxd8=Q+", "cxd8=Q", "cxd8Q", "cxd8=Q!?", "cd=Q", "cdQ", "cd8Q", "cxd8/Q", "c7d8q", "c7xd8Q",
            "c7-d8q",
        ] {
            let m = parse_san(&promotes, text).unwrap_or_else(|error| panic!("{text} {error}"));
            assert_eq!(promotes.san(m), "cxd8=Q+", "{text}");
        }
        for text in ["c8Q", "c8q", "c8=q", "c8/q", "c7c8q"] {
            let m = parse_san(&promotes, text).unwrap_or_else(|error| panic!("{text} {error}"));
            assert_eq!(promotes.san(m), "c8=Q", "{text}");
        }
        assert_eq!(parse_san(&promotes, "cxd8n").map(Move::promotion), Ok(Some(Role::Knight)));
        for text in ["O-O", "O-O+", "0-0", "e1g1", "e1h1", "e1-g1"] {
            let m = parse_san(&promotes, text).unwrap_or_else(|error| panic!("{text} {error}"));
            assert_eq!(promotes.san(m), "O-O+", "{text}");
        }
    }

    #[test]
    fn ambiguous_illegal_and_malformed_moves_are_errors() {
        let start = position("6k1/8/8/8/8/8/8/R4R1K w - - 0 1");
        assert_eq!(parse_san(&start, "Rd1"), Err(SanError::Ambiguous));
        assert_eq!(parse_san(&start, "Ke4"), Err(SanError::Illegal));
        assert_eq!(parse_san(&start, "hello"), Err(SanError::Syntax));
        assert_eq!(parse_san(&start, "--"), Err(SanError::Illegal));
        assert_eq!(parse_san(&start, ""), Err(SanError::Syntax));
        assert_eq!(parse_san(&start, "1-0"), Err(SanError::Syntax));
    }

    #[test]
    fn a_line_is_written_move_by_move() {
        let start = Position::default();
        let first = parse_san(&start, "f3").unwrap();
        let second = parse_san(&start.play(first), "e5").unwrap();
        assert_eq!(start.san_line(&[first, second]), "f3 e5");
    }
}
