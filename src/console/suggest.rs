//! Suggest: the word that a mistyped one stands for, and what is wrong with a move that somebody typed.

use std::fmt;

use shakmaty::Move;

use crate::position::{Position, SanError, matching_moves, parse_san};

/// Returns the known word that is most like `word`, if one differs by a letter or two only.
#[must_use]
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let allowed = if word.chars().count() <= 4 { 1 } else { 2 };
    let distance = |known: &str| strsim::damerau_levenshtein(&word, &known.to_lowercase());
    let near = known.into_iter().map(|known| (distance(known), known)).filter(|(far, _)| *far <= allowed);
    near.min_by_key(|(far, _)| *far).map(|(_, known)| known)
}

/// Returns the message about a word that is neither a move nor a known command; `shown` is the word as it is quoted.
#[must_use]
pub fn unknown_command<'a>(word: &str, shown: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let hint = did_you_mean(word, known);
    let hint =
        hint.map_or("'help' lists the commands".to_owned(), |known| format!("did you mean '{known}'?"));
    format!("unknown move or command '{shown}'; {hint}")
}

/// Removes the number before a move, such as `12.` or `12...`; castling with zeros has none.
#[must_use]
pub fn without_number(text: &str) -> &str {
    match text.split_once('.') {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            rest.trim_start_matches('.').trim_start()
        }
        _ => text,
    }
}

/// Returns the legal moves in SAN, in alphabetical order, for completion.
#[must_use]
pub fn move_words(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = position.legal_moves().iter().map(|m| position.san(*m)).collect();
    moves.sort();
    moves
}

/// Why a typed move is not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypedMoveError {
    /// The text is not a move.
    NoMove,
    /// No piece can make the move.
    Illegal {
        /// The move as typed.
        text: String,
        /// The side to move is in check.
        in_check: bool,
    },
    /// More than one piece can make the move.
    Ambiguous {
        /// The move as typed.
        text: String,
        /// The moves that it may stand for.
        candidates: Vec<String>,
    },
}

impl fmt::Display for TypedMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypedMoveError::NoMove => write!(f, "not a move"),
            TypedMoveError::Illegal { text, in_check } => {
                let check = if *in_check { ": the king is in check" } else { "" };
                write!(f, "'{text}' is not a legal move{check}")
            }
            TypedMoveError::Ambiguous { text, candidates } => {
                write!(f, "'{text}' is ambiguous: {}?", candidates.join(" or "))
            }
        }
    }
}

impl std::error::Error for TypedMoveError {}

impl TypedMoveError {
    /// Returns the reason without the move, for a message that names it.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            TypedMoveError::NoMove => "not a move such as Nf3, exd5, e8=Q, O-O or e2e4".to_owned(),
            TypedMoveError::Illegal { in_check: true, .. } => {
                "not a legal move: the king is in check".to_owned()
            }
            TypedMoveError::Illegal { in_check: false, .. } => "not a legal move".to_owned(),
            TypedMoveError::Ambiguous { candidates, .. } => format!("ambiguous: {}", candidates.join(" or ")),
        }
    }
}

/// Parses a move as people type it: in algebraic or UCI notation, with the letters of pieces in any case. A pawn that
/// reaches the last rank becomes a queen unless another piece is named.
///
/// # Errors
/// What is wrong with the move.
pub fn typed_move(position: &Position, text: &str) -> Result<Move, TypedMoveError> {
    let illegal = || TypedMoveError::Illegal { text: text.to_owned(), in_check: position.in_check() };
    match parse_san(position, text) {
        Ok(m) => Ok(m),
        Err(error) => match parse_san(position, &capitalized(text))
            .or_else(|error| as_queen(position, text).ok_or(error))
        {
            Ok(m) => Ok(m),
            Err(SanError::Ambiguous) => Err(ambiguous(position, text, &capitalized(text))),
            Err(SanError::Illegal) if error == SanError::Syntax => Err(illegal()),
            Err(_) if error == SanError::Ambiguous => Err(ambiguous(position, text, text)),
            Err(_) if error == SanError::Illegal => Err(illegal()),
            Err(_) => Err(TypedMoveError::NoMove),
        },
    }
}

