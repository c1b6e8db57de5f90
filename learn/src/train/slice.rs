//! Slice: some positions as inputs of a model, few enough to stay in the fast caches.

use crate::samples::{MAX_MEN, Sample};

/// The most positions of a slice.
pub const SLICE: usize = 256;

/// Positions ready to be learned from.
pub struct Slice {
    /// The samples.
    pub samples: Vec<Sample>,
    /// For each of them and each of its men: the input of the own view and of the other.
    pub inputs: Vec<[[u16; 2]; MAX_MEN]>,
    /// For each, what the output is to be, from 0 to 1.
    pub targets: Vec<f32>,
}

impl Default for Slice {
    fn default() -> Slice {
        Slice {
            samples: Vec::with_capacity(SLICE),
            inputs: vec![[[0; 2]; MAX_MEN]; SLICE],
            targets: Vec::with_capacity(SLICE),
        }
    }
}

impl Slice {
    /// Takes up at most [`SLICE`] samples; `lambda` is the weight of the result against the score.
    pub fn fill(&mut self, samples: impl Iterator<Item = Sample>, lambda: f32) {
        self.samples.clear();
        self.samples.extend(samples.take(SLICE));
        self.targets.clear();
        for (sample, inputs) in self.samples.iter().zip(&mut self.inputs) {
            sample.inputs(inputs);
            self.targets.push((1.0 - lambda) * sample.chance() + lambda * sample.result());
        }
    }

    /// Positions in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// There are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// The inputs of each position.
    #[inline]
    pub fn active(&self) -> impl Iterator<Item = &[[u16; 2]]> {
        self.samples.iter().zip(&self.inputs).map(|(sample, inputs)| &inputs[..sample.count().min(MAX_MEN)])
    }
}
