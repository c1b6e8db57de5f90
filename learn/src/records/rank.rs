//! Rank: the legal moves in an order that any program can make again, likely ones first.

use lancet::position::{MoveList, Position, exchange_value};
use shakmaty::Move;

/// The legal moves, sorted; a record names a move by its place here.
#[must_use]
pub fn ranked_moves(position: &Position) -> MoveList {
    let mut moves = position.legal_moves();
    moves.sort_unstable_by_key(|m| (likelihood(*m), order(*m)));
    moves
}

fn likelihood(m: Move) -> i32 {
    m.capture().map_or(0, |role| -exchange_value(role))
}

/// From, to (castling is king takes own rook), promotion.
fn order(m: Move) -> (u32, u32, u32) {
    let (from, to) = match m {
        Move::Normal { from, to, .. } | Move::EnPassant { from, to } => (from, to),
        Move::Castle { king, rook } => (king, rook),
        Move::Put { to, .. } => (to, to),
    };
    (from.to_u32(), to.to_u32(), m.promotion().map_or(0, |role| role as u32))
}
