//! Order: which move comes next.
//!
//! The table's move, captures that do not lose by exchange, the killer, the other quiet moves by
//! history, captures that lose. Each stage is generated only when it is reached.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Move, Role};

use super::facts::Facts;
use super::history::{Context, Histories};
use super::params as p;
use crate::position::{Checks, MoveList, Position, Threats, exchange_value};
use crate::types::PackedMove;

/// Room for the captures and promotions of any legal position.
const MOST_NOISY: usize = 128;

/// Moves with a score each, the best taken first.
///
/// A score and the place of its move are one number, so that the best is the maximum of a row of
/// integers, which processors find many at a time.
struct Pool {
    moves: MoveList,
    keys: ArrayVec<i32, 256>,
}

impl Pool {
    const TAKEN: i32 = i32::MIN;

    fn new() -> Pool {
        Pool { moves: ArrayVec::new_const(), keys: ArrayVec::new_const() }
    }

    fn clear(&mut self) {
        self.moves.clear();
        self.keys.clear();
    }

    /// Adds a move; of equals the one added first is taken first.
    #[inline]
    fn add(&mut self, m: Move, score: i32) {
        debug_assert!(score.abs() < 1 << 22);
        let place = self.moves.len() as i32;
        self.keys.push(score << 8 | (255 - place));
        self.moves.push(m);
    }

    #[inline]
    fn take_best(&mut self) -> Option<(Move, i32)> {
        let key = self.keys.iter().copied().max().filter(|key| *key != Self::TAKEN)?;
        let place = 255 - (key & 255) as usize;
        self.keys[place] = Self::TAKEN;
        Some((self.moves[place], key >> 8))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Table,
    MakeCaptures,
    GoodCaptures,
    Killer,
    MakeQuiets,
    Quiets,
    BadCaptures,
    Sorted,
    Done,
}

/// Gives the legal moves of a node one by one, the most promising first.
pub(super) struct Picker {
    stage: Stage,
    table_move: Option<Move>,
    killer: PackedMove,
    /// Captures with a score from the exchange of at least this come before the quiet moves.
    good_exchange: i32,
    skip_quiets: bool,
    /// No quiet moves and no losing captures at all (quiescence).
    only_good_captures: bool,
    threats: Threats,
    /// Not made before they are needed, in quiescence.
    checks: Option<Checks>,
    before: [Context; 3],
    pinned: Bitboard,
    pool: Pool,
    losing: ArrayVec<(Move, i32), MOST_NOISY>,
    losing_given: usize,
}

/// A move and what ordering found out about it.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub m: Move,
    /// Neither capture nor promotion.
    pub quiet: bool,
    /// History score of a quiet move, ordering score of a capture, history score of the table's move.
    pub history: i32,
    /// It came from the killer slot.
    pub killer: bool,
}

impl Picker {
    /// For a full node.
    pub fn new(position: &Position, facts: &Facts, checks: Checks, killer: PackedMove) -> Picker {
        Picker {
            stage: Stage::Table,
            table_move: facts.table_move,
            killer: if p::use_killers() { killer } else { PackedMove::NONE },
            good_exchange: 0,
            skip_quiets: false,
            only_good_captures: false,
            threats: facts.threats,
            checks: Some(checks),
            before: facts.before,
            pinned: position.pinned(position.turn()),
            pool: Pool::new(),
            losing: ArrayVec::new_const(),
            losing_given: 0,
        }
    }

    /// For quiescence: all evasions in check, else captures and promotions that win at least
    /// `threshold` by exchange.
    pub fn quiescence(
        position: &Position,
        table_move: Option<Move>,
        before: [Context; 3],
        threshold: i32,
    ) -> Picker {
        let in_check = position.in_check();
        // Without a check quiet moves are not looked at.
        let threats = if in_check { position.threats(!position.turn()) } else { Threats::default() };
        Picker {
            stage: Stage::Table,
            table_move: table_move.filter(|m| in_check || is_noisy(*m)),
            killer: PackedMove::NONE,
            good_exchange: if in_check { 0 } else { threshold },
            skip_quiets: !in_check,
            only_good_captures: !in_check,
            threats,
            checks: None,
            before,
            pinned: position.pinned(position.turn()),
            pool: Pool::new(),
            losing: ArrayVec::new_const(),
            losing_given: 0,
        }
    }

    /// No more quiet moves.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Puts the moves that are left in the order of `worth`, the highest first; equals stay as they
    /// are.
    pub fn sort_by(&mut self, position: &Position, histories: &Histories, worth: impl Fn(Move) -> i32) {
        let mut moves = MoveList::new_const();
        while let Some(candidate) = self.next(position, histories) {
            moves.push(candidate.m);
        }
        self.pool.clear();
        for m in moves {
            self.pool.add(m, worth(m));
        }
        self.stage = Stage::Sorted;
    }

