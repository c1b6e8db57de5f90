//! Game records: self-play games with their scores, in compressed and checksummed blocks.
//!
//! A file is a sequence of blocks and nothing else: files can be concatenated, and a truncated file is valid
//! up to its last whole block. Bytes between blocks are skipped and counted.
//!
//! A **block** is a [`Header`] and a body, each with a checksum. The header identifies the generator of the
//! games (network, limits, seed) and gives the number of the first game within its run.
//!
//! The **body** is a sequence of binary decisions in adaptive arithmetic coding (`coder`): each takes about
//! `-log2 p` bits, where `p` is the probability that the models learned within the block assign to it. A game
//! consists of
//!
//! 1. the numbers of its random and its searched plies, and its result and termination;
//! 2. the random moves from the start position;
//! 3. for each searched ply the score, one of 255 levels of the win probability ([`WinProbability`]), as the
//!    difference from the negated score of the previous ply (0 before the first); and the move: the legal
//!    moves are ranked by likelihood (`rank`), and one decision per move states whether it was played, until
//!    one was.
//!
//! On 600,000 positions with a soft limit of 300 nodes a position takes 0.97 bytes: 3.4 bits for the move,
//! 4.0 bits for the score, the rest for openings and terminations; with 1000 nodes it takes 0.93 bytes. The
//! same ranks and score differences as two byte sequences take 1.05 bytes with zstd -19 or -22 and 1.06 with
//! xz -9e, and 1.26 with zstd -19 if moves are ranked by captures alone.
//!
//! Decoded moves are legal by construction. Damage to a block is detected by its checksums; if a decoded game
//! still reaches a position without legal moves, that game and the following ones of the block are dropped
//! and counted.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "the file format has narrow fields, and probabilities are quantized"
)]

mod block;
mod builder;
mod codec;
mod coder;
mod error;
mod game;
mod rank;
mod reader;
mod weights;
mod win_probability;

pub use block::{Block, DecodedGames, Generator, HEADER_BYTES, Header, MAGIC, VERSION};
pub use builder::BlockBuilder;
pub use error::RecordError;
pub(crate) use game::is_quiet;
pub use game::{Game, ScoredMove};
pub use lancet_arena::termination::{GameResult, Termination};
pub(crate) use reader::begins_with;
pub use reader::{Damage, Games, Reader, keep_games};
pub use win_probability::WinProbability;
