//! Alpha-beta, the original: the value put into the window on both sides.
//!
//! Source 003, F1 (hard above, hard below).

use crate::game_tree::{GameTree, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// `alpha` if the value of `node` is at most that, `beta` if it is at least that, else the value.
pub fn alpha_beta_original<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    alpha: Value,
    beta: Value,
    depth: u32,
) -> Value {
    let Some((moves, count)) = expand(tree, node, depth) else {
        return leaf(tree, observer, node).clamp(alpha, beta);
    };
    let window = Window::of(alpha, beta);
    observer.enter(window);
    let mut best = alpha;
    for index in 0..count {
        let son = tree.child(node, &moves, index);
        best = best.max(-alpha_beta_original(tree, observer, &son, -beta, -best, depth - 1));
        if best >= beta {
            observer.cut(index, window);
            return beta;
        }
    }
    best
}
