//! The search that INS and PNS share: NegaScout that stores what its tests find out.
//!
//! A zero-window search returns information about the nodes it examined. If the node must be re-searched with a wider
//! window, this information excludes children: those left of a child that produced a cutoff (ignore left), and those
//! whose upper bounds are below the value already proved (prove best).
//! Source 000, with the errors in its appendix corrected.

use super::info::{Entries, Examined, Info, Plan};
use super::last_ply::last_ply;
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Memory, Observer, Visit, Window, leaf};

/// NegaScout that stores the results of its tests.
pub(super) struct Informed<'a, T, O> {
    pub(super) tree: &'a T,
    pub(super) observer: &'a mut O,
    /// Whether only the best child is stored below the tested node (PNS) instead of all children (INS).
    pub(super) best_only: bool,
}

/// An interior node and how it is searched.
struct Interior<'n, T: GameTree> {
    visit: Visit<'n, T>,
    moves: T::Moves,
    count: usize,
    /// Whether the search is a test whose information is stored.
    is_test: bool,
}

impl<T: GameTree, O: Observer<T>> Informed<'_, T, O> {
    /// Returns the value of `node` or a bound, as fail-soft alpha-beta does, and the information of a test.
    pub(super) fn search(
        &mut self,
        node: &T::Node,
        window: (Value, Value),
        depth: u32,
        info: Option<Info>,
    ) -> (Value, Option<Info>) {
        let visit = Visit::new(self.tree, node, window, depth);
        let Some((moves, count)) = expand(self.tree, node, depth) else {
            return (leaf(self.observer, visit), None);
        };
        let is_test = info.is_none() && visit.window() == Window::Zero;
        let interior = Interior { visit, moves, count, is_test };
        if depth == 1 && info.is_none() { self.last_ply(interior) } else { self.children(&interior, info) }
    }

    fn last_ply(&mut self, interior: Interior<'_, T>) -> (Value, Option<Info>) {
        let Interior { visit, moves, count, is_test } = interior;
        let found = last_ply(self.observer, visit, (moves, count));
        let info = if found.best < visit.beta {
            Info::BestLeaf { best: found.index, count }
        } else {
            Info::IgnoreLeft { best: found.index, bound: found.left, info: None }
        };
        (found.best, is_test.then(|| self.created(visit.node, info, 0)))
    }

    fn children(&mut self, interior: &Interior<'_, T>, info: Option<Info>) -> (Value, Option<Info>) {
        let &Interior { visit, count, is_test, .. } = interior;
        let Visit { node, alpha, beta, depth, .. } = visit;
        self.observer.enter(visit);
        let mut best = self.start(visit, info.as_ref());
        let mut plan = Plan::of(info);
        let mut examined = Vec::new();
        let mut bound = beta;
        let mut end = End::Complete;
        for turn in 0..plan.turns(count) {
            let upper = plan.upper(turn);
            if let Some(upper) = upper {
                if alpha.max(best) >= upper {
                    best = best.max(upper);
                    end = End::ProveBest(upper);
                    break;
                }
                bound = beta.min(upper);
            }
            let (index, child_info) = plan.take(turn);
            let child = self.tree.child(node, &interior.moves, index);
            let (value, mut info) = self.search(&child, (-bound, -alpha.max(best)), depth - 1, child_info);
            let mut value = -value;
            let left = best;
            if value > best {
                let is_exact = turn == 0 || value <= alpha || value >= beta || depth <= 2 || upper.is_some();
                if !is_exact {
                    value = self.research(&child, (value, beta), depth - 1, info.take());
                }
                if turn > 0 && visit.window() == Window::Wide && value > alpha {
                    self.observer.new_best();
                }
                best = value;
            }
            if best >= beta {
                self.observer.leave(visit, best, End::Cutoff(index));
                self.discard(interior, examined);
                let info = self.stored(&child, info, is_test).map(Box::new);
                let info = Info::IgnoreLeft { best: index, bound: left, info };
                return (best, is_test.then(|| self.created(node, info, 0)));
            }
            let info = self.stored(&child, info, is_test);
            if is_test {
                if turn == 0 {
                    examined.reserve_exact(count);
                }
                examined.push(Examined { score: value, info });
                self.observer.memory_changed(1);
            }
            bound = alpha.max(best) + 1;
        }
        self.observer.leave(visit, best, end);
        let counted = examined.len() as isize;
        (best, is_test.then(|| self.created(node, Info::ProveBest(examined), counted)))
    }

    /// The best value before the first child is searched: what is known of the children that a re-search ignores.
    fn start(&mut self, visit: Visit<'_, T>, info: Option<&Info>) -> Value {
        let Some(Info::IgnoreLeft { best, bound, .. }) = info else { return -INFINITY };
        if *best > 0 {
            self.observer.ignore_left(visit, *best);
        }
        *bound
    }

    /// Re-searches a child that its test found to be better, from the result `value` of the test up to `beta`.
    fn research(
        &mut self,
        child: &T::Node,
        (value, beta): (Value, Value),
        depth: u32,
        info: Option<Info>,
    ) -> Value {
        self.observer.research(self.tree, child);
        let entries = Info::weight::<T, O>(info.as_ref());
        let value = -self.search(child, (-beta, -value), depth, info).0;
        Entries::default().without(entries).report::<T, O>(self.observer);
        self.observer.forgotten(self.tree, child);
        value
    }

    /// Returns the part of a child's information that is stored with its parent; the rest is discarded.
    fn stored(&mut self, child: &T::Node, info: Option<Info>, is_test: bool) -> Option<Info> {
        if is_test && self.best_only {
            let before = Info::weight::<T, O>(info.as_ref());
            let info = info.map(Info::best_only);
            Info::weight::<T, O>(info.as_ref()).without(before).report::<T, O>(self.observer);
            self.report_line(child, info.as_ref());
            return info;
        }
        if is_test {
            return info;
        }
        Info::discard::<T, O>(info, self.observer);
        self.observer.forgotten(self.tree, child);
        None
    }

    /// Discards the information about the children left of one that produced a cutoff.
    fn discard(&mut self, interior: &Interior<'_, T>, examined: Vec<Examined>) {
        self.observer.memory_changed(-(examined.len() as isize));
        for (index, child) in examined.into_iter().enumerate() {
            Info::discard::<T, O>(child.info, self.observer);
            if O::STORED {
                let child = self.tree.child(interior.visit.node, &interior.moves, index);
                self.observer.forgotten(self.tree, &child);
            }
        }
    }

    /// Reports new information to the observer, of which some entries are counted already.
    fn created(&mut self, node: &T::Node, info: Info, counted: isize) -> Info {
        info.own_entries().without(Entries::stored(counted)).report::<T, O>(self.observer);
        if O::STORED {
            self.observer.stored(self.tree, node, info.memory());
        }
        info
    }

    /// Reports that of the information about a node only the line of best children is left.
    fn report_line(&mut self, node: &T::Node, mut info: Option<&Info>) {
        if !O::STORED {
            return;
        }
        self.observer.forgotten(self.tree, node);
        let mut node = node.clone();
        while let Some(Info::IgnoreLeft { best, info: below, .. } | Info::Variation { best, info: below }) =
            info
        {
            self.observer.stored(self.tree, &node, Memory::Best(*best));
            node = self.tree.child(&node, &self.tree.moves(&node), *best);
            info = below.as_deref();
        }
    }
}
