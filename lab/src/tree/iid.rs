//! Uniform trees with independent and identically distributed (iid) leaves (Knuth and Moore 1975, Baudet 1978).

use super::splitmix::{Modulo, child_key, root_key, splitmix64};
use crate::game_tree::{GameTree, Value};

/// A tree of uniform width whose leaf values are independent and uniform below a range.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Iid {
    width: usize,
    seed: u64,
    range: Modulo,
}

impl Iid {
    /// The tree with this seed; `range` is at most 2^29, beyond which values are infinite.
    #[must_use]
    pub fn new(width: usize, range: u32, seed: u64) -> Iid {
        Iid { width, seed, range: Modulo::new(range) }
    }
}

impl GameTree for Iid {
    type Node = u64;
    type Moves = ();

    fn root(&self) -> u64 {
        root_key(self.seed)
    }

    #[inline]
    fn moves(&self, _node: &u64) {}

    #[inline]
    fn len(&self, (): &()) -> usize {
        self.width
    }

    #[inline]
    fn child(&self, node: &u64, (): &(), index: usize) -> u64 {
        child_key(*node, index)
    }

    #[inline]
    fn evaluate(&self, node: &u64) -> Value {
        self.range.of(splitmix64(node ^ 0x77))
    }

    #[inline]
    fn key(&self, node: &u64) -> u64 {
        *node
    }
}
