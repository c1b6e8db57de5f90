//! Records: games with their scores, in compressed and checksummed blocks.
//!
//! A file is a row of blocks and nothing else, so that files can be concatenated and a file that
//! was cut off is good up to the cut. Whatever is found between blocks is passed over and counted.
//!
//! A **block** ([`Header`], then a body) says who made it: evaluation, limits, seed, and the
//! number of its first game within the run. Header and body have a checksum each.
//!
//! The **body** is four rows of bytes, one after the other, compressed together:
//!
//! 1. four bytes a game: random plies, searched plies (two bytes), result and reason of the end;
//! 2. one byte a random ply: the move, as its place among the legal moves in the order of
//!    [`ranked_moves`]; games begin at the start position;
//! 3. one byte a searched ply: the move, likewise;
//! 4. one byte, seldom two, a searched ply: the score in 255 steps of the chance to win
//!    ([`Chance`]), as its sum with that of the ply before, zero at first. What is expected is
//!    zero, since the other side moves. A sum `d` is written as `2d` or `-2d - 1`, whichever is
//!    not negative; what does not fit below 255 is the byte 255 and then the score itself, plus 127.
//!
//! A position thus takes two bytes before compression. That a game is sound is shown by playing
//! it: one that does not replay is dropped and counted.

mod block;
mod chance;
mod codec;
mod game;
mod rank;
mod reader;
mod writer;

pub use block::{Block, Coding, Decoded, Generator, HEADER_BYTES, Header, MAGIC, VERSION};
pub use chance::Chance;
pub use game::{End, Game, Outcome, Scored};
pub use rank::ranked_moves;
pub use reader::{Damage, Games, Reader};
pub use writer::{BlockBuilder, Writer};
