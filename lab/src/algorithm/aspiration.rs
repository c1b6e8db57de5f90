//! Aspiration search: alpha-beta with a window around a guess and a re-search if the value lies outside.
//!
//! Sources 001 and 004.

use super::alpha_beta_fail_soft::alpha_beta_fail_soft;
use crate::game_tree::{GameTree, INFINITY, Value};
use crate::observer::Observer;

/// Returns the value of the root. The first search uses the window from `guess - margin` to `guess + margin`.
pub fn aspiration<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    guess: Value,
    margin: Value,
    depth: u32,
) -> Value {
    let (root, margin) = (tree.root(), margin.max(1));
    let alpha = guess.saturating_sub(margin).max(-INFINITY);
    let beta = guess.saturating_add(margin).min(INFINITY);
    let value = alpha_beta_fail_soft(tree, observer, &root, alpha, beta, depth);
    if value <= alpha && alpha > -INFINITY {
        // The value is at most the result. Should it be the result, the search with this upper end returns it as well:
        // a lower bound of at least `beta` and at most the value.
        observer.end_pass(false);
        observer.research(tree, &root);
        alpha_beta_fail_soft(tree, observer, &root, -INFINITY, value, depth)
    } else if value >= beta && beta < INFINITY {
        observer.end_pass(true);
        observer.research(tree, &root);
        alpha_beta_fail_soft(tree, observer, &root, value, INFINITY, depth)
    } else {
        value
    }
}
