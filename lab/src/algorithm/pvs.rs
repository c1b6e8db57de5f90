//! PVS: principal variation search, which re-searches with the rest of the window (Marsland and Campbell 1982).
//!
//! Source 001. As in the papers, zero windows are searched by a separate function: nodes outside the principal
//! variation are only tested.

use super::alpha_beta_fail_soft::alpha_beta_fail_soft;
use super::last_ply::last_ply;
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Observer, Visit, Window, leaf};

/// Returns the value of `node` if it lies between `alpha` and `beta`, else a bound.
///
/// A result of at most `alpha` is an upper bound, one of at least `beta` a lower bound (fail-soft).
pub fn pvs<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    alpha: Value,
    beta: Value,
    depth: u32,
) -> Value {
    let visit = Visit::new(tree, node, (alpha, beta), depth);
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(observer, visit) };
    if depth == 1 {
        return last_ply(observer, visit, (moves, count)).best;
    }
    observer.enter(visit);
    let mut end = End::Complete;
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
                observer.research(tree, &child);
            }
            value = -pvs(tree, observer, &child, -beta, -lower, depth - 1);
        }
        if value > best {
            if index > 0 && visit.window() == Window::Wide && value > alpha {
                observer.new_best();
            }
            best = value;
            if best >= beta {
                end = End::Cutoff(index);
                break;
            }
        }
    }
    observer.leave(visit, best, end);
    best
}
