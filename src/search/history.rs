//! Histories: how well moves did elsewhere in the tree, and how far the static evaluation was off.

use std::ops::{Deref, DerefMut};

use bytemuck::Zeroable;
use shakmaty::{Bitboard, Color, Move, Role, Square};

use super::params::Parameters;
use crate::memory::{AllocError, Zeroed, prefetch};
use crate::position::Position;
use crate::types::{Depth, landing_square, move_squares};

/// The limit of history entries.
const MAX: i32 = 16_384;

/// Piece and target square of a move as one index below [`CONTEXTS`].
pub(super) type Context = usize;

/// Pieces times squares.
const CONTEXTS: usize = 12 * 64;

/// The context of a null move and of the plies before the root; it has a table row of its own.
pub(super) const NO_CONTEXT: Context = CONTEXTS;

const PAWN_SLOTS: usize = 512;
const CORRECTION_SLOTS: usize = 16_384;

/// Corrections are stored in units of 1/256 of a score unit.
const CORRECTION_SCALE: i32 = 256;
const CORRECTION_MAX: i32 = 64 * CORRECTION_SCALE;

/// Plies back of the moves that continuation history uses.
pub(super) const CONTINUATIONS: [usize; 3] = [1, 2, 4];

/// The history tables of one thread, in one allocation, so that huge pages cover them.
pub(super) struct Histories(Zeroed<Tables>);

#[derive(Zeroable)]
pub(super) struct Tables {
    /// By side, whether origin and target are attacked, origin, target.
    butterfly: [[[i16; 64]; 64]; 8],
    /// By piece, target, captured role.
    capture: [[i16; 6]; CONTEXTS],
    /// By earlier move, move.
    continuation: [[i16; CONTEXTS]; CONTEXTS + 1],
    /// By pawn structure, move.
    pawn: [[i16; CONTEXTS]; PAWN_SLOTS],
    /// By side to move, pawn structure.
    pawn_correction: [i16; 2 * CORRECTION_SLOTS],
    /// By side to move, side, its pieces.
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

/// Returns the context of a move by `color`.
#[inline]
pub(super) fn context(m: Move, color: Color) -> Context {
    piece_index(m.role(), color) * 64 + landing_square(m, color).to_usize()
}

/// Returns the index of a piece below 12.
#[inline]
fn piece_index(role: Role, color: Color) -> usize {
    color as usize * 6 + role_index(role)
}

#[inline]
fn role_index(role: Role) -> usize {
    role as usize - 1
}

/// Adds `bonus` to `entry` with gravity: the nearer the entry is to its limit, the less.
#[inline]
fn update(entry: &mut i16, bonus: i32, max: i32) {
    let old = i32::from(*entry);
    let bonus = bonus.clamp(-max, max);
    *entry = (old + bonus - old * bonus.abs() / max) as i16;
}

/// The histories of the quiet moves of a node.
pub(super) struct QuietHistories<'a> {
    color: Color,
    attacked: Bitboard,
    butterfly: &'a [[[i16; 64]; 64]; 8],
    continuations: [&'a [i16; CONTEXTS]; 3],
    pawn: &'a [i16; CONTEXTS],
}

/// The histories of the quiet moves of one piece, each by target square.
pub(super) struct PieceHistories<'a> {
    attacked: Bitboard,
    /// To squares that are not attacked, and to those that are.
    butterfly: [&'a [i16; 64]; 2],
    continuations: [&'a [i16; 64]; 3],
    pawn: &'a [i16; 64],
}

impl<'a> QuietHistories<'a> {
    /// The score of a quiet move, the weighted sum of all histories.
    #[inline]
    pub fn score(&self, params: &Parameters, m: Move) -> i32 {
        let (from, to) = move_squares(m);
        self.of_piece(m.role(), from).score(params, to, landing_square(m, self.color))
    }

    /// The histories of a piece.
    #[inline]
    pub fn of_piece(&self, role: Role, from: Square) -> PieceHistories<'a> {
        let row = |history: &'a [i16; CONTEXTS]| &history.as_chunks().0[piece_index(role, self.color)];
        let butterfly = |is_attacked| {
            &self.butterfly[Histories::butterfly_row(self.color, self.attacked.contains(from), is_attacked)]
                [from.to_usize()]
        };
        PieceHistories {
            attacked: self.attacked,
            butterfly: [butterfly(false), butterfly(true)],
            continuations: self.continuations.map(row),
            pawn: row(self.pawn),
        }
    }
}

impl PieceHistories<'_> {
    /// The score of a move to a square, the weighted sum of all histories. `landing` is where the piece is after it, which for
    /// castling is another square.
    #[inline]
    pub fn score(&self, params: &Parameters, to: Square, landing: Square) -> i32 {
        let butterfly = self.butterfly[usize::from(self.attacked.contains(to))];
        let mut score = params.order_butterfly() * i32::from(butterfly[to.to_usize()]);
        let landing = landing.to_usize();
        if params.use_continuation_history() {
            let [first, second, fourth] = self.continuations.map(|row| i32::from(row[landing]));
            score += params.order_continuation_1() * first
                + params.order_continuation_2() * second
                + params.order_continuation_4() * fourth;
        }
        if params.use_pawn_history() {
            score += params.order_pawn() * i32::from(self.pawn[landing]);
        }
        score / 64
    }
}

impl Histories {
    /// Allocates empty histories.
    ///
    /// # Errors
    /// An [`AllocError`] if the memory is missing.
    pub fn new() -> Result<Histories, AllocError> {
        Zeroed::new(1).map(Histories)
    }

