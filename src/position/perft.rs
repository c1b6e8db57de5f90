//! Perft: the number of ways in which a position can be played on.

use shakmaty::{Move, Position as _};

use super::Position;

impl Position {
    /// The number of legal move sequences of `depth` plies; the last ply is counted, not played.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_legal_moves(),
            _ => self.legal_moves().into_iter().map(|m| self.step(m).perft(depth - 1)).sum(),
        }
    }

    /// As [`Position::play`], but the keys stay behind: no one looks at them here.
    #[inline]
    fn step(&self, m: Move) -> Position {
        let mut chess = self.chess.clone();
        chess.play_unchecked(m);
        Position { checkers: chess.checkers(), chess, keys: self.keys }
    }
}
