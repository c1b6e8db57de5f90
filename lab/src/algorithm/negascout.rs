//! NegaScout: every child but the first is tested with a zero window and re-searched if it is better.
//!
//! Figure 1 of source 000 (Reinefeld 1983); the listing of PVS in Marsland 1986 has the same form. The slides of source 001
//! print it without the depth rule; principal variation search as implemented today also re-searches from alpha
//! ([`Options::PVS`]).

use super::last_ply::last_ply;
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Observer, Visit, Window, leaf};

/// The differences between the printed forms of NegaScout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether the result of a test within two plies of the leaves is taken as exact. This holds only if the value of a
    /// leaf does not depend on the window: with a windowed quiescence search the results are wrong.
    pub depth_rule: bool,
    /// The lower bound of the re-search.
    pub research_from: ResearchFrom,
}

/// The lower bound of a re-search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResearchFrom {
    /// The result of the test.
    Value,
    /// The bound that the test exceeded.
    Alpha,
}

impl Options {
    /// The form of figure 1 of source 000, and of the listing of PVS in Marsland 1986.
    pub const FIGURE_1: Options = Options { depth_rule: true, research_from: ResearchFrom::Value };
    /// Principal variation search as chess programs implement it today.
    pub const PVS: Options = Options { depth_rule: false, research_from: ResearchFrom::Alpha };
}

/// Returns the value of `node` if it lies between `alpha` and `beta`, else a bound.
///
/// A result of at most `alpha` is an upper bound, one of at least `beta` a lower bound (fail-soft).
pub fn negascout<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    (alpha, beta): (Value, Value),
    depth: u32,
    options: Options,
) -> Value {
    let visit = Visit::new(tree, node, (alpha, beta), depth);
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(observer, visit) };
    if depth == 1 {
        return last_ply(observer, visit, (moves, count)).best;
    }
    observer.enter(visit);
    let mut end = End::Complete;
    let mut best = -INFINITY;
    let mut bound = beta;
    for index in 0..count {
        let child = tree.child(node, &moves, index);
        let lower = alpha.max(best);
        let mut value = -negascout(tree, observer, &child, (-bound, -lower), depth - 1, options);
        if value > best {
            let is_exact = index == 0 || value <= alpha || value >= beta || options.depth_rule && depth <= 2;
            if !is_exact {
                observer.research(tree, &child);
                let from = if options.research_from == ResearchFrom::Value { value } else { lower };
                value = -negascout(tree, observer, &child, (-beta, -from), depth - 1, options);
            }
            if index > 0 && visit.window() == Window::Wide && value > alpha {
                observer.new_best();
            }
            best = value;
            if best >= beta {
                end = End::Cutoff(index);
                break;
            }
        }
        bound = alpha.max(best) + 1;
    }
    observer.leave(visit, best, end);
    best
}
