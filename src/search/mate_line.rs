//! Mate line: the rest of a principal variation that announces a mate.
//!
//! A mate score may come from the table, and then the line breaks off before the mate. A score
//! that is told as exact is to be shown to the end, so the rest is searched for: the mate is
//! known to be there, and its distance.

use shakmaty::Move;

use super::worker::Worker;
use crate::position::{Path, Position};
use crate::types::{Bound, Line, Score};

/// Positions that may be looked at to find the rest of one line: a share of what the search itself
/// has looked at.
fn effort(nodes: u64) -> u64 {
    (nodes / 20).clamp(2_000, 400_000)
}

impl Worker<'_> {
    /// The line as it may be shown: complete if the score is an exact mate. Where the rest cannot
    /// be found the score is told as a bound.
    pub(super) fn with_mate(
        &self,
        root: &Position,
        score: Score,
        bound: Bound,
        line: &Line,
    ) -> (Bound, Line) {
        let Some(plies) = score.mate_plies().filter(|_| bound == Bound::Exact) else {
            return (bound, line.clone());
        };
        let (mate, plies) = (plies > 0, plies.unsigned_abs() as usize);
        let mut finder = Finder { w: self, path: self.path.clone(), effort: effort(self.nodes) };
        // Keep as much of the line as leads to the mate in time.
        for kept in (1..=line.moves().len().min(plies)).rev() {
            let (kept_moves, mut shown) = (&line.moves()[..kept], Line::new());
            kept_moves.iter().for_each(|m| shown.push(*m));
            let found = finder.after(root, kept_moves, |finder, position| {
                if mate == kept.is_multiple_of(2) {
                    finder.mate(position, plies - kept, &mut shown)
                } else {
                    finder.mated(position, plies - kept, &mut shown)
                }
            });
            if found && shown.moves().len() == plies {
                return (Bound::Exact, shown);
            }
        }
        (if mate { Bound::Lower } else { Bound::Upper }, line.clone())
    }
}

/// A full-width search for a mate in an exact number of plies.
struct Finder<'a, 'w> {
    w: &'a Worker<'w>,
    path: Path,
    effort: u64,
}

impl Finder<'_, '_> {
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

    fn is_spent(&mut self) -> bool {
        self.effort = self.effort.saturating_sub(1);
        self.effort == 0
    }

    fn table_move(&self, position: &Position) -> Option<Move> {
        self.w.shared.tt.probe(position.key()).and_then(|hit| position.unpack(hit.best))
    }
}
