//! Theorem 2: alpha-beta is optimal, but for the order of the sons (Knuth and Moore 1975).
//!
//! Source 003, as an executable proof. Whatever leaves an algorithm has evaluated to find the
//! value, there is an order of the sons with which alpha-beta needs no other leaf: at each node the
//! son comes first that the evaluated leaves prove to be best.

use std::collections::{HashMap, HashSet};

use super::permuted::Permuted;
use crate::algorithm::Bounds;
use crate::game_tree::{GameTree, INFINITY, expand};

/// The order of the sons that the evaluated leaves suggest; `None` where they do not prove the value.
#[must_use]
pub fn theorem_2<'a, T: GameTree>(tree: &'a T, depth: u32, leaves: &HashSet<u64>) -> Option<Permuted<'a, T>> {
    let mut first = HashMap::new();
    let root = proved(tree, &tree.root(), depth, leaves, &mut first);
    (root.lower == root.upper).then(|| Permuted::new(tree, first))
}

/// What the leaves prove of a node; notes the son with the best proof.
fn proved<T: GameTree>(
    tree: &T,
    node: &T::Node,
    depth: u32,
    leaves: &HashSet<u64>,
    first: &mut HashMap<u64, usize>,
) -> Bounds {
    let Some((moves, count)) = expand(tree, node, depth) else {
        let known = leaves.contains(&tree.key(node));
        return if known { Bounds::exact(tree.evaluate(node)) } else { Bounds::NONE };
    };
    let mut best = Bounds { lower: -INFINITY, upper: -INFINITY };
    let mut best_son = 0;
    for index in 0..count {
        let son = proved(tree, &tree.child(node, &moves, index), depth - 1, leaves, first);
        if -son.upper > best.lower {
            best.lower = -son.upper;
            best_son = index;
        }
        best.upper = best.upper.max(-son.lower);
    }
    first.insert(tree.key(node), best_son);
    best
}
