//! Sample: a position seen by the side to move, in 32 bytes.

use lancet::eval::nnue::features::is_mirrored;
use shakmaty::{Board, Color, Role};

/// The most men of a position.
pub const MAX_MEN: usize = 32;

/// Bytes of a sample, in memory and in a file.
pub(super) const BYTES: usize = 32;

/// A king of the side to move, and one of the other side, as men are written here.
const KINGS: [u8; 2] = [5, 13];

/// A position with its score and the result of its game, all from the side to move.
///
/// The board is turned so that the side to move plays up it. Men are four bits each, in the order
/// of their squares: the role from 0 (pawn) to 5 (king), and 8 more for the other side's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    occupied: u64,
    men: [u8; MAX_MEN / 2],
    chance: u16,
    result: u8,
    mirrored: u8,
    game: u32,
}

const _: () = assert!(size_of::<Sample>() == BYTES);

impl Sample {
    /// A board with the expected result by the search and the result of the game, both from the
    /// side to move and from 0 to 1, and a number of the game. `None` if there are too many men
    /// or a king is missing.
    #[must_use]
    pub fn new(board: &Board, turn: Color, chance: f32, result: f32, game: u32) -> Option<Sample> {
        let seen = |squares: u64| if turn.is_black() { squares.swap_bytes() } else { squares };
        let occupied = seen(board.occupied().0);
        if occupied.count_ones() as usize > MAX_MEN {
            return None;
        }
        let mut mirrored = 0;
        for (view, color) in [turn, !turn].into_iter().enumerate() {
            mirrored |= u8::from(is_mirrored(board.king_of(color)?)) << view;
        }
        let mut men = [0; MAX_MEN / 2];
        for role in Role::ALL {
            for (side, color) in [turn, !turn].into_iter().enumerate() {
                let man = role as u8 - 1 + 8 * side as u8;
                let mut squares = seen(board.by_piece(role.of(color)).0);
                while squares != 0 {
                    let below = (squares & squares.wrapping_neg()) - 1;
                    let place = (occupied & below).count_ones() as usize;
                    men[place / 2] |= man << (4 * (place & 1));
                    squares &= squares - 1;
                }
            }
        }
        let mut sample = Sample { occupied, men, mirrored, game, ..Sample::default() };
        sample.set_targets(chance, result);
        Some(sample)
    }

    /// Men on the board.
    #[inline]
    #[must_use]
    pub fn count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// The expected result by the search, from 0 to 1.
    #[inline]
    #[must_use]
    pub fn chance(&self) -> f32 {
        f32::from(self.chance) / f32::from(u16::MAX)
    }

    /// The result of the game, from 0 to 1: 0.5 is a draw, other fractions are means.
    #[inline]
    #[must_use]
    pub fn result(&self) -> f32 {
        f32::from(self.result) / 254.0
    }

    /// The number of the game.
    #[must_use]
    pub fn game(&self) -> u32 {
        self.game
    }

    /// The same position with other targets.
    pub(super) fn set_targets(&mut self, chance: f32, result: f32) {
        self.chance = (chance * f32::from(u16::MAX)).round() as u16;
        self.result = (result * 254.0).round() as u8;
    }

