//! Graphs of positions in which the order of each side's moves does not matter.
//!
//! The key of a position is the sum of the keys of its moves, so that different move orders transpose into the same
//! position.

use super::splitmix::{Modulo, child_key, root_key, splitmix64};
use crate::game_tree::{GameTree, Value};

/// A graph of uniform width whose leaf values are independent and uniform below a range.
#[derive(Clone, Copy, Debug)]
pub struct Commuting {
    width: usize,
    seed: u64,
    range: Modulo,
}

/// A position: the sum of the moves played, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommutingNode {
    key: u64,
    side: bool,
}

impl Commuting {
    /// The graph with this seed.
    #[must_use]
    pub fn new(width: usize, range: u32, seed: u64) -> Commuting {
        Commuting { width, seed, range: Modulo::new(range) }
    }
}

impl GameTree for Commuting {
    type Node = CommutingNode;
    type Moves = ();

    fn root(&self) -> CommutingNode {
        CommutingNode { key: root_key(self.seed), side: false }
    }

    #[inline]
    fn moves(&self, _node: &CommutingNode) {}

    #[inline]
    fn len(&self, (): &()) -> usize {
        self.width
    }

    #[inline]
    fn child(&self, node: &CommutingNode, (): &(), index: usize) -> CommutingNode {
        let played = child_key(u64::from(node.side), index);
        CommutingNode { key: node.key.wrapping_add(played), side: !node.side }
    }

    #[inline]
    fn evaluate(&self, node: &CommutingNode) -> Value {
        self.range.of(splitmix64(node.key ^ 0x77))
    }

    #[inline]
    fn key(&self, node: &CommutingNode) -> u64 {
        node.key
    }
}
