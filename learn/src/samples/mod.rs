//! Samples: positions with what they are worth, small enough to hold all of them in memory.
//!
//! Games are replayed once, on all cores, and what is left after the [`Filter`] takes 32 bytes a
//! position. Some games are held out: they are never learned from, so that the loss on them tells
//! what was learned and what was merely remembered.

mod command;
mod dedupe;
mod file;
mod filter;
mod load;
mod sample;

use xxhash_rust::xxh3::Xxh3;

pub(crate) use command::share;
pub use command::{Choice, MakeSamples};
pub use dedupe::merge_duplicates;
pub use file::{MAGIC, read_file, write_file};
pub use filter::{Counts, Filter};
pub use load::{game_number, load};
pub use sample::{MAX_MEN, Sample};

/// The samples of many games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Samples {
    /// Those that are learned from.
    pub train: Vec<Sample>,
    /// Those of the games that are held out.
    pub held_out: Vec<Sample>,
}

impl Samples {
    /// All of them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.train.len() + self.held_out.len()
    }

    /// A checksum of all samples and their order.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Xxh3::new();
        for part in [&self.train, &self.held_out] {
            hash.update(&(part.len() as u64).to_le_bytes());
            part.iter().for_each(|sample| hash.update(&sample.to_bytes()));
        }
        hash.digest()
    }

    /// There are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
