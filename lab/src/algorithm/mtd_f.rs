//! MTD(f): memory tests from a guess on (Plaat 1995).
//!
//! Source 001. With the right guess two passes prove it: one from below, one from above.

use super::mtd::{from_guess, mtd};
use super::table::{Table, TableFull};
use crate::game_tree::{GameTree, Value};
use crate::observer::Observer;

/// The value of the root.
///
/// # Errors
/// Where the table has no room for all nodes.
pub fn mtd_f<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    guess: Value,
    depth: u32,
) -> Result<Value, TableFull> {
    mtd(tree, observer, depth, Table::default(), from_guess(guess))
}
