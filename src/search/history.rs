//! History: what moves have been worth elsewhere in the tree, and how far the evaluation was off.

use std::ops::{Deref, DerefMut};

use bytemuck::Zeroable;
use shakmaty::{Bitboard, Color, Move, Role, Square};

use super::params as p;
use crate::memory::{Zeroed, prefetch};
use crate::position::Position;

/// Where histories saturate.
const MAX: i32 = 16_384;

/// Piece and target square as one index, below [`CONTEXTS`].
pub(super) type Context = usize;

/// Pieces times squares.
const CONTEXTS: usize = 12 * 64;

/// The context of a pass, of the root and of nothing: a row of its own.
pub(super) const NO_CONTEXT: Context = CONTEXTS;

const PAWN_SLOTS: usize = 512;
const CORRECTION_SLOTS: usize = 16_384;

/// Corrections are kept in 1/`CORRECTION_GRAIN` of a score unit.
const CORRECTION_GRAIN: i32 = 256;
const CORRECTION_MAX: i32 = 64 * CORRECTION_GRAIN;

/// The plies back that continuation history looks at.
pub(super) const CONTINUATIONS: [usize; 3] = [1, 2, 4];

/// The tables of one thread, in one block: they are looked up all over, and pages are few.
pub(super) struct Histories(Zeroed<Tables>);

#[derive(Zeroable)]
pub(super) struct Tables {
    /// By side, whether the squares are attacked, origin and target.
    quiet: [[[i16; 64]; 64]; 8],
    /// By piece, target and captured role.
    capture: [[i16; 6]; CONTEXTS],
    /// By earlier move and this one.
    continuation: [[i16; CONTEXTS]; CONTEXTS + 1],
    /// By pawn structure and move.
    pawn: [[i16; CONTEXTS]; PAWN_SLOTS],
    /// By side to move and pawn structure.
    pawn_correction: [i16; 2 * CORRECTION_SLOTS],
    /// By side to move, side and its pieces.
    non_pawn_correction: [i16; 4 * CORRECTION_SLOTS],
    /// By the last two moves.
    continuation_correction: [[i16; CONTEXTS]; CONTEXTS + 1],
}

impl Deref for Histories {
    type Target = Tables;
    #[inline]
    fn deref(&self) -> &Tables {
        &self.0[0]
    }
}

impl DerefMut for Histories {
    #[inline]
    fn deref_mut(&mut self) -> &mut Tables {
        &mut self.0[0]
    }
}

/// The piece and target of a move by `color`.
#[inline]
pub(super) fn context(m: Move, color: Color) -> Context {
    let to = match m {
        Move::Castle { king, rook } => shakmaty::CastlingSide::from_queen_side(rook < king).king_to(color),
        _ => m.to(),
    };
    (color as usize * 6 + role_index(m.role())) * 64 + to.to_usize()
}

#[inline]
fn role_index(role: Role) -> usize {
    role as usize - 1
}

/// Moves `entry` towards `bonus`; the nearer to the limit it is, the less.
#[inline]
fn learn(entry: &mut i16, bonus: i32, max: i32) {
    let old = i32::from(*entry);
    let bonus = bonus.clamp(-max, max);
    *entry = (old + bonus - old * bonus.abs() / max) as i16;
}

impl Histories {
    pub fn new() -> Histories {
        Histories(Zeroed::new(1))
    }

    #[inline]
    fn quiet_row(color: Color, attacked: Bitboard, from: Square, to: Square) -> usize {
        color as usize * 4 + usize::from(attacked.contains(from)) * 2 + usize::from(attacked.contains(to))
    }

    /// What the quiet move has been worth, by all histories together.
    #[inline]
    pub fn quiet_score(
        &self,
        position: &Position,
        m: Move,
        attacked: Bitboard,
        before: &[Context; 3],
    ) -> i32 {
        let mut score = self.butterfly(position.turn(), m, attacked);
        let this = context(m, position.turn());
        if p::use_continuation_history() {
            score += before.iter().map(|row| i32::from(self.continuation[*row][this])).sum::<i32>();
        }
        if p::use_pawn_history() {
            score += i32::from(self.pawn[pawn_slot(position)][this]);
        }
        score
    }

    #[inline]
    fn butterfly(&self, color: Color, m: Move, attacked: Bitboard) -> i32 {
        let (from, to) = squares(m);
        i32::from(self.quiet[Self::quiet_row(color, attacked, from, to)][from.to_usize()][to.to_usize()])
    }

    /// What the capture or promotion has been worth.
    #[inline]
    pub fn capture_score(&self, position: &Position, m: Move) -> i32 {
        if !p::use_capture_history() {
            return 0;
        }
        i32::from(self.capture[context(m, position.turn())][captured_index(m)])
    }

    /// The quiet move was good (`bonus` above zero) or not.
    pub fn learn_quiet(
        &mut self,
        position: &Position,
        m: Move,
        attacked: Bitboard,
        before: &[Context; 3],
        bonus: i32,
    ) {
        self.learn_butterfly(position.turn(), m, attacked, bonus);
        let this = context(m, position.turn());
        learn(&mut self.pawn[pawn_slot(position)][this], bonus, MAX);
        self.learn_continuation(this, before, bonus);
    }

