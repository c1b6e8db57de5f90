//! Features: the inputs of a model that a board activates, for each side's view.
//!
//! A view has the own side at the bottom and the own king on files a to d, so the evaluation is symmetric in
//! colours and wings. Each piece is one of 768 features: own or enemy, role, square.

use arrayvec::ArrayVec;
use shakmaty::{Board, Color, Piece, Role, Square};

/// The number of features of a view.
pub const COUNT: usize = 2 * 6 * 64;

/// The active features of a board in a view, one for each piece.
pub type Active = ArrayVec<u16, 64>;

/// A side's view of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    color: Color,
    /// The mask that flips and mirrors a square by exclusive-or.
    flip: u32,
}

impl View {
    /// Returns the view of `color`, whose king is on `king`.
    #[inline]
    #[must_use]
    pub fn new(color: Color, king: Square) -> View {
        View::mirrored(color, is_mirrored(king))
    }

    /// Returns the view of `color`, with files a to h exchanged if `mirrored`.
    #[inline]
    #[must_use]
    pub fn mirrored(color: Color, mirrored: bool) -> View {
        let vertical = if color.is_black() { 56 } else { 0 };
        let horizontal = if mirrored { 7 } else { 0 };
        View { color, flip: vertical ^ horizontal }
    }

    /// The side whose view it is.
    #[inline]
    #[must_use]
    pub fn color(self) -> Color {
        self.color
    }

    /// Returns the view of `color` on `board`; without a king it is not mirrored.
    #[inline]
    #[must_use]
    pub fn of(board: &Board, color: Color) -> View {
        View::new(color, board.king_of(color).unwrap_or(Square::A1))
    }

    /// Returns the feature of `piece` on `square`, below [`COUNT`].
    #[inline]
    #[must_use]
    pub fn index(self, piece: Piece, square: Square) -> usize {
        self.first(piece.color, piece.role) + (u32::from(square) ^ self.flip) as usize
    }

    /// Returns the features that `board` activates.
    #[must_use]
    pub fn active(self, board: &Board) -> Active {
        let mut active = Active::new();
        for color in Color::ALL {
            for role in Role::ALL {
                let first = self.first(color, role);
                for square in board.by_piece(role.of(color)) {
                    active.push((first + (u32::from(square) ^ self.flip) as usize) as u16);
                }
            }
        }
        active
    }

    /// Returns the feature of a piece on the first square.
    #[inline]
    fn first(self, color: Color, role: Role) -> usize {
        384 * usize::from(color != self.color) + 64 * (role as usize - 1)
    }
}

/// Reports whether a side with its king on this square has a mirrored view.
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
    fn every_piece_and_square_has_its_own_feature() {
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
    fn the_feature_order_is_that_of_the_file_format() {
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
    fn the_own_king_is_always_on_the_queenside() {
        let board = Board::default();
        for color in Color::ALL {
            let active = View::of(&board, color).active(&board);
            assert_eq!(active.len(), 32);
            assert!(active.contains(&(320 + 3)));
        }
    }
}
