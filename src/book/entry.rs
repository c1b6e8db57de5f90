//! Entry: one move of a Polyglot book, 16 bytes in big-endian order.

use shakmaty::{File, Move, Rank, Role, Square};

use crate::position::{Position, parse_move};

/// An entry of a Polyglot book: a move in a position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Entry {
    /// The key of the position.
    pub key: u64,
    /// The move: from bit 0 target file, target rank, origin file, origin rank and promotion, three bits each;
    /// castling as king takes own rook.
    pub packed: u16,
    /// The weight of the move, relative to the other moves of the position.
    pub weight: u16,
    /// Learning data of other programs; unused.
    pub learn: u32,
}

/// The promotions, in the order of the format.
const PROMOTIONS: [Option<Role>; 5] =
    [None, Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook), Some(Role::Queen)];

impl Entry {
    /// The size of an entry in bytes.
    pub const SIZE: usize = 16;

    /// Returns the entry of a legal move.
    #[must_use]
    pub fn new(position: &Position, m: Move, weight: u16) -> Entry {
        Entry { key: position.polyglot_key(), packed: pack(m), weight, learn: 0 }
    }

    /// Decodes an entry; missing bytes are 0.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Entry {
        let integer = |from: usize, to: usize| {
            (from..to).fold(0, |sum, at| sum << 8 | u64::from(bytes.get(at).copied().unwrap_or(0)))
        };
        Entry {
            key: integer(0, 8),
            packed: integer(8, 10) as u16,
            weight: integer(10, 12) as u16,
            learn: integer(12, 16) as u32,
        }
    }

    /// Encodes the entry.
    #[must_use]
    pub fn to_bytes(self) -> [u8; Self::SIZE] {
        let all = u128::from(self.key) << 64
            | u128::from(self.packed) << 48
            | u128::from(self.weight) << 32
            | u128::from(self.learn);
        all.to_be_bytes()
    }

    /// Returns the move if it is legal in `position`.
    #[must_use]
    pub fn legal_move(self, position: &Position) -> Option<Move> {
        parse_move(position, &self.move_text()?).ok()
    }

    /// Returns the move in UCI notation, or `None` if the bits are invalid.
    #[must_use]
    pub fn move_text(self) -> Option<String> {
        let bits = |shift: u16| u32::from(self.packed >> shift & 7);
        let square = |shift| Square::from_coords(File::new(bits(shift)), Rank::new(bits(shift + 3)));
        let promotion = *PROMOTIONS.get(usize::from(self.packed >> 12))?;
        let letter = promotion.map_or(String::new(), |role| role.char().to_string());
        Some(format!("{}{}{letter}", square(6), square(0)))
    }
}

fn pack(m: Move) -> u16 {
    let square = |square: Square| u32::from(square) as u16;
    // Only drops have no origin, and chess has none.
    let from = m.from().map_or(0, square);
    let promotion = PROMOTIONS.iter().position(|role| *role == m.promotion()).unwrap_or(0);
    square(m.to()) | from << 6 | (promotion as u16) << 12
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen;

    fn position(fen: &str) -> Position {
        Position::new(parse_fen(fen).unwrap().chess)
    }

    #[test]
    fn every_legal_move_survives_a_round_trip() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/1P6/8/2pP4/8/8/6p1/R3K2R w KQkq c6 0 1",
            "rkbbrnnq/pp2pppp/8/2pp4/P1P5/1P3P2/3PP1PP/RKBBRNNQ w EAea - 1 9",
        ] {
            let position = position(fen);
            for m in position.legal_moves() {
                let entry = Entry::new(&position, m, 7);
                assert_eq!(entry.legal_move(&position), Some(m), "{fen}");
                assert_eq!(Entry::from_bytes(&entry.to_bytes()), entry);
            }
        }
    }

    #[test]
    fn castling_is_king_takes_own_rook() {
        let position = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let castling = position.legal_moves().into_iter().filter(|m| m.is_castle());
        let mut texts: Vec<_> = castling.filter_map(|m| Entry::new(&position, m, 1).move_text()).collect();
        texts.sort();
        assert_eq!(texts, ["e1a1", "e1h1"]);
    }

    #[test]
    fn invalid_bits_are_no_move() {
        let start = Position::default();
        for packed in [0, 0x8000, 0xFFFF, 0x5000, 0o1434 | 5 << 12, 0o1434 | 1 << 15] {
            let entry = Entry { key: start.polyglot_key(), packed, weight: 1, learn: 0 };
            assert_eq!(entry.legal_move(&start), None, "{packed:x}");
        }
        let entry = Entry { key: start.polyglot_key(), packed: 0o1434, weight: 1, learn: u32::MAX };
        assert_eq!(entry.legal_move(&start).map(|m| start.san(m)).as_deref(), Some("e4"));
    }
}
