//! Aspiration: alpha-beta with a window around a guess, searched again where the guess was wrong.
//!
//! Sources 001 and 004.

use super::alpha_beta_fail_soft::alpha_beta_fail_soft;
use crate::game_tree::{GameTree, INFINITY, Value};
use crate::observer::Observer;

/// The value of the root, first sought between `guess - margin` and `guess + margin`.
pub fn aspiration<T: GameTree, O: Observer>(
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
        // Fail low: the value is at most this, and a bound is exclusive.
        observer.pass(false);
        observer.research();
        alpha_beta_fail_soft(tree, observer, &root, -INFINITY, value + 1, depth)
    } else if value >= beta && beta < INFINITY {
        observer.pass(true);
        observer.research();
        alpha_beta_fail_soft(tree, observer, &root, value - 1, INFINITY, depth)
    } else {
        value
    }
}
