//! PVS: principal variation search, which re-searches with the rest of the window (Marsland and Campbell 1982).
//!
//! Source 001. As in the papers, null windows are searched by a separate function: nodes outside the principal
//! variation are only tested.

use super::alpha_beta_fail_soft::alpha_beta_fail_soft;
use super::last_ply::last_ply;
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// Returns the value of `node` if it lies between `alpha` and `beta`, else a bound.
///
/// A result of at most `alpha` is an upper bound, one of at least `beta` a lower bound (fail-soft).
pub fn pvs<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    alpha: Value,
    beta: Value,
    depth: u32,
) -> Value {
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(tree, observer, node) };
    if depth == 1 {
        return last_ply(tree, observer, node, (moves, count), (alpha, beta)).best;
    }
    let window = Window::of(alpha, beta);
    observer.enter(window);
    let mut best = -INFINITY;
    for index in 0..count {
        let child = tree.child(node, &moves, index);
        let lower = alpha.max(best);
        let is_better = |value: Value| lower < value && value < beta;
        let mut value = -INFINITY;
        if index > 0 {
            value = -alpha_beta_fail_soft(tree, observer, &child, -lower - 1, -lower, depth - 1);
        }
        if index == 0 || is_better(value) {
            if index > 0 {
                observer.research();
            }
            value = -pvs(tree, observer, &child, -beta, -lower, depth - 1);
        }
        if value > best {
            if index > 0 && window == Window::Wide && value > alpha {
                observer.new_best();
            }
            best = value;
            if best >= beta {
                observer.cutoff(index, window);
                break;
            }
        }
    }
    best
}
