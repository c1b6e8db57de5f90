//! Uniform trees in which the exact value propagates from each node to its children.
//!
//! Every node stores its exact value. One child, drawn according to an [`Order`], has the value of its parent; the
//! others are worse for the parent by a random amount. The probability that the first child is best is therefore exact
//! at every node, which is how source 000 defines strongly ordered trees.

use super::splitmix::{Modulo, child_key, root_key, splitmix64, unit};
use crate::game_tree::{GameTree, Value};

/// The move ordering of a tree: the distribution of the best child.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Order {
    /// The probability that the first child is best.
    pub first: f64,
    /// The probability that the best child is in the first quarter of the children, if specified.
    pub quarter: Option<f64>,
}

impl Order {
    /// The first child is best with this probability; the others are equally likely.
    #[must_use]
    pub const fn first(first: f64) -> Order {
        Order { first, quarter: None }
    }

    /// Every child is best with the same probability.
    #[must_use]
    pub fn random(width: usize) -> Order {
        Order::first(1.0 / width.max(1) as f64)
    }

    /// Strongly ordered as in source 000: the first child is best with probability 0.6.
    pub const STRONG: Order = Order::first(0.6);

    /// Strongly ordered as defined by Marsland and Campbell (1982): the first child is best with probability 0.7, one of
    /// the first quarter with probability 0.9. Of up to four children the first is the first quarter: it is best with
    /// probability 0.9.
    pub const CAMPBELL: Order = Order { first: 0.7, quarter: Some(0.9) };

    /// Draws the best of `width` children from a random number in `0.0..1.0`.
    #[inline]
    fn best(self, u: f64, width: usize) -> u32 {
        let first = self.first;
        if u < first || width < 2 {
            return 0;
        }
        // Maps the interval between two probabilities to an index; all indices are equally likely.
        let index =
            |from: f64, to: f64, children: usize| ((u - from) / (to - from) * children as f64) as usize;
        let best = match self.quarter {
            Some(quarter) if quarter > first => {
                let near = width.div_ceil(4);
                if u < quarter {
                    if near == 1 { 0 } else { 1 + index(first, quarter, near - 1) }
                } else {
                    near + index(quarter, 1.0, width - near)
                }
            }
            _ => 1 + index(first, 1.0, width - 1),
        };
        best.min(width - 1) as u32
    }
}

/// A top-down tree with value 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TopDown {
    width: usize,
    order: Order,
    range: Modulo,
    seed: u64,
}

/// A node that stores its exact value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TopDownNode {
    key: u64,
    value: Value,
}

impl TopDownNode {
    /// The exact value for the side to move.
    #[must_use]
    pub fn value(&self) -> Value {
        self.value
    }
}

impl TopDown {
    /// The tree with this seed; a child that is not the best one is worse by 1 to `range`, which times the depth is below 2^29.
    #[must_use]
    pub fn new(width: usize, order: Order, range: u32, seed: u64) -> TopDown {
        TopDown { width, order, range: Modulo::new(range), seed }
    }
}

impl GameTree for TopDown {
    type Node = TopDownNode;
    /// The index of the best child.
    type Moves = u32;

    fn root(&self) -> TopDownNode {
        TopDownNode { key: root_key(self.seed), value: 0 }
    }

    #[inline]
    fn moves(&self, node: &TopDownNode) -> u32 {
        self.order.best(unit(splitmix64(node.key ^ 0xABCD_EF01_2345_6789)), self.width)
    }

    #[inline]
    fn len(&self, _best: &u32) -> usize {
        self.width
    }

    #[inline]
    fn child(&self, node: &TopDownNode, best: &u32, index: usize) -> TopDownNode {
        let key = child_key(node.key, index);
        let worse = if index == *best as usize { 0 } else { 1 + self.range.of(splitmix64(key ^ 0x55)) };
        TopDownNode { key, value: worse - node.value }
    }

    #[inline]
    fn evaluate(&self, node: &TopDownNode) -> Value {
        node.value
    }

    #[inline]
    fn key(&self, node: &TopDownNode) -> u64 {
        node.key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_children_follow_the_distribution() {
        let frequencies = |order: Order, width: usize| {
            let mut counts = vec![0u32; width];
            (0..100_000).for_each(|i| counts[order.best(unit(splitmix64(i)), width) as usize] += 1);
            counts.into_iter().map(|count| f64::from(count) / 100_000.0).collect::<Vec<f64>>()
        };
        let near = |a: f64, b: f64| (a - b).abs() < 0.006;
        let strong = frequencies(Order::STRONG, 5);
        assert!(
            near(strong[0], 0.6) && strong[1..].iter().all(|frequency| near(*frequency, 0.1)),
            "{strong:?}"
        );
        let random = frequencies(Order::random(20), 20);
        assert!(random.iter().all(|frequency| near(*frequency, 0.05)), "{random:?}");
        let campbell = frequencies(Order::CAMPBELL, 20);
        assert!(near(campbell[0], 0.7), "{campbell:?}");
        assert!(campbell[1..5].iter().all(|frequency| near(*frequency, 0.05)), "{campbell:?}");
        assert!(campbell[5..].iter().all(|frequency| near(*frequency, 0.1 / 15.0)), "{campbell:?}");
        for width in 2..=8 {
            let campbell = frequencies(Order::CAMPBELL, width);
            let quarter = campbell[..width.div_ceil(4)].iter().sum();
            assert!(near(quarter, 0.9), "width {width}: {campbell:?}");
        }
    }
}
