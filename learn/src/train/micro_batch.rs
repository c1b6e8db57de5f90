//! Micro-batches: positions as network inputs, few enough to stay in the L1 and L2 caches. With king buckets they are
//! larger, because each one reads all feature weights, which do not stay there.

use lancet::eval::nnue::KingBuckets;

use crate::samples::{MAX_PIECES, Sample};

/// The most positions of a micro-batch without king buckets.
pub const MICRO_BATCH: usize = 256;

/// The most positions of a micro-batch with king buckets.
pub const LARGE_MICRO_BATCH: usize = 2048;

/// Returns the most positions of a micro-batch.
const fn capacity(king_buckets: KingBuckets) -> usize {
    match king_buckets {
        KingBuckets::One => MICRO_BATCH,
        KingBuckets::Four => LARGE_MICRO_BATCH,
    }
}

/// Positions with their inputs and targets.
#[derive(Debug)]
pub struct MicroBatch {
    /// The king buckets of the inputs.
    pub king_buckets: KingBuckets,
    /// The samples.
    pub samples: Vec<Sample>,
    /// For each sample and each piece: the input features of both perspectives, that of the side to move
    /// first.
    pub inputs: Vec<[[u16; 2]; MAX_PIECES]>,
    /// The target of each sample, from 0 to 1.
    pub targets: Vec<f32>,
}

impl MicroBatch {
    /// Allocates an empty micro-batch.
    #[must_use]
    pub fn new(king_buckets: KingBuckets) -> MicroBatch {
        let capacity = capacity(king_buckets);
        MicroBatch {
            king_buckets,
            samples: Vec::with_capacity(capacity),
            inputs: vec![[[0; 2]; MAX_PIECES]; capacity],
            targets: Vec::with_capacity(capacity),
        }
    }

    /// Replaces the contents with at most [`MicroBatch::capacity`] samples; `lambda` is the weight of the result in
    /// the target.
    pub fn fill(&mut self, samples: impl Iterator<Item = Sample>, lambda: f32) {
        self.samples.clear();
        self.samples.extend(samples.take(self.capacity()));
        self.targets.clear();
        for (sample, inputs) in self.samples.iter().zip(&mut self.inputs) {
            sample.inputs(self.king_buckets, inputs);
            self.targets.push(sample.target(lambda));
        }
    }

    /// Returns the most positions.
    #[inline]
    #[must_use]
    pub fn capacity(&self) -> usize {
        capacity(self.king_buckets)
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Reports whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Iterates over the active inputs of each position.
    #[inline]
    pub fn active(&self) -> impl Iterator<Item = &[[u16; 2]]> {
        self.samples
            .iter()
            .zip(&self.inputs)
            .map(|(sample, inputs)| &inputs[..sample.piece_count().min(MAX_PIECES)])
    }
}
