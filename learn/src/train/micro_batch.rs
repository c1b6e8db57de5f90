//! Micro-batches: positions as network inputs, few enough to stay in the L1 and L2 caches.

use crate::samples::{MAX_PIECES, Sample};

/// The most positions of a micro-batch.
pub const MICRO_BATCH: usize = 256;

/// Positions with their inputs and targets.
pub struct MicroBatch {
    /// The samples.
    pub samples: Vec<Sample>,
    /// For each sample and each piece: the input features of both perspectives, that of the side to move
    /// first.
    pub inputs: Vec<[[u16; 2]; MAX_PIECES]>,
    /// The target of each sample, from 0 to 1.
    pub targets: Vec<f32>,
}

impl Default for MicroBatch {
    fn default() -> MicroBatch {
        MicroBatch {
            samples: Vec::with_capacity(MICRO_BATCH),
            inputs: vec![[[0; 2]; MAX_PIECES]; MICRO_BATCH],
            targets: Vec::with_capacity(MICRO_BATCH),
        }
    }
}

impl MicroBatch {
    /// Replaces the contents with at most [`MICRO_BATCH`] samples; `lambda` is the weight of the result in
    /// the target.
    pub fn fill(&mut self, samples: impl Iterator<Item = Sample>, lambda: f32) {
        self.samples.clear();
        self.samples.extend(samples.take(MICRO_BATCH));
        self.targets.clear();
        for (sample, inputs) in self.samples.iter().zip(&mut self.inputs) {
            sample.inputs(inputs);
            self.targets.push((1.0 - lambda) * sample.win_probability() + lambda * sample.result());
        }
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
