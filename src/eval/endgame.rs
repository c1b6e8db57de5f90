//! Endgame: what the material says about the outcome, whatever the terms say.

use shakmaty::{Board, Color, Square};

use crate::position::Position;

use super::geometry::{count, distance, same_shade};
use super::tapered::Tapered;

/// All of an endgame value counts.
const FULL: i32 = 64;
/// The phase of the starting position: minors 1, rooks 2, queens 4.
const FULL_PHASE: i32 = 24;
/// Plies without capture or pawn move at which nothing of the value would be left.
const PATIENCE: i32 = 220;

/// The balance of all terms as one number, White's view, in centipawns.
pub(super) fn conclude(position: &Position, balance: Tapered) -> i32 {
    let board = position.board();
    let phase = phase(board);
    let stronger = Color::from_white(balance.endgame() >= 0);
    let endgame = balance.endgame() * scale(board, stronger) / FULL;
    let value = (balance.middlegame() * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE;
    let patience = PATIENCE - position.halfmoves().min(100) as i32;
    (value + mop_up(position, Color::White) - mop_up(position, Color::Black)) * patience / PATIENCE
}

/// How much of a middlegame this is, from [`FULL_PHASE`] down to 0.
pub(super) fn phase(board: &Board) -> i32 {
    let minors = count(board.knights() | board.bishops());
    (minors + 2 * count(board.rooks()) + 4 * count(board.queens())).min(FULL_PHASE)
}

/// The pieces of one side in pawns, as far as they mate or hold: minors 3, rooks 5, queens 9.
fn force(board: &Board, color: Color) -> i32 {
    let side = board.by_color(color);
    3 * count(side & (board.knights() | board.bishops()))
        + 5 * count(side & board.rooks())
        + 9 * count(side & board.queens())
}

/// How much of its endgame value the stronger side can turn into a win, of [`FULL`].
pub(super) fn scale(board: &Board, stronger: Color) -> i32 {
    let pawns = count(board.pawns() & board.by_color(stronger));
    let (ours, theirs) = (force(board, stronger), force(board, !stronger));
    if pawns == 0 && ours - theirs <= 3 {
        // A minor piece ahead without pawns does not win, nor do two knights.
        return if ours <= 3 { 0 } else { FULL / 5 };
    }
    if pawns == 0 && ours == 6 && count(board.knights() & board.by_color(stronger)) == 2 {
        return 0;
    }
    if opposite_bishops(board) {
        let pieces = ours.max(theirs) > 3;
        return if pieces { FULL * 3 / 4 } else { FULL * 3 / 8 + 3 * pawns.min(5) };
    }
    (36 + 7 * pawns).min(FULL).max(if ours - theirs > 3 { FULL } else { 0 })
}

/// Each side has one bishop, and they never meet.
fn opposite_bishops(board: &Board) -> bool {
    let bishop = |color| (board.bishops() & board.by_color(color)).single_square();
    match (bishop(Color::White), bishop(Color::Black)) {
        (Some(white), Some(black)) => white.is_light() != black.is_light(),
        _ => false,
    }
}

/// Drives a bare king to where it is mated: to the edge, and with bishop and knight into a corner
/// of the bishop's colour; the other king comes near.
fn mop_up(position: &Position, color: Color) -> i32 {
    let board = position.board();
    if board.by_color(!color).more_than_one() || force(board, color) < 5 || scale(board, color) < FULL / 2 {
        return 0;
    }
    let (ours, theirs) = (position.king(color), position.king(!color));
    let side = board.by_color(color);
    let mut value = 200 + 10 * off_centre(theirs) + 20 * (7 - distance(ours, theirs));
    let heavy = side & (board.rooks_and_queens() | board.pawns());
    let bishops = side & board.bishops();
    if heavy.is_empty()
        && let Some(bishop) = bishops.single_square()
    {
        value += 90 * (7 - corner_steps(theirs, same_shade(bishop).contains(Square::A1)));
    }
    value
}

/// Steps from the four central squares along ranks and files, 0 to 6.
fn off_centre(square: Square) -> i32 {
    let (file, rank) = (square.file().to_u32() as i32, square.rank().to_u32() as i32);
    (3 - file).max(file - 4) + (3 - rank).max(rank - 4)
}

/// Rank and file steps to the nearer corner: a1 and h8, or else h1 and a8; 0 to 7.
fn corner_steps(square: Square, dark: bool) -> i32 {
    let file = square.file().to_u32() as i32;
    let rank = square.rank().to_u32() as i32;
    let file = if dark { file } else { 7 - file };
    (file + rank).min(14 - file - rank)
}
