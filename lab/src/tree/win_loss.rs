//! Win-loss: the tree on which the model of source 002 is exact.
//!
//! Its nodes are of three classes. P (principal): the first son is P, the others W. W (the side to
//! move wins): the son `g` is L, the others W. L (it loses): all sons are W. At the leaves they are
//! worth 0, 1 and -1.

use super::mix::{child_key, root_key};
use crate::game_tree::{GameTree, Value};

/// A tree whose winning nodes are cut off by the son after `g` others.
#[derive(Clone, Copy, Debug)]
pub struct WinLoss {
    width: usize,
    g: usize,
}

/// A node and its class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Classed {
    key: u64,
    class: Class,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Principal,
    Win,
    Loss,
}

impl WinLoss {
    /// The tree of a width, `g` below it.
    #[must_use]
    pub fn new(width: usize, g: usize) -> WinLoss {
        WinLoss { width, g: g.min(width.saturating_sub(1)) }
    }
}

impl GameTree for WinLoss {
    type Node = Classed;
    type Moves = ();

    fn root(&self) -> Classed {
        Classed { key: root_key(0), class: Class::Principal }
    }

    fn moves(&self, _node: &Classed) {}

    fn len(&self, (): &()) -> usize {
        self.width
    }

    fn child(&self, node: &Classed, (): &(), index: usize) -> Classed {
        let class = match node.class {
            Class::Principal if index == 0 => Class::Principal,
            Class::Win if index == self.g => Class::Loss,
            Class::Principal | Class::Win | Class::Loss => Class::Win,
        };
        Classed { key: child_key(node.key, index), class }
    }

    fn evaluate(&self, node: &Classed) -> Value {
        match node.class {
            Class::Principal => 0,
            Class::Win => 1,
            Class::Loss => -1,
        }
    }

    fn key(&self, node: &Classed) -> u64 {
        node.key
    }
}
