//! Training of models by gradient descent, on all cores.
//!
//! The loss is the squared difference between the sigmoid of a model's output and a target: the win
//! probability by the search, interpolated with the result of the game. A [`Trainer`] iterates over all
//! samples in a new random order each epoch. In the last epoch the forward pass uses quantized weights
//! (quantization-aware training), so that quantization at the end changes little.
//!
//! The same plan, samples and number of threads give the same model, bit by bit, also across a checkpoint.
//! For this determinism, and because networks of this size train on a CPU in minutes, the optimizer and
//! back-propagation are written by hand instead of using a GPU framework.
#![expect(
    clippy::cast_possible_truncation,
    reason = "weights are quantized, and batches are indexed by 32 bits"
)]

mod adam;
mod architecture;
mod checkpoint;
mod command;
mod curve;
mod eval_check;
mod king_bucket_count;
mod linear;
mod material;
mod micro_batch;
mod middle;
mod network_layout;
mod parameters;
mod plan;
mod quantized;
mod random;
mod speed;
mod trainer;
mod workspace;

pub use architecture::{Architecture, ArchitectureError};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use command::{Kind, Overrides, Train};
pub use curve::{CurvePoint, write_csv, write_svg};
pub use eval_check::EvalCheck;
pub use micro_batch::{MICRO_BATCH, MicroBatch};
pub use network_layout::NetworkLayout;
pub use parameters::{LANES, ParameterGroup, Row, Rule};
pub use plan::Plan;
pub use quantized::{QuantizationError, Quantized};
pub use random::{Shuffle, uniform};
pub use speed::Speed;
pub use trainer::{Progress, Trainer};
pub use workspace::{Workspace, sigmoid};
