//! The search that INS and PNS share: NegaScout that stores what its tests find out.
//!
//! A null-window search returns information about the nodes it examined. If the node must be re-searched with a wider
//! window, this information excludes children: those left of a child that produced a cutoff (ignore left), and those
//! whose upper bounds are below the value already proved (prove best).
//! Source 000, with the errors in its appendix corrected.

use super::info::{Examined, Info, Plan};
use super::last_ply::last_ply;
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// NegaScout that stores the results of its tests.
pub(super) struct Informed<'a, T, O> {
    pub(super) tree: &'a T,
    pub(super) observer: &'a mut O,
    /// Whether only the best child is stored below the tested node (PNS) instead of all children (INS).
    pub(super) best_only: bool,
}

/// A node and how it is searched.
struct Visit<'n, T: GameTree> {
    node: &'n T::Node,
    moves: T::Moves,
    count: usize,
    depth: u32,
    window: Window,
    alpha: Value,
    beta: Value,
    /// Whether the search is a test whose information is stored.
    is_test: bool,
}

impl<T: GameTree, O: Observer> Informed<'_, T, O> {
    /// Returns the value of `node` or a bound, as fail-soft alpha-beta does, and the information of a test.
    pub(super) fn search(
        &mut self,
        node: &T::Node,
        (alpha, beta): (Value, Value),
        depth: u32,
        info: Option<Info>,
    ) -> (Value, Option<Info>) {
        let Some((moves, count)) = expand(self.tree, node, depth) else {
            return (leaf(self.tree, self.observer, node), None);
        };
        let window = Window::of(alpha, beta);
        let is_test = info.is_none() && window == Window::Null;
        let visit = Visit { node, moves, count, depth, window, alpha, beta, is_test };
        if depth == 1 && info.is_none() { self.last_ply(visit) } else { self.children(&visit, info) }
    }

    fn last_ply(&mut self, visit: Visit<'_, T>) -> (Value, Option<Info>) {
        let Visit { node, moves, count, alpha, beta, is_test, .. } = visit;
        let found = last_ply(self.tree, self.observer, node, (moves, count), (alpha, beta));
        let info = if found.best < beta {
            Info::BestLeaf(found.index)
        } else {
            Info::IgnoreLeft { best: found.index, bound: found.left, info: None }
        };
        (found.best, is_test.then(|| self.created(info)))
    }

    fn children(&mut self, visit: &Visit<'_, T>, info: Option<Info>) -> (Value, Option<Info>) {
        let &Visit { node, count, depth, window, alpha, beta, is_test, .. } = visit;
        self.observer.enter(window);
        let mut best = if let Some(Info::IgnoreLeft { bound, .. }) = &info { *bound } else { -INFINITY };
        let mut plan = Plan::of(info);
        let mut examined = Vec::new();
        let mut bound = beta;
        for turn in 0..plan.turns(count) {
            let upper = plan.upper(turn);
            if let Some(upper) = upper {
                if alpha.max(best) >= upper {
                    best = best.max(upper); // prove-best cutoff
                    break;
                }
                bound = beta.min(upper);
            }
            let (index, child_info) = plan.take(turn);
            let child = self.tree.child(node, &visit.moves, index);
            let (value, mut info) = self.search(&child, (-bound, -alpha.max(best)), depth - 1, child_info);
            let mut value = -value;
            let left = best;
            if value > best {
                let is_exact = turn == 0 || value <= alpha || value >= beta || depth <= 2 || upper.is_some();
                if !is_exact {
                    value = self.research(&child, (value, beta), depth - 1, info.take());
                }
                if turn > 0 && window == Window::Wide && value > alpha {
                    self.observer.new_best();
                }
                best = value;
            }
            if best >= beta {
                self.observer.cutoff(index, window);
                examined.drain(..).for_each(|child: Examined| Info::discard(child.info, self.observer));
                let info = self.stored(info, is_test).map(Box::new);
                let info = Info::IgnoreLeft { best: index, bound: left, info };
                return (best, is_test.then(|| self.created(info)));
            }
            let info = self.stored(info, is_test);
            if is_test {
                if turn == 0 {
                    examined.reserve_exact(count);
                }
                examined.push(Examined { score: value, info });
            }
            bound = alpha.max(best) + 1;
        }
        (best, is_test.then(|| self.created(Info::ProveBest(examined))))
    }

    /// Re-searches a child that its test found to be better, from the result `value` of the test up to `beta`.
    fn research(
        &mut self,
        child: &T::Node,
        (value, beta): (Value, Value),
        depth: u32,
        info: Option<Info>,
    ) -> Value {
        self.observer.research();
        let entries = Info::weight::<O>(info.as_ref());
        let value = -self.search(child, (-beta, -value), depth, info).0;
        self.observer.memory_changed(-entries);
        value
    }

    /// Returns the part of a child's information that is stored with its parent; the rest is discarded.
    fn stored(&mut self, info: Option<Info>, is_test: bool) -> Option<Info> {
        if is_test && self.best_only {
            let before = Info::weight::<O>(info.as_ref());
            let info = info.map(Info::best_only);
            self.observer.memory_changed(Info::weight::<O>(info.as_ref()) - before);
            return info;
        }
        if is_test {
            return info;
        }
        Info::discard(info, self.observer);
        None
    }

    /// Reports new information to the observer.
    fn created(&mut self, info: Info) -> Info {
        self.observer.memory_changed(info.own_entries());
        info
    }
}
