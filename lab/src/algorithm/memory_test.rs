//! Memory test: the null window search that remembers the bounds of all nodes that it has visited.
//!
//! MT of Plaat, Schaeffer, Pijls and de Bruin (1996), source 001: with it alone, asked again and
//! again, come SSS*, DUAL*, C* and MTD(f).

use super::table::{Bounds, Table, key_at_depth};
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// A lower bound of the value of `node` from `bound` up, or else an upper bound below `bound`.
///
/// The table belongs to one tree.
pub fn memory_test<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    table: &mut Table,
    node: &T::Node,
    bound: Value,
    depth: u32,
) -> Value {
    let key = key_at_depth(tree.key(node), depth);
    let (place, known) = table.look_up(key);
    if known.lower >= bound {
        observer.remembered();
        return known.lower;
    }
    if known.upper < bound {
        observer.remembered();
        return known.upper;
    }
    let Some((moves, count)) = expand(tree, node, depth) else {
        let value = leaf(tree, observer, node);
        table.set_at(place, key, Bounds::exact(value));
        return value;
    };
    observer.enter(Window::Null);
    let mut best = -INFINITY;
    for index in 0..count {
        let son = tree.child(node, &moves, index);
        best = best.max(-memory_test(tree, observer, table, &son, 1 - bound, depth - 1));
        if best >= bound {
            observer.cut(index, Window::Null);
            break;
        }
    }
    if best >= bound {
        table.set(key, Bounds { lower: best, ..known });
    } else {
        table.set(key, Bounds { upper: best, ..known });
    }
    best
}
