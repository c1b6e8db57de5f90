//! Notation: what a token of a game is, in the spellings of people and programs.

use std::borrow::Cow;

use super::RESULTS;
use super::words::{is_san, without_figurines};

/// The null move, as it is written.
pub(super) const NULL_MOVE: &str = "--";

/// Null moves of programs, besides [`NULL_MOVE`].
const NULL_MOVES: [&str; 7] = ["Z0", "@@@@", "<>", "null", "NULL", "0000", "pass"];

/// Annotation symbols with their numeric glyphs; a symbol precedes its own suffixes.
const SYMBOLS: [(&str, &str); 21] = [
    ("+/-", "$16"),
    ("-/+", "$17"),
    ("+/=", "$14"),
    ("=/+", "$15"),
    ("+-", "$18"),
    ("-+", "$19"),
    ("+=", "$14"),
    ("=+", "$15"),
    ("=", "$10"),
    ("±", "$16"),
    ("∓", "$17"),
    ("⩲", "$14"),
    ("⩱", "$15"),
    ("∞", "$13"),
    ("□", "$7"),
    ("ep", ""),
    ("++", ""),
    ("+", ""),
    ("#", ""),
    ("ch", ""),
    ("mate", ""),
];

/// What a token is.
pub(super) enum Notation<'a> {
    /// A move as the parser reads it.
    San(Cow<'a, str>),
    /// A move and the numeric glyph of the symbol after it, which may be empty.
    Annotated(String, &'static str),
    /// The numeric glyph of a symbol, which may be empty.
    Glyph(&'static str),
    /// One of [`RESULTS`].
    Result(String),
    /// A word that may be a move in another notation.
    Unknown(String),
}

/// Reports whether a token is a null move of a program, besides [`NULL_MOVE`].
pub(super) fn is_null_move(token: &str) -> bool {
    NULL_MOVES.contains(&token)
}

/// Reports whether the parser reads a token as the right move: `P` is a pawn or a piece in another language.
fn is_plain_san(token: &str) -> bool {
    is_san(token) && !token.starts_with(['P', 'Z'])
}

/// Returns what `token` is; symbols stand alone only if `may_be_symbol`.
pub(super) fn notation(token: &str, may_be_symbol: bool) -> Notation<'_> {
    // The usual case.
    if is_plain_san(token) {
        return Notation::San(token.into());
    }
    let token = &without_figurines(token);
    let plain = token.replace(['–', '—'], "-");
    let result = plain.replace('½', "1/2");
    if RESULTS.contains(&result.as_str()) {
        return Notation::Result(result);
    }
    if may_be_symbol && let Some((_, glyph)) = SYMBOLS.iter().find(|(symbol, _)| *symbol == token) {
        return Notation::Glyph(glyph);
    }
    let bare = if plain.starts_with("0-0") || plain.starts_with("o-o") {
        plain.replace(['0', 'o'], "O").replace("++", "+")
    } else if is_null_move(&plain) {
        NULL_MOVE.to_owned()
    } else {
        plain
    };
    if is_plain_san(&bare) {
        return Notation::San(bare.into());
    }
    let with_symbol = |(symbol, glyph): &(&str, &'static str)| {
        let san = bare.strip_suffix(symbol).filter(|san| is_plain_san(san))?;
        Some(Notation::Annotated(san.to_owned(), glyph))
    };
    SYMBOLS.iter().find_map(with_symbol).unwrap_or_else(|| Notation::Unknown(bare.clone()))
}
