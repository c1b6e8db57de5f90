//! Fifty moves: whether a win comes before the fifty-move rule if the tablebase rounds its distance.
//!
//! Many DTZ tables store moves instead of plies: a distance of `n` is `n` or `n + 1` plies. If the halfmove
//! clock leaves exactly `n`, a search over the moves decides, since later positions are nearer to the zeroing
//! move.

use std::collections::HashMap;

use super::{MaybeRounded, Tablebases, Wdl};
use crate::position::Position;

/// The maximum number of positions probed for the moves of one position, to bound the time.
const MAX_PROBES: u32 = 1_000;

/// Decides whether wins come before the fifty-move rule.
pub(super) struct FiftyMoves<'a> {
    tables: &'a Tablebases,
    /// The results so far; the plies left follow from the position.
    results: HashMap<u64, bool>,
    left: u32,
}

impl<'a> FiftyMoves<'a> {
    pub fn new(tables: &'a Tablebases) -> FiftyMoves<'a> {
        FiftyMoves { tables, results: HashMap::new(), left: MAX_PROBES }
    }

    /// Reports whether the winning side, the side to move if `wins`, can force mate or a winning zeroing move
    /// within `plies`; `None` if a probe fails or there are too many.
    pub fn is_in_time(&mut self, position: &Position, plies: i32, wins: bool) -> Option<bool> {
        if position.in_check() && !position.has_legal_move() {
            return Some(!wins);
        }
        self.left = self.left.checked_sub(1)?;
        let distance = self.tables.dtz(position)?;
        let rounded = distance.ignore_rounding().0;
        if rounded == 0 || (rounded > 0) != wins || plies <= 0 {
            return Some(false);
        }
        if matches!(distance, MaybeRounded::Precise(_)) || rounded.abs() != plies {
            return Some(rounded.abs() <= plies);
        }
        if let Some(result) = self.results.get(&position.key()) {
            return Some(*result);
        }
        let found = self.any_move(position, plies, wins)? == wins;
        self.results.insert(position.key(), found);
        Some(found)
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
