//! Mate line: the rest of a principal variation that announces a mate.
//!
//! A mate score may come from the table, and then the line breaks off before the mate. A score
//! that is told as exact is to be shown to the end, so the rest is searched for: the mate is
//! known to be there, and its distance.

use shakmaty::Move;

use super::root::RootMove;
use super::worker::Worker;
use crate::position::{Path, Position};
use crate::types::{Bound, Line, Score};

/// Positions that may be looked at to find the rest of one line: a share of what the search itself
/// has looked at.
fn effort(nodes: u64) -> u64 {
    (nodes / 20).clamp(2_000, 400_000)
}

/// Positions that are looked at between two looks at the clock.
const AT_ONCE: u64 = 256;

impl Worker<'_> {
    /// The line of a root move as it may be shown: complete if the score is an exact mate, and the
    /// one that was told before if that was the same mate. Where the rest cannot be found the score is
    /// told as a bound.
    pub(super) fn with_mate(
        &mut self,
        root: &Position,
        root_move: &RootMove,
        score: Score,
        bound: Bound,
    ) -> (Bound, Line) {
        let Some(plies) = score.mate_plies().filter(|_| bound == Bound::Exact) else {
            return (bound, root_move.line.clone());
        };
        if root_move.shown.0 == score {
            return (bound, root_move.shown.1.clone());
        }
        let mut finder = Finder { w: self, path: self.path.clone(), looked_at: 0, most: effort(self.nodes) };
        let Some(line) = finder.complete(root, root_move.line.moves(), plies) else {
            return (if plies > 0 { Bound::Lower } else { Bound::Upper }, root_move.line.clone());
        };
        if let Some(slot) = self.root.get_mut(root_move.m) {
            slot.shown = (score, line.clone());
        }
        (Bound::Exact, line)
    }
}

/// A full-width search for a mate in an exact number of plies.
struct Finder<'a, 'w> {
    w: &'a Worker<'w>,
    path: Path,
    looked_at: u64,
    most: u64,
}

impl Finder<'_, '_> {
    /// A line to a mate after `plies`, or by the other side after so many below zero, that keeps as
    /// many of `moves` as it can.
    fn complete(&mut self, root: &Position, moves: &[Move], plies: i32) -> Option<Line> {
        let (mate, plies) = (plies > 0, plies.unsigned_abs() as usize);
        (1..=moves.len().min(plies)).rev().find_map(|kept| {
            let mut line = Line::new();
            moves[..kept].iter().for_each(|m| line.push(*m));
            let found = self.after(root, &moves[..kept], |finder, position| {
                if mate == kept.is_multiple_of(2) {
                    finder.mate(position, plies - kept, &mut line)
                } else {
                    finder.mated(position, plies - kept, &mut line)
                }
            });
            (found && line.moves().len() == plies).then_some(line)
        })
    }

    /// Goes on after `moves`, which find nothing where they lead in a circle: a game that repeats
    /// itself may be drawn, and no shortest mate does.
    fn after(
        &mut self,
        position: &Position,
        moves: &[Move],
        go_on: impl FnOnce(&mut Self, &Position) -> bool,
    ) -> bool {
        let Some((m, rest)) = moves.split_first() else { return go_on(self, position) };
        let next = position.play(*m);
        self.path.push(&next);
        let found = !self.path.is_repetition() && self.after(&next, rest, go_on);
        self.path.pop();
        found
    }

    /// The side to move gives mate in at most `plies`; the moves are added to `line`, which is as
    /// long as `plies` says if the other side holds out.
    fn mate(&mut self, position: &Position, plies: usize, line: &mut Line) -> bool {
        if plies == 0 || self.is_spent() {
            return false;
        }
        let mut moves = position.legal_moves();
        let checks = position.checks();
        let known = self.table_move(position);
        moves.sort_by_key(|m| (Some(*m) != known, !position.gives_check(*m, &checks)));
        let before = line.clone();
        for m in moves {
            if plies == 1 && !position.gives_check(m, &checks) {
                continue;
            }
            line.push(m);
            if self.after(position, &[m], |finder, next| finder.mated(next, plies - 1, line)) {
                return true;
            }
            line.clone_from(&before);
        }
        false
    }

    /// The side to move is mated in at most `plies` whatever it does; the longest defence is added.
    fn mated(&mut self, position: &Position, plies: usize, line: &mut Line) -> bool {
        if self.is_spent() {
            return false;
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return position.in_check();
        }
        if plies < 2 || position.halfmoves() >= 100 || position.is_dead() {
            return false;
        }
        let before = line.clone();
        let mut longest: Option<Line> = None;
        for m in moves {
            let mut defence = before.clone();
            defence.push(m);
            if !self.after(position, &[m], |finder, next| finder.mate(next, plies - 1, &mut defence)) {
                return false;
            }
            if longest.as_ref().is_none_or(|line| line.moves().len() < defence.moves().len()) {
                longest = Some(defence);
            }
        }
        if let Some(longest) = longest {
            *line = longest;
        }
        true
    }

    /// No more positions may be looked at. A search that must end does not wait for a line.
    fn is_spent(&mut self) -> bool {
        self.looked_at += 1;
        if self.looked_at.is_multiple_of(AT_ONCE) && self.w.is_up() {
            self.most = 0;
        }
        self.looked_at >= self.most
    }

    fn table_move(&self, position: &Position) -> Option<Move> {
        self.w.shared.tt.probe(position.key()).and_then(|hit| position.unpack(hit.best))
    }
}
