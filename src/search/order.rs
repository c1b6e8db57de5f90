//! Move ordering: the TT move, captures that lose no more by SEE than their order allows, the killer, other quiet
//! moves by history, the other captures.
//!
//! Each stage is generated only when it is reached.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Move, Role, Square};

use super::facts::Facts;
use super::history::{Context, QuietHistories};
use super::params::Parameters;
use super::worker::Worker;
use crate::position::{Checks, MAX_MOVES, MoveList, Position, Threats, piece_value, quiet_move};
use crate::types::PackedMove;

/// The most captures and promotions that are put off, more than a position of a game has.
const MAX_LOSING: usize = 128;

/// Moves with scores, the best taken first.
///
/// A score and the index of its move share an integer, so that finding the best is a maximum over integers,
/// which vectorises.
struct ScoredMoves {
    moves: MoveList,
    keys: ArrayVec<i32, MAX_MOVES>,
}

impl ScoredMoves {
    const TAKEN: i32 = i32::MIN;
    const INDEX_BITS: u32 = 9;
    const INDEX_MASK: i32 = (1 << Self::INDEX_BITS) - 1;

    fn new() -> ScoredMoves {
        // `new_const` makes a constant, of which the unused elements are copied too.
        ScoredMoves { moves: ArrayVec::new(), keys: ArrayVec::new() }
    }

    fn clear(&mut self) {
        self.moves.clear();
        self.keys.clear();
    }

    /// Adds a move; of equal scores the one added first is taken first.
    #[inline]
    fn add(&mut self, m: Move, score: i32) {
        debug_assert!(score.abs() < 1 << 22);
        let index = self.moves.len() as i32;
        self.keys.push(score << Self::INDEX_BITS | (Self::INDEX_MASK - index));
        self.moves.push(m);
    }

    #[inline]
    fn take_best(&mut self) -> Option<(Move, i32)> {
        let key = self.keys.iter().copied().max().filter(|key| *key != Self::TAKEN)?;
        let index = (Self::INDEX_MASK - (key & Self::INDEX_MASK)) as usize;
        self.keys[index] = Self::TAKEN;
        Some((self.moves[index], key >> Self::INDEX_BITS))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TtMove,
    MakeCaptures,
    GoodCaptures,
    Killer,
    MakeQuiets,
    Quiets,
    BadCaptures,
    Sorted,
    Done,
}

/// Yields the legal moves of a node one by one, the most promising first, and prefetches the TT entries after them.
pub(super) struct MovePicker {
    stage: Stage,
    tt_move: Option<Move>,
    killer: PackedMove,
    /// The least SEE of a good capture, before what its order allows it to lose.
    see_threshold: i32,
    skip_quiets: bool,
    /// Neither quiet moves nor losing captures (quiescence).
    only_good_captures: bool,
    threats: Threats,
    /// Computed when needed, in quiescence.
    checks: Option<Checks>,
    contexts: [Context; 3],
    pinned: Bitboard,
    scored: ScoredMoves,
    losing: ArrayVec<(Move, i32), MAX_LOSING>,
    next_losing: usize,
}

/// A move with its ordering data.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub m: Move,
    /// Neither capture nor promotion.
    pub quiet: bool,
    /// History score; that of a quiet move from the list has its tactical bonus.
    pub history: i32,
    /// Ordering score of a move from the list; of the TT move and the killer the history score.
    pub order: i32,
    /// The killer move.
    pub killer: bool,
    /// A lower bound of the SEE; `i32::MIN` if nothing is known of it.
    pub least_exchange: i32,
}

impl Candidate {
    /// A move that is not the killer, and whose SEE is not known.
    #[inline]
    const fn new(m: Move, quiet: bool, history: i32, order: i32) -> Candidate {
        Candidate { m, quiet, history, order, killer: false, least_exchange: i32::MIN }
    }
}

impl MovePicker {
    /// A picker for the main search.
    pub fn new(
        params: &Parameters,
        position: &Position,
        facts: &Facts,
        threats: Threats,
        checks: Checks,
        killer: PackedMove,
    ) -> MovePicker {
        MovePicker {
            stage: Stage::TtMove,
            tt_move: facts.tt_move,
            killer: if params.use_killers() { killer } else { PackedMove::NONE },
            see_threshold: 0,
            skip_quiets: false,
            only_good_captures: false,
            threats,
            checks: Some(checks),
            contexts: facts.contexts,
            pinned: position.pinned(position.turn()),
            scored: ScoredMoves::new(),
            losing: ArrayVec::new(),
            next_losing: 0,
        }
    }

