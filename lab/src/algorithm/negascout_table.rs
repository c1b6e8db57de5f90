//! NegaScout with a transposition table, on trees and graphs: with two bounds or one for each node, and with enhanced
//! transposition cutoffs (ETC) or without.
//!
//! Most chess programs store one bound, which the next search of the node replaces. Memory tests need both. The form of
//! NegaScout is that of figure 1 of source 000; with a zero window the search is a memory test.

use super::etc::transposition_cutoff;
use super::memory_test::report;
use super::mtd::converge;
use super::table::{Bounds, Table, TableFull, key_at_depth};
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Observer, Visit, Window, leaf};

/// What a table stores of a node, and how it is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableUse {
    /// Whether both bounds of a node are stored; else the newest bound, or the value if it is known.
    pub two_bounds: bool,
    /// The least depth at which all children are looked up before the first one is searched (ETC), if they are.
    pub etc: Option<u32>,
}

impl TableUse {
    /// Two bounds, without ETC.
    pub const TWO_BOUNDS: TableUse = TableUse { two_bounds: true, etc: None };
    /// One bound, without ETC.
    pub const ONE_BOUND: TableUse = TableUse { two_bounds: false, etc: None };
    /// Two bounds, with ETC at all nodes whose children are not leaves.
    pub const ETC: TableUse = TableUse { two_bounds: true, etc: Some(2) };

    /// What is stored of a node whose search found `best` in the window from `lower` to `upper`.
    #[must_use]
    pub fn updated(self, known: Bounds, best: Value, (lower, upper): (Value, Value)) -> Bounds {
        let found = Bounds::found(best, (lower, upper));
        if self.two_bounds { known.tightened(found) } else { found }
    }
}

/// Returns the value of `node` if it lies between `alpha` and `beta`, else a bound (fail-soft).
///
/// The table holds bounds of positions at exact depths; it must not be shared between trees.
pub fn negascout_table<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    table: &mut Table,
    node: &T::Node,
    (alpha, beta): (Value, Value),
    depth: u32,
    options: TableUse,
) -> Value {
    let key = key_at_depth(tree.key(node), depth);
    let known = table.get(key);
    if let Some(value) = known.decides((alpha, beta)) {
        observer.table_cutoff(Visit::new(tree, node, (alpha, beta), depth), value);
        return value;
    }
    let Some((moves, count)) = expand(tree, node, depth) else {
        let visit = Visit::new(tree, node, (alpha, beta), depth);
        let value = leaf(observer, visit);
        table.set(key, Bounds::exact(value));
        report(observer, visit, Bounds::exact(value));
        return value;
    };
    let (lower, upper) = (alpha.max(known.lower), beta.min(known.upper));
    let visit = Visit::new(tree, node, (lower, upper), depth);
    observer.enter(visit);
    let looks_up = options.etc.is_some_and(|least| depth >= least);
    let found = if looks_up { transposition_cutoff(table, visit, &moves, count) } else { None };
    let (mut best, mut end) = found.unwrap_or((-INFINITY, End::Complete));
    let (searched, mut bound) = (if found.is_some() { 0 } else { count }, upper);
    for index in 0..searched {
        let child = tree.child(node, &moves, index);
        let window = (-bound, -lower.max(best));
        let mut value = -negascout_table(tree, observer, table, &child, window, depth - 1, options);
        if value > best {
            let is_exact = index == 0 || value <= lower || value >= upper || depth <= 2;
            if !is_exact {
                observer.research(tree, &child);
                let window = (-upper, -value);
                value = -negascout_table(tree, observer, table, &child, window, depth - 1, options);
            }
            if index > 0 && visit.window() == Window::Wide && value > lower {
                observer.new_best();
            }
            best = value;
            if best >= upper {
                end = End::Cutoff(index);
                break;
            }
        }
        bound = lower.max(best) + 1;
    }
    let bounds = options.updated(known, best, (lower, upper));
    table.set(key, bounds);
    observer.leave(visit, best, end);
    report(observer, visit, bounds);
    best
}

/// Returns the value of the root, or a bound if it lies outside the window, with a new table.
///
/// # Errors
/// [`TableFull`] if the table cannot hold all nodes.
pub fn negascout_with_table<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    window: (Value, Value),
    depth: u32,
    options: TableUse,
) -> Result<Value, TableFull> {
    let mut table = Table::default();
    let value = negascout_table(tree, observer, &mut table, &tree.root(), window, depth, options);
    observer.memory_changed(table.used() as isize);
    table.check().map(|()| value)
}

/// Returns the value of the root by a sequence of searches by NegaScout with zero windows, as [`super::mtd()`] does by memory
/// tests.
///
/// # Errors
/// [`TableFull`] if the table cannot hold all nodes.
pub fn mtd_table<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    depth: u32,
    options: TableUse,
    next: impl FnMut(Bounds) -> Value,
) -> Result<Value, TableFull> {
    let (root, mut table) = (tree.root(), Table::default());
    let value = converge(next, |bound| {
        observer.begin_pass(bound);
        let window = (bound - 1, bound);
        let value = negascout_table(tree, observer, &mut table, &root, window, depth, options);
        observer.end_pass(value >= bound);
        value
    });
    observer.memory_changed(table.used() as isize);
    table.check().map(|()| value)
}
