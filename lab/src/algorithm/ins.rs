//! INS: informed NegaScout, whose re-searches skip what the zero-window test already decided.
//!
//! Reinefeld, Schaeffer and Marsland, source 000: the cutoffs "ignore left" and "prove best". INS stores the bounds of
//! all children of the nodes that a test examines whole, and the best child of the others, until the re-search of the
//! tested child is done. One ply above the leaves it stores the best child only, because the values of leaves are exact;
//! source 000 stores the scores of all leaves there, which [`Observer::leaf_scores_changed`] counts.

use super::informed::Informed;
use crate::game_tree::{GameTree, Value};
use crate::observer::Observer;

/// Returns the value of `node` if it lies between `alpha` and `beta`, else a bound.
///
/// A result of at most `alpha` is an upper bound, one of at least `beta` a lower bound (fail-soft).
pub fn ins<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    alpha: Value,
    beta: Value,
    depth: u32,
) -> Value {
    Informed { tree, observer, best_only: false }.search(node, (alpha, beta), depth, None).0
}
