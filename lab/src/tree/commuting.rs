//! Graphs of positions in which the order of each side's moves does not matter.
//!
//! The key of a position is the sum of the keys of its moves, so that different move orders transpose into the same
//! position. The values of positions are independent, or ordered: each later move costs its player more.

use super::splitmix::{Modulo, child_key, root_key, splitmix64};
use crate::game_tree::{GameTree, Value};

/// A graph of uniform width whose leaf values are uniform below a range, less what the moves cost.
#[derive(Clone, Copy, Debug)]
pub struct Commuting {
    width: usize,
    seed: u64,
    range: Modulo,
    loss: Value,
}

/// A position: the sum of the moves played, what they cost, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CommutingNode {
    key: u64,
    side: bool,
    /// The balance of what the moves cost, for the side to move.
    balance: Value,
}

impl Commuting {
    /// The graph with this seed; `range` is at most 2^29, beyond which values are infinite.
    #[must_use]
    pub fn new(width: usize, range: u32, seed: u64) -> Commuting {
        Commuting { width, seed, range: Modulo::new(range), loss: 0 }
    }

    /// The same graph in which the move at index `i` costs its player `i * loss`: the larger the loss relative to the
    /// range, the more often the first move is best.
    #[must_use]
    pub fn with_loss(self, loss: Value) -> Commuting {
        Commuting { loss, ..self }
    }
}

impl GameTree for Commuting {
    type Node = CommutingNode;
    type Moves = ();

    fn root(&self) -> CommutingNode {
        CommutingNode { key: root_key(self.seed), side: false, balance: 0 }
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
        let balance = self.loss * index as Value - node.balance;
        CommutingNode { key: node.key.wrapping_add(played), side: !node.side, balance }
    }

    #[inline]
    fn evaluate(&self, node: &CommutingNode) -> Value {
        node.balance + self.range.of(splitmix64(node.key ^ 0x77))
    }

    #[inline]
    fn key(&self, node: &CommutingNode) -> u64 {
        node.key
    }
}
