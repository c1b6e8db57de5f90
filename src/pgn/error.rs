//! Errors of PGN files: games that cannot be read, and parts of games that are skipped.

use thiserror::Error;

use crate::files::quoted;
use crate::position::{FenError, FenWarning, SanError};

/// The maximum depth of nested variations.
pub(super) const MAX_VARIATION_DEPTH: usize = 64;

/// Why a game cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PgnError {
    /// The game is of a variant with other rules.
    #[error("unsupported variant '{}'", quoted(.0))]
    Variant(String),
    /// The tag `FEN` is invalid.
    #[error("invalid FEN '{}': {reason}", quoted(.fen))]
    Fen {
        /// The value of the tag.
        fen: String,
        /// Why it is invalid.
        reason: FenError,
    },
    /// A tag is longer than 64 KiB.
    #[error("a tag is longer than 64 KiB; skipping the game")]
    LongTag,
    /// The text of the game is longer than 16 MiB.
    #[error("longer than 16 MiB; skipping the game")]
    TooLong,
}

/// A part of a game that is skipped.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PgnWarning {
    /// A field of the tag `FEN`.
    #[error(transparent)]
    Fen(#[from] FenWarning),
    /// A move number other than that of the next move: moves are missing.
    #[error(
        "move number '{found}' where '{expected}' is expected; skipping the rest of the {}", line(*.in_variation)
    )]
    Number {
        /// The number as written.
        found: String,
        /// The number of the next move.
        expected: String,
        /// Whether it is in a variation.
        in_variation: bool,
    },
    /// A comment without its end.
    #[error("unclosed comment")]
    Comment,
    /// A variation without its end.
    #[error("unclosed variation")]
    Variation,
    /// A variation before the first move of its line.
    #[error("variation before the first move; skipping it")]
    NoMove,
    /// A variation inside too many others.
    #[error("variations nested deeper than {MAX_VARIATION_DEPTH} levels; skipping them")]
    TooDeep,
    /// An invalid move, and what follows it.
    #[error("invalid move '{number} {}': {reason}; skipping the rest of the {}", quoted(.text), line(*.in_variation))]
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

impl PgnWarning {
    /// Reports whether moves of the main line may be missing.
    pub(super) fn ends_main_line(&self) -> bool {
        match self {
            PgnWarning::Number { in_variation, .. } | PgnWarning::Move { in_variation, .. } => !in_variation,
            // What is not closed may hold the moves after it.
            PgnWarning::Comment | PgnWarning::Variation => true,
            PgnWarning::Fen(_) | PgnWarning::NoMove | PgnWarning::TooDeep => false,
        }
    }
}

fn line(in_variation: bool) -> &'static str {
    if in_variation { "variation" } else { "game" }
}
