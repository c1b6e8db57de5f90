//! Alpha-beta, fail-soft: results outside the window are bounds as well (Fishburn 1981).
//!
//! Function F3 of source 003. The experiments use this form as the baseline; all three forms visit the same leaves.

use super::last_ply::last_ply;
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Observer, Visit, Window, leaf};

/// Returns the value of `node` if it lies between `alpha` and `beta`, else a bound.
///
/// A result of at most `alpha` is an upper bound, one of at least `beta` a lower bound (fail-soft).
pub fn alpha_beta_fail_soft<T: GameTree, O: Observer<T>>(
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
        let value = -alpha_beta_fail_soft(tree, observer, &child, -beta, -alpha.max(best), depth - 1);
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