    /// The board alone, as a key: equal for positions that no model can tell apart.
    pub(super) fn board_key(&self) -> u64 {
        let mut bytes = [0; 24];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..].copy_from_slice(&self.men);
        xxhash_rust::xxh3::xxh3_64(&bytes)
    }

    /// The men with their squares, as the side to move sees them: square, role from 0 to 5, and
    /// whether it is the other side's.
    pub fn men(&self) -> impl Iterator<Item = (u8, u8, bool)> {
        let mut squares = self.occupied;
        (0..self.count()).map(move |place| {
            let square = squares.trailing_zeros() as u8;
            squares &= squares - 1;
            let man = self.men[place / 2] >> (4 * (place & 1)) & 15;
            (square, man & 7, man & 8 != 0)
        })
    }

    /// Writes the inputs of each man, of the view of the side to move and of the other; says how
    /// many there are.
    #[inline]
    pub fn inputs(&self, inputs: &mut [[u16; 2]; MAX_MEN]) -> usize {
        let turns = [u16::from(self.mirrored & 1) * 7, 56 ^ (u16::from(self.mirrored >> 1) * 7)];
        let mut squares = self.occupied;
        let mut men = u128::from_le_bytes(self.men);
        let mut count = 0;
        for place in inputs.iter_mut() {
            if squares == 0 {
                break;
            }
            let square = squares.trailing_zeros() as u16;
            let (role, side) = ((men & 7) as u16, (men >> 3 & 1) as u16);
            let first = 64 * role;
            *place =
                [first + 384 * side + (square ^ turns[0]), first + 384 * (1 - side) + (square ^ turns[1])];
            squares &= squares - 1;
            men >>= 4;
            count += 1;
        }
        count
    }

    /// As it stands in a file, little endian: occupied squares, men, chance, result, which kings
    /// stand on the right half, game.
    pub(super) fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.men);
        bytes[24..26].copy_from_slice(&self.chance.to_le_bytes());
        (bytes[26], bytes[27]) = (self.result, self.mirrored);
        bytes[28..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    /// Reads what [`Sample::to_bytes`] wrote; `None` where that cannot have been.
    pub(super) fn from_bytes(bytes: &[u8; BYTES]) -> Option<Sample> {
        let (occupied, rest) = bytes.split_first_chunk::<8>()?;
        let (men, rest) = rest.split_first_chunk()?;
        let (chance, rest) = rest.split_first_chunk()?;
        let ([result, mirrored], game) = rest.split_first_chunk()?;
        let sample = Sample {
            occupied: u64::from_le_bytes(*occupied),
            men: *men,
            chance: u16::from_le_bytes(*chance),
            result: *result,
            mirrored: *mirrored,
            game: u32::from_le_bytes(*game.first_chunk()?),
        };
        sample.is_sound().then_some(sample)
    }

    /// Nothing in it is out of range.
    fn is_sound(&self) -> bool {
        let mut kings = [0, 0];
        let mut mirrored = 0;
        if self.count() > MAX_MEN || self.result > 254 {
            return false;
        }
        for (square, role, other) in self.men() {
            if role > KINGS[0] {
                return false;
            } else if role == KINGS[0] {
                kings[usize::from(other)] += 1;
                mirrored |= (square >> 2 & 1) << u8::from(other);
            }
        }
        kings == [1, 1] && mirrored == self.mirrored
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lancet::eval::nnue::features::View;
    use lancet::position::{Position, parse_fen};

    const FENS: [&str; 5] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "2k5/8/8/8/8/8/6q1/3K4 b - - 0 1",
        "5k2/8/8/8/8/8/6q1/6K1 w - - 0 1",
    ];

    fn position(fen: &str) -> Position {
        Position::new(parse_fen(fen).expect("a position").chess)
    }

    #[test]
    fn inputs_are_those_of_the_engine() {
        for fen in FENS {
            let position = position(fen);
            let (board, turn) = (position.board(), position.turn());
            let sample = Sample::new(board, turn, 0.25, 1.0, 7).expect("a sample");
            let mut inputs = [[0; 2]; MAX_MEN];
            let count = sample.inputs(&mut inputs);
            assert_eq!(count, board.occupied().count());
            for (view, color) in [turn, !turn].into_iter().enumerate() {
                let mut ours: Vec<u16> = inputs[..count].iter().map(|pair| pair[view]).collect();
                let mut engine = View::of(board, color).active(board).to_vec();
                ours.sort_unstable();
                engine.sort_unstable();
                assert_eq!(ours, engine, "{fen}");
            }
        }
    }

    #[test]
    fn bytes_come_back_and_nonsense_is_refused() {
        for fen in FENS {
            let position = position(fen);
            let sample =
                Sample::new(position.board(), position.turn(), 0.3, 0.5, 0xABCD_EF01).expect("a sample");
            assert!((sample.chance() - 0.3).abs() < 1e-4 && sample.result() == 0.5);
            let bytes = sample.to_bytes();
            assert_eq!(Sample::from_bytes(&bytes), Some(sample));
            for (place, value) in [(8, 0xFF), (26, 255), (27, bytes[27] ^ 1)] {
                let mut bytes = bytes;
                bytes[place] = value;
                assert_eq!(Sample::from_bytes(&bytes), None, "{fen}: {place}");
            }
        }
        assert_eq!(Sample::from_bytes(&[255; BYTES]), None);
    }

    #[test]
    fn a_position_and_its_reflection_are_one() {
        let [a, b] = ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"].map(position);
        let a = Sample::new(a.board(), a.turn(), 0.5, 0.5, 0);
        assert_eq!(a, Sample::new(b.board(), b.turn(), 0.5, 0.5, 0));
    }
}
