//! EvalNoise: an evaluation seen awry, as by a player of less judgement.

use shakmaty::{Role, Square};

use crate::position::Position;

/// What each piece on each square is thought to be worth too much, by its own side of the board.
///
/// It is the same wherever it is asked in a game, so that who judges by it has a plan, only not the best
/// one. What differs between two moves is a few squares; it does not grow with the depth of a search.
#[derive(Clone, Debug)]
pub struct EvalNoise([[i32; 64]; 6]);

impl EvalNoise {
    /// The noise that `worth` gives to each piece on each square, seen from White.
    pub fn new(mut worth: impl FnMut(Role, Square) -> i32) -> EvalNoise {
        EvalNoise(Role::ALL.map(|role| Square::ALL.map(|square| worth(role, square))))
    }

    /// What it adds to the evaluation, from the side to move.
    pub(super) fn of(&self, position: &Position) -> i32 {
        let worth = |(square, piece): (Square, shakmaty::Piece)| {
            let from_own_side = piece.color.fold_wb(square, square.flip_vertical());
            let worth = self.0[piece.role as usize - 1][from_own_side.to_usize()];
            if piece.color == position.turn() { worth } else { -worth }
        };
        position.board().into_iter().map(worth).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluator;
    use crate::position::parse_fen;

    fn at(fen: &str) -> Position {
        Position::new(parse_fen(fen).unwrap().chess)
    }

    #[test]
    fn it_is_the_same_for_both_sides() {
        let noise = EvalNoise::new(|role, square| role as i32 * 100 + i32::from(u8::from(square)));
        let white = at("4k3/8/8/8/8/2N5/8/4K3 w - - 0 1");
        // A knight on c3, from the side that has it and from the other; the kings make up for each other.
        assert_eq!(noise.of(&white), 200 + 18);
        assert_eq!(noise.of(&at("4k3/8/8/8/8/2N5/8/4K3 b - - 0 1")), -218);
        assert_eq!(noise.of(&at("4k3/8/2n5/8/8/8/8/4K3 b - - 0 1")), 218);
        let value = |mut evaluator: Evaluator| {
            evaluator.set_root(&white);
            evaluator.evaluate(&white)
        };
        assert_eq!(value(Evaluator::default().with_noise(noise)), value(Evaluator::default()) + 218);
    }
}
