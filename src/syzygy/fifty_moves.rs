//! Fifty moves: the result of a position with its halfmove clock.
//!
//! Many DTZ tables store moves instead of plies: a distance of `n` is `n` or `n + 1` plies. If the halfmove
//! clock leaves exactly `n`, it has to be decided which:
//!
//! * If the losing side can make no zeroing move that loses, the winning side makes the last move.
//! * Else a search over the shortest ways decides, since later positions are nearer to the zeroing move.
//! * If that needs too many probes or is interrupted, the winning side is assumed to make the last move, as it
//!   mostly does.

use std::collections::HashMap;

use shakmaty::{Bitboard, Color};

use super::{Dtz, MaybeRounded, Tablebases, Wdl};
use crate::position::Position;

/// The halfmove clock of the fifty-move rule.
pub(super) const FIFTY_MOVES: i32 = 100;

/// The distance up to which one that the table calls precise may be rounded: that of a position that the table
/// does not store is computed from those after its moves, and of equal ones the first counts.
const MAX_MIXED: i32 = 4;

/// Decides whether wins come before the fifty-move rule.
pub(super) struct FiftyMoves<'a> {
    tables: &'a Tablebases,
    /// The distances so far.
    distances: HashMap<u64, MaybeRounded<Dtz>>,
    /// The results so far; the plies left follow from the position.
    results: HashMap<u64, bool>,
    left: u32,
    interrupted: &'a dyn Fn() -> bool,
}

/// The result of a position with its halfmove clock.
#[derive(Clone, Copy)]
pub(super) struct Outcome {
    pub outcome: Wdl,
    /// The plies to the next zeroing move or mate, maybe rounded down by one.
    pub plies: i32,
}

impl<'a> FiftyMoves<'a> {
    /// Probes at most `max_probes` positions, to bound the time, and none once it is interrupted.
    pub fn new(tables: &'a Tablebases, max_probes: u32, interrupted: &'a dyn Fn() -> bool) -> FiftyMoves<'a> {
        let (distances, results) = (HashMap::new(), HashMap::new());
        FiftyMoves { tables, distances, results, left: max_probes, interrupted }
    }

    /// Returns the result of a position with its halfmove clock; `None` if a probe fails.
    ///
    /// Mate on the last ply of the fifty moves counts before the draw. If they are over, a win is a cursed one.
    pub fn outcome(&mut self, position: &Position) -> Option<Outcome> {
        if position.is_checkmate() {
            return Some(Outcome { outcome: Wdl::Loss, plies: 0 });
        }
        let left = FIFTY_MOVES - position.halfmoves().min(1_000) as i32;
        let rounded = self.tables.dtz(position)?.ignore_rounding().0;
        let plies = rounded.abs();
        if rounded == 0 {
            return Some(Outcome { outcome: Wdl::Draw, plies });
        }
        let wins = rounded > 0;
        let in_time = match plies == left {
            true => self.is_in_time(position, left, wins).unwrap_or_else(|| is_last_of_winner(left, wins)),
            false => plies < left,
        };
        let outcome = match (wins, in_time) {
            (true, true) => Wdl::Win,
            (true, false) => Wdl::CursedWin,
            (false, true) => Wdl::Loss,
            (false, false) => Wdl::BlessedLoss,
        };
        Some(Outcome { outcome, plies })
    }

    /// Reports whether the winning side, the side to move if `wins`, can force mate or a winning zeroing move
    /// within `plies`; `None` if a probe fails or there are too many.
    fn is_in_time(&mut self, position: &Position, plies: i32, wins: bool) -> Option<bool> {
        if position.is_checkmate() {
            return Some(!wins);
        }
        let distance = self.distance(position)?;
        let rounded = distance.ignore_rounding().0;
        if rounded == 0 || (rounded > 0) != wins || plies <= 0 {
            return Some(false);
        }
        let is_precise = matches!(distance, MaybeRounded::Precise(_)) && plies > MAX_MIXED;
        if is_precise || rounded.abs() != plies {
            return Some(rounded.abs() <= plies);
        }
        let winner = if wins { position.turn() } else { !position.turn() };
        if always_makes_last_move(position, winner) {
            return Some(is_last_of_winner(plies, wins));
        }
        if let Some(result) = self.results.get(&position.key()) {
            return Some(*result);
        }
        let found = self.any_move(position, plies, wins)? == wins;
        self.results.insert(position.key(), found);
        Some(found)
    }

    /// Returns the distance that the table has for a position; `None` if a probe fails or there are too many.
    fn distance(&mut self, position: &Position) -> Option<MaybeRounded<Dtz>> {
        if let Some(distance) = self.distances.get(&position.key()) {
            return Some(*distance);
        }
        self.left = if (self.interrupted)() { 0 } else { self.left };
        self.left = self.left.checked_sub(1)?;
        let distance = self.tables.dtz(position)?;
        self.distances.insert(position.key(), distance);
        Some(distance)
    }

    /// Reports whether a winning side has a move that is in time, or a losing side one that is not.
    fn any_move(&mut self, position: &Position, plies: i32, wins: bool) -> Option<bool> {
        for m in position.legal_moves() {
            let child = position.play(m);
            let in_time = match m.is_zeroing() {
                // A lost position remains lost after a zeroing move.
                true => !wins || self.tables.wdl(&child)? == Wdl::Loss,
                false => self.is_in_time(&child, plies - 1, !wins)?,
            };
            if in_time == wins {
                return Some(true);
            }
        }
        Some(false)
    }
}

/// Reports whether the last of `plies` is a move of the winning side, which is to move if `wins`.
const fn is_last_of_winner(plies: i32, wins: bool) -> bool {
    (plies % 2 != 0) == wins
}

/// Reports whether every zeroing move of the losing side gives the win away: it has no pawns, and without any
/// one of its pieces the winning side cannot mate.
fn always_makes_last_move(position: &Position, winner: Color) -> bool {
    let board = position.board();
    let pieces = board.by_color(winner) & !board.kings();
    let minor = board.knights() | board.bishops();
    let is_bare = board.by_color(!winner).is_subset(board.kings());
    let cannot_win =
        |left: Bitboard| left.is_empty() || left.is_subset(minor) && left.count() == 1 && is_bare;
    (board.by_color(!winner) & board.pawns()).is_empty()
        && pieces.into_iter().all(|square| cannot_win(pieces.without(square)))
}
