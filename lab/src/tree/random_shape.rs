//! Random shape: trees in which nodes may end early and have different numbers of sons.
//!
//! The shape is that of the average-case analysis in source 003: a node of level `j` has sons with
//! the probability `q[j]`, and `b[j]` sons on average, those without sons counted in. The values
//! are handed down as in the top-down trees.

use super::mix::{Modulo, child_key, mix, root_key, unit};
use crate::game_tree::{GameTree, Value};

/// For each level, the probability of having sons and the mean number of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// `q[j]`: the probability that a node of level `j` has sons.
    pub interior: Vec<f64>,
    /// `b[j]`: the mean number of sons of a node of level `j`.
    pub sons: Vec<f64>,
}

/// A tree of random shape and the value 0.
#[derive(Clone, PartialEq, Debug)]
pub struct RandomShape {
    shape: Shape,
    first: f64,
    range: Modulo,
    seed: u64,
}

/// A node with its level and its exact value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leveled {
    key: u64,
    level: u32,
    value: Value,
}

/// What a node's sons are like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Brood {
    count: usize,
    best: usize,
}

impl RandomShape {
    /// The tree `seed`; the first son is best with the probability `first`.
    #[must_use]
    pub fn new(shape: Shape, first: f64, range: u32, seed: u64) -> RandomShape {
        RandomShape { shape, first, range: Modulo::new(range), seed }
    }

    /// The number of sons: uniform from 1 to twice the mean less 1, which is rounded at random
    /// so that the mean is exact.
    fn count(&self, node: &Leveled) -> usize {
        let level = node.level as usize;
        let (Some(q), Some(b)) = (self.shape.interior.get(level), self.shape.sons.get(level)) else {
            return 0;
        };
        if *q <= 0.0 || unit(mix(node.key ^ 0x1E7E1)) >= *q {
            return 0;
        }
        let most = (2.0 * b / q - 1.0).max(1.0);
        let most = most.floor() + f64::from(unit(mix(node.key ^ 0x2E7E1)) < most.fract());
        1 + (unit(mix(node.key ^ 0x3E7E1)) * most) as usize
    }
}

impl GameTree for RandomShape {
    type Node = Leveled;
    type Moves = Brood;

    fn root(&self) -> Leveled {
        Leveled { key: root_key(self.seed), level: 0, value: 0 }
    }

    fn moves(&self, node: &Leveled) -> Brood {
        let count = self.count(node);
        let u = unit(mix(node.key ^ 0xABCD_EF01_2345_6789));
        let other = ((u - self.first) / (1.0 - self.first) * count.saturating_sub(1) as f64) as usize;
        let best = if u < self.first || count < 2 { 0 } else { (1 + other).min(count - 1) };
        Brood { count, best }
    }

    fn len(&self, moves: &Brood) -> usize {
        moves.count
    }

    fn child(&self, node: &Leveled, moves: &Brood, index: usize) -> Leveled {
        let key = child_key(node.key, index);
        let worse = if index == moves.best { 0 } else { 1 + self.range.of(mix(key ^ 0x55)) };
        Leveled { key, level: node.level + 1, value: worse - node.value }
    }

    fn evaluate(&self, node: &Leveled) -> Value {
        node.value
    }

    fn key(&self, node: &Leveled) -> u64 {
        node.key
    }
}
