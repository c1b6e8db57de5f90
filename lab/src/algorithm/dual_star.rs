//! DUAL*: the dual of SSS* (Marsland, Reinefeld and Schaeffer 1987).
//!
//! Source 001. MAX and MIN change roles and the order of OPEN is reversed, so that merits rise from minus infinity.
//! This is SSS* on the negated tree with a MIN node at the root.

use super::open::{Owner, TreeTooLarge};
use super::sss_star::best_first;
use crate::game_tree::{GameTree, Value};
use crate::observer::Observer;

/// Returns the value of the root.
///
/// # Errors
/// [`TreeTooLarge`] if the tree exceeds the limits of the list OPEN.
pub fn dual_star<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    depth: u32,
) -> Result<Value, TreeTooLarge> {
    best_first(tree, observer, depth, Owner::Min)
}
