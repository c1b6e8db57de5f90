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

    /// Returns the number of legal move sequences of `depth` plies, or `None` if it is more than `most`.
    #[must_use]
    pub fn perft_within(&self, depth: u32, most: u64) -> Option<u64> {
        let count = match depth {
            0 | 1 => self.perft(depth),
            _ => self.legal_moves().into_iter().try_fold(0, |sum, m| {
                Some(sum + self.play_without_keys(m).perft_within(depth - 1, most - sum)?)
            })?,
        };
        (count <= most).then_some(count)
    }

    /// Returns the position after a legal move, without updating the keys.
    #[inline]
    fn play_without_keys(&self, m: Move) -> Position {
        let mut chess = self.chess.clone();
        chess.play_unchecked(m);
        Position { checkers: chess.checkers(), chess, keys: self.keys }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limited_count_is_exact_up_to_its_limit() {
        let start = Position::default();
        for (depth, count) in [(0, 1), (1, 20), (2, 400), (3, 8902)] {
            assert_eq!(start.perft_within(depth, count), Some(count), "{depth}");
            assert_eq!(start.perft_within(depth, count - 1), None, "{depth}");
        }
    }
}
