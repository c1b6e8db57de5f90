//! Alpha-beta with a transposition table, fail-hard or fail-soft, on trees and graphs.
//!
//! Source 003 reports Fishburn's result: with a table, the tighter bounds of the fail-soft form save about 7 % of the
//! nodes.

use super::memory_test::report;
use super::table::{Bounds, Table, key_at_depth};
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Observer, Visit, leaf};

/// The initial value of the best result of a node, which a search that fails low returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fail {
    /// Fail-hard: `alpha` (F2).
    Hard,
    /// Fail-soft: the best value found, starting at minus infinity (F3).
    Soft,
}

/// Returns the value of `node` or a bound, as [`super::alpha_beta_fail_hard()`] and
/// [`super::alpha_beta_fail_soft()`] do.
///
/// The table holds bounds of positions at exact depths; it can be reused by several searches of one tree.
pub fn alpha_beta_table<T: GameTree, O: Observer<T>>(
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
    let is_cutoff = known.lower >= beta || known.upper <= alpha || known.lower == known.upper;
    if is_cutoff {
        let value = if known.lower >= beta { known.lower } else { known.upper };
        observer.table_cutoff(Visit::new(tree, node, (alpha, beta), depth), value);
        return if fail == Fail::Hard { value.max(alpha) } else { value };
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
    let mut end = End::Complete;
    let mut best = if fail == Fail::Hard { lower } else { -INFINITY };
    for index in 0..count {
        let child = tree.child(node, &moves, index);
        let inner = (-upper, -lower.max(best));
        best = best.max(-alpha_beta_table(tree, observer, table, &child, inner, depth - 1, fail));
        if best >= upper {
            end = End::Cutoff(index);
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
    observer.leave(visit, best, end);
    report(observer, visit, bounds);
    if fail == Fail::Hard { best.max(alpha) } else { best }
}
