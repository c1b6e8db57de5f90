//! Alpha-beta, fail-soft: results outside the window are bounds as well (Fishburn 1981).
//!
//! Function F3 of source 003. The experiments use this form as the baseline; all three forms visit the same leaves.

use super::last_ply::last_ply;
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// Returns the value of `node` if it lies between `alpha` and `beta`, else a bound.
///
/// A result of at most `alpha` is an upper bound, one of at least `beta` a lower bound (fail-soft).
pub fn alpha_beta_fail_soft<T: GameTree, O: Observer>(
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
        let value = -alpha_beta_fail_soft(tree, observer, &child, -beta, -alpha.max(best), depth - 1);
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
