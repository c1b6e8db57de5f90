//! Features: the inputs of a model that a board activates, for each side's view.
//!
//! A view has the own side at the bottom and the own king on files a to d, so the evaluation is symmetric in
//! colours and wings. Each piece is one of 768 features for each king bucket: own or enemy, role, square.

use arrayvec::ArrayVec;
use shakmaty::{Board, Color, Piece, Role, Square};

use super::king_buckets::KingBuckets;

/// The number of features of a king bucket.
pub const COUNT: usize = 2 * 6 * 64;

/// The largest number of views: of both sides, mirrored or not, by king bucket.
pub(super) const VIEWS: usize = 2 * 2 * KingBuckets::MAX;

/// The active features of a board in a view, one for each piece.
pub type Active = ArrayVec<u16, 64>;

/// A side's view of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    color: Color,
    /// The mask that flips and mirrors a square by exclusive-or.
    flip: u8,
    bucket: u8,
}

impl View {
    /// Returns the view of `color`, whose king is on `king`.
    #[inline]
    #[must_use]
    pub fn new(color: Color, king: Square, buckets: KingBuckets) -> View {
        let vertical = if color.is_black() { 56 } else { 0 };
        let horizontal = if is_mirrored(king) { 7 } else { 0 };
        let flip = vertical ^ horizontal;
        View { color, flip, bucket: buckets.bucket(u8::from(king) ^ flip) as u8 }
    }

    /// The side whose view it is.
    #[inline]
    #[must_use]
    pub fn color(self) -> Color {
        self.color
    }

    /// Returns the view of `color` on `board`; without a king it is that of a king in the corner of the first file.
    #[inline]
    #[must_use]
    pub fn of(board: &Board, color: Color, buckets: KingBuckets) -> View {
        let corner = color.fold_wb(Square::A1, Square::A8);
        View::new(color, board.king_of(color).unwrap_or(corner), buckets)
    }

    /// The king bucket.
    #[inline]
    #[must_use]
    pub fn king_bucket(self) -> usize {
        usize::from(self.bucket)
    }

    /// Returns the feature of `piece` on `square`, below [`COUNT`] times the number of king buckets.
    #[inline]
    #[must_use]
    pub fn index(self, piece: Piece, square: Square) -> usize {
        self.first(piece.color, piece.role) + self.seen(square)
    }

    /// Returns the features that `board` activates.
    #[must_use]
    pub fn active(self, board: &Board) -> Active {
        let mut active = Active::new();
        for color in Color::ALL {
            for role in Role::ALL {
                let first = self.first(color, role);
                for square in board.by_piece(role.of(color)) {
                    active.push((first + self.seen(square)) as u16);
                }
            }
        }
        active
    }

    /// Returns the number of the view, below [`VIEWS`].
    #[inline]
    pub(super) fn number(self) -> usize {
        4 * self.king_bucket() + 2 * self.color as usize + usize::from(self.flip & 1)
    }

    /// Returns the index of a square in the view.
    #[inline]
    fn seen(self, square: Square) -> usize {
        usize::from(u8::from(square) ^ self.flip)
    }

    /// Returns the feature of a piece on the first square.
    #[inline]
    fn first(self, color: Color, role: Role) -> usize {
        COUNT * self.king_bucket() + 384 * usize::from(color != self.color) + 64 * (role as usize - 1)
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
        for (color, kings) in [
            (Color::White, [Square::G1, Square::C1, Square::E2, Square::H5]),
            (Color::Black, [Square::B8, Square::E8, Square::A7, Square::F4]),
        ] {
            let mut seen = HashSet::new();
            for (bucket, king) in kings.into_iter().enumerate() {
                let view = View::new(color, king, KingBuckets::Four);
                assert_eq!(view.king_bucket(), bucket);
                for piece_color in Color::ALL {
                    for role in Role::ALL {
                        seen.extend(Square::ALL.map(|square| view.index(role.of(piece_color), square)));
                    }
                }
            }
            assert_eq!(seen.len(), 4 * COUNT);
            assert!(seen.iter().all(|index| *index < 4 * COUNT));
        }
    }

    #[test]
    fn every_view_has_its_own_number() {
        for buckets in [KingBuckets::One, KingBuckets::Four] {
            let views = Color::ALL.into_iter().flat_map(|color| Square::ALL.map(|king| (color, king)));
            let views: Vec<View> = views.map(|(color, king)| View::new(color, king, buckets)).collect();
            let mut by_number = [None; VIEWS];
            for view in views {
                assert_eq!(*by_number[view.number()].get_or_insert(view), view);
            }
            assert_eq!(by_number.iter().flatten().count(), 4 * buckets.count());
        }
    }

    #[test]
    fn the_feature_order_is_that_of_the_file_format() {
        let white = View::new(Color::White, Square::D1, KingBuckets::One);
        assert_eq!(white.index(Color::White.pawn(), Square::A2), 8);
        assert_eq!(white.index(Color::Black.king(), Square::H8), 384 + 320 + 63);
        let mirrored = View::new(Color::White, Square::E1, KingBuckets::One);
        assert_eq!(mirrored.index(Color::White.king(), Square::E1), 320 + 3);
        let black = View::new(Color::Black, Square::D8, KingBuckets::One);
        assert_eq!(black.index(Color::Black.pawn(), Square::A7), 8);
        assert_eq!(black.index(Color::White.knight(), Square::B1), 384 + 64 + 57);
        let second_rank = View::new(Color::Black, Square::G7, KingBuckets::Four);
        assert_eq!(second_rank.index(Color::Black.king(), Square::G7), 2 * COUNT + 320 + 8 + 1);
    }

    #[test]
    fn the_own_king_is_always_on_the_queenside() {
        let board = Board::default();
        for color in Color::ALL {
            let active = View::of(&board, color, KingBuckets::One).active(&board);
            assert_eq!(active.len(), 32);
            assert!(active.contains(&(320 + 3)));
        }
    }
}
