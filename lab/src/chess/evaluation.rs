//! Evaluation: material and squares, and the exchanges played out.

use lancet::position::{MoveList, Position, piece_value};
use shakmaty::{Color, Move, Role, Square};

use crate::Value;

/// What it is worth to have given mate: more than any evaluation.
pub const MATE: Value = 30_000;

/// The value for the side to move in centipawns, rounded to multiples of `grain`.
#[must_use]
pub fn material_and_squares(position: &Position, grain: Value) -> Value {
    let board = position.board();
    let mut white = 0;
    for color in Color::ALL {
        let mut side = 0;
        for role in Role::ALL {
            for square in board.by_color(color) & board.by_role(role) {
                side += piece_value(role) + on_square(role, seen_by(color, square));
            }
        }
        white += color.fold_wb(side, -side);
    }
    round(position.turn().fold_wb(white, -white), grain.max(1))
}

/// The nearest multiple, halves away from zero: the same for both players.
fn round(value: Value, grain: Value) -> Value {
    value.signum() * ((value.abs() + grain / 2) / grain * grain)
}

fn seen_by(color: Color, square: Square) -> Square {
    if color.is_white() { square } else { square.flip_vertical() }
}

/// What a square is worth to a piece: the centre, and for pawns the way they have come.
fn on_square(role: Role, square: Square) -> Value {
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

/// Captures and promotions of a position, the most valuable victims first.
pub(super) fn captures(position: &Position) -> MoveList {
    let pinned = position.pinned(position.turn());
    let mut moves = MoveList::new();
    position.captures(|m| moves.push(m));
    moves.retain(|m| position.is_legal(*m, pinned));
    moves.sort_by_key(|m| -victim_and_taker(*m));
    moves
}

/// Puts captures and promotions before the other moves, the most valuable victims first.
pub(super) fn captures_first(moves: &mut MoveList) {
    let is_quiet = |m: &Move| !m.is_capture() && !m.is_promotion();
    moves.sort_by_cached_key(|m| if is_quiet(m) { Value::MAX } else { -victim_and_taker(*m) });
}

/// The order of captures: the most valuable victim, then the least valuable taker (MVV-LVA).
pub(super) fn victim_and_taker(m: Move) -> Value {
    let gain = m.capture().map_or(0, piece_value) + m.promotion().map_or(0, piece_value);
    16 * gain - piece_value(m.role()) / 8
}

/// Fail-soft alpha-beta over captures and promotions; either side may stop at any time.
pub(super) fn quiesce(position: &Position, alpha: Value, beta: Value, grain: Value) -> Value {
    let mut best = material_and_squares(position, grain);
    if best >= beta {
        return best;
    }
    for m in captures(position) {
        let value = -quiesce(&position.play(m), -beta, -alpha.max(best), grain);
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    best
}
