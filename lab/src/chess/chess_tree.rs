//! The game tree below a chess position.

use lancet::position::{MoveList, Position};

use super::evaluation::sort_captures_first;
use super::{LeafEvaluation, MATE};
use crate::{GameTree, INFINITY, Value};

/// The tree below a chess position; captures come first, in MVV-LVA order.
#[derive(Clone, Debug)]
pub struct ChessTree {
    root: Position,
    leaves: LeafEvaluation,
}

impl ChessTree {
    /// The tree below `root`.
    #[must_use]
    pub fn new(root: Position, leaves: LeafEvaluation) -> ChessTree {
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
        sort_captures_first(&mut moves);
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
