//! Squares of a move, with both conventions for castling.

use shakmaty::{CastlingSide, Color, Move, Square};

/// Returns the origin and target of a move. The target of castling is the square of the rook.
#[inline]
#[must_use]
pub fn move_squares(m: Move) -> (Square, Square) {
    match m {
        Move::Normal { from, to, .. } | Move::EnPassant { from, to } => (from, to),
        Move::Castle { king, rook } => (king, rook),
        Move::Put { to, .. } => (to, to),
    }
}

/// Returns the side on which the king on the square `king` castles with the rook on `rook`.
#[inline]
#[must_use]
pub fn castling_side(king: Square, rook: Square) -> CastlingSide {
    CastlingSide::from_queen_side(rook < king)
}

/// Returns the square that the moved piece of `color` is on after the move; for castling the king's.
#[inline]
#[must_use]
pub fn landing_square(m: Move, color: Color) -> Square {
    match m {
        Move::Castle { king, rook } => castling_side(king, rook).king_to(color),
        m => m.to(),
    }
}
