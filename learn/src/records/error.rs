//! The reasons why a game cannot be recorded.

use thiserror::Error;

use super::{GameResult, Termination};

/// Why a game or a block of games cannot be recorded.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RecordError {
    /// The game has too many plies for the format.
    #[error("cannot record a game of {plies} plies: the limit is {limit}")]
    TooLong {
        /// Plies of the game, random ones included.
        plies: usize,
        /// The limit of the format.
        limit: usize,
    },
    /// The result does not match the termination.
    #[error("cannot record a game with result '{}' and termination '{}'", .0.name(), .1.name())]
    Result(GameResult, Termination),
    /// A move is illegal.
    #[error("cannot record illegal move {mv} in '{fen}'")]
    IllegalMove {
        /// The move.
        mv: String,
        /// The position.
        fen: String,
    },
    /// The block has too many games, positions or bytes for the format.
    #[error("cannot record a block of {games} games with {positions} positions: too large")]
    BlockTooLarge {
        /// Games of the block.
        games: u32,
        /// Searched positions of the block.
        positions: u32,
    },
}
