//! The trees that the small experiments share: a width, a depth and an order.

use super::TreeOrder;
use crate::GameTree;
use crate::error::LabError;
use crate::tree::{Iid, TopDown};

/// Trees of one kind; a seed gives one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The order of the children.
    pub order: TreeOrder,
    /// The number of children of a node.
    pub width: usize,
    /// The depth in plies.
    pub depth: u32,
    /// The number of values: of independent leaves, or the largest loss by one move.
    pub range: u32,
}

/// What an experiment does with one tree.
pub trait TreeTask {
    /// The result.
    type Output;

    /// Searches a tree.
    ///
    /// # Errors
    /// If searches disagree about the value or a table is full.
    fn run<T: GameTree>(&self, tree: &T, depth: u32) -> Result<Self::Output, LabError>;
}

/// The number of values unless another one is given.
const RANGE: u32 = 1_000_000;

impl Setting {
    /// The trees of an order, a width and a depth.
    #[must_use]
    pub const fn new(order: TreeOrder, width: usize, depth: u32) -> Setting {
        Setting { order, width, depth, range: RANGE }
    }

    /// The same trees with another number of values.
    #[must_use]
    pub const fn with_range(self, range: u32) -> Setting {
        Setting { range, ..self }
    }

    /// A name for tables, such as `strong, w 5, d 6`.
    #[must_use]
    pub fn name(self) -> String {
        let range = if self.range == RANGE { String::new() } else { format!(", {} values", self.range) };
        format!("{}, w {}, d {}{range}", self.order.name(), self.width, self.depth)
    }

    /// A name for files.
    #[must_use]
    pub fn id(self) -> String {
        format!("{}-w{}-d{}-v{}", self.order.name(), self.width, self.depth, self.range)
    }

    /// Runs a task on the tree of a seed.
    ///
    /// # Errors
    /// Those of the task.
    pub fn run<V: TreeTask>(self, seed: u64, task: &V) -> Result<V::Output, LabError> {
        match self.order.order(self.width) {
            Some(order) => task.run(&TopDown::new(self.width, order, self.range, seed), self.depth),
            None => task.run(&Iid::new(self.width, self.range, seed), self.depth),
        }
    }
}
