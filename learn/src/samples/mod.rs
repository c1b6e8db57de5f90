//! Training samples: positions with their targets, 32 bytes each, so that all of them fit in memory.
//!
//! Games are replayed once, on all cores; the positions that pass the [`Filter`] become samples. The samples
//! of some games are held out: they are never trained on, so that their loss shows generalization, not
//! memorization.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a sample packs a position into 32 bytes"
)]

mod command;
mod dedupe;
mod file;
mod filter;
mod load;
mod sample;
mod scale;

use xxhash_rust::xxh3::Xxh3;

pub use command::MakeSamples;
pub use dedupe::merge_duplicates;
pub use file::{MAGIC, SamplesFileError, read_file, write_file};
pub(crate) use filter::parse_fraction;
pub use filter::{Filter, FilterCounts};
pub(crate) use load::{game_hash, load_until};
pub use load::{game_number, load};
pub use sample::{MAX_PIECES, Sample};
pub use scale::fit_scale;

/// The samples of many games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Samples {
    /// The training set.
    pub train: Vec<Sample>,
    /// The samples of the held-out games.
    pub held_out: Vec<Sample>,
}

impl Samples {
    /// Returns the number of all samples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.train.len() + self.held_out.len()
    }

    /// Returns a checksum of all samples and their order.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Xxh3::new();
        for part in [&self.train, &self.held_out] {
            hash.update(&(part.len() as u64).to_le_bytes());
            part.iter().for_each(|sample| hash.update(&sample.to_bytes()));
        }
        hash.digest()
    }

    /// Reports whether there are no samples.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