    /// Empties them, in the memory that they have.
    pub fn clear(&mut self) {
        bytemuck::fill_zeroes(&mut self.0);
    }

    #[inline]
    fn butterfly_row(color: Color, from_is_attacked: bool, to_is_attacked: bool) -> usize {
        color as usize * 4 + usize::from(from_is_attacked) * 2 + usize::from(to_is_attacked)
    }

    /// The histories of the quiet moves of a node, after the moves `contexts` and where the other side attacks the
    /// squares `attacked`.
    #[inline]
    pub fn of_quiets(
        &self,
        position: &Position,
        attacked: Bitboard,
        contexts: &[Context; 3],
    ) -> QuietHistories<'_> {
        QuietHistories {
            color: position.turn(),
            attacked,
            butterfly: &self.butterfly,
            continuations: contexts.map(|row| &self.continuation[row]),
            pawn: &self.pawn[pawn_slot(position)],
        }
    }

    /// The score of a capture or promotion.
    #[inline]
    pub fn capture_score(&self, params: &Parameters, position: &Position, m: Move) -> i32 {
        if !params.use_capture_history() {
            return 0;
        }
        i32::from(self.capture[context(m, position.turn())][captured_index(m)])
    }

    /// Updates all histories of a quiet move.
    pub fn update_quiet(
        &mut self,
        position: &Position,
        m: Move,
        attacked: Bitboard,
        contexts: &[Context; 3],
        bonus: i32,
    ) {
        self.update_butterfly(position.turn(), m, attacked, bonus);
        let this = context(m, position.turn());
        self.update_pawn(position, this, bonus);
        self.update_continuation(this, contexts, bonus);
    }

    /// Updates the pawn history of the move `this` with the pawns of `position`.
    pub fn update_pawn(&mut self, position: &Position, this: Context, bonus: i32) {
        update(&mut self.pawn[pawn_slot(position)][this], bonus, MAX);
    }

    /// Updates the butterfly history of a quiet move by `color`.
    pub fn update_butterfly(&mut self, color: Color, m: Move, attacked: Bitboard, bonus: i32) {
        let (from, to) = move_squares(m);
        let row = Self::butterfly_row(color, attacked.contains(from), attacked.contains(to));
        update(&mut self.butterfly[row][from.to_usize()][to.to_usize()], bonus, MAX);
    }

    /// Updates the continuation history of the move `this` after the moves `contexts`.
    pub fn update_continuation(&mut self, this: Context, contexts: &[Context; 3], bonus: i32) {
        for row in contexts {
            if *row != NO_CONTEXT {
                update(&mut self.continuation[*row][this], bonus, MAX);
            }
        }
    }

    /// Updates the history of a capture or promotion by `color`.
    pub fn update_capture(&mut self, color: Color, m: Move, bonus: i32) {
        update(&mut self.capture[context(m, color)][captured_index(m)], bonus, MAX);
    }

    /// The correction of the static evaluation, in score units.
    #[inline]
    pub fn correction(&self, params: &Parameters, position: &Position, last: [Context; 2]) -> i32 {
        if !params.use_correction() {
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
        (params.correction_pawn() * pawn
            + params.correction_non_pawn() * non_pawn
            + params.correction_continuation() * continuation)
            / (64 * CORRECTION_SCALE)
    }

    /// Prefetches the entries that [`Histories::correction`] reads.
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

    /// Updates the corrections after a search of `depth` found an error of the static evaluation.
    pub fn update_correction(
        &mut self,
        params: &Parameters,
        position: &Position,
        last: [Context; 2],
        (depth, error): (Depth, i32),
    ) {
        let us = position.turn();
        let bonus = (error * depth.min(16) * params.correction_rate() / (64 * 128 / CORRECTION_SCALE))
            .clamp(-CORRECTION_MAX / 4, CORRECTION_MAX / 4);
        update(&mut self.pawn_correction[correction_slot(us, position.pawn_key())], bonus, CORRECTION_MAX);
        for side in Color::ALL {
            update(&mut self.non_pawn_correction[non_pawn_slot(us, side, position)], bonus, CORRECTION_MAX);
        }
        if let [this, earlier] = last
            && this != NO_CONTEXT
        {
            update(&mut self.continuation_correction[earlier][this], bonus, CORRECTION_MAX);
        }
    }
}

#[inline]
fn captured_index(m: Move) -> usize {
    // Promotions without capture use the index of the king, which is never captured.
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
    fn entries_saturate_at_their_limit() {
        let mut entry = 0;
        for _ in 0..1000 {
            let previous = entry;
            update(&mut entry, 1500, MAX);
            assert!(entry >= previous && i32::from(entry) <= MAX);
        }
        assert!(entry > 15_000);
        update(&mut entry, -MAX, MAX);
        assert!(entry < 0);
    }

    #[test]
    fn corrections_approach_the_error() {
        let (params, position) = (&Parameters::default(), Position::default());
        let mut histories = Histories::new().unwrap();
        for _ in 0..200 {
            histories.update_correction(params, &position, [3, 4], (12, 40));
        }
        assert!(histories.correction(params, &position, [3, 4]) > 10);
        assert!(histories.correction(params, &position, [NO_CONTEXT, NO_CONTEXT]) > 5);
        histories.clear();
        assert_eq!(histories.correction(params, &position, [3, 4]), 0);
    }
}
