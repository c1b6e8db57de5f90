//! Geometry: sets of squares by direction.

use shakmaty::{Bitboard, Color, File, Square};

/// `squares` and all squares in front of them, as `color` moves.
#[inline]
pub(super) fn fill(squares: Bitboard, color: Color) -> Bitboard {
    let mut filled = squares;
    for distance in [8, 16, 32] {
        filled |= filled.shift(if color.is_white() { distance } else { -distance });
    }
    filled
}

/// The squares left and right of `squares`.
#[inline]
pub(super) fn beside(squares: Bitboard) -> Bitboard {
    (squares & !Bitboard::from_file(File::A)).shift(-1) | (squares & !Bitboard::from_file(File::H)).shift(1)
}

/// All squares on the files of `squares`.
#[inline]
pub(super) fn files(squares: Bitboard) -> Bitboard {
    fill(squares, Color::White) | fill(squares, Color::Black)
}

/// The rank of a square as `color` counts, 0 to 7.
#[inline]
pub(super) fn rank_of(square: Square, color: Color) -> i32 {
    color.relative_rank(square.rank()).to_u32() as i32
}

/// The ranks `from` to `to` as `color` counts from 0, both included.
pub(super) const fn ranks(from: u32, to: u32, color: Color) -> Bitboard {
    let white = (u64::MAX << (8 * from)) & (u64::MAX >> (8 * (7 - to)));
    Bitboard(if color.is_white() { white } else { white.swap_bytes() })
}

/// How many squares, as a number to calculate with.
#[inline]
pub(super) fn count(squares: Bitboard) -> i32 {
    squares.count() as i32
}

/// King steps between two squares.
#[inline]
pub(super) fn distance(a: Square, b: Square) -> i32 {
    a.distance(b) as i32
}

/// The squares of the colour of `square`.
#[inline]
pub(super) const fn same_shade(square: Square) -> Bitboard {
    if square.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES }
}
