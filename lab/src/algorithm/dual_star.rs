//! DUAL*: SSS* for the other player (Marsland, Reinefeld and Schaeffer 1987).
//!
//! Source 001. MAX and MIN change places and OPEN is sorted the other way round, from minus
//! infinity up: SSS* on the negated tree with a MIN node at the root.

use super::open::{Owner, TooLarge};
use super::sss_star::best_first;
use crate::game_tree::{GameTree, Value};
use crate::observer::Observer;

/// The value of the root.
///
/// # Errors
/// Where OPEN or the depth is more than there is room for.
pub fn dual_star<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    depth: u32,
) -> Result<Value, TooLarge> {
    best_first(tree, observer, depth, Owner::Min)
}
