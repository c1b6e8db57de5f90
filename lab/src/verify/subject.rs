//! Subject: a tree that properties are tried on.

use std::collections::HashSet;

use super::Findings;
use crate::algorithm::{alpha_beta_fail_soft, negamax};
use crate::theory::minimal_leaves;
use crate::tree::{Iid, Incremental, Order, RandomShape, Shape, TopDown, mix, unit};
use crate::{GameTree, INFINITY, LeafTrace, Value};

/// A tree drawn at random, with what it takes to draw it again.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The tree.
    pub tree: Sampled,
    /// Sons of a node, where all have the same number of them.
    pub width: Option<usize>,
    /// Plies.
    pub depth: u32,
    /// Further chance: for guesses and windows.
    pub chance: u64,
    /// How to draw it again.
    pub name: String,
}

/// The four kinds of trees.
#[derive(Clone, PartialEq, Debug)]
pub enum Sampled {
    /// Independent leaves.
    Iid(Iid),
    /// Values handed down.
    TopDown(TopDown),
    /// Sums of gains.
    Incremental(Incremental),
    /// Nodes with different numbers of sons.
    RandomShape(RandomShape),
}

/// Leaves of the largest tree.
const MOST_LEAVES: usize = 8192;

impl Sample {
    /// The tree `number` of a seed: widths 2 to 6, depths 1 to 7, few or many different values.
    #[must_use]
    pub fn of(seed: u64, number: u64) -> Sample {
        let chance = |what: u64| mix(mix(seed ^ 0x5EED) ^ mix(number * 16 + what));
        let width = 2 + (chance(0) % 5) as usize;
        let deepest = (1..=7).filter(|depth| width.pow(*depth) <= MOST_LEAVES).max().unwrap_or(1);
        let depth = 1 + (chance(1) % u64::from(deepest)) as u32;
        let range = [3, 20, 1_000_000][(chance(2) % 3) as usize];
        let first = unit(chance(3));
        let tree_seed = chance(4);
        let tree = match chance(5) % 4 {
            0 => Sampled::Iid(Iid::new(width, range, tree_seed)),
            1 => Sampled::TopDown(TopDown::new(width, Order::first(first), range, tree_seed)),
            2 => Sampled::Incremental(Incremental::new(width, range, first, tree_seed)),
            _ => {
                let q = |level: u64| if level == 0 { 1.0 } else { 0.5 + 0.5 * unit(chance(6) ^ mix(level)) };
                let interior: Vec<f64> = (0..u64::from(depth)).map(q).collect();
                let sons = interior.iter().map(|q| q * (1.0 + width as f64) / 2.0).collect();
                Sampled::RandomShape(RandomShape::new(Shape { interior, sons }, first, range, tree_seed))
            }
        };
        let uniform = !matches!(tree, Sampled::RandomShape(_));
        let name = format!("tree {number} of seed {seed}: {tree:?}, depth {depth}");
        Sample { tree, width: uniform.then_some(width), depth, chance: chance(7), name }
    }
}

/// A tree with what is known of it before anything is tried.
pub(super) struct Subject<'a, T: GameTree> {
    pub tree: &'a T,
    pub root: T::Node,
    pub depth: u32,
    pub width: Option<usize>,
    /// Its value, by negamax.
    pub value: Value,
    /// The leaves that alpha-beta visits.
    pub alpha_beta: Vec<u64>,
    pub alpha_beta_set: HashSet<u64>,
    pub findings: Findings,
    chance: u64,
    name: &'a str,
}

impl<'a, T: GameTree> Subject<'a, T> {
    pub fn new(tree: &'a T, sample: &'a Sample) -> Subject<'a, T> {
        let root = tree.root();
        let value = negamax(tree, &mut (), &root, sample.depth);
        let mut trace = LeafTrace::default();
        alpha_beta_fail_soft(tree, &mut trace, &root, -INFINITY, INFINITY, sample.depth);
        Subject {
            tree,
            root,
            depth: sample.depth,
            width: sample.width,
            value,
            alpha_beta_set: trace.set(),
            alpha_beta: trace.leaves,
            findings: Findings::default(),
            chance: sample.chance,
            name: &sample.name,
        }
    }

    /// Notes whether a property holds here.
    pub fn note(&mut self, property: &'static str, holds: bool) {
        let name = self.name;
        self.findings.note(property, holds, &|| name.to_string());
    }

    /// Runs a search that finds the value, which is a property, and gives what it did.
    pub fn solve(
        &mut self,
        property: &'static str,
        search: impl FnOnce(&T, &mut LeafTrace, &T::Node, u32) -> Value,
    ) -> LeafTrace {
        let mut trace = LeafTrace::default();
        let found = search(self.tree, &mut trace, &self.root, self.depth);
        self.note(property, found == self.value);
        trace
    }

    /// Runs a search and gives its result with what it did.
    pub fn watch(
        &self,
        search: impl FnOnce(&T, &mut LeafTrace, &T::Node, u32) -> Value,
    ) -> (Value, LeafTrace) {
        let mut trace = LeafTrace::default();
        let found = search(self.tree, &mut trace, &self.root, self.depth);
        (found, trace)
    }

    /// A number that depends on the tree and on `what`.
    pub fn chance(&self, what: u64) -> u64 {
        mix(self.chance ^ mix(what))
    }

    /// A number near the value: within a few, or within the range of most values.
    pub fn near(&self, what: u64) -> Value {
        let bits = self.chance(what);
        let spread = [2, 10, 1000, 1_000_000][(bits % 4) as usize];
        self.value + (mix(bits) % (2 * spread + 1)) as Value - spread as Value
    }

    /// Leaves of the minimal tree, where all nodes have the same number of sons.
    pub fn minimal(&self) -> Option<usize> {
        self.width.map(|width| minimal_leaves(width, self.depth) as usize)
    }

    /// All these leaves are among those of alpha-beta.
    pub fn is_inside_alpha_beta(&self, leaves: &[u64]) -> bool {
        leaves.iter().all(|leaf| self.alpha_beta_set.contains(leaf))
    }
}

/// No leaf is there twice.
pub(super) fn are_different(leaves: &[u64]) -> bool {
    leaves.iter().collect::<HashSet<_>>().len() == leaves.len()
}
