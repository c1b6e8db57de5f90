//! MTD(step): MTD(f) with a bound that moves a fixed step beyond each result.
//!
//! Source 001. It needs fewer passes if the guess is far off; the last passes converge from both sides.

use super::mtd::mtd;
use super::table::{Bounds, Table, TableFull};
use crate::game_tree::{GameTree, INFINITY, Value};
use crate::observer::Observer;

/// Returns the value of the root. Each test lies `step` beyond the result of the previous one.
///
/// # Errors
/// [`TableFull`] if the table cannot hold all nodes.
pub fn mtd_step<T: GameTree, O: Observer<T>>(
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
