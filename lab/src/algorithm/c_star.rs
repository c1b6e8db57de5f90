//! C*: divide and conquer, a binary search for the value (Coplan 1982).
//!
//! Source 001, "divide and conquer scouting": between -100 and 100 eight tests are enough.

use super::mtd::mtd;
use super::table::{Bounds, Table, TableFull};
use crate::game_tree::{GameTree, Value};
use crate::observer::Observer;

/// The value of the root, which lies within `range`.
///
/// # Errors
/// Where the table has no room for all nodes.
pub fn c_star<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    range: Bounds,
    depth: u32,
) -> Result<Value, TableFull> {
    mtd(tree, observer, depth, Table::default(), |known| middle(range, known))
}

/// The bound that halves what is left of `range`; above its middle where that is no whole number.
#[must_use]
pub fn middle(range: Bounds, known: Bounds) -> Value {
    let (lower, upper) = (range.lower.max(known.lower), range.upper.min(known.upper));
    lower + (upper - lower + 1) / 2
}
