//! MTD(f): memory tests that start at a first guess (Plaat 1995).
//!
//! Source 001. If the guess is the value, two passes prove it: one for each bound.

use super::mtd::{mtd, mtd_f_bounds};
use super::table::{Table, TableFull};
use crate::game_tree::{GameTree, Value};
use crate::observer::Observer;

/// Returns the value of the root.
///
/// # Errors
/// [`TableFull`] if the table cannot hold all nodes.
pub fn mtd_f<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    guess: Value,
    depth: u32,
) -> Result<Value, TableFull> {
    mtd(tree, observer, depth, Table::default(), mtd_f_bounds(guess))
}
