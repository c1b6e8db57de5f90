//! Endgame: what material and rules make of a value, whatever the model says.

use shakmaty::{Board, Color, Square};

use crate::position::Position;

/// All of a value counts.
const FULL: i32 = 64;
/// Plies without capture or pawn move at which nothing of a value would be left.
const PATIENCE: i32 = 220;

/// A model's value of `position`, from the side to move, with what the material cannot win taken
/// from it, less of it as the fifty-move rule comes near, and a way shown to mate a bare king.
#[inline]
pub(super) fn conclude(position: &Position, value: i32) -> i32 {
    let board = position.board();
    let turn = position.turn();
    let stronger = if value >= 0 { turn } else { !turn };
    let value = if has_pawns(board, stronger) { value } else { without_pawns(position, stronger, value) };
    value * (PATIENCE - position.halfmoves().min(100) as i32) / PATIENCE
}

#[inline]
fn has_pawns(board: &Board, color: Color) -> bool {
    (board.pawns() & board.by_color(color)).any()
}

#[cold]
fn without_pawns(position: &Position, stronger: Color, value: i32) -> i32 {
    let scale = scale(position.board(), stronger);
    let drive = if scale == FULL { drive(position, stronger) } else { 0 };
    value * scale / FULL + if stronger == position.turn() { drive } else { -drive }
}

/// The pieces of one side in pawns, as far as they mate or hold: minors 3, rooks 5, queens 9.
fn force(board: &Board, color: Color) -> i32 {
    let side = board.by_color(color);
    let count = |pieces| (side & pieces).count() as i32;
    3 * count(board.knights() | board.bishops()) + 5 * count(board.rooks()) + 9 * count(board.queens())
}

/// How much of its value the stronger side can win without pawns, of [`FULL`].
fn scale(board: &Board, stronger: Color) -> i32 {
    let (ours, theirs) = (force(board, stronger), force(board, !stronger));
    let knights = (board.knights() & board.by_color(stronger)).count();
    match ours {
        // A minor piece alone does not win, nor do two knights.
        ..=3 => 0,
        6 if knights == 2 => 0,
        // Nor, as a rule, does being a minor piece ahead.
        _ if ours - theirs <= 3 => FULL / 5,
        _ => FULL,
    }
}

/// Drives a bare king to where it is mated: to the edge, and with bishop and knight into a corner
/// of the bishop's colour; the other king comes near.
fn drive(position: &Position, color: Color) -> i32 {
    let board = position.board();
    if board.by_color(!color).more_than_one() {
        return 0;
    }
    let (ours, theirs) = (position.king(color), position.king(!color));
    let mut value = 200 + 10 * off_centre(theirs) + 20 * (7 - ours.distance(theirs) as i32);
    if board.rooks_and_queens().is_empty()
        && let Some(bishop) = board.bishops().single_square()
    {
        value += 90 * (7 - corner_steps(theirs, !bishop.is_light()));
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
