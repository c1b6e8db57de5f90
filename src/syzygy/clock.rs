//! Clock: whether a win comes before the fifty-move rule, where the tables round.
//!
//! Many tables keep full moves where plies are meant: a distance of `n` is `n` or `n + 1` plies. If
//! the clock leaves exactly `n`, both are possible. The moves tell: the other positions on the way
//! are nearer to a capture or pawn move, or it is known of them.

use std::collections::HashMap;

use super::{MaybeRounded, Tablebases, Wdl};
use crate::position::Position;

/// Positions looked up for the moves of one position; beyond them no answer is found, so that a game
/// by a clock need not wait for it.
const PATIENCE: u32 = 1_000;

/// Finds out whether wins come in time.
pub(super) struct Clock<'a> {
    tables: &'a Tablebases,
    /// What was found out; the plies left follow from the position.
    known: HashMap<u64, bool>,
    left: u32,
}

impl<'a> Clock<'a> {
    pub fn new(tables: &'a Tablebases) -> Clock<'a> {
        Clock { tables, known: HashMap::new(), left: PATIENCE }
    }

    /// The side to move (or else the other, as `wins` tells) mates, captures or moves a pawn within
    /// `plies` and still wins, whatever the other does; `None` where that is not to be found out.
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
        if let Some(known) = self.known.get(&position.key()) {
            return Some(*known);
        }
        let found = self.any_move(position, plies, wins)? == wins;
        self.known.insert(position.key(), found);
        Some(found)
    }

    /// A winning side has a move that is in time; or a losing side has one that is not.
    fn any_move(&mut self, position: &Position, plies: i32, wins: bool) -> Option<bool> {
        for m in position.legal_moves() {
            let child = position.play(m);
            let in_time = match m.is_zeroing() {
                // A loss stays one.
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
