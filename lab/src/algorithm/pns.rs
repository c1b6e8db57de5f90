//! PNS: partially informed NegaScout, in memory that is linear in the depth.
//!
//! Source 000. As INS, but the bounds of all sons are remembered at the node alone that was
//! tested; further down the best son only. (With one ply more it is the same: every second node of
//! a test has cut, and remembers one son anyway.)

use super::informed::Informed;
use crate::game_tree::{GameTree, Value};
use crate::observer::Observer;

/// An upper bound of the value of `node` up to `alpha`, or a lower bound from `beta` up, or else the value.
pub fn pns<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    alpha: Value,
    beta: Value,
    depth: u32,
) -> Value {
    Informed { tree, observer, short: true }.search(node, (alpha, beta), depth, None).0
}