    /// The quiet move of `color` was good or not, wherever its piece stands in the line.
    pub fn learn_butterfly(&mut self, color: Color, m: Move, attacked: Bitboard, bonus: i32) {
        let (from, to) = squares(m);
        let row = Self::quiet_row(color, attacked, from, to);
        learn(&mut self.quiet[row][from.to_usize()][to.to_usize()], bonus, MAX);
    }

    /// The move `this` was good or not after the moves `before`.
    pub fn learn_continuation(&mut self, this: Context, before: &[Context; 3], bonus: i32) {
        for row in before {
            if *row != NO_CONTEXT {
                learn(&mut self.continuation[*row][this], bonus, MAX);
            }
        }
    }

    /// The capture or promotion was good or not.
    pub fn learn_capture(&mut self, position: &Position, m: Move, bonus: i32) {
        learn(&mut self.capture[context(m, position.turn())][captured_index(m)], bonus, MAX);
    }

    /// By how much the evaluation has been off in positions like this one, in score units.
    #[inline]
    pub fn correction(&self, position: &Position, last: [Context; 2]) -> i32 {
        if !p::use_correction() {
            return 0;
        }
        let us = position.turn();
        let pawn = i32::from(self.pawn_correction[correction_slot(us, position.pawn_key())]);
        let non_pawn: i32 = Color::ALL
            .iter()
            .map(|side| i32::from(self.non_pawn_correction[non_pawn_slot(us, *side, position)]))
            .sum();
        let continuation = match last {
            [NO_CONTEXT, _] => 0,
            [this, earlier] => i32::from(self.continuation_correction[earlier][this]),
        };
        (p::correction_pawn() * pawn
            + p::correction_non_pawn() * non_pawn
            + p::correction_continuation() * continuation)
            / (64 * CORRECTION_GRAIN)
    }

    /// Has the processor fetch what [`Histories::correction`] will ask for.
    #[inline]
    pub fn prefetch_correction(&self, position: &Position, [this, earlier]: [Context; 2]) {
        let us = position.turn();
        prefetch(&self.pawn_correction[correction_slot(us, position.pawn_key())]);
        for side in Color::ALL {
            prefetch(&self.non_pawn_correction[non_pawn_slot(us, side, position)]);
        }
        if this != NO_CONTEXT {
            prefetch(&self.continuation_correction[earlier][this]);
        }
    }

    /// The search found the evaluation to be off by `error` at `depth`.
    pub fn learn_correction(&mut self, position: &Position, last: [Context; 2], depth: i32, error: i32) {
        let us = position.turn();
        let bonus =
            (error * depth.min(16) * CORRECTION_GRAIN / 128).clamp(-CORRECTION_MAX / 4, CORRECTION_MAX / 4);
        learn(&mut self.pawn_correction[correction_slot(us, position.pawn_key())], bonus, CORRECTION_MAX);
        for side in Color::ALL {
            learn(&mut self.non_pawn_correction[non_pawn_slot(us, side, position)], bonus, CORRECTION_MAX);
        }
        if let [this, earlier] = last
            && this != NO_CONTEXT
        {
            learn(&mut self.continuation_correction[earlier][this], bonus, CORRECTION_MAX);
        }
    }
}

#[inline]
fn squares(m: Move) -> (Square, Square) {
    match m {
        Move::Normal { from, to, .. } | Move::EnPassant { from, to } => (from, to),
        Move::Castle { king, rook } => (king, rook),
        Move::Put { to, .. } => (to, to),
    }
}

#[inline]
fn captured_index(m: Move) -> usize {
    // A promotion without capture goes where captured kings would.
    m.capture().map_or(5, role_index)
}

#[inline]
fn pawn_slot(position: &Position) -> usize {
    position.pawn_key() as usize % PAWN_SLOTS
}

#[inline]
fn correction_slot(turn: Color, key: u64) -> usize {
    turn as usize * CORRECTION_SLOTS + key as usize % CORRECTION_SLOTS
}

#[inline]
fn non_pawn_slot(turn: Color, side: Color, position: &Position) -> usize {
    side as usize * 2 * CORRECTION_SLOTS + correction_slot(turn, position.non_pawn_key(side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_limit_and_move_towards_the_bonus() {
        let mut entry = 0;
        for _ in 0..1000 {
            let before = entry;
            learn(&mut entry, 1500, MAX);
            assert!(entry >= before && i32::from(entry) <= MAX);
        }
        assert!(entry > 15_000);
        learn(&mut entry, -MAX, MAX);
        assert!(entry < 0);
    }

    #[test]
    fn corrections_follow_the_error() {
        let position = Position::default();
        let mut histories = Histories::new();
        for _ in 0..200 {
            histories.learn_correction(&position, [3, 4], 12, 40);
        }
        assert!(histories.correction(&position, [3, 4]) > 10);
        assert!(histories.correction(&position, [NO_CONTEXT, NO_CONTEXT]) > 5);
    }
}
