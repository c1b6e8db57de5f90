//! Linear: a model that gives every piece on its square a worth, one for the middlegame and one for
//! the endgame, blended by the pieces that are left.

use shakmaty::{Board, Color, Role};

use super::features::{COUNT, View};

/// What weights are divided by to give centipawns.
const FINENESS: i32 = 16;

/// The phase of a board with all its pieces.
const FULL_PHASE: i32 = 24;

/// A tapered piece-square model. Weights are pairs, middlegame and endgame, in 1/16 centipawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linear {
    /// The worth of being on move.
    pub tempo: [i16; 2],
    /// The worth of each input.
    pub weights: Box<[[i16; 2]; COUNT]>,
}

impl Linear {
    /// Nothing but material: what the pieces are worth on any square.
    #[must_use]
    pub fn material() -> Linear {
        let mut weights = Box::new([[0; 2]; COUNT]);
        for (role, centipawns) in [100, 320, 330, 500, 950].into_iter().enumerate() {
            weights[64 * role..64 * (role + 1)].fill([centipawns * FINENESS as i16; 2]);
        }
        Linear { tempo: [0; 2], weights }
    }

    /// The value of `board` for the side to move, in centipawns.
    #[must_use]
    pub fn evaluate(&self, board: &Board, turn: Color) -> i32 {
        let mut sum = self.tempo.map(i32::from);
        for (color, sign) in [(turn, 1), (!turn, -1)] {
            for index in View::of(board, color).active(board) {
                let weight = self.weights[usize::from(index)];
                sum[0] += sign * i32::from(weight[0]);
                sum[1] += sign * i32::from(weight[1]);
            }
        }
        let phase = phase(board);
        (sum[0] * phase + sum[1] * (FULL_PHASE - phase)) / FULL_PHASE / FINENESS
    }
}

/// What is left of the pieces, from 0 to [`FULL_PHASE`].
fn phase(board: &Board) -> i32 {
    let of = |role: Role, weight: usize| weight * board.by_role(role).count();
    let phase = of(Role::Knight, 1) + of(Role::Bishop, 1) + of(Role::Rook, 2) + of(Role::Queen, 4);
    FULL_PHASE.min(phase as i32)
}
