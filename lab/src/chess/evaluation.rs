//! The evaluation of chess positions: material, piece-square terms and quiescence search.

use lancet::position::{MoveList, Position, piece_value};
use shakmaty::{Color, Move, Role, Square};

use crate::Value;

/// The value of having checkmated; it exceeds every evaluation.
pub const MATE: Value = 30_000;

/// Returns material and piece-square terms for the side to move, in centipawns, rounded to multiples of `granularity`.
#[must_use]
pub fn material_and_squares(position: &Position, granularity: Value) -> Value {
    let board = position.board();
    let mut white = 0;
    for color in Color::ALL {
        let mut side = 0;
        for role in Role::ALL {
            for square in board.by_color(color) & board.by_role(role) {
                side += piece_value(role) + square_bonus(role, relative_square(color, square));
            }
        }
        white += color.fold_wb(side, -side);
    }
    round(position.turn().fold_wb(white, -white), granularity.max(1))
}

/// Rounds to the nearest multiple, halves away from zero, so that both sides are treated alike.
fn round(value: Value, granularity: Value) -> Value {
    value.signum() * ((value.abs() + granularity / 2) / granularity * granularity)
}

fn relative_square(color: Color, square: Square) -> Square {
    if color.is_white() { square } else { square.flip_vertical() }
}

/// The piece-square term: centralization, and advancement of pawns.
fn square_bonus(role: Role, square: Square) -> Value {
    let (file, rank) = (u32::from(square.file()) as Value, u32::from(square.rank()) as Value);
    let inward = |coordinate: Value| coordinate.min(7 - coordinate);
    let centre = inward(file) + inward(rank);
    match role {
        Role::Pawn => 4 * (rank - 1) + inward(file) * (rank - 1).min(3) * 2 - 6,
        Role::Knight => 8 * centre - 28,
        Role::Bishop => 4 * centre - 12,
        Role::Rook => 3 * inward(file) - 4 + if rank == 6 { 15 } else { 0 },
        Role::Queen => 2 * centre - 6,
        Role::King => 10 - 12 * rank.min(4) - 6 * inward(file),
    }
}

/// The legal captures and promotions of a position in MVV-LVA order.
pub(super) fn captures(position: &Position) -> MoveList {
    let pinned = position.pinned(position.turn());
    let mut moves = MoveList::new();
    position.captures(|m| moves.push(m));
    moves.retain(|m| position.keeps_king_safe(*m, pinned));
    moves.sort_by_key(|m| -mvv_lva(*m));
    moves
}

/// Moves captures and promotions to the front, in MVV-LVA order.
pub(super) fn sort_captures_first(moves: &mut MoveList) {
    let is_quiet = |m: &Move| !m.is_capture() && !m.is_promotion();
    moves.sort_by_cached_key(|m| if is_quiet(m) { Value::MAX } else { -mvv_lva(*m) });
}

/// The score of a capture: most valuable victim, then least valuable attacker (MVV-LVA).
pub(super) fn mvv_lva(m: Move) -> Value {
    let gain = m.capture().map_or(0, piece_value) + m.promotion().map_or(0, piece_value);
    16 * gain - piece_value(m.role()) / 8
}

/// Quiescence search: fail-soft alpha-beta over captures and promotions, with standing pat.
pub(super) fn quiesce(position: &Position, alpha: Value, beta: Value, granularity: Value) -> Value {
    let mut best = material_and_squares(position, granularity);
    if best >= beta {
        return best;
    }
    for m in captures(position) {
        let value = -quiesce(&position.play(m), -beta, -alpha.max(best), granularity);
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    best
}