/// Returns the promotion to a queen that `e8` or `e7e8` leaves open.
fn as_queen(position: &Position, text: &str) -> Option<Move> {
    text.ends_with(['1', '8']).then(|| {
        parse_san(position, &format!("{text}q")).or(parse_san(position, &format!("{text}=Q"))).ok()
    })?
}

/// Returns `nf3` as `Nf3` and `o-o` as `O-O`; a pawn's file `b` stays for the first attempt.
fn capitalized(text: &str) -> String {
    if text.starts_with(['o', 'O']) {
        return text.to_uppercase();
    }
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

/// The error for a move that more than one piece can make, as it was typed and as it is read.
fn ambiguous(position: &Position, typed: &str, read: &str) -> TypedMoveError {
    let candidates = matching_moves(position, read).into_iter().map(|m| position.san(m)).collect();
    TypedMoveError::Ambiguous { text: typed.to_owned(), candidates }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen;

    #[test]
    fn words_that_differ_by_a_letter_or_two_are_suggested() {
        let suggest = |word| did_you_mean(word, ["analyse", "undo", "hint", "eval"]);
        for (word, known) in [
            ("anlyse", "analyse"),
            ("Analyze", "analyse"),
            ("udno", "undo"),
            ("hnt", "hint"),
            ("evla", "eval"),
        ] {
            assert_eq!(suggest(word), Some(known), "{word}");
        }
        assert_eq!((suggest("xyz"), suggest("ab"), suggest("")), (None, None, None));
    }

    #[test]
    fn moves_are_read_as_people_type_them() {
        let start = Position::default();
        let san = |text: &str| typed_move(&start, text).map(|m| start.san(m));
        for (text, wanted) in [("e4", "e4"), ("e2e4", "e4"), ("Nf3", "Nf3"), ("nf3", "Nf3"), ("g1f3", "Nf3")]
        {
            assert_eq!(san(text).as_deref(), Ok(wanted), "{text}");
        }
        assert_eq!(san("hello"), Err(TypedMoveError::NoMove));
        let message = |position: &Position, text: &str| typed_move(position, text).unwrap_err().to_string();
        assert_eq!(message(&start, "e5"), "'e5' is not a legal move");
        assert_eq!(message(&start, "ke2"), "'ke2' is not a legal move");
        let rooks = Position::new(parse_fen("6k1/8/8/8/8/8/8/R4R1K w - - 0 1").unwrap().chess);
        assert_eq!(message(&rooks, "rd1"), "'rd1' is ambiguous: Rad1 or Rfd1?");
        let pawns = Position::new(parse_fen("4k3/8/3p4/3pP3/4P3/8/8/4K3 w - - 0 1").unwrap().chess);
        for text in ["ed", "exd"] {
            assert_eq!(message(&pawns, text), format!("'{text}' is ambiguous: exd5 or exd6?"));
        }
        let check = Position::new(parse_fen("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1").unwrap().chess);
        assert_eq!(message(&check, "o-o"), "'o-o' is not a legal move: the king is in check");
        let promotes = Position::new(parse_fen("3r1k2/2P5/8/8/8/8/8/K7 w - - 0 1").unwrap().chess);
        for (text, wanted) in [("c8", "c8=Q"), ("cxd8", "cxd8=Q+"), ("c7c8", "c8=Q"), ("c8=N", "c8=N")] {
            let san = typed_move(&promotes, text).map(|m| promotes.san(m));
            assert_eq!(san.as_deref(), Ok(wanted), "{text}");
        }
        assert_eq!(typed_move(&check, "kxe2").map(|m| check.san(m)).as_deref(), Ok("Kxe2"));
    }
}
