//! Alpha-beta without deep cutoffs: a node is cut off by the bound of its parent only.
//!
//! Sources 003 and 004 explain deep cutoffs; Knuth and Moore (1975) call this form F1. It visits more leaves than
//! alpha-beta from depth 4 on.

use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Observer, Visit, leaf};

/// Returns the value of `node` if it is below `beta`, else a lower bound of at least `beta`.
pub fn alpha_beta_shallow<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    beta: Value,
    depth: u32,
) -> Value {
    let visit = Visit::new(tree, node, (-INFINITY, beta), depth);
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(observer, visit) };
    observer.enter(visit);
    let mut end = End::Complete;
    let mut best = -INFINITY;
    for index in 0..count {
        let child = tree.child(node, &moves, index);
        best = best.max(-alpha_beta_shallow(tree, observer, &child, -best, depth - 1));
        if best >= beta {
            end = End::Cutoff(index);
            break;
        }
    }
    observer.leave(visit, best, end);
    best
}
