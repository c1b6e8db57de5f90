//! Mate finder: an exhaustive search for a mate in a number of plies.
//!
//! It leaves out nothing but repetitions, and so proves what it finds. The main search, which prunes moves and evaluates
//! positions, may not see a quiet first move for long.

use std::collections::HashMap;

use shakmaty::Move;

use super::worker::Worker;
use crate::position::{Path, Position};
use crate::types::{Line, MAX_PLY};

/// Nodes between two polls of the clock.
const POLL_INTERVAL: u64 = 256;

/// The positions that are remembered, at most.
const MAX_REFUTED: usize = 1 << 20;

/// The plies within which the side to move gives no mate, by the key of the position.
#[derive(Default)]
pub(super) struct Refuted(HashMap<u64, usize>);

/// A search for a mate.
pub(super) struct MateFinder<'a, 'w> {
    w: &'a Worker<'w>,
    path: Path,
    refuted: &'a mut Refuted,
    /// By the plies left: the defence that refuted an attack last.
    defences: [Option<Move>; MAX_PLY],
    nodes: u64,
    budget: u64,
}

impl<'a, 'w> MateFinder<'a, 'w> {
    /// A finder of mates at the root of the search, with a budget of nodes.
    pub fn new(w: &'a Worker<'w>, refuted: &'a mut Refuted, budget: u64) -> MateFinder<'a, 'w> {
        let path = w.stack.path().clone();
        MateFinder { w, path, refuted, defences: [None; MAX_PLY], nodes: 0, budget }
    }

    /// The nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Reports whether the budget is spent, or the search must end.
    pub fn is_spent(&self) -> bool {
        self.nodes >= self.budget
    }

    /// Plays `moves` and continues with `search`. Repetitions find nothing: they may be drawn, and a shortest
    /// mate has none.
    pub fn play(
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
    pub fn mate(&mut self, position: &Position, plies: usize, line: &mut Line) -> bool {
        if plies == 0 || position.halfmoves() >= 100 || self.refuted.contains(position, plies) {
            return false;
        }
        if self.mate_by(position, position.legal_moves().into_iter(), plies, line) {
            return true;
        }
        if !self.is_spent() {
            self.refuted.add(position, plies);
        }
        false
    }

    /// As [`MateFinder::mate`], by one of `moves`.
    pub fn mate_by(
        &mut self,
        position: &Position,
        moves: impl Iterator<Item = Move>,
        plies: usize,
        line: &mut Line,
    ) -> bool {
        if self.count_node() {
            return false;
        }
        let checks = position.checks();
        let tt_move = self.tt_move(position);
        // Checks come first, and of all moves those with the fewest replies.
        let replies = |m: Move| if plies > 1 { position.play(m).count_legal_moves() } else { 0 };
        let mut moves: Vec<(bool, bool, u64, Move)> = moves
            .map(|m| (Some(m) != tt_move, !position.gives_check(m, &checks), m))
            .filter(|(_, is_quiet, _)| plies > 1 || !is_quiet)
            .map(|(is_other, is_quiet, m)| (is_other, is_quiet, replies(m), m))
            .collect();
        moves.sort_by_key(|(is_other, is_quiet, replies, _)| (*is_other, *is_quiet, *replies));
        let length = line.moves().len();
        for (.., m) in moves {
            line.push(m);
            if self.play(position, &[m], |finder, next| finder.mated(next, plies - 1, line)) {
                return true;
            }
            line.truncate(length);
            if self.is_spent() {
                break;
            }
        }
        false
    }

    /// Reports whether the side to move is mated in at most `plies`, and appends the longest defence to
    /// `line`.
    pub fn mated(&mut self, position: &Position, plies: usize, line: &mut Line) -> bool {
        if self.count_node() {
            return false;
        }
        if plies < 2 || position.halfmoves() >= 100 {
            return position.in_check() && !position.has_legal_move();
        }
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return position.in_check();
        }
        if position.is_dead() {
            return false;
        }
        let last = self.defences[plies % MAX_PLY];
        moves.sort_by_key(|m| (Some(*m) != last, !m.is_capture()));
        let length = line.moves().len();
        let mut longest: Vec<Move> = Vec::new();
        for m in moves {
            line.push(m);
            let is_mated = self.play(position, &[m], |finder, next| finder.mate(next, plies - 1, line));
            if !is_mated {
                line.truncate(length);
                self.defences[plies % MAX_PLY] = Some(m);
                return false;
            }
            if line.moves().len() - length > longest.len() {
                longest = line.moves()[length..].to_vec();
            }
            line.truncate(length);
        }
        longest.into_iter().for_each(|m| line.push(m));
        true
    }

    /// Counts a node unless the budget is spent, and reports whether it is. It is if the search must end.
    fn count_node(&mut self) -> bool {
        if self.is_spent() {
            return true;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL_INTERVAL) && self.w.polling.is_over_after(self.nodes, self.w.shared)
        {
            self.budget = 0;
        }
        false
    }

    fn tt_move(&self, position: &Position) -> Option<Move> {
        self.w.shared.tt.probe(position.key()).and_then(|entry| position.unpack(entry.best))
    }
}

impl Refuted {
    /// Reports whether the side to move is known to give no mate in `plies`.
    fn contains(&self, position: &Position, plies: usize) -> bool {
        self.0.get(&position.key()).is_some_and(|refuted| *refuted >= plies)
    }

    /// Remembers that the side to move gives no mate in `plies`, unless the fifty-move rule may be the reason, which is
    /// not part of the key.
    fn add(&mut self, position: &Position, plies: usize) {
        if position.halfmoves() as usize + plies <= 100 && self.0.len() < MAX_REFUTED {
            let refuted = self.0.entry(position.key()).or_default();
            *refuted = plies.max(*refuted);
        }
    }
}
