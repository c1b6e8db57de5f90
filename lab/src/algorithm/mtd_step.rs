//! MTD(step): as MTD(f), but each answer is followed by a step beyond it.
//!
//! Source 001. Fewer passes where the guess is far off; the last steps close in on the value from
//! both sides.

use super::mtd::mtd;
use super::table::{Bounds, Table, TableFull};
use crate::game_tree::{GameTree, INFINITY, Value};
use crate::observer::Observer;

/// The value of the root; after an answer the next question is `step` further on.
///
/// # Errors
/// Where the table has no room for all nodes.
pub fn mtd_step<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    guess: Value,
    step: Value,
    depth: u32,
) -> Result<Value, TableFull> {
    let step = step.max(1);
    let mut before = Bounds::NONE;
    let next = move |known: Bounds| {
        let bound = if known == Bounds::NONE {
            guess
        } else if known.upper == before.upper {
            known.lower.saturating_add(step)
        } else {
            (known.upper.saturating_sub(step) + 1).max(-INFINITY)
        };
        before = known;
        bound
    };
    mtd(tree, observer, depth, Table::default(), next)
}
