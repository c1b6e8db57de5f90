//! INS: informed NegaScout, which never looks again at what its tests have decided.
//!
//! Reinefeld, Schaeffer and Marsland, source 000: the cut-offs "ignore left" and "prove best". It
//! remembers the bounds of all sons of all nodes that a test examines, until the son of the principal
//! variation that it tests is decided.

use super::informed::Informed;
use crate::game_tree::{GameTree, Value};
use crate::observer::Observer;

/// An upper bound of the value of `node` up to `alpha`, or a lower bound from `beta` up, or else the value.
pub fn ins<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    alpha: Value,
    beta: Value,
    depth: u32,
) -> Value {
    Informed { tree, observer, short: false }.search(node, (alpha, beta), depth, None).0
}
