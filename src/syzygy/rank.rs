//! Rank: the moves of a position in the order in which the tables recommend them.
//!
//! Moves that surely win are equals, so that a search may choose the finest; but where the clock
//! runs out, or a position has come again already, the shortest way is best. Moves that lose are
//! equals until a draw by the clock is in sight. The method is that of Stockfish and of Fathom, by
//! R. de Man and others: a distance is believed with one ply to spare, since tables may round.

use shakmaty::Move;

use super::clock::Clock;
use super::{MaybeRounded, Tablebases, Wdl};
use crate::position::{Path, Position};

/// The plies of the fifty-move rule.
const FIFTY_MOVES: i32 = 100;

/// Ranks of moves that win in any case, that win if all goes straight on, and that would win if there
/// were no fifty-move rule; those of losses are the same below zero.
const SURE: i32 = 30_000;
const STRAIGHT: i32 = 20_000;
const CURSED: i32 = 10_000;

/// A move and what comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub m: Move,
    /// Moves of a higher rank are better; those of the same keep the same.
    pub rank: i32,
    /// The end of it with the clock as it is, for the side to move.
    pub outcome: Wdl,
}

/// All moves of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranking {
    /// The moves, in no order.
    pub moves: Vec<RankedMove>,
    /// Distances were known, so that what is best makes progress.
    pub makes_progress: bool,
}

/// What a move comes to: the outcome, and the plies to the next capture or pawn move, with those that
/// the clock has counted.
struct Fate {
    outcome: Wdl,
    total: i32,
    /// A ply more would not matter.
    is_sure: bool,
}

impl Tablebases {
    /// The moves of `position`, the last of `path`, with the fifty-move rule or without; `None` where
    /// the tables do not tell of all.
    ///
    /// With `by_distance` moves that keep the same result are put in order too: by the shortest way
    /// for the side that wins, by the longest for the other.
    #[must_use]
    pub fn rank(
        &self,
        position: &Position,
        path: &Path,
        fifty_moves: bool,
        by_distance: bool,
    ) -> Option<Ranking> {
        if !self.holds(position) || !position.has_legal_move() {
            return None;
        }
        let judge = Judge { tables: self, position, path, fifty_moves };
        // Where nothing but mate ends the wait, the shortest way is the finest.
        let by_distance = by_distance || is_bare(position);
        judge.by_distances(by_distance).or_else(|| judge.by_results())
    }
}

/// One side has its king alone, and there are no pawns.
fn is_bare(position: &Position) -> bool {
    position.board().pawns().is_empty() && !(position.us().more_than_one() && position.them().more_than_one())
}

struct Judge<'a> {
    tables: &'a Tablebases,
    position: &'a Position,
    path: &'a Path,
    fifty_moves: bool,
}

impl Judge<'_> {
    fn by_distances(&self, by_distance: bool) -> Option<Ranking> {
        let repeated = self.path.has_repeated();
        let mut clock = Clock::new(self.tables);
        let rank = |m: Move| {
            let Fate { outcome, total, is_sure } = self.fate(m, &mut clock)?;
            let plies = total - self.halfmoves();
            let rank = match outcome {
                Wdl::Win if is_sure && !repeated => SURE - if by_distance { plies } else { 0 },
                Wdl::Win => STRAIGHT - total,
                Wdl::CursedWin => (CURSED - total).max(1),
                Wdl::Draw => 0,
                Wdl::BlessedLoss => (total - CURSED).min(-1),
                Wdl::Loss if 2 * plies + self.halfmoves() < FIFTY_MOVES => {
                    if by_distance {
                        plies - SURE
                    } else {
                        -SURE
                    }
                }
                Wdl::Loss => total - STRAIGHT,
            };
            Some(RankedMove { m, rank, outcome: self.counted(outcome) })
        };
        let moves = self.position.legal_moves().into_iter().map(rank).collect::<Option<_>>()?;
        Some(Ranking { moves, makes_progress: true })
    }

    /// What comes of a move, by distances.
    fn fate(&self, m: Move, clock: &mut Clock) -> Option<Fate> {
        let child = self.position.play(m);
        let soon = self.halfmoves() + 1;
        if m.is_zeroing() || child.in_check() && !child.has_legal_move() {
            let outcome = if m.is_zeroing() { -self.tables.wdl(&child)? } else { Wdl::Win };
            return Some(Fate { outcome, total: soon, is_sure: true });
        }
        if self.is_drawn_by_rule(&child) {
            return Some(Fate { outcome: Wdl::Draw, total: soon, is_sure: true });
        }
        let distance = self.tables.dtz(&child)?;
        let rounded = -distance.ignore_rounding().0;
        let total = soon + rounded.abs();
        let is_rounded = matches!(distance, MaybeRounded::Rounded(_));
        let in_time = match total {
            FIFTY_MOVES if is_rounded => {
                clock.is_in_time(&child, FIFTY_MOVES - soon, rounded < 0).unwrap_or(true)
            }
            total => total <= FIFTY_MOVES,
        };
        let outcome = match (rounded.signum(), in_time) {
            (1, true) => Wdl::Win,
            (1, false) => Wdl::CursedWin,
            (-1, true) => Wdl::Loss,
            (-1, false) => Wdl::BlessedLoss,
            _ => Wdl::Draw,
        };
        Some(Fate { outcome, total, is_sure: total < FIFTY_MOVES })
    }

    /// By results alone, as if the clock stood at zero.
    fn by_results(&self) -> Option<Ranking> {
        let rank = |m: Move| {
            let child = self.position.play(m);
            let is_drawn = !m.is_zeroing() && self.is_drawn_by_rule(&child);
            let outcome = if is_drawn { Wdl::Draw } else { -self.tables.wdl(&child)? };
            let rank = match outcome {
                Wdl::Win => SURE,
                Wdl::CursedWin => CURSED,
                Wdl::Draw => 0,
                Wdl::BlessedLoss => -CURSED,
                Wdl::Loss => -SURE,
            };
            Some(RankedMove { m, rank, outcome: self.counted(outcome) })
        };
        let moves = self.position.legal_moves().into_iter().map(rank).collect::<Option<_>>()?;
        Some(Ranking { moves, makes_progress: false })
    }

    /// The position after a move is drawn by repetition or, if that counts, by fifty moves.
    fn is_drawn_by_rule(&self, child: &Position) -> bool {
        let mut path = self.path.clone();
        path.push(child);
        path.is_repetition() || self.fifty_moves && child.halfmoves() as i32 >= FIFTY_MOVES
    }

    /// The outcome as it counts.
    fn counted(&self, outcome: Wdl) -> Wdl {
        match outcome {
            Wdl::CursedWin if !self.fifty_moves => Wdl::Win,
            Wdl::BlessedLoss if !self.fifty_moves => Wdl::Loss,
            outcome => outcome,
        }
    }

    fn halfmoves(&self) -> i32 {
        self.position.halfmoves().min(1_000) as i32
    }
}
