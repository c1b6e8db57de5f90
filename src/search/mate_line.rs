//! Mate line: completes the principal variation of a mate score.
//!
//! A mate score may come from the TT, and the line then ends before the mate. A score reported as exact is to
//! be shown to the end, so the rest is searched for: the mate and its distance are known.

use shakmaty::Move;

use super::root::RootMove;
use super::worker::Worker;
use crate::position::{Path, Position};
use crate::types::{Bound, Line, Score};

/// The node budget for the rest of a line, by the nodes of the search.
fn node_budget(nodes: u64) -> u64 {
    (nodes / 20).clamp(2_000, 400_000)
}

/// Nodes between two polls of the clock.
const POLL_INTERVAL: u64 = 256;

/// Returns the bound and line of a root move as they are reported. If the score is an exact mate, the line is
/// complete; the same mate keeps its line. If the rest is not found, the score becomes a bound.
pub(super) fn complete(
    w: &mut Worker,
    root: &Position,
    root_move: &RootMove,
    score: Score,
    bound: Bound,
) -> (Bound, Line) {
    let Some(plies) = score.mate_plies().filter(|_| bound == Bound::Exact) else {
        return (bound, root_move.line.clone());
    };
    if root_move.completed.0 == score {
        return (bound, root_move.completed.1.clone());
    }
    let mut finder =
        MateFinder { w, path: w.stack.path().clone(), nodes: 0, budget: node_budget(w.polling.nodes()) };
    let Some(line) = finder.complete(root, root_move.line.moves(), plies) else {
        return (if plies > 0 { Bound::Lower } else { Bound::Upper }, root_move.line.clone());
    };
    if let Some(root_move) = w.root.get_mut(root_move.m) {
        root_move.completed = (score, line.clone());
    }
    (Bound::Exact, line)
}

/// A full-width search for a mate in an exact number of plies.
struct MateFinder<'a, 'w> {
    w: &'a Worker<'w>,
    path: Path,
    nodes: u64,
    budget: u64,
}

impl MateFinder<'_, '_> {
    /// Returns a line to a mate after `plies` (negative: by the opponent) that keeps as many of `moves` as
    /// possible.
    fn complete(&mut self, root: &Position, moves: &[Move], plies: i32) -> Option<Line> {
        let (mate, plies) = (plies > 0, plies.unsigned_abs() as usize);
        (1..=moves.len().min(plies)).rev().find_map(|kept| {
            let mut line = Line::new();
            moves[..kept].iter().for_each(|m| line.push(*m));
            let found = self.play(root, &moves[..kept], |finder, position| {
                if mate == kept.is_multiple_of(2) {
                    finder.mate(position, plies - kept, &mut line)
                } else {
                    finder.mated(position, plies - kept, &mut line)
                }
            });
            (found && line.moves().len() == plies).then_some(line)
        })
    }

    /// Plays `moves` and continues with `search`. Repetitions find nothing: they may be drawn, and a shortest
    /// mate has none.
    fn play(
        &mut self,
        position: &Position,
        moves: &[Move],
        search: impl FnOnce(&mut Self, &Position) -> bool,
    ) -> bool {
        let Some((m, rest)) = moves.split_first() else { return search(self, position) };
        let next = position.play(*m);
        self.path.push(&next);
        let found = !self.path.is_repetition() && self.play(&next, rest, search);
        self.path.pop();
        found
    }

    /// Reports whether the side to move gives mate in at most `plies`, and appends the moves to `line`:
    /// `plies` of them against the longest defence.
    fn mate(&mut self, position: &Position, plies: usize, line: &mut Line) -> bool {
        if plies == 0 || position.halfmoves() >= 100 || self.is_spent() {
            return false;
        }
        let mut moves = position.legal_moves();
        let checks = position.checks();
        let tt_move = self.tt_move(position);
        moves.sort_by_key(|m| (Some(*m) != tt_move, !position.gives_check(*m, &checks)));
        let start = line.clone();
        for m in moves {
            if plies == 1 && !position.gives_check(m, &checks) {
                continue;
            }
            line.push(m);
            if self.play(position, &[m], |finder, next| finder.mated(next, plies - 1, line)) {
                return true;
            }
            line.clone_from(&start);
        }
        false
    }

    /// Reports whether the side to move is mated in at most `plies`, and appends the longest defence to
    /// `line`.
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
        let start = line.clone();
        let mut longest: Option<Line> = None;
        for m in moves {
            let mut defence = start.clone();
            defence.push(m);
            if !self.play(position, &[m], |finder, next| finder.mate(next, plies - 1, &mut defence)) {
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

    /// Counts a node and reports whether the budget is spent; it is if the search must end.
    fn is_spent(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) && self.w.polling.is_time_up(self.w.shared) {
            self.budget = 0;
        }
        self.nodes >= self.budget
    }

    fn tt_move(&self, position: &Position) -> Option<Move> {
        self.w.shared.tt.probe(position.key()).and_then(|entry| position.unpack(entry.best))
    }
}
