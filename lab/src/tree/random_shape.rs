//! Trees of random shape: nodes can be terminal early and have different numbers of children.
//!
//! The shape follows the average-case analysis of source 003: a node of level `j` is interior with probability `q[j]`
//! and has `b[j]` children on average, terminal nodes included. Values propagate from the root as in top-down trees.

use super::splitmix::{Modulo, child_key, root_key, splitmix64, unit};
use crate::game_tree::{GameTree, Value};

/// The distribution of the number of children at each level.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// `q[j]`: the probability that a node of level `j` is interior.
    pub interior: Vec<f64>,
    /// `b[j]`: the mean number of children of a node of level `j`, terminal nodes included.
    pub children: Vec<f64>,
}

/// A tree of random shape with value 0.
#[derive(Clone, PartialEq, Debug)]
pub struct RandomShape {
    shape: Shape,
    first: f64,
    range: Modulo,
    seed: u64,
}

/// A node that stores its level and its exact value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomShapeNode {
    key: u64,
    level: u32,
    value: Value,
}

/// The number of children of a node, and which one is best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomShapeMoves {
    count: usize,
    best: usize,
}

impl RandomShape {
    /// The tree with this seed; the first child is best with probability `first`. `range` times the depth is below 2^29.
    #[must_use]
    pub fn new(shape: Shape, first: f64, range: u32, seed: u64) -> RandomShape {
        RandomShape { shape, first, range: Modulo::new(range), seed }
    }

    /// Draws the number of children: uniform from 1 to twice the mean minus 1. That upper end is rounded at random so
    /// that the mean is exact.
    fn count(&self, node: &RandomShapeNode) -> usize {
        let level = node.level as usize;
        let (Some(q), Some(b)) = (self.shape.interior.get(level), self.shape.children.get(level)) else {
            return 0;
        };
        if *q <= 0.0 || unit(splitmix64(node.key ^ 0x1E7E1)) >= *q {
            return 0;
        }
        let max = (2.0 * b / q - 1.0).max(1.0);
        let max = max.floor() + f64::from(unit(splitmix64(node.key ^ 0x2E7E1)) < max.fract());
        1 + (unit(splitmix64(node.key ^ 0x3E7E1)) * max) as usize
    }
}

impl GameTree for RandomShape {
    type Node = RandomShapeNode;
    type Moves = RandomShapeMoves;

    fn root(&self) -> RandomShapeNode {
        RandomShapeNode { key: root_key(self.seed), level: 0, value: 0 }
    }

    fn moves(&self, node: &RandomShapeNode) -> RandomShapeMoves {
        let count = self.count(node);
        let u = unit(splitmix64(node.key ^ 0xABCD_EF01_2345_6789));
        let other = ((u - self.first) / (1.0 - self.first) * count.saturating_sub(1) as f64) as usize;
        let best = if u < self.first || count < 2 { 0 } else { (1 + other).min(count - 1) };
        RandomShapeMoves { count, best }
    }

    fn len(&self, moves: &RandomShapeMoves) -> usize {
        moves.count
    }

    fn child(&self, node: &RandomShapeNode, moves: &RandomShapeMoves, index: usize) -> RandomShapeNode {
        let key = child_key(node.key, index);
        let worse = if index == moves.best { 0 } else { 1 + self.range.of(splitmix64(key ^ 0x55)) };
        RandomShapeNode { key, level: node.level + 1, value: worse - node.value }
    }

    fn evaluate(&self, node: &RandomShapeNode) -> Value {
        node.value
    }

    fn key(&self, node: &RandomShapeNode) -> u64 {
        node.key
    }
}
