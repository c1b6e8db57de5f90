//! MTD: a sequence of memory tests that converges to the value.
//!
//! Source 001. The program printed there compares with `<` and need not terminate; the comparison must be `<=`, which is
//! what the loop below amounts to.

use super::memory_test::memory_test;
use super::table::{Bounds, Table, TableFull};
use crate::game_tree::{GameTree, Value};
use crate::observer::Observer;

/// Returns the value of the root. `next` chooses the bound of the next test from the known bounds of the root; it is
/// clamped to be above the lower and at most the upper one.
///
/// # Errors
/// [`TableFull`] if the table cannot hold all nodes.
pub fn mtd<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    depth: u32,
    mut table: Table,
    next: impl FnMut(Bounds) -> Value,
) -> Result<Value, TableFull> {
    let root = tree.root();
    let value = converge(next, |bound| {
        observer.begin_pass(bound);
        let value = memory_test(tree, observer, &mut table, &root, bound, depth);
        observer.end_pass(value >= bound);
        value
    });
    observer.memory_changed(table.used() as isize);
    table.check().map(|()| value)
}

/// Runs tests until the known bounds meet, and returns the value.
///
/// `next` chooses the bound of a test and `test` runs it: a result below the bound is an upper bound of the value, any
/// other result a lower one.
pub fn converge(mut next: impl FnMut(Bounds) -> Value, mut test: impl FnMut(Value) -> Value) -> Value {
    let mut known = Bounds::NONE;
    while known.lower < known.upper {
        let bound = next(known).clamp(known.lower + 1, known.upper);
        match test(bound) {
            value if value < bound => known.upper = value,
            value => known.lower = value,
        }
    }
    known.lower
}

/// The bounds that MTD(f) tests: `first`, then always the bound found last.
///
/// All passes but the last one therefore fail in the same direction.
pub fn mtd_f_bounds(first: Value) -> impl FnMut(Bounds) -> Value {
    let mut before = Bounds::NONE;
    move |known| {
        let bound = if known == Bounds::NONE {
            first
        } else if known.upper == before.upper {
            known.lower + 1
        } else {
            known.upper
        };
        before = known;
        bound
    }
}
