//! Validity: whether a position can be searched.

use shakmaty::{Bitboard, CastlingSide, Color, Position as _, Role};

use super::{IllegalPosition, Position};

impl Position {
    /// Checks what a search relies on: one king of each side, no pawn on the first or last rank, the side not to move not in
    /// check, and kings and rooks where the castling rights say.
    ///
    /// Positions of [`parse_fen`](super::parse_fen) and of legal moves pass; those of shakmaty's `play_unchecked` may not.
    /// More material than in any game is no error.
    ///
    /// # Errors
    /// The [`IllegalPosition`] that is found first.
    pub fn validate(&self) -> Result<(), IllegalPosition> {
        let board = self.board();
        for color in Color::ALL {
            match (board.kings() & board.by_color(color)).count() {
                0 => return Err(IllegalPosition::MissingKing),
                1 => {}
                _ => return Err(IllegalPosition::TooManyKings),
            }
        }
        if (board.pawns() & Bitboard::BACKRANKS).any() {
            return Err(IllegalPosition::PawnOnBackRank);
        }
        let turn = self.turn();
        if self.attackers(self.king(!turn), turn, board.occupied()).any() {
            return Err(IllegalPosition::OppositeCheck);
        }
        if Color::ALL.into_iter().any(|color| !self.has_castling_pieces(color)) {
            return Err(IllegalPosition::Other);
        }
        Ok(())
    }

    /// Reports whether king and rooks of a side stand where its castling rights say.
    fn has_castling_pieces(&self, color: Color) -> bool {
        let is_on_back_rank = self.king(color).rank() == color.backrank();
        let castles = self.chess().castles();
        CastlingSide::ALL
            .into_iter()
            .filter_map(|side| castles.rook(color, side))
            .all(|rook| is_on_back_rank && self.board().piece_at(rook) == Some(Role::Rook.of(color)))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Move, Square};

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
}
