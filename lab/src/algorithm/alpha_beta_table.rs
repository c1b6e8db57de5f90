//! Alpha-beta with a table: fail-hard or fail-soft, on trees or on graphs.
//!
//! Source 003 tells of Fishburn's 7 %: with a table the better bounds of the fail-soft form pay.

use super::table::{Bounds, Table, key_at_depth};
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// Where the result of a search begins that finds nothing above `alpha`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fail {
    /// At `alpha` (F2).
    Hard,
    /// At the best that was found (F3).
    Soft,
}

/// A bound or the value of `node`, as in [`super::alpha_beta_fail_hard()`] or [`super::alpha_beta_fail_soft()`].
///
/// The table may serve several searches of one tree; its bounds are of a position at a depth.
pub fn alpha_beta_table<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    table: &mut Table,
    node: &T::Node,
    (alpha, beta): (Value, Value),
    depth: u32,
    fail: Fail,
) -> Value {
    let key = key_at_depth(tree.key(node), depth);
    let known = table.get(key);
    let decides = known.lower >= beta || known.upper <= alpha || known.lower == known.upper;
    if decides {
        observer.remembered();
        let value = if known.lower >= beta { known.lower } else { known.upper };
        return if fail == Fail::Hard { value.max(alpha) } else { value };
    }
    let Some((moves, count)) = expand(tree, node, depth) else {
        let value = leaf(tree, observer, node);
        table.set(key, Bounds::exact(value));
        return value;
    };
    let (lower, upper) = (alpha.max(known.lower), beta.min(known.upper));
    let window = Window::of(lower, upper);
    observer.enter(window);
    let mut best = if fail == Fail::Hard { lower } else { -INFINITY };
    for index in 0..count {
        let son = tree.child(node, &moves, index);
        let inner = (-upper, -lower.max(best));
        best = best.max(-alpha_beta_table(tree, observer, table, &son, inner, depth - 1, fail));
        if best >= upper {
            observer.cut(index, window);
            break;
        }
    }
    let mut bounds = known;
    if best > lower {
        bounds.lower = bounds.lower.max(best);
    }
    if best < upper {
        bounds.upper = bounds.upper.min(best);
    }
    table.set(key, bounds);
    if fail == Fail::Hard { best.max(alpha) } else { best }
}
