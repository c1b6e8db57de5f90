//! Random trees to verify properties on.

use crate::tree::{Iid, Incremental, Order, RandomShape, Shape, TopDown, splitmix64, unit};

/// A random tree and the parameters that reproduce it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The tree.
    pub tree: Sampled,
    /// The number of children of a node, if it is the same for all nodes.
    pub width: Option<usize>,
    /// The depth in plies.
    pub depth: u32,
    /// A random number for guesses and windows.
    pub random: u64,
    /// A description that reproduces the tree.
    pub name: String,
}

/// The four kinds of trees.
#[derive(Clone, PartialEq, Debug)]
pub enum Sampled {
    /// Independent leaves.
    Iid(Iid),
    /// Values that propagate from the root.
    TopDown(TopDown),
    /// Sums of gains.
    Incremental(Incremental),
    /// Nodes with different numbers of children.
    RandomShape(RandomShape),
}

/// The number of leaves of the largest tree.
const MAX_LEAVES: usize = 8192;

impl Sample {
    /// Draws tree `number` of a seed: widths 2 to 6, depths 1 to 7, few or many different values.
    #[must_use]
    pub fn of(seed: u64, number: u64) -> Sample {
        let random = |what: u64| {
            splitmix64(splitmix64(seed ^ 0x5EED) ^ splitmix64(number.wrapping_mul(16).wrapping_add(what)))
        };
        let width = 2 + (random(0) % 5) as usize;
        let deepest = (1..=7).filter(|depth| width.pow(*depth) <= MAX_LEAVES).max().unwrap_or(1);
        let depth = 1 + (random(1) % u64::from(deepest)) as u32;
        let range = [3, 20, 1_000_000][(random(2) % 3) as usize];
        let first = unit(random(3));
        let tree_seed = random(4);
        let tree = match random(5) % 4 {
            0 => Sampled::Iid(Iid::new(width, range, tree_seed)),
            1 => Sampled::TopDown(TopDown::new(width, Order::first(first), range, tree_seed)),
            2 => Sampled::Incremental(Incremental::new(width, range, first, tree_seed)),
            _ => {
                let q = |level: u64| {
                    if level == 0 { 1.0 } else { 0.5 + 0.5 * unit(random(6) ^ splitmix64(level)) }
                };
                let interior: Vec<f64> = (0..u64::from(depth)).map(q).collect();
                let children = interior.iter().map(|q| q * (1.0 + width as f64) / 2.0).collect();
                Sampled::RandomShape(RandomShape::new(Shape { interior, children }, first, range, tree_seed))
            }
        };
        let uniform = !matches!(tree, Sampled::RandomShape(_));
        let name = format!("tree {number} of seed {seed}: {tree:?}, depth {depth}");
        Sample { tree, width: uniform.then_some(width), depth, random: random(7), name }
    }
}
