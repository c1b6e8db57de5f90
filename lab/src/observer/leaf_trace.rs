//! The leaves of a search in the order of their evaluation.

use std::collections::HashSet;

use super::{Observer, Visit};
use crate::game_tree::{GameTree, Value};

/// Records the keys of the leaves in the order of their evaluation, and the results of the passes.
#[derive(Clone, Default, Debug)]
pub struct LeafTrace {
    /// One key per evaluation.
    pub leaves: Vec<u64>,
    /// One entry per pass: whether it failed high.
    pub passes: Vec<bool>,
    /// Re-searched children.
    pub researches: u64,
}

impl LeafTrace {
    /// The distinct leaves.
    #[must_use]
    pub fn set(&self) -> HashSet<u64> {
        self.leaves.iter().copied().collect()
    }
}

impl<T: GameTree> Observer<T> for LeafTrace {
    fn leaf(&mut self, visit: Visit<'_, T>, _value: Value) {
        self.leaves.push(visit.tree.key(visit.node));
    }

    fn end_pass(&mut self, fail_high: bool) {
        self.passes.push(fail_high);
    }

    fn research(&mut self, _tree: &T, _child: &T::Node) {
        self.researches += 1;
    }
}
