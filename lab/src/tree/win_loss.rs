//! Win-loss trees, on which the model of source 002 is exact.
//!
//! Nodes have three classes. P (principal): the first child is P, the others are W. W (the side to move wins): the child
//! `g` is L, the others are W. L (the side to move loses): all children are W. The values of leaves are 0, 1 and -1.

use super::splitmix::{child_key, root_key};
use crate::game_tree::{GameTree, Value};

/// A tree whose winning nodes are cut off by the child at index `g`.
#[derive(Clone, Copy, Debug)]
pub struct WinLoss {
    width: usize,
    g: usize,
}

/// A node with its class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinLossNode {
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
    /// The tree of a width; `g` is limited to `width - 1`.
    #[must_use]
    pub fn new(width: usize, g: usize) -> WinLoss {
        WinLoss { width, g: g.min(width.saturating_sub(1)) }
    }
}

impl GameTree for WinLoss {
    type Node = WinLossNode;
    type Moves = ();

    fn root(&self) -> WinLossNode {
        WinLossNode { key: root_key(0), class: Class::Principal }
    }

    fn moves(&self, _node: &WinLossNode) {}

    fn len(&self, (): &()) -> usize {
        self.width
    }

    fn child(&self, node: &WinLossNode, (): &(), index: usize) -> WinLossNode {
        let class = match node.class {
            Class::Principal if index == 0 => Class::Principal,
            Class::Win if index == self.g => Class::Loss,
            Class::Principal | Class::Win | Class::Loss => Class::Win,
        };
        WinLossNode { key: child_key(node.key, index), class }
    }

    fn evaluate(&self, node: &WinLossNode) -> Value {
        match node.class {
            Class::Principal => 0,
            Class::Win => 1,
            Class::Loss => -1,
        }
    }

    fn key(&self, node: &WinLossNode) -> u64 {
        node.key
    }
}
