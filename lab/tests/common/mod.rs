//! Trees of all kinds.

use lancet_lab::GameTree;
use lancet_lab::printed::PRINTED_TREES;
use lancet_lab::tree::{Commuting, Explicit, Iid, Incremental, Order, RandomShape, Shape, TopDown};

/// Runs a test on trees of all kinds, with their depths.
pub trait Test {
    fn run<T: GameTree>(&mut self, tree: &T, depth: u32);
}

/// Runs a test on all trees.
pub fn on_all_trees(test: &mut impl Test) {
    for seed in 0..12 {
        let depth = 1 + (seed % 5) as u32;
        let width = 2 + (seed % 3) as usize;
        test.run(&Iid::new(width, 10, seed), depth);
        test.run(&Iid::new(width, 1_000_000, seed), depth);
        test.run(&TopDown::new(width, Order::STRONG, 100, seed), depth);
        test.run(&Incremental::new(width, 20, 0.5, seed), depth);
        test.run(&Commuting::new(width, 50, seed), depth);
        let shape = Shape { interior: vec![1.0, 0.8, 0.7, 0.6], children: vec![3.0, 2.5, 2.5, 2.0] };
        test.run(&RandomShape::new(shape, 0.5, 30, seed), 4);
    }
    for printed in PRINTED_TREES {
        let literal = printed.literal().unwrap();
        test.run(&Explicit::new(&literal), literal.height());
    }
}
