//! Endgame: knowledge of drawn material, mating a bare king and the fifty-move rule.

use shakmaty::{Board, Color, Square};

use crate::position::Position;

/// The scale of a value that counts in full.
const FULL: i32 = 64;
/// The halfmove clock at which a value would be scaled to 0, beyond the 100 plies of the fifty-move rule.
const HALFMOVE_SCALE: i32 = 220;

/// Scales the model's `value` of `position` down by what the material can win, and adds a bonus for driving
/// a bare king to where it can be mated.
#[inline]
pub(super) fn scaled(position: &Position, value: i32) -> i32 {
    let board = position.board();
    let turn = position.turn();
    let stronger = if value >= 0 { turn } else { !turn };
    if has_pawns(board, stronger) { value } else { without_pawns(position, stronger, value) }
}

/// Scales the `value` of `position` down by the halfmove clock.
#[inline]
pub(super) fn faded(position: &Position, value: i32) -> i32 {
    value * (HALFMOVE_SCALE - position.halfmoves().min(100) as i32) / HALFMOVE_SCALE
}

#[inline]
fn has_pawns(board: &Board, color: Color) -> bool {
    (board.pawns() & board.by_color(color)).any()
}

#[cold]
fn without_pawns(position: &Position, stronger: Color, value: i32) -> i32 {
    let scale = scale(position.board(), stronger);
    let mop_up = if scale == FULL { mop_up(position, stronger) } else { 0 };
    value * scale / FULL + if stronger == position.turn() { mop_up } else { -mop_up }
}

/// The material of one side without pawns: minor pieces 3, rooks 5, queens 9.
fn pieces_value(board: &Board, color: Color) -> i32 {
    let side = board.by_color(color);
    let count = |pieces| (side & pieces).count() as i32;
    3 * count(board.knights() | board.bishops()) + 5 * count(board.rooks()) + 9 * count(board.queens())
}

/// Returns the scale of the stronger side's value, of [`FULL`], if it has no pawns.
fn scale(board: &Board, stronger: Color) -> i32 {
    let (ours, theirs) = (pieces_value(board, stronger), pieces_value(board, !stronger));
    let knights = (board.knights() & board.by_color(stronger)).count();
    match ours {
        // A single minor piece cannot win, nor can two knights.
        ..=3 => 0,
        6 if knights == 2 => 0,
        // The advantage of a minor piece is rarely enough.
        _ if ours - theirs <= 3 => FULL / 5,
        _ => FULL,
    }
}

/// Returns the bonus for a bare enemy king near the edge, or with bishop and knight near a corner of the
/// bishop's colour, and for the own king near it.
fn mop_up(position: &Position, color: Color) -> i32 {
    let board = position.board();
    if board.by_color(!color).more_than_one() {
        return 0;
    }
    let (ours, theirs) = (position.king(color), position.king(!color));
    let mut value = 200 + 10 * center_distance(theirs) + 20 * (7 - ours.distance(theirs) as i32);
    if board.rooks_and_queens().is_empty()
        && let Some(bishop) = board.bishops().single_square()
    {
        value += 90 * (7 - corner_distance(theirs, !bishop.is_light()));
    }
    value
}

/// The Manhattan distance to the four central squares, 0 to 6.
fn center_distance(square: Square) -> i32 {
    let (file, rank) = (square.file().to_u32() as i32, square.rank().to_u32() as i32);
    (3 - file).max(file - 4) + (3 - rank).max(rank - 4)
}

/// The Manhattan distance to the nearer of the dark or of the light corners, 0 to 7.
fn corner_distance(square: Square, dark: bool) -> i32 {
    let file = square.file().to_u32() as i32;
    let rank = square.rank().to_u32() as i32;
    let file = if dark { file } else { 7 - file };
    (file + rank).min(14 - file - rank)
}
