//! Memory test (MT): a zero-window search that stores the bounds of all nodes that it visits.
//!
//! Plaat, Schaeffer, Pijls and de Bruin (1996), source 001. SSS*, DUAL*, C* and MTD(f) are sequences of memory tests
//! that differ only in the bounds that they test.

use super::table::{Bounds, Table, key_at_depth};
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Memory, Observer, Visit, leaf};

/// Returns a lower bound of the value of `node` that is at least `bound`, or an upper bound below `bound`.
///
/// The table must not be shared between trees.
pub fn memory_test<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    table: &mut Table,
    node: &T::Node,
    bound: Value,
    depth: u32,
) -> Value {
    let visit = Visit::new(tree, node, (bound - 1, bound), depth);
    let key = key_at_depth(tree.key(node), depth);
    let (slot, known) = table.look_up(key);
    if known.lower >= bound {
        observer.table_cutoff(visit, known.lower);
        return known.lower;
    }
    if known.upper < bound {
        observer.table_cutoff(visit, known.upper);
        return known.upper;
    }
    let Some((moves, count)) = expand(tree, node, depth) else {
        let value = leaf(observer, visit);
        table.set_at(slot, key, Bounds::exact(value));
        report(observer, visit, Bounds::exact(value));
        return value;
    };
    observer.enter(visit);
    let mut end = End::Complete;
    let mut best = -INFINITY;
    for index in 0..count {
        let child = tree.child(node, &moves, index);
        best = best.max(-memory_test(tree, observer, table, &child, 1 - bound, depth - 1));
        if best >= bound {
            end = End::Cutoff(index);
            break;
        }
    }
    let bounds =
        if best >= bound { Bounds { lower: best, ..known } } else { Bounds { upper: best, ..known } };
    table.set(key, bounds);
    observer.leave(visit, best, end);
    report(observer, visit, bounds);
    best
}

/// Reports the bounds stored for a node to the observer.
#[inline]
pub(super) fn report<T: GameTree, O: Observer<T>>(observer: &mut O, visit: Visit<'_, T>, bounds: Bounds) {
    if O::STORED {
        let memory = Memory::Bounds { lower: bounds.lower, upper: bounds.upper };
        observer.stored(visit.tree, visit.node, memory);
    }
}
