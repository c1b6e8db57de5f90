//! Artificial game trees, generated while they are searched and identical on every machine.
//!
//! All randomness is a hash of the seed and the path ([`splitmix64`]), so that a few parameters define a tree.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "values are drawn from the bits of a hash"
)]

mod commuting;
mod iid;
mod incremental;
mod literal;
mod paths;
mod random_shape;
mod splitmix;
mod top_down;
mod win_loss;

pub use commuting::{Commuting, CommutingNode};
pub use iid::Iid;
pub use incremental::{Incremental, IncrementalNode};
pub use literal::{Explicit, ParseTreeError, TreeLiteral};
pub use paths::{Path, PathNode, Paths};
pub use random_shape::{RandomShape, RandomShapeMoves, RandomShapeNode, Shape};
pub use splitmix::{Modulo, child_key, root_key, splitmix64, unit};
pub use top_down::{Order, TopDown, TopDownNode};
pub use win_loss::{WinLoss, WinLossNode};
