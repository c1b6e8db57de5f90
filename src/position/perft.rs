//! Perft: the number of leaf nodes of the tree of legal moves.

use shakmaty::{Move, Position as _};

use super::Position;

impl Position {
    /// Returns the number of legal move sequences of `depth` plies. The last ply is counted, not played.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_legal_moves(),
            _ => self.legal_moves().into_iter().map(|m| self.play_without_keys(m).perft(depth - 1)).sum(),
        }
    }

    /// Returns the position after a legal move, without updating the keys.
    #[inline]
    fn play_without_keys(&self, m: Move) -> Position {
        let mut chess = self.chess.clone();
        chess.play_unchecked(m);
        Position { checkers: chess.checkers(), chess, keys: self.keys }
    }
}
