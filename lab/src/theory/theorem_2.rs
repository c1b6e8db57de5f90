//! Theorem 2: alpha-beta is optimal up to a permutation of the children (Knuth and Moore 1975).
//!
//! Source 003, as an executable proof. For the leaves that any algorithm evaluated to find the value there is an order
//! of the children in which alpha-beta needs no other leaf: at each node, the child that the evaluated leaves prove to
//! be best comes first.

use std::collections::{HashMap, HashSet};

use super::permuted::Permuted;
use crate::algorithm::Bounds;
use crate::game_tree::{GameTree, INFINITY, expand};

/// Returns the tree in the order that the evaluated leaves suggest; `None` if they do not prove the value.
#[must_use]
pub fn theorem_2<'a, T: GameTree>(tree: &'a T, depth: u32, leaves: &HashSet<u64>) -> Option<Permuted<'a, T>> {
    let mut first = HashMap::new();
    let root = proved(tree, &tree.root(), depth, leaves, &mut first);
    (root.lower == root.upper).then(|| Permuted::new(tree, first))
}

/// Returns the bounds of a node that the leaves prove, and notes the child with the best lower bound.
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
    let mut best_child = 0;
    for index in 0..count {
        let child = proved(tree, &tree.child(node, &moves, index), depth - 1, leaves, first);
        if -child.upper > best.lower {
            best.lower = -child.upper;
            best_child = index;
        }
        best.upper = best.upper.max(-child.lower);
    }
    first.insert(tree.key(node), best_child);
    best
}
