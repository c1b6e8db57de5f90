//! Line: a sequence of moves, such as a principal variation.

use arrayvec::ArrayVec;
use shakmaty::Move;

use super::MAX_PLY;

/// A sequence of legal moves from a node, at most [`MAX_PLY`] long.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Line(ArrayVec<Move, MAX_PLY>);

impl Line {
    /// Returns an empty line.
    #[must_use]
    pub fn new() -> Line {
        Line(ArrayVec::new_const())
    }

    /// Removes all moves.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Sets the line to `first` followed by `rest`, truncated to [`MAX_PLY`] moves.
    pub fn set(&mut self, first: Move, rest: &Line) {
        self.0.clear();
        self.0.push(first);
        let room = self.0.remaining_capacity().min(rest.0.len());
        self.0.extend(rest.0[..room].iter().copied());
    }

    /// Keeps the first `length` moves.
    pub fn truncate(&mut self, length: usize) {
        self.0.truncate(length);
    }

    /// Appends a move unless the line is full.
    pub fn push(&mut self, m: Move) {
        let _ = self.0.try_push(m);
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.0
    }

    /// The first move.
    #[must_use]
    pub fn first(&self) -> Option<Move> {
        self.0.first().copied()
    }
}

impl<'a> IntoIterator for &'a Line {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Role, Square};

    #[test]
    fn a_full_line_is_truncated() {
        let step = Move::Normal {
            role: Role::King,
            from: Square::A1,
            to: Square::A2,
            capture: None,
            promotion: None,
        };
        let mut line = Line::new();
        for _ in 0..2 * MAX_PLY {
            let rest = line.clone();
            line.set(step, &rest);
        }
        line.push(step);
        assert_eq!(line.moves().len(), MAX_PLY);
        assert_eq!(line.first(), Some(step));
        assert!((&line).into_iter().all(|m| *m == step));
    }
}
