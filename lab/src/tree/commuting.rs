//! Commuting: a graph of positions in which the order of a side's moves does not matter.
//!
//! The key of a position is the sum of numbers for the moves made, so that different orders lead
//! to the same position: what a transposition table lives on.

use super::mix::{Modulo, child_key, mix, root_key};
use crate::game_tree::{GameTree, Value};

/// A graph of width `w`, each position at the end an independent number below a range.
#[derive(Clone, Copy, Debug)]
pub struct Commuting {
    width: usize,
    seed: u64,
    range: Modulo,
}

/// A position: what was played, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    key: u64,
    side: bool,
}

impl Commuting {
    /// The graph `seed`.
    #[must_use]
    pub fn new(width: usize, range: u32, seed: u64) -> Commuting {
        Commuting { width, seed, range: Modulo::new(range) }
    }
}

impl GameTree for Commuting {
    type Node = Played;
    type Moves = ();

    fn root(&self) -> Played {
        Played { key: root_key(self.seed), side: false }
    }

    #[inline]
    fn moves(&self, _node: &Played) {}

    #[inline]
    fn len(&self, (): &()) -> usize {
        self.width
    }

    #[inline]
    fn child(&self, node: &Played, (): &(), index: usize) -> Played {
        let played = child_key(u64::from(node.side), index);
        Played { key: node.key.wrapping_add(played), side: !node.side }
    }

    #[inline]
    fn evaluate(&self, node: &Played) -> Value {
        self.range.of(mix(node.key ^ 0x77))
    }

    #[inline]
    fn key(&self, node: &Played) -> u64 {
        node.key
    }
}
