//! Alpha-beta with a transposition table, in the forms F1, F2 and F3, on trees and graphs.
//!
//! Source 003 reports Fishburn's result: with a table, the tighter bounds of the fail-soft form save about 7 % of the
//! nodes.

use super::memory_test::report;
use super::table::{Bounds, Table, key_at_depth};
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Observer, Visit, leaf};

/// What a search returns if the value of a node lies outside the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fail {
    /// The original form: the end of the window, `alpha` or `beta` (F1).
    Original,
    /// Fail-hard below: `alpha`, or a lower bound of at least `beta` (F2).
    Hard,
    /// Fail-soft: the best value found, which is a bound (F3).
    Soft,
}

impl Fail {
    /// The result for a bound or value that was found in a window.
    fn result(self, value: Value, (alpha, beta): (Value, Value)) -> Value {
        match self {
            Fail::Original => value.clamp(alpha, beta),
            Fail::Hard => value.max(alpha),
            Fail::Soft => value,
        }
    }
}

/// Returns the value of `node` or a bound, as [`super::alpha_beta_original()`], [`super::alpha_beta_fail_hard()`] and
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
    if let Some(value) = known.decides((alpha, beta)) {
        observer.table_cutoff(Visit::new(tree, node, (alpha, beta), depth), value);
        return fail.result(value, (alpha, beta));
    }
    let Some((moves, count)) = expand(tree, node, depth) else {
        let visit = Visit::new(tree, node, (alpha, beta), depth);
        let value = leaf(observer, visit);
        table.set(key, Bounds::exact(value));
        report(observer, visit, Bounds::exact(value));
        return if fail == Fail::Original { value.clamp(alpha, beta) } else { value };
    };
    let (lower, upper) = (alpha.max(known.lower), beta.min(known.upper));
    let visit = Visit::new(tree, node, (lower, upper), depth);
    observer.enter(visit);
    let mut end = End::Complete;
    let mut best = if fail == Fail::Soft { -INFINITY } else { lower };
    for index in 0..count {
        let child = tree.child(node, &moves, index);
        let inner = (-upper, -lower.max(best));
        best = best.max(-alpha_beta_table(tree, observer, table, &child, inner, depth - 1, fail));
        if best >= upper {
            best = if fail == Fail::Original { upper } else { best };
            end = End::Cutoff(index);
            break;
        }
    }
    let bounds = known.tightened(Bounds::found(best, (lower, upper)));
    table.set(key, bounds);
    observer.leave(visit, best, end);
    report(observer, visit, bounds);
    fail.result(best, (alpha, beta))
}
