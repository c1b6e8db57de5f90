//! Iid: uniform trees whose leaves are independent and alike (Knuth and Moore 1975, Baudet 1978).

use super::mix::{Modulo, child_key, mix, root_key};
use crate::game_tree::{GameTree, Value};

/// A tree of width `w`, each leaf an independent number from 0 below a range.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Iid {
    width: usize,
    seed: u64,
    range: Modulo,
}

impl Iid {
    /// The tree `seed`.
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
        self.range.of(mix(node ^ 0x77))
    }

    #[inline]
    fn key(&self, node: &u64) -> u64 {
        *node
    }
}
