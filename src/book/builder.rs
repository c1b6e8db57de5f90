//! Builder: makes a book from the moves of games or lines.

use std::collections::BTreeMap;

use shakmaty::Move;

use super::{Book, Entry};
use crate::position::Position;

/// Counts the moves played in each position, and their points.
///
/// Positions are in the order of their first occurrence, so the same input gives the same book.
#[derive(Default, Debug)]
pub struct BookBuilder {
    /// The index of each key in `positions`.
    indices: BTreeMap<u64, usize>,
    positions: Vec<PositionCount>,
}

/// A position with the moves played in it.
#[derive(Clone, Debug)]
pub struct PositionCount {
    /// The position.
    pub position: Position,
    /// The moves, in the order of their first occurrence.
    pub moves: Vec<MoveCount>,
}

/// A position with weighted moves.
#[derive(Clone, Debug)]
pub struct WeightedPosition {
    /// The position.
    pub position: Position,
    /// The moves, each with its weight.
    pub moves: Vec<(Move, u64)>,
}

/// A move with its number of games and points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveCount {
    /// The move.
    pub m: Move,
    /// The number of games with this move.
    pub games: u64,
    /// The half points of its side: 2 for a win, 1 for a draw or a game without a result.
    pub points: u64,
}

impl BookBuilder {
    /// Returns an empty builder.
    #[must_use]
    pub fn new() -> BookBuilder {
        BookBuilder::default()
    }

    /// Counts a move that was played once, with its half points.
    pub fn count(&mut self, position: &Position, m: Move, points: u64) {
        let index = *self.indices.entry(position.polyglot_key()).or_insert_with(|| {
            self.positions.push(PositionCount { position: position.clone(), moves: Vec::new() });
            self.positions.len() - 1
        });
        let moves = &mut self.positions[index].moves;
        match moves.iter_mut().find(|count| count.m == m) {
            Some(count) => {
                count.games += 1;
                count.points += points;
            }
            None => moves.push(MoveCount { m, games: 1, points }),
        }
    }

    /// Returns the counts, without moves of fewer games than `min_games`.
    #[must_use]
    pub fn counted(mut self, min_games: u64) -> Vec<PositionCount> {
        for counted in &mut self.positions {
            counted.moves.retain(|count| count.games >= min_games);
        }
        self.positions.retain(|counted| !counted.moves.is_empty());
        self.positions
    }
}

impl Book {
    /// Returns the bytes of a book with these moves and weights. Moves of weight 0 are omitted. If a weight
    /// exceeds 16 bits, all weights of its position are scaled down.
    #[must_use]
    pub fn write(positions: &[WeightedPosition]) -> Vec<u8> {
        let mut entries = Vec::new();
        for WeightedPosition { position, moves } in positions {
            let most = moves.iter().map(|(_, weight)| *weight).max().unwrap_or(0);
            let most = most.max(u64::from(u16::MAX));
            for (m, weight) in moves.iter().filter(|(_, weight)| *weight > 0) {
                let scaled = u128::from(*weight) * u128::from(u16::MAX) / u128::from(most);
                entries.push(Entry::new(position, *m, scaled.max(1) as u16));
            }
        }
        // Moves of a position by descending weight, as other programs write them.
        entries.sort_by_key(|entry| (entry.key, u16::MAX - entry.weight, entry.packed));
        entries.into_iter().flat_map(Entry::to_bytes).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_san;

    #[test]
    fn games_are_counted_and_rare_moves_omitted() {
        let start = Position::default();
        let san = |text| parse_san(&start, text).unwrap();
        let mut builder = BookBuilder::new();
        for (text, points) in [("e4", 2), ("d4", 1), ("e4", 0), ("a4", 2)] {
            builder.count(&start, san(text), points);
        }
        builder.count(&start.play(san("a4")), parse_san(&start.play(san("a4")), "e5").unwrap(), 1);
        let counted = builder.counted(2);
        assert_eq!(counted.len(), 1);
        assert_eq!(counted[0].moves, [MoveCount { m: san("e4"), games: 2, points: 2 }]);
    }

    #[test]
    fn large_weights_are_scaled_down_to_at_least_one() {
        let start = Position::default();
        let moves: Vec<(Move, u64)> = start.legal_moves().into_iter().zip([1, 0, 1 << 40, 1 << 39]).collect();
        let weighed = WeightedPosition { position: start.clone(), moves: moves.clone() };
        let book = Book::read(Book::write(&[weighed])).unwrap();
        let weights: Vec<(Move, u16)> =
            book.moves(&start).iter().map(|book_move| (book_move.m, book_move.weight)).collect();
        assert_eq!(weights, [(moves[2].0, 65535), (moves[3].0, 32767), (moves[0].0, 1)]);
    }
}
