//! The architectures of models that can be trained.

use std::fmt;

use lancet::eval::nnue::{KingBuckets, MAX_HIDDEN, MIDDLE_UNITS};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::adam::Parameters;
use super::linear;
use super::network_layout::NetworkLayout;
use super::parameters::{LANES, ParameterGroup, Row};
use super::workspace::Workspace;
use crate::samples::Sample;

/// The architecture of a model.
// Checkpoints and cycle states contain it: a name that changes stays as an alias.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Architecture {
    /// Tapered piece-square tables.
    Linear,
    /// A network with one hidden layer, or a middle layer after it.
    Network(NetworkLayout),
}

/// Why an architecture is not supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ArchitectureError {
    /// The number of hidden units.
    #[error("invalid number of hidden units '{0}': expected a multiple of {LANES} up to {MAX_HIDDEN}")]
    Hidden(usize),
    /// The number of output buckets.
    #[error("invalid number of output buckets '{0}': expected 1, 2, 4 or 8")]
    Buckets(usize),
    /// The number of king buckets.
    #[error("invalid number of king buckets '{0}': expected 1 or 4")]
    KingBuckets(usize),
    /// The number of units of a middle layer.
    #[error("invalid number of middle units '{0}': expected 8 or 16")]
    Middle(usize),
    /// King buckets or a middle layer without fine output weights.
    #[error("king buckets and a middle layer need fine output weights")]
    Coarse,
    /// Material counts in the output of a network without a middle layer.
    #[error("material counts besides a middle layer only")]
    Material,
    /// An option of networks was given for a linear model.
    #[error("a linear model has no layers, output weights or buckets")]
    LinearSize,
    /// A weight decay was given for a linear model.
    #[error("a linear model has no weight decay")]
    LinearDecay,
    /// A linear model was to get the scale of another network.
    #[error("a linear model has no scale that could be adapted")]
    LinearScale,
}

impl Architecture {
    /// Returns the number of blocks of hidden units.
    #[must_use]
    pub fn blocks(&self) -> usize {
        match self {
            Architecture::Linear => 0,
            Architecture::Network(layout) => layout.blocks(),
        }
    }

    /// Returns the number of weighted sums of the hidden units of a position.
    pub(super) fn sums(&self) -> usize {
        match self {
            Architecture::Linear => 1,
            Architecture::Network(layout) => layout.sums(),
        }
    }

    /// Returns the groups of parameters.
    #[must_use]
    pub fn groups(&self) -> Vec<ParameterGroup> {
        match self {
            Architecture::Linear => linear::groups(),
            Architecture::Network(layout) => layout.groups(),
        }
    }

    /// Returns the initial parameters.
    #[must_use]
    pub fn initial(&self, seed: u64) -> Vec<Row> {
        match self {
            Architecture::Linear => linear::initial(),
            Architecture::Network(layout) => layout.initial(seed),
        }
    }

    /// Returns the king buckets.
    #[must_use]
    pub fn king_buckets(&self) -> KingBuckets {
        match self {
            Architecture::Linear => KingBuckets::One,
            Architecture::Network(layout) => layout.king_buckets,
        }
    }

    /// Recomputes the weights of the forward pass, merged, from the master weights.
    pub(super) fn refresh(&self, parameters: &mut Parameters, is_quantized: bool) {
        parameters.refresh(&self.groups(), is_quantized);
        self.merge(&mut parameters.forward);
    }

    /// Turns master weights, or their quantized values, into weights of the forward pass.
    pub fn merge(&self, rows: &mut [Row]) {
        match self {
            Architecture::Linear => {}
            Architecture::Network(layout) => layout.merge(rows),
        }
    }

    /// Computes the outputs of the micro-batch in `work` with the weights of the forward pass.
    pub fn forward(&self, rows: &[Row], work: &mut Workspace) {
        match self {
            Architecture::Linear => linear::forward(rows, work),
            Architecture::Network(layout) => layout.forward(rows, work),
        }
    }

    /// Adds the gradient of the micro-batch in `work`, whose output gradients are known, to `gradient`.
    pub fn backward(&self, rows: &[Row], work: &mut Workspace, gradient: &mut [Row]) {
        match self {
            Architecture::Linear => linear::backward(work, gradient),
            Architecture::Network(layout) => layout.backward(rows, work, gradient),
        }
    }

    /// Returns the number of rows of parameters.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.groups().last().map_or(0, |group| group.rows.end)
    }

    /// Returns the architecture with fine output weights.
    ///
    /// # Errors
    /// [`ArchitectureError::LinearSize`] if it is not a network.
    pub fn with_fine_output(self) -> Result<Architecture, ArchitectureError> {
        match self {
            Architecture::Linear => Err(ArchitectureError::LinearSize),
            Architecture::Network(layout) => {
                Ok(Architecture::Network(NetworkLayout { fine_output: true, ..layout }))
            }
        }
    }

    /// Checks that the architecture is supported.
    ///
    /// # Errors
    /// [`ArchitectureError`] if it is not.
    pub fn check(&self) -> Result<(), ArchitectureError> {
        let Architecture::Network(layout) = *self else { return Ok(()) };
        let NetworkLayout { hidden, buckets, fine_output, king_buckets, middle, counts_material } = layout;
        if !(LANES..=MAX_HIDDEN).contains(&hidden) || !hidden.is_multiple_of(LANES) {
            Err(ArchitectureError::Hidden(hidden))
        } else if ![1, 2, 4, 8].contains(&buckets) {
            Err(ArchitectureError::Buckets(buckets))
        } else if middle > 0 && !MIDDLE_UNITS.contains(&middle) {
            Err(ArchitectureError::Middle(middle))
        } else if (king_buckets != KingBuckets::One || middle > 0) && !fine_output {
            Err(ArchitectureError::Coarse)
        } else if counts_material && middle == 0 {
            Err(ArchitectureError::Material)
        } else {
            Ok(())
        }
    }

    /// Returns the outputs of a model for samples.
    #[must_use]
    pub fn outputs(&self, rows: &[Row], samples: &[Sample], work: &mut Workspace) -> Vec<f32> {
        let mut outputs = Vec::with_capacity(samples.len());
        for part in samples.chunks(work.batch.capacity()) {
            work.batch.fill(part.iter().copied(), 0.0);
            self.forward(rows, work);
            outputs.extend(&work.outputs[..part.len()]);
        }
        outputs
    }
}

/// The description, which network files contain: it is frozen, so that training reproduces their bytes.
impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Architecture::Linear => f.write_str("linear"),
            Architecture::Network(layout) => {
                let NetworkLayout { hidden, buckets, fine_output, king_buckets, middle, counts_material } =
                    layout;
                let kings = match king_buckets {
                    KingBuckets::One => String::new(),
                    KingBuckets::Four => format!(", {} king buckets", king_buckets.count()),
                };
                let middle = if *middle > 0 { format!(", {middle} middle units") } else { String::new() };
                let fine = if *fine_output { ", fine output weights" } else { "" };
                let material = if *counts_material { ", material" } else { "" };
                write!(f, "network of {hidden} units and {buckets} buckets{kings}{middle}{fine}{material}")
            }
        }
    }
}
