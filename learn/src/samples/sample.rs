//! A training sample: a position seen by the side to move, in 32 bytes.

use lancet::eval::nnue::KingBuckets;
use lancet::eval::nnue::features::{COUNT, is_mirrored};
use shakmaty::{Board, Color, Role};

/// The most pieces of a position, kings and pawns included.
pub const MAX_PIECES: usize = 32;

/// The size of a sample in memory and in a file.
pub(super) const BYTES: usize = 32;

/// The codes of the king of the side to move and of the opponent's king.
const KINGS: [u8; 2] = [5, 13];

/// A position with its score and the result of its game, all from the view of the side to move.
///
/// The board is flipped so that the side to move plays up it. Pieces take four bits each, in the order of
/// their squares: the role from 0 (pawn) to 5 (king), plus 8 for the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    occupied: u64,
    pieces: [u8; MAX_PIECES / 2],
    win_probability: u16,
    result: u8,
    mirrored: u8,
    game: u32,
}

const _: () = assert!(size_of::<Sample>() == BYTES);

impl Sample {
    /// Creates a sample of a board with the win probability by the search and the result of the game, both
    /// from 0 to 1 for the side to move, and a number of the game. Returns `None` if there are too many
    /// pieces or a king is missing.
    #[must_use]
    pub fn new(board: &Board, turn: Color, win_probability: f32, result: f32, game: u32) -> Option<Sample> {
        let seen = |squares: u64| if turn.is_black() { squares.swap_bytes() } else { squares };
        let occupied = seen(board.occupied().0);
        if occupied.count_ones() as usize > MAX_PIECES {
            return None;
        }
        let mut mirrored = 0;
        for (view, color) in [turn, !turn].into_iter().enumerate() {
            mirrored |= u8::from(is_mirrored(board.king_of(color)?)) << view;
        }
        let mut pieces = [0; MAX_PIECES / 2];
        for role in Role::ALL {
            for (side, color) in [turn, !turn].into_iter().enumerate() {
                let piece = role as u8 - 1 + 8 * side as u8;
                let mut squares = seen(board.by_piece(role.of(color)).0);
                while squares != 0 {
                    let below = (squares & squares.wrapping_neg()) - 1;
                    let place = (occupied & below).count_ones() as usize;
                    pieces[place / 2] |= piece << (4 * (place & 1));
                    squares &= squares - 1;
                }
            }
        }
        let mut sample = Sample { occupied, pieces, mirrored, game, ..Sample::default() };
        sample.set_targets(win_probability, result);
        Some(sample)
    }

    /// Returns the number of pieces, kings and pawns included.
    #[inline]
    #[must_use]
    pub fn piece_count(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// Returns the win probability by the search: the expected result from 0 to 1.
    #[inline]
    #[must_use]
    pub fn win_probability(&self) -> f32 {
        f32::from(self.win_probability) / f32::from(u16::MAX)
    }

    /// Returns the result of the game, from 0 to 1: 0.5 is a draw, other fractions are means of merged
    /// samples.
    #[inline]
    #[must_use]
    pub fn result(&self) -> f32 {
        f32::from(self.result) / 254.0
    }

    /// Returns the target of training, from 0 to 1; `lambda` is the weight of the result.
    #[inline]
    #[must_use]
    pub fn target(&self, lambda: f32) -> f32 {
        (1.0 - lambda) * self.win_probability() + lambda * self.result()
    }

    /// Returns the number of the game.
    #[must_use]
    pub fn game(&self) -> u32 {
        self.game
    }

    /// Replaces the targets.
    pub(super) fn set_targets(&mut self, win_probability: f32, result: f32) {
        self.win_probability = (win_probability * f32::from(u16::MAX)).round() as u16;
        self.result = (result * 254.0).round() as u8;
    }

    /// Returns a hash of the board, which is equal for positions with the same network inputs.
    pub(super) fn board_key(&self) -> u64 {
        let mut bytes = [0; 24];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..].copy_from_slice(&self.pieces);
        xxhash_rust::xxh3::xxh3_64(&bytes)
    }

    /// Iterates over the pieces as seen by the side to move: square, role from 0 to 5, and whether it is the
    /// opponent's.
    pub fn pieces(&self) -> impl Iterator<Item = (u8, u8, bool)> {
        let mut squares = self.occupied;
        (0..self.piece_count()).map(move |place| {
            let square = squares.trailing_zeros() as u8;
            squares &= squares - 1;
            let piece = self.pieces[place / 2] >> (4 * (place & 1)) & 15;
            (square, piece & 7, piece & 8 != 0)
        })
    }

