//! Shape: the kinds of model that can be trained, behind one face.

use lancet::eval::nnue::MAX_HIDDEN;
use serde::{Deserialize, Serialize};

use super::linear;
use super::network::Network;
use super::row::{LANES, Row};
use super::segment::Segment;
use super::slice::SLICE;
use super::work::Work;
use crate::samples::Sample;

/// Centipawns for an output of one, where nothing else is asked for.
pub const SCALE: i32 = 400;

/// What is trained.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Shape {
    /// A worth for every piece on its square.
    Linear,
    /// A layer of hidden units.
    Network(Network),
}

impl Shape {
    /// Blocks of hidden units.
    #[must_use]
    pub fn blocks(&self) -> usize {
        match self {
            Shape::Linear => 0,
            Shape::Network(network) => network.blocks(),
        }
    }

    /// What holds for which rows.
    #[must_use]
    pub fn segments(&self) -> Vec<Segment> {
        match self {
            Shape::Linear => linear::segments(),
            Shape::Network(network) => network.segments(),
        }
    }

    /// The numbers to begin with.
    #[must_use]
    pub fn initial(&self, seed: u64) -> Vec<Row> {
        match self {
            Shape::Linear => linear::initial(),
            Shape::Network(network) => network.initial(seed),
        }
    }

    /// Fills the outputs of the slice in `work`.
    pub fn forward(&self, rows: &[Row], work: &mut Work) {
        match self {
            Shape::Linear => linear::forward(rows, work),
            Shape::Network(network) => network.forward(rows, work),
        }
    }

    /// Adds the gradient of the slice in `work`, whose slopes are known, to `gradient`.
    pub fn backward(&self, rows: &[Row], work: &mut Work, gradient: &mut [Row]) {
        match self {
            Shape::Linear => linear::backward(work, gradient),
            Shape::Network(network) => network.backward(rows, work, gradient),
        }
    }

    /// Rows of its numbers.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.segments().last().map_or(0, |segment| segment.rows.end)
    }

    /// Whether it is a shape that can be.
    ///
    /// # Errors
    /// A sentence where it is not.
    pub fn check(&self) -> Result<(), String> {
        let Shape::Network(Network { hidden, buckets }) = self else { return Ok(()) };
        if !(LANES..=MAX_HIDDEN).contains(hidden) || !hidden.is_multiple_of(LANES) {
            Err(format!("{hidden} hidden units cannot be: give a multiple of {LANES} up to {MAX_HIDDEN}"))
        } else if ![1, 2, 4, 8].contains(buckets) {
            Err(format!("{buckets} output buckets cannot be: give 1, 2, 4 or 8"))
        } else {
            Ok(())
        }
    }

    /// The outputs of a model with these numbers.
    #[must_use]
    pub fn outputs(&self, rows: &[Row], samples: &[Sample], work: &mut Work) -> Vec<f32> {
        let mut outputs = Vec::with_capacity(samples.len());
        for part in samples.chunks(SLICE) {
            work.slice.fill(part.iter().copied(), 0.0);
            self.forward(rows, work);
            outputs.extend(&work.outputs[..part.len()]);
        }
        outputs
    }

    /// For people.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Shape::Linear => "linear".into(),
            Shape::Network(network) => {
                format!("network of {} units and {} buckets", network.hidden, network.buckets)
            }
        }
    }
}
