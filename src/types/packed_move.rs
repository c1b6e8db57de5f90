//! PackedMove: a move in 16 bits, for the transposition table.

use shakmaty::{Move, Role, Square};

use super::move_squares;

/// A move in 16 bits: origin, target and promotion. Castling is encoded as king takes own rook.
///
/// It has a meaning only in a position: [`Position::unpack`](crate::position::Position::unpack)
/// returns the move if it is legal there. The encoding is that of
/// [`shakmaty::packed::PackedUciMove`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct PackedMove(u16);

impl PackedMove {
    /// No move (a1a1, which is never legal).
    pub const NONE: PackedMove = PackedMove(0);

    /// Packs a move.
    #[must_use]
    pub fn new(m: Move) -> PackedMove {
        let (from, to) = move_squares(m);
        let promotion = m.promotion().map_or(0, |role| role as u16);
        PackedMove(from.to_u32() as u16 | (to.to_u32() as u16) << 6 | promotion << 12)
    }

    /// Makes a packed move from any bits.
    #[must_use]
    pub const fn from_bits(bits: u16) -> PackedMove {
        PackedMove(bits)
    }

    /// Returns the bits.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The origin square.
    #[must_use]
    pub fn from(self) -> Square {
        Square::new(u32::from(self.0 & 63))
    }

    /// The target square; for castling that of the rook.
    #[must_use]
    pub fn to(self) -> Square {
        Square::new(u32::from(self.0 >> 6 & 63))
    }

    /// The role that a pawn promotes to, or `Err` if the bits are invalid.
    pub(crate) fn promotion(self) -> Result<Option<Role>, ()> {
        match self.0 >> 12 {
            0 => Ok(None),
            2 => Ok(Some(Role::Knight)),
            3 => Ok(Some(Role::Bishop)),
            4 => Ok(Some(Role::Rook)),
            5 => Ok(Some(Role::Queen)),
            _ => Err(()),
        }
    }

    /// Reports whether this is [`PackedMove::NONE`].
    #[must_use]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::packed::PackedUciMove;
    use shakmaty::{Chess, Position, uci::UciMove};

    #[test]
    fn the_encoding_is_that_of_shakmaty() {
        for m in Chess::default().legal_moves() {
            let expected = PackedUciMove::pack(UciMove::from_chess960(m)).to_bytes();
            assert_eq!(PackedMove::new(m).bits(), u16::from_le_bytes(expected));
        }
    }
}
