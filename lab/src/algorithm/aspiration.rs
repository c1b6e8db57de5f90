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

/// Returns the value of the root. While it lies outside the window, the next window begins at the bound found and is
/// `factor` times as wide in the direction of the value: "adjust the guess and use a larger margin" (source 004).
pub fn aspiration_widened<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    guess: Value,
    margin: Value,
    factor: Value,
    depth: u32,
) -> Value {
    let (root, mut margin, factor) = (tree.root(), margin.clamp(1, INFINITY), factor.max(2));
    // What is known of the value, and the window of the next search.
    let (mut lower, mut upper) = (-INFINITY, INFINITY);
    let mut alpha = guess.saturating_sub(margin).max(lower);
    let mut beta = guess.saturating_add(margin).min(upper);
    loop {
        let value = alpha_beta_fail_soft(tree, observer, &root, alpha, beta, depth);
        margin = margin.saturating_mul(factor).min(INFINITY);
        if value <= alpha {
            observer.end_pass(false);
            upper = value;
            (alpha, beta) = (value.saturating_sub(margin).max(lower), value);
        } else if value >= beta {
            observer.end_pass(true);
            lower = value;
            (alpha, beta) = (value, value.saturating_add(margin).min(upper));
        } else {
            return value;
        }
        if lower >= upper {
            return lower;
        }
        observer.research(tree, &root);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::Counters;
    use crate::tree::Iid;

    #[test]
    fn every_guess_and_margin_leads_to_the_value() {
        for seed in 0..20 {
            let tree = Iid::new(3, 20, seed);
            let root = tree.root();
            let value = alpha_beta_fail_soft(&tree, &mut (), &root, -INFINITY, INFINITY, 4);
            for guess in [-50, -1, 0, 7, 19, 20, 70] {
                for margin in [1, 2, 5, 100, INFINITY] {
                    let mut counters = Counters::default();
                    let found = aspiration_widened(&tree, &mut counters, guess, margin, 4, 4);
                    assert_eq!(found, value, "seed {seed}, guess {guess}, margin {margin}");
                    assert_eq!(aspiration(&tree, &mut (), guess, margin, 4), value);
                    // Inside the window one search suffices.
                    let is_inside = guess.abs_diff(value) < margin.unsigned_abs();
                    assert!(counters.researches == 0 || !is_inside);
                }
            }
        }
    }
}
