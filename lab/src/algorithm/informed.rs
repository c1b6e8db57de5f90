//! Informed: the search that INS and PNS have in common.
//!
//! A null window search leaves an account of what it has found; where the node must be searched again,
//! with a wider window, the account says what need not be looked at: the sons left of one that has cut
//! (ignore left), and those whose bounds are below what is proved already (prove best).
//! Source 000, with the errors of its appendix put right.

use super::info::{Examined, Info, Plan};
use super::last_ply::last_ply;
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// NegaScout that remembers what its tests have found.
pub(super) struct Informed<'a, T, O> {
    pub(super) tree: &'a T,
    pub(super) observer: &'a mut O,
    /// Only the best sons are remembered below the node that was tested (PNS), not all (INS).
    pub(super) short: bool,
}

impl<T: GameTree, O: Observer> Informed<'_, T, O> {
    /// A bound or the value of `node`, as in fail-soft alpha-beta, and the account of a test.
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
        let keeps = info.is_none() && window == Window::Null;
        if depth == 1 && info.is_none() {
            let seen = last_ply(self.tree, self.observer, node, (moves, count), (alpha, beta));
            let account = if seen.best < beta {
                Info::BestLeaf(seen.index)
            } else {
                Info::IgnoreLeft { best: seen.index, bound: seen.left, info: None }
            };
            return (seen.best, keeps.then(|| self.made(account)));
        }
        self.observer.enter(window);
        let mut best = if let Some(Info::IgnoreLeft { bound, .. }) = &info { *bound } else { -INFINITY };
        let mut plan = Plan::of(info);
        let mut examined = Vec::new();
        let mut bound = beta;
        for turn in 0..plan.turns(count) {
            let upper = plan.upper(turn);
            if let Some(upper) = upper {
                if alpha.max(best) >= upper {
                    best = best.max(upper); // prove-best cut-off
                    break;
                }
                bound = beta.min(upper);
            }
            let (index, son_info) = plan.take(turn);
            let son = self.tree.child(node, &moves, index);
            let (value, mut account) = self.search(&son, (-bound, -alpha.max(best)), depth - 1, son_info);
            let mut value = -value;
            let left = best;
            if value > best {
                let is_exact = turn == 0 || value <= alpha || value >= beta || depth <= 2 || upper.is_some();
                if !is_exact {
                    self.observer.research();
                    let entries = Info::weight::<O>(account.as_ref());
                    value = -self.search(&son, (-beta, -value), depth - 1, account.take()).0;
                    self.observer.stored(-entries);
                }
                if turn > 0 && window == Window::Wide && value > alpha {
                    self.observer.new_best();
                }
                best = value;
            }
            if best >= beta {
                self.observer.cut(index, window);
                examined.drain(..).for_each(|son: Examined| Info::forget(son.info, self.observer));
                let info = self.kept(account, keeps).map(Box::new);
                return (best, keeps.then(|| self.made(Info::IgnoreLeft { best: index, bound: left, info })));
            }
            let info = self.kept(account, keeps);
            if keeps {
                if turn == 0 {
                    examined.reserve_exact(count);
                }
                examined.push(Examined { score: value, info });
            }
            bound = alpha.max(best) + 1;
        }
        (best, keeps.then(|| self.made(Info::ProveBest(examined))))
    }

    /// What of a son's account goes into that of its father.
    fn kept(&mut self, account: Option<Info>, keeps: bool) -> Option<Info> {
        if keeps && self.short {
            let before = Info::weight::<O>(account.as_ref());
            let account = account.map(Info::shortened);
            self.observer.stored(Info::weight::<O>(account.as_ref()) - before);
            return account;
        }
        if keeps {
            return account;
        }
        Info::forget(account, self.observer);
        None
    }

    /// Tells the observer of a new account.
    fn made(&mut self, info: Info) -> Info {
        self.observer.stored(info.own_entries());
        info
    }
}
