//! Alpha-beta without deep cut-offs: only the bound of the father cuts.
//!
//! Sources 003 and 004 tell what deep cut-offs are; Knuth and Moore (1975) call this F1. The first
//! tree that it treats worse than alpha-beta is of depth 4.

use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// The value of `node` if it is below `beta`, else a lower bound from `beta` up.
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
        let son = tree.child(node, &moves, index);
        best = best.max(-alpha_beta_shallow(tree, observer, &son, -best, depth - 1));
        if best >= beta {
            observer.cut(index, window);
            break;
        }
    }
    best
}
