//! Errors of PGN files: games that cannot be read, and parts of games that are skipped.

use thiserror::Error;

use crate::position::{FenError, FenWarning, SanError};

/// Why a game cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PgnError {
    /// The game is of a variant with other rules.
    #[error("unsupported variant '{0}'")]
    Variant(String),
    /// The tag `FEN` is invalid.
    #[error("invalid FEN '{fen}': {reason}")]
    Fen {
        /// The value of the tag.
        fen: String,
        /// Why it is invalid.
        reason: FenError,
    },
}

/// A part of a game that is skipped.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PgnWarning {
    /// A field of the tag `FEN`.
    #[error(transparent)]
    Fen(#[from] FenWarning),
    /// A token that is no move, comment or symbol.
    #[error("ignoring token '{0}'")]
    Token(String),
    /// The number of further tokens that are no move, comment or symbol.
    #[error("ignoring {0} more tokens")]
    Tokens(usize),
    /// An invalid move, and what follows it.
    #[error("invalid move '{number} {text}': {reason}; skipping the rest of the {}", line(*.in_variation))]
    Move {
        /// The number before the move, such as `12...`.
        number: String,
        /// The move as written.
        text: String,
        /// Why it is invalid.
        reason: SanError,
        /// Whether it is in a variation.
        in_variation: bool,
    },
}

fn line(in_variation: bool) -> &'static str {
    if in_variation { "variation" } else { "game" }
}
