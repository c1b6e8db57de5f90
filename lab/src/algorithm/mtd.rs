//! MTD: a row of memory tests that closes in on the value.
//!
//! Source 001. The program printed there compares with `<`, where the end is only reached with
//! `<=`; here the bound asked for and the answer are compared as they are meant.

use super::memory_test::memory_test;
use super::table::{Bounds, Table, TableFull};
use crate::game_tree::{GameTree, Value};
use crate::observer::Observer;

/// The value of the root. `next` chooses, from what is known and the last answer, the bound to ask
/// for: above the lower and at most at the upper one.
///
/// # Errors
/// Where the table has no room for all nodes.
pub fn mtd<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    depth: u32,
    mut table: Table,
    next: impl FnMut(Bounds) -> Value,
) -> Result<Value, TableFull> {
    let root = tree.root();
    let value = close_in(next, |bound| {
        let value = memory_test(tree, observer, &mut table, &root, bound, depth);
        observer.pass(value >= bound);
        value
    });
    observer.stored(table.used() as isize);
    table.check().map(|()| value)
}

/// The value that answers to `test` close in on: each below the bound that was asked for is an
/// upper bound, each other a lower one.
pub fn close_in(mut next: impl FnMut(Bounds) -> Value, mut test: impl FnMut(Value) -> Value) -> Value {
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

/// The way of MTD(f): asks at `first`, then always at the bound last found, so that all passes
/// but the last go one way.
pub fn from_guess(first: Value) -> impl FnMut(Bounds) -> Value {
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
