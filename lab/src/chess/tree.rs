//! Tree: a chess position as a tree like any other.

use lancet::position::{MoveList, Position};

use super::evaluation::captures_first;
use super::{Leaves, MATE};
use crate::{GameTree, INFINITY, Value};

/// The tree below a position. Captures come first, by victim and taker.
#[derive(Clone, Debug)]
pub struct ChessTree {
    root: Position,
    leaves: Leaves,
}

impl ChessTree {
    /// The tree of a position.
    #[must_use]
    pub fn new(root: Position, leaves: Leaves) -> ChessTree {
        ChessTree { root, leaves }
    }
}

impl GameTree for ChessTree {
    type Node = Position;
    type Moves = MoveList;

    fn root(&self) -> Position {
        self.root.clone()
    }

    fn moves(&self, node: &Position) -> MoveList {
        let mut moves = node.legal_moves();
        captures_first(&mut moves);
        moves
    }

    fn len(&self, moves: &MoveList) -> usize {
        moves.len()
    }

    fn child(&self, node: &Position, moves: &MoveList, index: usize) -> Position {
        node.play(moves[index])
    }

    fn evaluate(&self, node: &Position) -> Value {
        self.leaves.value(node, -INFINITY, INFINITY).clamp(-MATE, MATE)
    }

    fn key(&self, node: &Position) -> u64 {
        node.key()
    }
}
