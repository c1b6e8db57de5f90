//! EvalNoise: errors of the evaluation that limit the playing strength.

use shakmaty::{Role, Square};

use crate::position::Position;

/// An error of the evaluation for each piece on each square, the same for both sides.
///
/// It is constant during a game, so a limited player follows a plan, though not the best one. A move
/// changes the total by a few squares' errors only, at any search depth.
#[derive(Clone, Debug)]
pub struct EvalNoise([[i32; 64]; 6]);

impl EvalNoise {
    /// Makes a noise of `error` internal units for each piece on each square, seen from White.
    pub fn new(mut error: impl FnMut(Role, Square) -> i32) -> EvalNoise {
        EvalNoise(Role::ALL.map(|role| Square::ALL.map(|square| error(role, square))))
    }

    /// Returns the error of the evaluation of `position`, for the side to move.
    pub(super) fn of(&self, position: &Position) -> i32 {
        let error = |(square, piece): (Square, shakmaty::Piece)| {
            let relative = piece.color.fold_wb(square, square.flip_vertical());
            let error = self.0[piece.role as usize - 1][relative.to_usize()];
            if piece.color == position.turn() { error } else { -error }
        };
        position.board().into_iter().map(error).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::position::parse_fen;

    fn position(fen: &str) -> Position {
        Position::new(parse_fen(fen).unwrap().chess)
    }

    #[test]
    fn noise_is_symmetric() {
        let noise = EvalNoise::new(|role, square| role as i32 * 100 + i32::from(u8::from(square)));
        let white = position("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1");
        // A knight on c3, for its own side and for the other; the kings cancel.
        assert_eq!(noise.of(&white), 200 + 18);
        assert_eq!(noise.of(&position("4k3/8/8/8/8/2N5/8/4K3 b - - 0 1")), -218);
        assert_eq!(noise.of(&position("4k3/8/2n5/8/8/8/8/4K3 b - - 0 1")), 218);
        let value = |mut evaluator: Evaluator| {
            evaluator.set_root(&white);
            evaluator.evaluate(&white)
        };
        assert_eq!(value(Evaluator::default().with_noise(noise)), value(Evaluator::default()) + 218);
    }
}
