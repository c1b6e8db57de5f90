//! Alpha-beta without deep cutoffs: a node is cut off by the bound of its parent only.
//!
//! Sources 003 and 004 explain deep cutoffs; Knuth and Moore (1975) call this form F1. It visits more leaves than
//! alpha-beta from depth 4 on.

use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// Returns the value of `node` if it is below `beta`, else a lower bound of at least `beta`.
pub fn alpha_beta_shallow<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    beta: Value,
    depth: u32,
) -> Value {
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(tree, observer, node) };
    let window = Window::of(-INFINITY, beta);
    observer.enter(window);
    let mut best = -INFINITY;
    for index in 0..count {
        let child = tree.child(node, &moves, index);
        best = best.max(-alpha_beta_shallow(tree, observer, &child, -best, depth - 1));
        if best >= beta {
            observer.cutoff(index, window);
            break;
        }
    }
    best
}
