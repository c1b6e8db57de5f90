//! Incremental: uniform trees whose leaves are the sum of gains on the way (Fuller, Gaschnig and
//! Gillogly 1973, Newborn 1977).
//!
//! The values of brothers and of depths belong together, as in a real game: what a shallow search
//! finds is a fair guess of what a deeper one will.

use super::mix::{BROTHER, child_key, mix, root_key};
use crate::game_tree::{GameTree, Value};

/// A tree in which a move gains between minus and plus a range, later sons less than earlier ones.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Incremental {
    width: usize,
    range: u32,
    order: f64,
    seed: u64,
}

/// A node with the sum of the gains so far, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sum {
    key: u64,
    value: Value,
}

impl Incremental {
    /// The tree `seed`. `order` is by how many ranges, twice over, the last son is behind the first.
    #[must_use]
    pub fn new(width: usize, range: u32, order: f64, seed: u64) -> Incremental {
        Incremental { width, range: range.max(1), order, seed }
    }

    #[inline]
    fn gain(&self, key: u64, index: usize) -> Value {
        let bits = mix(key ^ (index as u64 + 1).wrapping_mul(BROTHER) ^ 0x123_4567);
        let chance = (bits % (2 * u64::from(self.range) + 1)) as i64 - i64::from(self.range);
        let behind = 2.0 * self.order * f64::from(self.range) * index as f64 / (self.width.max(2) - 1) as f64;
        (chance - behind as i64) as Value
    }
}

impl GameTree for Incremental {
    type Node = Sum;
    type Moves = ();

    fn root(&self) -> Sum {
        Sum { key: root_key(self.seed), value: 0 }
    }

    #[inline]
    fn moves(&self, _node: &Sum) {}

    #[inline]
    fn len(&self, (): &()) -> usize {
        self.width
    }

    #[inline]
    fn child(&self, node: &Sum, (): &(), index: usize) -> Sum {
        Sum { key: child_key(node.key, index), value: -(node.value + self.gain(node.key, index)) }
    }

    #[inline]
    fn evaluate(&self, node: &Sum) -> Value {
        node.value
    }

    #[inline]
    fn key(&self, node: &Sum) -> u64 {
        node.key
    }
}
