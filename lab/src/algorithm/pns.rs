//! PNS: partially informed NegaScout, with memory that grows with the square of the depth.
//!
//! Source 000. Like INS, but only the tested node itself stores the bounds of all its children; the nodes below store
//! their best child, so that each examined child of a test in progress keeps a line of best children. Storing all bounds
//! for one more ply would change nothing: every second node of a test is cut off and stores one child anyway.

use super::informed::Informed;
use crate::game_tree::{GameTree, Value};
use crate::observer::Observer;

/// Returns the value of `node` if it lies between `alpha` and `beta`, else a bound.
///
/// A result of at most `alpha` is an upper bound, one of at least `beta` a lower bound (fail-soft).
pub fn pns<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    alpha: Value,
    beta: Value,
    depth: u32,
) -> Value {
    Informed { tree, observer, best_only: true }.search(node, (alpha, beta), depth, None).0
}
