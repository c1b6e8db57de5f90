//! A tree on which properties are verified, with the results that they need.

use std::collections::HashSet;

use super::Findings;
use super::sample::Sample;
use crate::algorithm::{alpha_beta_fail_soft, negamax};
use crate::theory::minimal_leaves;
use crate::tree::splitmix64;
use crate::{GameTree, INFINITY, LeafTrace, Value};

/// A tree, its value and the leaves of alpha-beta.
pub(super) struct Trial<'a, T: GameTree> {
    pub tree: &'a T,
    pub root: T::Node,
    pub depth: u32,
    pub width: Option<usize>,
    /// The value of the tree, by negamax.
    pub value: Value,
    /// The leaves that alpha-beta visits.
    pub alpha_beta: Vec<u64>,
    pub alpha_beta_set: HashSet<u64>,
    pub findings: Findings,
    random: u64,
    name: &'a str,
}

impl<'a, T: GameTree> Trial<'a, T> {
    pub fn new(tree: &'a T, sample: &'a Sample) -> Trial<'a, T> {
        let root = tree.root();
        let value = negamax(tree, &mut (), &root, sample.depth);
        let mut trace = LeafTrace::default();
        alpha_beta_fail_soft(tree, &mut trace, &root, -INFINITY, INFINITY, sample.depth);
        Trial {
            tree,
            root,
            depth: sample.depth,
            width: sample.width,
            value,
            alpha_beta_set: trace.set(),
            alpha_beta: trace.leaves,
            findings: Findings::default(),
            random: sample.random,
            name: &sample.name,
        }
    }

    /// Records whether a property holds on this tree.
    pub fn check(&mut self, property: &'static str, holds: bool) {
        let name = self.name;
        self.findings.record(property, holds, &|| name.to_string());
    }

    /// Runs a search, records as a property whether it finds the value, and returns its trace.
    pub fn solve(
        &mut self,
        property: &'static str,
        search: impl FnOnce(&T, &mut LeafTrace, &T::Node, u32) -> Value,
    ) -> LeafTrace {
        let mut trace = LeafTrace::default();
        let found = search(self.tree, &mut trace, &self.root, self.depth);
        self.check(property, found == self.value);
        trace
    }

    /// Runs a search and returns its result and its trace.
    pub fn watch(
        &self,
        search: impl FnOnce(&T, &mut LeafTrace, &T::Node, u32) -> Value,
    ) -> (Value, LeafTrace) {
        let mut trace = LeafTrace::default();
        let found = search(self.tree, &mut trace, &self.root, self.depth);
        (found, trace)
    }

    /// Returns a random number that depends on the tree and on `index`.
    pub fn random(&self, index: u64) -> u64 {
        splitmix64(self.random ^ splitmix64(index))
    }

    /// Returns a random number near the value, at a distance of a few up to a million.
    pub fn near(&self, index: u64) -> Value {
        let bits = self.random(index);
        let spread = [2, 10, 1000, 1_000_000][(bits % 4) as usize];
        self.value + (splitmix64(bits) % (2 * spread + 1)) as Value - spread as Value
    }

    /// The number of leaves of the minimal tree, if all nodes have the same number of children.
    pub fn minimal(&self) -> Option<usize> {
        self.width.map(|width| minimal_leaves(width, self.depth) as usize)
    }

    /// Reports whether alpha-beta visits all these leaves.
    pub fn is_inside_alpha_beta(&self, leaves: &[u64]) -> bool {
        leaves.iter().all(|leaf| self.alpha_beta_set.contains(leaf))
    }
}

/// Reports whether no leaf occurs twice.
pub(super) fn are_different(leaves: &[u64]) -> bool {
    leaves.iter().collect::<HashSet<_>>().len() == leaves.len()
}