    /// A picker for quiescence: all evasions in check, else captures and promotions with a SEE of at least
    /// `threshold`.
    pub fn quiescence(
        position: &Position,
        tt_move: Option<Move>,
        contexts: [Context; 3],
        threshold: i32,
    ) -> MovePicker {
        let in_check = position.in_check();
        // Quiet moves are searched in check only.
        let threats = if in_check { position.threats(!position.turn()) } else { Threats::default() };
        MovePicker {
            stage: Stage::TtMove,
            tt_move: tt_move.filter(|m| in_check || is_noisy(*m)),
            killer: PackedMove::NONE,
            see_threshold: if in_check { 0 } else { threshold },
            skip_quiets: !in_check,
            only_good_captures: !in_check,
            threats,
            checks: None,
            contexts,
            pinned: position.pinned(position.turn()),
            scored: ScoredMoves::new(),
            losing: ArrayVec::new(),
            next_losing: 0,
        }
    }

    /// Reports whether the opponent may capture the piece after a quiet move.
    #[inline]
    pub fn is_in_reach(&self, m: Move) -> bool {
        self.threats.reach(m)
    }

    /// Skips the remaining quiet moves.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Sorts the remaining moves by `score`, the highest first, stably.
    pub fn sort_by(&mut self, w: &Worker, position: &Position, score: impl Fn(Move) -> i32) {
        let mut moves = MoveList::new();
        while let Some(candidate) = self.next(w, position) {
            moves.push(candidate.m);
        }
        self.scored.clear();
        for m in moves {
            self.scored.add(m, score(m));
        }
        self.stage = Stage::Sorted;
    }

