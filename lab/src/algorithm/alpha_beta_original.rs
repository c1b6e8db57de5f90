//! Alpha-beta, the original form: the result is clamped to the window on both sides.
//!
//! Function F1 of source 003 (fail-hard above and below).

use crate::game_tree::{GameTree, Value, expand};
use crate::observer::{End, Observer, Visit, leaf};

/// Returns `alpha` if the value of `node` is at most `alpha`, `beta` if it is at least `beta`, else the value.
pub fn alpha_beta_original<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    alpha: Value,
    beta: Value,
    depth: u32,
) -> Value {
    let visit = Visit::new(tree, node, (alpha, beta), depth);
    let Some((moves, count)) = expand(tree, node, depth) else {
        return leaf(observer, visit).clamp(alpha, beta);
    };
    observer.enter(visit);
    let mut best = alpha;
    for index in 0..count {
        let child = tree.child(node, &moves, index);
        best = best.max(-alpha_beta_original(tree, observer, &child, -beta, -best, depth - 1));
        if best >= beta {
            observer.leave(visit, beta, End::Cutoff(index));
            return beta;
        }
    }
    observer.leave(visit, best, End::Complete);
    best
}
