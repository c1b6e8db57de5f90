//! Alpha-beta, fail-hard: never less than `alpha`, but what a cut-off found is told.
//!
//! Source 003, F2; the program in source 004 is the same.

use crate::game_tree::{GameTree, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// `alpha` if the value of `node` is at most that, a lower bound from `beta` up if it is at least that,
/// else the value.
pub fn alpha_beta_fail_hard<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    alpha: Value,
    beta: Value,
    depth: u32,
) -> Value {
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(tree, observer, node) };
    let window = Window::of(alpha, beta);
    observer.enter(window);
    let mut best = alpha;
    for index in 0..count {
        let son = tree.child(node, &moves, index);
        best = best.max(-alpha_beta_fail_hard(tree, observer, &son, -beta, -best, depth - 1));
        if best >= beta {
            observer.cut(index, window);
            break;
        }
    }
    best
}