    /// The next move, or `None` after the last.
    pub fn next(&mut self, w: &Worker, position: &Position) -> Option<Candidate> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::MakeCaptures;
                    if let Some(m) = self.tt_move {
                        return Some(self.candidate(w, position, m));
                    }
                }
                Stage::MakeCaptures => self.make_captures(w, position),
                Stage::GoodCaptures => match self.good_capture(w, position) {
                    Some(found) => return Some(found),
                    None if self.only_good_captures => self.stage = Stage::Done,
                    None => self.stage = Stage::Killer,
                },
                Stage::Killer => {
                    self.stage = Stage::MakeQuiets;
                    if let Some(m) = self.killer_move(position) {
                        return Some(Candidate { killer: true, ..self.candidate(w, position, m) });
                    }
                }
                Stage::MakeQuiets => self.make_quiets(w, position),
                Stage::Quiets => match self.quiet(w, position) {
                    Some(found) => return Some(found),
                    None => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => match self.losing.get(self.next_losing) {
                    Some(&(m, order)) => {
                        self.next_losing += 1;
                        return Some(capture(w, position, m, order));
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Sorted => match self.scored.take_best() {
                    Some((m, _)) if self.skip_quiets && !is_noisy(m) => {}
                    Some((m, _)) => return Some(self.candidate(w, position, m)),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn candidate(&self, w: &Worker, position: &Position, m: Move) -> Candidate {
        w.prefetch_child(position, m);
        let quiet = !is_noisy(m);
        let history = if quiet {
            self.quiet_histories(w, position).score(w.params, m)
        } else {
            w.histories.capture_score(w.params, position, m)
        };
        Candidate::new(m, quiet, history, history)
    }

    #[inline]
    fn quiet_histories<'a>(&self, w: &'a Worker, position: &Position) -> QuietHistories<'a> {
        w.histories.of_quiets(position, self.threats.attacked, &self.contexts)
    }

    // Inlined, every call of `next` would compute what its loops share. The same holds for quiet moves.
    #[inline(never)]
    fn make_captures(&mut self, w: &Worker, position: &Position) {
        position.captures(|m| {
            let score =
                noisy_gain(m) * w.params.order_gain() + w.histories.capture_score(w.params, position, m);
            self.scored.add(m, score);
        });
        self.stage = Stage::GoodCaptures;
    }

    /// The best remaining capture that loses no more than its order allows; the others are set aside.
    fn good_capture(&mut self, w: &Worker, position: &Position) -> Option<Candidate> {
        while let Some((m, score)) = self.scored.take_best() {
            if !self.is_new_and_legal(position, m) {
                continue;
            }
            w.prefetch_child(position, m);
            let may_lose =
                if self.only_good_captures { 0 } else { score * w.params.good_capture_order() / 1024 };
            let least_exchange = self.see_threshold - may_lose;
            if position.wins_exchange(m, least_exchange) && !is_minor_promotion(m) {
                return Some(Candidate { least_exchange, ..capture(w, position, m, score) });
            }
            if self.losing.try_push((m, score)).is_err() {
                return Some(capture(w, position, m, score));
            }
        }
        None
    }

    fn killer_move(&mut self, position: &Position) -> Option<Move> {
        if self.killer.is_none() || self.skip_quiets {
            return None;
        }
        let m = position.unpack(self.killer).filter(|m| !is_noisy(*m) && self.tt_move != Some(*m));
        if m.is_none() {
            self.killer = PackedMove::NONE;
        }
        m
    }

    #[inline(never)]
    fn make_quiets(&mut self, w: &Worker, position: &Position) {
        self.stage = Stage::Quiets;
        if self.skip_quiets {
            return;
        }
        self.scored.clear();
        let checks = self.checks.unwrap_or_else(|| position.checks());
        let killer = self.killer;
        let histories = self.quiet_histories(w, position);
        position.quiet_pawn_moves(|from, to| {
            if (killer.from(), killer.to()) != (from, to) {
                let score = histories.of_piece(Role::Pawn, from).score(w.params, to, to);
                self.scored.add(quiet_move(Role::Pawn, from, to), score);
            }
        });
        position.quiet_piece_targets(|role, from, mut targets| {
            if killer.from() == from {
                targets.discard(killer.to());
            }
            let bonus = TacticalBonus::new(w.params, (role, from), &checks, &self.threats);
            let histories = histories.of_piece(role, from);
            for to in targets {
                let score = histories.score(w.params, to, to) + bonus.to(to);
                self.scored.add(quiet_move(role, from, to), score);
            }
        });
        position.castling_moves(|m| {
            if PackedMove::new(m) != killer {
                self.scored.add(m, histories.score(w.params, m));
            }
        });
    }

    fn quiet(&mut self, w: &Worker, position: &Position) -> Option<Candidate> {
        if self.skip_quiets {
            return None;
        }
        while let Some((m, score)) = self.scored.take_best() {
            if self.is_new_and_legal(position, m) {
                w.prefetch_child(position, m);
                return Some(Candidate::new(m, true, score, score));
            }
        }
        None
    }

    fn is_new_and_legal(&self, position: &Position, m: Move) -> bool {
        self.tt_move != Some(m) && position.keeps_king_safe(m, self.pinned)
    }
}

/// A capture or promotion with its ordering score.
#[inline]
fn capture(w: &Worker, position: &Position, m: Move, order: i32) -> Candidate {
    let history = w.histories.capture_score(w.params, position, m);
    Candidate::new(m, false, history, order)
}

/// Reports whether a move is a capture or promotion.
#[inline]
pub(super) fn is_noisy(m: Move) -> bool {
    m.is_capture() || m.is_promotion()
}

#[inline]
fn is_minor_promotion(m: Move) -> bool {
    m.promotion().is_some_and(|role| role != Role::Queen)
}

/// The material that a capture or promotion gains at once.
#[inline]
pub(super) fn noisy_gain(m: Move) -> i32 {
    let promoted = m.promotion().map_or(0, |role| piece_value(role) - piece_value(Role::Pawn));
    m.capture().map_or(0, piece_value) + promoted
}

/// A bonus for the quiet moves of a piece that give a safe check, save it from a threat, or do not bring it into one.
struct TacticalBonus {
    /// For all moves.
    escape: i32,
    /// Squares with a threat, and their malus.
    enter: (Bitboard, i32),
    /// Squares of safe checks, and their bonus.
    check: (Bitboard, i32),
}

impl TacticalBonus {
    /// The bonus for a piece that is not a pawn.
    #[inline]
    fn new(
        params: &Parameters,
        (role, from): (Role, Square),
        checks: &Checks,
        threats: &Threats,
    ) -> TacticalBonus {
        let threatened = threats.to_piece(role);
        let escape = if threatened.contains(from) { params.order_escape() * piece_value(role) } else { 0 };
        TacticalBonus {
            escape,
            enter: (threatened, params.order_enter() * piece_value(role)),
            check: (checks.squares(role, from) & !threats.attacked, params.order_check()),
        }
    }

    /// The bonus for the move to a square.
    #[inline]
    fn to(&self, to: Square) -> i32 {
        let malus = if self.enter.0.contains(to) { self.enter.1 } else { 0 };
        let bonus = if self.check.0.contains(to) { self.check.1 } else { 0 };
        self.escape - malus + bonus
    }
}
