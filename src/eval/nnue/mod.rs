//! The learned evaluation: models that come from games, their files, and how they are run.
//!
//! A [`Model`] values a position from its 768 inputs a view ([`features`]): a [`Linear`] one by a
//! worth for each, a [`Network`] by a layer of hidden units. Models are read from files that carry
//! their own checksum.

mod accumulators;
mod error;
pub mod features;
mod file;
mod kernel;
mod linear;
mod network;
mod runner;
mod vector;

pub use error::ModelError;
pub use kernel::Kernel;
pub use linear::Linear;
pub use network::{
    ACCUMULATOR_ONE, MAX_HIDDEN, MAX_OUTPUT_WEIGHT, MAX_SCALE, Network, NetworkParameters, OUTPUT_ONE, SCALE,
    output_bucket,
};
pub use runner::Runner;

use std::fmt;

use shakmaty::{Board, Color};

use crate::position::Position;

/// A learned evaluation, with what its file says of it.
#[derive(Clone, Debug)]
pub struct Model {
    architecture: Architecture,
    description: String,
    id: u64,
}

/// The kinds of model.
#[derive(Clone, Debug)]
pub enum Architecture {
    /// A worth for each piece on its square.
    Linear(Linear),
    /// A layer of hidden units.
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
    /// A model without a description.
    fn new(architecture: Architecture) -> Model {
        let id = file::checksum(&file::contents(&architecture, ""));
        Model { architecture, description: String::new(), id }
    }

    /// Knows what the pieces are worth, and nothing else: where learning begins.
    #[must_use]
    pub fn material() -> Model {
        Model::from(Linear::material())
    }

    /// The same model, run by another kernel.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Model {
        match self.architecture {
            Architecture::Linear(_) => self,
            Architecture::Network(network) => {
                Model { architecture: Architecture::Network(network.with_kernel(kernel)), ..self }
            }
        }
    }

    /// What kind of model it is.
    #[must_use]
    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// How it was made, as its file says.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// The checksum of its file, which is its identity: usually printed as 16 hexadecimal digits.
    /// A model that was not read has that of a file without a description.
    #[must_use]
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The value of `position` for the side to move, in centipawns, from scratch.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.evaluate_board(position.board(), position.turn())
    }

    /// The value of `board` for the side to move, in centipawns, from scratch. The board need not
    /// be one that can come about.
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
                let (hidden, buckets) = (network.hidden(), network.buckets());
                write!(f, "network of {hidden} units and {buckets} buckets")?;
            }
        }
        write!(f, " {:016x}", self.id)
    }
}
