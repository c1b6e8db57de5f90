//! Tree: artificial game trees, made while they are searched, the same bit by bit everywhere.
//!
//! All chance comes from [`mix()`] and a seed, so that a tree is known by its few numbers.

mod commuting;
mod iid;
mod incremental;
mod literal;
mod mix;
mod random_shape;
mod top_down;
mod win_loss;

pub use commuting::{Commuting, Played};
pub use iid::Iid;
pub use incremental::{Incremental, Sum};
pub use literal::{Explicit, ParseTreeError, TreeLiteral};
pub use mix::{Modulo, child_key, mix, root_key, unit};
pub use random_shape::{Brood, Leveled, RandomShape, Shape};
pub use top_down::{Known, Order, TopDown};
pub use win_loss::{Classed, WinLoss};
