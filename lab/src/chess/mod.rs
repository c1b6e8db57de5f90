//! Chess: real trees for the searches of the laboratory.
//!
//! The rules are Lancet's; the evaluation is a small one of its own, so that counts do not change when
//! the engine's evaluation does. There is no rule of fifty moves and no repetition here, and a mate is worth
//! the same at every depth: a position has one value at one depth, by whatever way it is reached.

mod evaluation;
mod searcher;
mod table;
mod tree;

pub use evaluation::{MATE, material_and_squares};
pub use searcher::{Effort, Rules, Searcher};
pub use tree::ChessTree;

use lancet::position::Position;

use crate::Value;
use evaluation::quiesce;

/// What a leaf is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum LeafKind {
    /// Material and squares, as the position stands
    Static,
    /// The same once all exchanges are played out
    Qs,
}

/// How leaves are valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaves {
    /// By a quiescence search, or not.
    pub kind: LeafKind,
    /// All values are multiples of so many centipawns.
    pub grain: Value,
}

impl Leaves {
    /// The value of a leaf for its side to move, sound in the window as fail-soft alpha-beta is.
    #[must_use]
    pub fn value(&self, position: &Position, alpha: Value, beta: Value) -> Value {
        if !position.has_legal_move() {
            return end_of_game(position);
        }
        match self.kind {
            LeafKind::Static => material_and_squares(position, self.grain),
            LeafKind::Qs => quiesce(position, alpha, beta, self.grain),
        }
    }
}

/// The value of a position without moves.
fn end_of_game(position: &Position) -> Value {
    if position.in_check() { -MATE } else { 0 }
}
