//! Uniform trees whose values are sums of gains along the path (Fuller, Gaschnig and Gillogly 1973, Newborn 1977).
//!
//! Values of siblings and of successive depths are correlated, as in a real game: the result of a shallow search is a
//! fair estimate of the result of a deeper one.

use super::splitmix::{SIBLING_STEP, child_key, root_key, splitmix64};
use crate::game_tree::{GameTree, Value};

/// A tree in which each move gains a random value between minus and plus a range; later children gain less.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Incremental {
    width: usize,
    range: u32,
    order: f64,
    seed: u64,
}

/// A node with the sum of the gains along its path, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IncrementalNode {
    key: u64,
    value: Value,
}

impl Incremental {
    /// The tree with this seed. The last child gains `2 * order * range` less than the first one on average. What the moves of a
    /// line gain is below 2^29 together.
    #[must_use]
    pub fn new(width: usize, range: u32, order: f64, seed: u64) -> Incremental {
        Incremental { width, range: range.max(1), order, seed }
    }

    #[inline]
    fn gain(&self, key: u64, index: usize) -> Value {
        let bits = splitmix64(key ^ (index as u64 + 1).wrapping_mul(SIBLING_STEP) ^ 0x123_4567);
        let random = (bits % (2 * u64::from(self.range) + 1)) as i64 - i64::from(self.range);
        let behind = 2.0 * self.order * f64::from(self.range) * index as f64 / (self.width.max(2) - 1) as f64;
        (random - behind as i64) as Value
    }
}

impl GameTree for Incremental {
    type Node = IncrementalNode;
    type Moves = ();

    fn root(&self) -> IncrementalNode {
        IncrementalNode { key: root_key(self.seed), value: 0 }
    }

    #[inline]
    fn moves(&self, _node: &IncrementalNode) {}

    #[inline]
    fn len(&self, (): &()) -> usize {
        self.width
    }

    #[inline]
    fn child(&self, node: &IncrementalNode, (): &(), index: usize) -> IncrementalNode {
        IncrementalNode { key: child_key(node.key, index), value: -(node.value + self.gain(node.key, index)) }
    }

    #[inline]
    fn evaluate(&self, node: &IncrementalNode) -> Value {
        node.value
    }

    #[inline]
    fn key(&self, node: &IncrementalNode) -> u64 {
        node.key
    }
}
