//! Features: which inputs of a model a board switches on, as each side sees it.
//!
//! A side sees the board from its own end and with its own king on files a to d, so that colours
//! and wings are alike. Each piece is one of 768 inputs: own or foreign, its role, its square.

use arrayvec::ArrayVec;
use shakmaty::{Board, Color, Piece, Role, Square};

/// Inputs of a view.
pub const COUNT: usize = 2 * 6 * 64;

/// The inputs that a board switches on in a view, one for each piece.
pub type Active = ArrayVec<u16, 64>;

/// How a side sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    color: Color,
    /// Exclusive-or with a square turns it.
    turn: u32,
}

impl View {
    /// The view of `color`, whose king stands on `king`.
    #[inline]
    #[must_use]
    pub fn new(color: Color, king: Square) -> View {
        View::turned(color, is_mirrored(king))
    }

    /// The view of `color`, with the files exchanged where it is `mirrored`.
    #[inline]
    #[must_use]
    pub fn turned(color: Color, mirrored: bool) -> View {
        let vertical = if color.is_black() { 56 } else { 0 };
        let horizontal = if mirrored { 7 } else { 0 };
        View { color, turn: vertical ^ horizontal }
    }

    /// Whose view it is.
    #[inline]
    #[must_use]
    pub fn color(self) -> Color {
        self.color
    }

    /// The view of `color` on `board`; without a king, as if it stood on the queen's wing.
    #[inline]
    #[must_use]
    pub fn of(board: &Board, color: Color) -> View {
        View::new(color, board.king_of(color).unwrap_or(Square::A1))
    }

    /// The input of `piece` on `square`, below [`COUNT`].
    #[inline]
    #[must_use]
    pub fn index(self, piece: Piece, square: Square) -> usize {
        self.first(piece.color, piece.role) + (u32::from(square) ^ self.turn) as usize
    }

    /// The inputs that `board` switches on.
    #[must_use]
    pub fn active(self, board: &Board) -> Active {
        let mut active = Active::new();
        for color in Color::ALL {
            for role in Role::ALL {
                let first = self.first(color, role);
                for square in board.by_piece(role.of(color)) {
                    active.push((first + (u32::from(square) ^ self.turn) as usize) as u16);
                }
            }
        }
        active
    }

    /// The input of the first square.
    #[inline]
    fn first(self, color: Color, role: Role) -> usize {
        384 * usize::from(color != self.color) + 64 * (role as usize - 1)
    }
}

/// A king on this square has its side see the board with the files exchanged.
#[inline]
#[must_use]
pub fn is_mirrored(king: Square) -> bool {
    u32::from(king) & 4 != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_piece_and_square_has_its_own_input() {
        for (color, king) in [(Color::White, Square::C1), (Color::Black, Square::G8)] {
            let view = View::new(color, king);
            let mut seen = HashSet::new();
            for piece_color in Color::ALL {
                for role in Role::ALL {
                    seen.extend(Square::ALL.map(|square| view.index(role.of(piece_color), square)));
                }
            }
            assert_eq!(seen.len(), COUNT);
            assert!(seen.iter().all(|index| *index < COUNT));
        }
    }

    #[test]
    fn the_layout_is_the_one_that_files_are_written_for() {
        let white = View::new(Color::White, Square::D1);
        assert_eq!(white.index(Color::White.pawn(), Square::A2), 8);
        assert_eq!(white.index(Color::Black.king(), Square::H8), 384 + 320 + 63);
        let mirrored = View::new(Color::White, Square::E1);
        assert_eq!(mirrored.index(Color::White.king(), Square::E1), 320 + 3);
        let black = View::new(Color::Black, Square::D8);
        assert_eq!(black.index(Color::Black.pawn(), Square::A7), 8);
        assert_eq!(black.index(Color::White.knight(), Square::B1), 384 + 64 + 57);
    }

    #[test]
    fn the_own_king_is_always_on_the_left() {
        let board = Board::default();
        for color in Color::ALL {
            let active = View::of(&board, color).active(&board);
            assert_eq!(active.len(), 32);
            assert!(active.contains(&(320 + 3)));
        }
    }
}
