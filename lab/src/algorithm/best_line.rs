//! The best line of a search: what both players do if they play best.
//!
//! A search that finds the value of the root has proved it by the nodes it visited: some child of the root is at most as
//! good for the opponent as the value says, and so on down to a leaf. The observer stores the bounds of all visited nodes;
//! the best line follows the children whose upper bounds prove the value. This works for every algorithm, depth-first or
//! best-first, with or without a memory of its own.

use std::collections::HashMap;

use super::table::{Bounds, key_at_depth};
use crate::game_tree::{GameTree, Value, expand};
use crate::observer::{End, Observer, Visit};

/// Stores the bounds that a search proves, one entry for each visited node.
#[derive(Clone, Default, Debug)]
pub struct BestLine {
    bounds: HashMap<u64, Bounds>,
}

impl BestLine {
    /// Returns the indices of the best moves from the root to a leaf.
    ///
    /// `value` must be the value of the root that the observed search found. The line is shorter if the search did not
    /// prove this value.
    #[must_use]
    pub fn line<T: GameTree>(&self, tree: &T, depth: u32, value: Value) -> Vec<usize> {
        let (mut node, mut value, mut line) = (tree.root(), value, Vec::new());
        for depth in (0..depth).rev() {
            let Some((moves, count)) = expand(tree, &node, depth + 1) else { break };
            // The value of the child is for the opponent, so its upper bound is a lower bound of the node.
            let proves =
                |child: &T::Node| self.upper(tree, child, depth).is_some_and(|upper| upper <= -value);
            let mut children = (0..count).map(|index| (index, tree.child(&node, &moves, index)));
            let Some((index, child)) = children.find(|(_, child)| proves(child)) else { break };
            line.push(index);
            (node, value) = (child, -value);
        }
        line
    }

    fn upper<T: GameTree>(&self, tree: &T, node: &T::Node, depth: u32) -> Option<Value> {
        self.bounds.get(&key_at_depth(tree.key(node), depth)).map(|bounds| bounds.upper)
    }

    fn add<T: GameTree>(&mut self, visit: Visit<'_, T>, found: Bounds) {
        let key = key_at_depth(visit.tree.key(visit.node), visit.depth);
        let known = self.bounds.entry(key).or_insert(Bounds::NONE);
        *known = known.tightened(found);
    }
}

impl<T: GameTree> Observer<T> for BestLine {
    fn leave(&mut self, visit: Visit<'_, T>, value: Value, _end: End) {
        self.add(visit, Bounds::found(value, (visit.alpha, visit.beta)));
    }

    fn leaf(&mut self, visit: Visit<'_, T>, value: Value) {
        // Leaves at the end of the game have plies left; their parents look for them there.
        self.add(visit, Bounds::exact(value));
    }
}
