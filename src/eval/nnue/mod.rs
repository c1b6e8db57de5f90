//! The learned evaluation: efficiently updatable neural networks (NNUE) and linear models.
//!
//! A [`Model`] evaluates a position from 768 [`features`] for each side's view, or as many for each of its
//! [`KingBuckets`]: a [`Linear`] model by a weight for each feature, a [`Network`] by one or two hidden layers. Models are
//! loaded from files with a checksum.

mod accumulators;
mod error;
pub mod features;
mod file;
mod kernel;
mod king_buckets;
mod linear;
mod middle;
mod network;
mod refresh_cache;
mod runner;
mod vector;
mod version;

pub use error::ModelError;
pub use kernel::Kernel;
pub use king_buckets::KingBuckets;
pub use linear::{FULL_PHASE, Linear, WEIGHT_ONE};
pub use middle::{ACTIVATION_ONE, MAX_MIDDLE, MAX_MIDDLE_WEIGHT, MIDDLE_ONE, MIDDLE_UNITS, MiddleParameters};
pub use network::{
    ACCUMULATOR_ONE, MATERIAL_ROLES, MAX_HIDDEN, MAX_SCALE, Network, NetworkParameters, OutputPrecision,
    SCALE, output_bucket,
};
pub use runner::Runner;

use std::fmt;

use shakmaty::{Board, Color};

use crate::position::Position;

/// A learned evaluation, with the description and checksum of its file.
#[derive(Clone, Debug)]
pub struct Model {
    architecture: Architecture,
    description: String,
    id: u64,
}

/// The architecture and parameters of a model.
#[derive(Clone, Debug)]
pub enum Architecture {
    /// A weight for each piece on each square.
    Linear(Linear),
    /// One or two hidden layers.
    Network(Network),
}

impl From<Linear> for Model {
    fn from(linear: Linear) -> Model {
        Model::new(Architecture::Linear(linear))
    }
}

impl From<Network> for Model {
    fn from(network: Network) -> Model {
        Model::new(Architecture::Network(network))
    }
}

impl Model {
    /// Makes a model without a description.
    fn new(architecture: Architecture) -> Model {
        let id = file::checksum(&file::contents(&architecture, ""));
        Model { architecture, description: String::new(), id }
    }

    /// Returns a model of material alone, where training starts.
    #[must_use]
    pub fn material() -> Model {
        Model::from(Linear::material())
    }

    /// Returns the model with another kernel.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Model {
        match self.architecture {
            Architecture::Linear(_) => self,
            Architecture::Network(network) => {
                Model { architecture: Architecture::Network(network.with_kernel(kernel)), ..self }
            }
        }
    }

    /// The architecture and parameters.
    #[must_use]
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// The description in its file, which says how it was made.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The checksum of its file, which identifies the model: usually printed as 16 hexadecimal digits.
    /// For a model that was not loaded it is that of a file without a description.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Returns the value of `position` for the side to move, in internal units, from scratch.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluate_board(position.board(), position.turn())
    }

    /// Returns the value of `board` for the side to move, in internal units, from scratch. The board need not
    /// be legal.
    #[must_use]
    pub fn evaluate_board(&self, board: &Board, turn: Color) -> i32 {
        match &self.architecture {
            Architecture::Linear(linear) => linear.evaluate(board, turn),
            Architecture::Network(network) => network.evaluate(board, turn),
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.architecture {
            Architecture::Linear(_) => f.write_str("linear model")?,
            Architecture::Network(network) => {
                write!(f, "network of {} units", network.hidden())?;
                if network.king_buckets() != KingBuckets::One {
                    write!(f, ", {} king buckets", network.king_buckets().count())?;
                }
                if network.middle() > 0 {
                    write!(f, ", {} middle units", network.middle())?;
                }
                if network.counts_material() {
                    f.write_str(", material")?;
                }
                write!(f, " and {} buckets", network.buckets())?;
            }
        }
        write!(f, " {:016x}", self.id)
    }
}
