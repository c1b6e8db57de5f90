//! Validity: whether a position can be searched.

use shakmaty::{Chess, EnPassantMode, FromSetup, Position as _, PositionError};

use super::fen::illegal_position;
use super::{IllegalPosition, Position};

impl Position {
    /// Checks what a search relies on, as shakmaty checks a new position: one king of each side, no pawn on the first or
    /// last rank, the side not to move not in check, and kings and rooks where the castling rights say.
    ///
    /// Positions of [`parse_fen`](super::parse_fen) and of legal moves pass; those of shakmaty's `play_unchecked` may not.
    /// More material than in any game, and a check that no move can lead to, are not errors.
    ///
    /// # Errors
    /// The first of the errors, in the order of [`IllegalPosition`].
    pub fn validate(&self) -> Result<(), IllegalPosition> {
        Chess::from_setup(self.chess().to_setup(EnPassantMode::Always), self.castling_mode())
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .map_or_else(|error| Err(illegal_position(&error)), |_| Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Move, Role, Square};

    use super::*;

    #[test]
    fn positions_after_illegal_moves_are_refused() {
        let after = |fen: &str, role, [from, to]: [Square; 2], capture, promotion| {
            let fen: Fen = fen.parse().unwrap();
            let mut chess: Chess = fen.into_position(CastlingMode::Standard).unwrap();
            assert_eq!(Position::new(chess.clone()).validate(), Ok(()));
            chess.play_unchecked(Move::Normal { role, from, capture, to, promotion });
            Position::new(chess).validate()
        };
        let [e1, d7, e7, e8] = [Square::E1, Square::D7, Square::E7, Square::E8];
        let rook = "4k3/3r4/8/8/8/8/8/4K3 b - - 0 1";
        let taken = after(rook, Role::Rook, [d7, e1], Some(Role::King), None);
        assert_eq!(taken, Err(IllegalPosition::MissingKing));
        let check = after("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", Role::King, [e8, e7], None, None);
        assert_eq!(check, Err(IllegalPosition::OppositeCheck));
        let pawn = "k7/4P3/8/8/8/8/8/4K3 w - - 0 1";
        assert_eq!(after(pawn, Role::Pawn, [e7, e8], None, None), Err(IllegalPosition::PawnOnBackRank));
        let king = after(pawn, Role::Pawn, [e7, e8], None, Some(Role::King));
        assert_eq!(king, Err(IllegalPosition::TooManyKings));
        let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        // Moved as a bishop, the rook keeps its castling right.
        let moved = after(castling, Role::Bishop, [Square::H1, Square::H4], None, None);
        assert_eq!(moved, Err(IllegalPosition::Other));
    }

    #[test]
    fn positions_that_no_game_has_can_be_searched() {
        let many = "qqqqqqqq/8/8/8/8/8/k7/6QK w - - 0 1";
        let checks = "4k3/8/8/8/8/8/3nrn2/4K3 w - - 0 1";
        for fen in [many, checks] {
            let parsed: Fen = fen.parse().unwrap();
            let chess = parsed.into_position::<Chess>(CastlingMode::Standard);
            let chess = chess.or_else(PositionError::ignore_too_much_material);
            let chess = chess.or_else(PositionError::ignore_impossible_check).unwrap();
            assert_eq!(Position::new(chess).validate(), Ok(()), "{fen}");
        }
    }
}