    /// The next move, or `None` after the last.
    pub fn next(&mut self, position: &Position, histories: &Histories) -> Option<Candidate> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::MakeCaptures;
                    if let Some(m) = self.table_move {
                        return Some(self.candidate(position, histories, m));
                    }
                }
                Stage::MakeCaptures => self.make_captures(position, histories),
                Stage::GoodCaptures => match self.good_capture(position) {
                    Some(found) => return Some(found),
                    None if self.only_good_captures => self.stage = Stage::Done,
                    None => self.stage = Stage::Killer,
                },
                Stage::Killer => {
                    self.stage = Stage::MakeQuiets;
                    if let Some(m) = self.killer_move(position) {
                        return Some(Candidate { killer: true, ..self.candidate(position, histories, m) });
                    }
                }
                Stage::MakeQuiets => self.make_quiets(position, histories),
                Stage::Quiets => match self.quiet(position) {
                    Some(found) => return Some(found),
                    None => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => match self.losing.get(self.losing_given) {
                    Some(&(m, history)) => {
                        self.losing_given += 1;
                        return Some(Candidate { m, quiet: false, history, killer: false });
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Sorted => match self.pool.take_best() {
                    Some((m, _)) if self.skip_quiets && !is_noisy(m) => {}
                    Some((m, _)) => return Some(self.candidate(position, histories, m)),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn candidate(&self, position: &Position, histories: &Histories, m: Move) -> Candidate {
        let quiet = !is_noisy(m);
        let history = if quiet {
            histories.quiet_score(position, m, self.threats.attacked, &self.before)
        } else {
            histories.capture_score(position, m)
        };
        Candidate { m, quiet, history, killer: false }
    }

    fn make_captures(&mut self, position: &Position, histories: &Histories) {
        position.captures(|m| {
            let score = noisy_gain(m) * 16 + histories.capture_score(position, m);
            self.pool.add(m, score);
        });
        self.stage = Stage::GoodCaptures;
    }

    /// The best capture left that does not lose; those that do are set aside.
    fn good_capture(&mut self, position: &Position) -> Option<Candidate> {
        while let Some((m, score)) = self.pool.take_best() {
            if !self.is_fresh_and_legal(position, m) {
                continue;
            }
            if position.wins_exchange(m, self.good_exchange) && !is_minor_promotion(m) {
                return Some(Candidate { m, quiet: false, history: score, killer: false });
            }
            self.losing.push((m, score));
        }
        None
    }

    fn killer_move(&mut self, position: &Position) -> Option<Move> {
        if self.killer.is_none() || self.skip_quiets {
            return None;
        }
        let m = position.unpack(self.killer).filter(|m| !is_noisy(*m) && self.table_move != Some(*m));
        if m.is_none() {
            self.killer = PackedMove::NONE;
        }
        m
    }

    fn make_quiets(&mut self, position: &Position, histories: &Histories) {
        self.stage = Stage::Quiets;
        if self.skip_quiets {
            return;
        }
        self.pool.clear();
        let checks = self.checks.unwrap_or_else(|| position.checks());
        let killer = self.killer;
        position.quiets(|m| {
            if PackedMove::new(m) != killer {
                let score = histories.quiet_score(position, m, self.threats.attacked, &self.before)
                    + tactical_bonus(position, m, &checks, &self.threats);
                self.pool.add(m, score);
            }
        });
    }

    fn quiet(&mut self, position: &Position) -> Option<Candidate> {
        if self.skip_quiets {
            return None;
        }
        while let Some((m, score)) = self.pool.take_best() {
            if self.is_fresh_and_legal(position, m) {
                return Some(Candidate { m, quiet: true, history: score, killer: false });
            }
        }
        None
    }

    fn is_fresh_and_legal(&self, position: &Position, m: Move) -> bool {
        self.table_move != Some(m) && position.is_legal(m, self.pinned)
    }
}

/// A capture or a promotion.
#[inline]
pub(super) fn is_noisy(m: Move) -> bool {
    m.is_capture() || m.is_promotion()
}

#[inline]
fn is_minor_promotion(m: Move) -> bool {
    m.promotion().is_some_and(|role| role != Role::Queen)
}

/// What a capture or promotion gains at once.
#[inline]
pub(super) fn noisy_gain(m: Move) -> i32 {
    let promoted = m.promotion().map_or(0, |role| exchange_value(role) - exchange_value(Role::Pawn));
    m.capture().map_or(0, exchange_value) + promoted
}

/// Quiet moves that give a safe check or save a threatened piece come early.
#[inline]
fn tactical_bonus(position: &Position, m: Move, checks: &Checks, threats: &Threats) -> i32 {
    let mut bonus = 0;
    if let Move::Normal { role, from, to, .. } = m {
        if threats.by_less.contains(from) {
            bonus += 8 * exchange_value(role);
        }
        if role != Role::Pawn && !threats.attacked.contains(to) && position.gives_check(m, checks) {
            bonus += 6000;
        }
    }
    bonus
}