    /// Writes the input features of each piece for both perspectives, that of the side to move first. Returns
    /// the number of pieces.
    #[inline]
    pub fn inputs(&self, buckets: KingBuckets, inputs: &mut [[u16; 2]; MAX_PIECES]) -> usize {
        let flips = [u16::from(self.mirrored & 1) * 7, 56 ^ (u16::from(self.mirrored >> 1) * 7)];
        let mut squares = self.occupied;
        let mut pieces = u128::from_le_bytes(self.pieces);
        let (mut count, mut kings) = (0, [0; 2]);
        for place in inputs.iter_mut() {
            if squares == 0 {
                break;
            }
            let square = squares.trailing_zeros() as u16;
            let (role, side) = ((pieces & 7) as u16, (pieces >> 3 & 1) as u16);
            let first = 64 * role;
            let seen = [square ^ flips[0], square ^ flips[1]];
            *place = [first + 384 * side + seen[0], first + 384 * (1 - side) + seen[1]];
            if role == u16::from(KINGS[0]) {
                kings[usize::from(side)] = seen[usize::from(side)];
            }
            squares &= squares - 1;
            pieces >>= 4;
            count += 1;
        }
        if buckets != KingBuckets::One {
            let starts = kings.map(|king| (buckets.bucket(king as u8) * COUNT) as u16);
            for place in &mut inputs[..count] {
                *place = [place[0] + starts[0], place[1] + starts[1]];
            }
        }
        count
    }

    /// Returns the bytes of the sample in a file, as described in `file`.
    pub(super) fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces);
        bytes[24..26].copy_from_slice(&self.win_probability.to_le_bytes());
        (bytes[26], bytes[27]) = (self.result, self.mirrored);
        bytes[28..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    /// Parses the bytes of a file; returns `None` if they are not a valid sample.
    pub(super) fn from_bytes(bytes: &[u8; BYTES]) -> Option<Sample> {
        let (occupied, rest) = bytes.split_first_chunk::<8>()?;
        let (pieces, rest) = rest.split_first_chunk()?;
        let (win_probability, rest) = rest.split_first_chunk()?;
        let ([result, mirrored], game) = rest.split_first_chunk()?;
        let sample = Sample {
            occupied: u64::from_le_bytes(*occupied),
            pieces: *pieces,
            win_probability: u16::from_le_bytes(*win_probability),
            result: *result,
            mirrored: *mirrored,
            game: u32::from_le_bytes(*game.first_chunk()?),
        };
        sample.is_valid().then_some(sample)
    }

    /// Reports whether all fields are in range and consistent.
    fn is_valid(&self) -> bool {
        let mut kings = [0, 0];
        let mut mirrored = 0;
        if self.piece_count() > MAX_PIECES || self.result > 254 {
            return false;
        }
        for (square, role, other) in self.pieces() {
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
    fn inputs_match_those_of_the_engine() {
        for fen in FENS {
            let position = position(fen);
            let (board, turn) = (position.board(), position.turn());
            let sample = Sample::new(board, turn, 0.25, 1.0, 7).expect("a sample");
            for buckets in [KingBuckets::One, KingBuckets::Four] {
                let mut inputs = [[0; 2]; MAX_PIECES];
                let count = sample.inputs(buckets, &mut inputs);
                assert_eq!(count, board.occupied().count());
                for (view, color) in [turn, !turn].into_iter().enumerate() {
                    let mut ours: Vec<u16> = inputs[..count].iter().map(|pair| pair[view]).collect();
                    let mut engine = View::of(board, color, buckets).active(board).to_vec();
                    ours.sort_unstable();
                    engine.sort_unstable();
                    assert_eq!(ours, engine, "{fen}");
                }
            }
        }
    }

    #[test]
    fn bytes_round_trip_and_invalid_ones_are_rejected() {
        for fen in FENS {
            let position = position(fen);
            let sample =
                Sample::new(position.board(), position.turn(), 0.3, 0.5, 0xABCD_EF01).expect("a sample");
            assert!((sample.win_probability() - 0.3).abs() < 1e-4 && sample.result() == 0.5);
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
    fn a_position_equals_its_colour_flipped_mirror() {
        let [a, b] = ["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1"].map(position);
        let a = Sample::new(a.board(), a.turn(), 0.5, 0.5, 0);
        assert_eq!(a, Sample::new(b.board(), b.turn(), 0.5, 0.5, 0));
    }
}
