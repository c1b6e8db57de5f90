//! BookBuilder: a book in the making, by counting games or lines.

use std::collections::BTreeMap;

use shakmaty::Move;

use super::{Book, Entry};
use crate::position::Position;

/// Counts what was played in each position and with what success.
///
/// Positions are in the order in which they were first seen, so that the same input gives the same
/// book.
#[derive(Default)]
pub struct BookBuilder {
    numbers: BTreeMap<u64, usize>,
    positions: Vec<PositionCount>,
}

/// A position with what was played in it.
#[derive(Clone)]
pub struct PositionCount {
    /// The position.
    pub position: Position,
    /// The moves, in the order in which they were first seen.
    pub moves: Vec<MoveCount>,
}

/// A position with the moves to write down.
#[derive(Clone, Debug)]
pub struct WeightedPosition {
    /// The position.
    pub position: Position,
    /// The moves, each with its weight.
    pub moves: Vec<(Move, u64)>,
}

/// A move with what came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveCount {
    /// The move.
    pub m: Move,
    /// Games in which it was played.
    pub games: u64,
    /// What it earned: 2 for a game that was won by its side, 1 for a draw or a game without a
    /// result.
    pub points: u64,
}

impl BookBuilder {
    /// Nothing counted yet.
    #[must_use]
    pub fn new() -> BookBuilder {
        BookBuilder::default()
    }

    /// Counts a move that was played once and earned so many points.
    pub fn count(&mut self, position: &Position, m: Move, points: u64) {
        let number = *self.numbers.entry(position.key()).or_insert_with(|| {
            self.positions.push(PositionCount { position: position.clone(), moves: Vec::new() });
            self.positions.len() - 1
        });
        let moves = &mut self.positions[number].moves;
        match moves.iter_mut().find(|known| known.m == m) {
            Some(known) => {
                known.games += 1;
                known.points += points;
            }
            None => moves.push(MoveCount { m, games: 1, points }),
        }
    }

    /// What was counted, with nothing that was played in fewer games than `games`.
    #[must_use]
    pub fn counted(mut self, games: u64) -> Vec<PositionCount> {
        for counted in &mut self.positions {
            counted.moves.retain(|known| known.games >= games);
        }
        self.positions.retain(|counted| !counted.moves.is_empty());
        self.positions
    }
}

impl Book {
    /// The bytes of a book with these moves and weights. Moves of no weight are left out; where
    /// a weight is too large for 16 bits, all of its position are made smaller.
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
        // Moves of more weight first, as other programs write them.
        entries.sort_by_key(|entry| (entry.key, u16::MAX - entry.weight, entry.packed));
        entries.into_iter().flat_map(Entry::to_bytes).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_san;

    #[test]
    fn games_are_counted_and_rare_moves_left_out() {
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
    fn weights_too_large_are_made_smaller_and_no_move_is_lost() {
        let start = Position::default();
        let moves: Vec<(Move, u64)> = start.legal_moves().into_iter().zip([1, 0, 1 << 40, 1 << 39]).collect();
        let weighed = WeightedPosition { position: start.clone(), moves: moves.clone() };
        let book = Book::read(Book::write(&[weighed])).unwrap();
        let weights: Vec<(Move, u16)> =
            book.moves(&start).iter().map(|known| (known.m, known.weight)).collect();
        assert_eq!(weights, [(moves[2].0, 65535), (moves[3].0, 32767), (moves[0].0, 1)]);
    }
}
