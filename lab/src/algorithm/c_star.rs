//! C*: bisection of the range of values by memory tests (Coplan 1982).
//!
//! "Divide and conquer scouting" in source 001: eight tests suffice for a value between -100 and 100; to prove -100 itself, nine.

use super::mtd::mtd;
use super::table::{Bounds, Table, TableFull};
use crate::game_tree::{GameTree, Value};
use crate::observer::Observer;

/// Returns the value of the root, which must lie within `range`.
///
/// # Errors
/// [`TableFull`] if the table cannot hold all nodes.
pub fn c_star<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    range: Bounds,
    depth: u32,
) -> Result<Value, TableFull> {
    mtd(tree, observer, depth, Table::default(), |known| midpoint(range, known))
}

/// Returns the bound that bisects the rest of `range`, as source 001 prints it: the test with the bound 1 decides whether a
/// value between -100 and 100 is above 0, the next one, with the bound 51, whether it is above 50.
#[must_use]
pub fn midpoint(range: Bounds, known: Bounds) -> Value {
    let Bounds { lower, upper } = range.tightened(known);
    (lower + upper).div_euclid(2) + 1
}
