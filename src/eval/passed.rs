//! Passed: pawns that only pieces can stop.

use shakmaty::{Bitboard, Color, Square};

use crate::position::ahead;

use super::geometry::{distance, fill, rank_of};
use super::survey::Survey;
use super::tapered::{Tapered, pair};

/// The way to promotion is empty and the enemy attacks none of it.
const SAFE_PATH: Tapered = pair(7, 15);
/// The next square is empty and the enemy does not attack it.
const SAFE_STEP: Tapered = pair(3, 7);
/// The next square is defended.
const HELPED_STEP: Tapered = pair(3, 5);
/// An enemy piece stands on the next square.
const BLOCKED: Tapered = pair(-2, -6);
/// The enemy has nothing but a king and pawns, and the king comes too late.
const UNSTOPPABLE: Tapered = pair(0, 350);

/// By rank alone; slow at first, then steep.
fn advanced(rank: i32) -> Tapered {
    let steps = rank - 1;
    pair(2, 12) + pair(4, 7) * (steps * (steps - 1))
}

/// The passed pawns of `color`.
pub(super) fn passed(survey: &Survey, color: Color) -> Tapered {
    let mut value = Tapered::ZERO;
    for square in survey.pawns.side(color).passed {
        value += advanced(rank_of(square, color)) + progress(survey, color, square);
    }
    value
}

/// How well the pawn on `square` gets on from here; it counts from the fourth rank on.
fn progress(survey: &Survey, color: Color, square: Square) -> Tapered {
    let urgency = rank_of(square, color) - 2;
    if urgency <= 0 {
        return Tapered::ZERO;
    }
    let board = survey.position.board();
    let enemy = survey.side(!color);
    let path = fill(ahead(Bitboard::from(square), color), color);
    let next = ahead(Bitboard::from(square), color);
    let Some(stop) = next.first() else { return Tapered::ZERO };
    let (our_king, their_king) = (survey.position.king(color), survey.position.king(!color));
    let race = 5 * distance(their_king, stop).min(5) - 2 * distance(our_king, stop).min(5);
    let mut value = pair(0, race);
    if (next & board.by_color(!color)).any() {
        value += BLOCKED;
    } else if (next & (board.occupied() | enemy.all)).is_empty() {
        value += SAFE_STEP;
        if (path & (board.occupied() | enemy.all)).is_empty() {
            value += SAFE_PATH;
        }
    }
    if (next & survey.side(color).all).any() {
        value += HELPED_STEP;
    }
    let bonus = value * urgency;
    if unstoppable(survey, color, square, path) { bonus + UNSTOPPABLE } else { bonus }
}

/// The rule of the square, for an enemy without pieces.
fn unstoppable(survey: &Survey, color: Color, square: Square, path: Bitboard) -> bool {
    let board = survey.position.board();
    let enemy_pieces = board.by_color(!color) & !board.pawns() & !board.kings();
    if enemy_pieces.any() || (path & board.occupied()).any() {
        return false;
    }
    let goal =
        Square::from_coords(square.file(), color.fold_wb(shakmaty::Rank::Eighth, shakmaty::Rank::First));
    let tempo = i32::from(survey.position.turn() != color);
    distance(survey.position.king(!color), goal) - tempo > distance(square, goal)
}
