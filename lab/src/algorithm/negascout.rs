//! NegaScout: every son but the first is tested with a null window, and searched again if better.
//!
//! Source 000, figure 1 (Reinefeld 1983); the slides of source 001 have it without the rule of
//! depth, principal variation search with another window for the second search.

use super::last_ply::last_ply;
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// What the printed forms of NegaScout differ in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Within two plies of the leaves the test's value is taken as exact. That is so only where leaves are
    /// worth the same in every window: with a windowed quiescence search it gives wrong values.
    pub depth_rule: bool,
    /// Where the window of the second search begins.
    pub research_from: ResearchFrom,
}

/// Where the window of the second search begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResearchFrom {
    /// At the value that the test has found.
    Value,
    /// At the bound that the test has exceeded.
    Alpha,
}

impl Options {
    /// Figure 1 of source 000.
    pub const FIGURE_1: Options = Options { depth_rule: true, research_from: ResearchFrom::Value };
    /// Principal variation search as programs of today have it.
    pub const PVS: Options = Options { depth_rule: false, research_from: ResearchFrom::Alpha };
}

/// An upper bound of the value of `node` up to `alpha`, or a lower bound from `beta` up, or else the value.
pub fn negascout<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    (alpha, beta): (Value, Value),
    depth: u32,
    options: Options,
) -> Value {
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(tree, observer, node) };
    if depth == 1 {
        return last_ply(tree, observer, node, (moves, count), (alpha, beta)).best;
    }
    let window = Window::of(alpha, beta);
    observer.enter(window);
    let mut best = -INFINITY;
    let mut bound = beta;
    for index in 0..count {
        let son = tree.child(node, &moves, index);
        let lower = alpha.max(best);
        let mut value = -negascout(tree, observer, &son, (-bound, -lower), depth - 1, options);
        if value > best {
            let is_exact = index == 0 || value <= alpha || value >= beta || options.depth_rule && depth <= 2;
            if !is_exact {
                observer.research();
                let from = if options.research_from == ResearchFrom::Value { value } else { lower };
                value = -negascout(tree, observer, &son, (-beta, -from), depth - 1, options);
            }
            if index > 0 && window == Window::Wide && value > alpha {
                observer.new_best();
            }
            best = value;
            if best >= beta {
                observer.cut(index, window);
                break;
            }
        }
        bound = alpha.max(best) + 1;
    }
    best
}
