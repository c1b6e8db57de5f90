//! Train: a model from samples, by steps down the gradient on all cores.
//!
//! The loss is the squared difference between the sigmoid of a model's output and a target, which
//! is the expected result by the search, blended with the result of the game. A [`Trainer`] goes
//! through all samples in a new random order each epoch. In the last epochs it runs the model with
//! numbers rounded as the engine's whole numbers are, so that nothing is lost when they are written.
//!
//! The same plan, samples and number of threads give the same model, also across a checkpoint.

mod adam;
mod checkpoint;
mod command;
mod curve;
mod eval_check;
mod fit;
mod linear;
mod network;
mod plan;
mod quantise;
mod random;
mod row;
mod segment;
mod shape;
mod slice;
mod speed;
mod trainer;
mod work;

pub use checkpoint::Checkpoint;
pub use command::Train;
pub use curve::{Point, write_csv, write_svg};
pub use eval_check::EvalCheck;
pub use fit::fit_scale;
pub use network::Network;
pub use plan::Plan;
pub use quantise::{Agreement, Quantised};
pub use random::{Shuffle, uniform};
pub use row::{LANES, Row};
pub use segment::{Rule, Segment};
pub use shape::{SCALE, Shape};
pub use slice::{SLICE, Slice};
pub use speed::Speed;
pub use trainer::{Progress, Trainer};
pub use work::{Work, sigmoid};
