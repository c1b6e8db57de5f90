//! Top-down: uniform trees in which the true value is handed from father to sons.
//!
//! Every node knows its exact value. One son, drawn by the order asked for, has the father's; the
//! others are worse for the father by a random amount. So the probability that the first son is
//! best is exact at every node, which is what "strongly ordered" means in source 000.

use super::mix::{Modulo, child_key, mix, root_key, unit};
use crate::game_tree::{GameTree, Value};

/// Which son is best, how often.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Order {
    /// The probability that it is the first.
    pub first: f64,
    /// The probability that it is in the first quarter of the sons, if that is told too.
    pub quarter: Option<f64>,
}

impl Order {
    /// The first son is best with this probability, each other one equally often.
    #[must_use]
    pub const fn first(first: f64) -> Order {
        Order { first, quarter: None }
    }

    /// Every son is best equally often.
    #[must_use]
    pub fn random(width: usize) -> Order {
        Order::first(1.0 / width.max(1) as f64)
    }

    /// Strongly ordered as source 000 has it: the first branch is best 60 % of the time.
    pub const STRONG: Order = Order::first(0.6);

    /// Strongly ordered as Marsland and Campbell (1982) have it: the first branch is best 70 % of
    /// the time, one of the first quarter 90 %.
    pub const CAMPBELL: Order = Order { first: 0.7, quarter: Some(0.9) };

    /// The best of `width` sons, from a number in `0.0..1.0`.
    #[inline]
    fn best(self, u: f64, width: usize) -> u32 {
        let first = self.first;
        if u < first || width < 2 {
            return 0;
        }
        // Sons other than the first, in steps of equal probability.
        let step = |from: f64, to: f64, sons: usize| ((u - from) / (to - from) * sons as f64) as usize;
        let best = match self.quarter {
            Some(quarter) if quarter > first => {
                let near = width.div_ceil(4);
                if u < quarter {
                    1 + step(first, quarter, near - 1)
                } else {
                    near + step(quarter, 1.0, width - near)
                }
            }
            _ => 1 + step(first, 1.0, width - 1),
        };
        best.min(width - 1) as u32
    }
}

/// A tree of the value 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TopDown {
    width: usize,
    order: Order,
    range: Modulo,
    seed: u64,
}

/// A node that knows what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    key: u64,
    value: Value,
}

impl Known {
    /// The exact value for the side to move.
    #[must_use]
    pub fn value(&self) -> Value {
        self.value
    }
}

impl TopDown {
    /// The tree `seed`; a son that is not the best is worse by 1 to `range`.
    #[must_use]
    pub fn new(width: usize, order: Order, range: u32, seed: u64) -> TopDown {
        TopDown { width, order, range: Modulo::new(range), seed }
    }
}

impl GameTree for TopDown {
    type Node = Known;
    /// The best son.
    type Moves = u32;

    fn root(&self) -> Known {
        Known { key: root_key(self.seed), value: 0 }
    }

    #[inline]
    fn moves(&self, node: &Known) -> u32 {
        self.order.best(unit(mix(node.key ^ 0xABCD_EF01_2345_6789)), self.width)
    }

    #[inline]
    fn len(&self, _best: &u32) -> usize {
        self.width
    }

    #[inline]
    fn child(&self, node: &Known, best: &u32, index: usize) -> Known {
        let key = child_key(node.key, index);
        let worse = if index == *best as usize { 0 } else { 1 + self.range.of(mix(key ^ 0x55)) };
        Known { key, value: worse - node.value }
    }

    #[inline]
    fn evaluate(&self, node: &Known) -> Value {
        node.value
    }

    #[inline]
    fn key(&self, node: &Known) -> u64 {
        node.key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sons_are_best_as_often_as_asked() {
        let shares = |order: Order, width: usize| {
            let mut counts = vec![0u32; width];
            (0..100_000).for_each(|i| counts[order.best(unit(mix(i)), width) as usize] += 1);
            counts.into_iter().map(|count| f64::from(count) / 100_000.0).collect::<Vec<f64>>()
        };
        let near = |a: f64, b: f64| (a - b).abs() < 0.006;
        let strong = shares(Order::STRONG, 5);
        assert!(near(strong[0], 0.6) && strong[1..].iter().all(|share| near(*share, 0.1)), "{strong:?}");
        let random = shares(Order::random(20), 20);
        assert!(random.iter().all(|share| near(*share, 0.05)), "{random:?}");
        let campbell = shares(Order::CAMPBELL, 20);
        assert!(near(campbell[0], 0.7), "{campbell:?}");
        assert!(campbell[1..5].iter().all(|share| near(*share, 0.05)), "{campbell:?}");
        assert!(campbell[5..].iter().all(|share| near(*share, 0.1 / 15.0)), "{campbell:?}");
    }
}
