//! Linear: tapered piece-square tables, a middlegame and an endgame value for each piece on each square.

use shakmaty::{Board, Color, Role};

use super::features::{COUNT, View};
use super::king_buckets::KingBuckets;
use crate::position::piece_value;

/// The quantised form of an internal unit in the weights.
pub const WEIGHT_ONE: i32 = 16;

/// The phase of the initial position.
pub const FULL_PHASE: i32 = 24;

/// Tapered piece-square tables. Weights are pairs, middlegame and endgame, in 1/16 of an internal unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linear {
    /// The bonus for the side to move.
    pub tempo: [i16; 2],
    /// The weight of each feature.
    pub weights: Box<[[i16; 2]; COUNT]>,
}

impl Linear {
    /// Returns a model of material alone, with the values of [`piece_value`].
    #[must_use]
    pub fn material() -> Linear {
        let mut weights = Box::new([[0; 2]; COUNT]);
        for (index, role) in Role::ALL.into_iter().enumerate() {
            weights[64 * index..64 * (index + 1)].fill([(piece_value(role) * WEIGHT_ONE) as i16; 2]);
        }
        Linear { tempo: [0; 2], weights }
    }

    /// Returns the value of `board` for the side to move, in internal units.
    #[must_use]
    pub fn evaluate(&self, board: &Board, turn: Color) -> i32 {
        let mut sum = self.tempo.map(i32::from);
        for (color, sign) in [(turn, 1), (!turn, -1)] {
            for index in View::of(board, color, KingBuckets::One).active(board) {
                let weight = self.weights[usize::from(index)];
                sum[0] += sign * i32::from(weight[0]);
                sum[1] += sign * i32::from(weight[1]);
            }
        }
        let phase = phase(board);
        (sum[0] * phase + sum[1] * (FULL_PHASE - phase)) / FULL_PHASE / WEIGHT_ONE
    }
}

/// Returns the game phase, from 0 without pieces to [`FULL_PHASE`].
fn phase(board: &Board) -> i32 {
    let of = |role: Role, weight: usize| weight * board.by_role(role).count();
    let phase = of(Role::Knight, 1) + of(Role::Bishop, 1) + of(Role::Rook, 2) + of(Role::Queen, 4);
    FULL_PHASE.min(phase as i32)
}
