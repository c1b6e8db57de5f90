//! Alpha-beta, fail-soft: what is found outside the window is a bound too (Fishburn 1981).
//!
//! Source 003, F3. This is the alpha-beta that the others are measured by; all three forms
//! visit the same leaves.

use super::last_ply::last_ply;
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// An upper bound of the value of `node` up to `alpha`, or a lower bound from `beta` up, or else the value.
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
        let son = tree.child(node, &moves, index);
        let value = -alpha_beta_fail_soft(tree, observer, &son, -beta, -alpha.max(best), depth - 1);
        if value > best {
            if index > 0 && window == Window::Wide && value > alpha {
                observer.new_best();
            }
            best = value;
            if best >= beta {
                observer.cut(index, window);
                break;
            }
        }
    }
    best
}
