//! Mate finder: an exhaustive search for a mate in a number of plies.
//!
//! It leaves out nothing but repetitions, and so proves what it finds. The main search, which prunes moves and evaluates
//! positions, may not see a quiet first move for long.

use std::collections::HashMap;

use shakmaty::Move;

use super::worker::Worker;
use crate::position::{Path, Position};
use crate::types::{Line, MAX_PLY, Window};

/// Nodes between two polls of the clock.
const POLL_INTERVAL: u64 = 256;

/// The positions that are remembered, at most.
const MAX_REFUTED: usize = 1 << 20;

/// Stands for no index in the path.
const NEVER: usize = usize::MAX;

/// The plies within which the side to move gives no mate, by the key of the position.
#[derive(Default)]
pub(super) struct Refuted(HashMap<u64, usize>);

/// A search for a mate.
pub(super) struct MateFinder<'a, 'w> {
    w: &'a Worker<'w>,
    path: Path,
    /// The index in the path of the oldest position that a line has repeated since: a line without mate may have failed
    /// for that reason, which holds on this path only.
    repeated: usize,
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
        MateFinder { w, path, repeated: NEVER, refuted, defences: [None; MAX_PLY], nodes: 0, budget }
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
        let found = match self.path.repeated() {
            None => self.play(&next, rest, search),
            Some(index) => {
                self.repeated = self.repeated.min(index);
                false
            }
        };
        self.path.pop();
        found
    }

    /// Reports whether the side to move gives mate in at most `plies`, and appends the moves to `line`:
    /// `plies` of them against the longest defence.
    pub fn mate(&mut self, position: &Position, plies: usize, line: &mut Line) -> bool {
        if plies == 0 || position.halfmoves() >= 100 || self.refuted.contains(position, plies) {
            return false;
        }
        let before = std::mem::replace(&mut self.repeated, NEVER);
        let found = self.mate_by(position, position.legal_moves().into_iter(), plies, line);
        // A shortest mate does not return to this position, so that a repetition of it does not depend on the path.
        let is_of_path = self.repeated < self.path.len() - 1;
        if !found && !is_of_path && !self.is_spent() {
            self.refuted.add(position, plies);
        }
        self.repeated = if found { before } else { before.min(self.repeated) };
        found
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
            return position.is_checkmate();
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
        self.w.probe_tt(position, Window::FULL, 0).and_then(|entry| position.unpack(entry.best))
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    use shakmaty::{CastlingMode, Chess, Piece, Setup, Square};

    use crate::eval::Evaluator;
    use crate::eval::nnue::Model;
    use crate::position::{Game, parse_fen, parse_move};
    use crate::rng::Rng;
    use crate::search::shared::with_shared;
    use crate::search::worker::ThreadData;

    /// Calls `work` with a worker whose root is `position`.
    fn with_worker<R>(position: &Position, data: &mut ThreadData, work: impl FnOnce(&Worker) -> R) -> R {
        let game = Game::new(position.clone());
        with_shared(&game, 1, |shared| work(&Worker::new(shared, 0, data, &game, &mut ())))
    }

    fn new_data() -> ThreadData {
        ThreadData::new(Evaluator::new(Model::built_in())).expect("memory")
    }

    /// Returns the plies, at most 5, of the shortest mate that the finder gives in `position`.
    fn found(position: &Position, data: &mut ThreadData) -> Option<usize> {
        let mut refuted = Refuted::default();
        with_worker(position, data, |w| {
            (1..=5).step_by(2).find(|plies| {
                let mut finder = MateFinder::new(w, &mut refuted, u64::MAX);
                let mut line = Line::new();
                let found = finder.mate_by(position, position.legal_moves().into_iter(), *plies, &mut line);
                assert!(!found || line.moves().len() == *plies);
                found
            })
        })
    }

    /// What a plain search knows: by key and plies, whether the side to move gives mate.
    type Known = HashMap<(u64, usize), bool>;

    /// Reports whether the side to move gives mate in at most `plies`.
    fn gives_mate(position: &Position, plies: usize, known: &mut Known) -> bool {
        if let Some(gives) = known.get(&(position.key(), plies)) {
            return *gives;
        }
        let gives = position.legal_moves().into_iter().any(|m| {
            let next = position.play(m);
            let replies = next.legal_moves();
            match plies {
                1 => next.is_checkmate(),
                _ if replies.is_empty() => next.in_check(),
                _ => replies.into_iter().all(|reply| gives_mate(&next.play(reply), plies - 2, known)),
            }
        });
        known.insert((position.key(), plies), gives);
        gives
    }

    #[test]
    fn mates_are_found_as_by_a_plain_search() {
        let (mut data, mut rng, mut known, mut mates) = (new_data(), Rng::new(7), Known::new(), 0);
        for round in 0..1000 {
            let mut setup = Setup::empty();
            for piece in ['K', 'k', ['Q', 'R'][round % 2], 'R'] {
                let square = Square::new(rng.below(64) as u32);
                setup.board.set_piece_at(square, Piece::from_char(piece).expect("a piece"));
            }
            let Ok(chess) = setup.position::<Chess>(CastlingMode::Standard) else { continue };
            let position = Position::new(chess);
            let plies = (1..=5).step_by(2).find(|plies| gives_mate(&position, *plies, &mut known));
            mates += usize::from(plies.is_some());
            assert_eq!(found(&position, &mut data), plies, "{}", position.fen());
        }
        assert!(mates > 100, "{mates}");
    }

    #[test]
    fn what_fails_by_a_repetition_may_succeed_on_another_path() {
        let before = Position::new(parse_fen("8/6Q1/8/8/8/8/5K2/7k w - - 0 1").expect("a FEN").chess);
        let moves: Vec<Move> = ["f2e1", "h1h2"]
            .into_iter()
            .scan(before.clone(), |position, text| {
                let m = parse_move(position, text).expect("a move");
                *position = position.play(m);
                Some(m)
            })
            .collect();
        let position = moves.iter().fold(before.clone(), |position, m| position.play(*m));
        let mut refuted = Refuted::default();
        with_worker(&before, &mut new_data(), |w| {
            let mut finder = MateFinder::new(w, &mut refuted, u64::MAX);
            // The position before the moves is one of the search, and the only mate in 2 begins with a return to it.
            finder.path = Path::new();
            finder.path.push(&before);
            assert!(!finder.play(&before, &moves, |finder, position| finder.mate(
                position,
                3,
                &mut Line::new()
            )));
            finder.path = Path::new();
            finder.path.push(&position);
            assert!(finder.mate(&position, 3, &mut Line::new()));
        });
    }
}
