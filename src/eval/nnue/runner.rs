//! Runner: a model at work on the line under search.

use std::sync::Arc;

use shakmaty::Move;

use super::accumulators::Accumulators;
use super::{Architecture, Model};
use crate::position::Position;

/// A model with the memory that one thread needs to follow its line.
#[derive(Debug)]
pub struct Runner {
    model: Arc<Model>,
    accumulators: Accumulators,
}

impl Runner {
    /// A runner whose line begins at the usual start of a game.
    #[must_use]
    pub fn new(model: Arc<Model>) -> Runner {
        let blocks = match model.architecture() {
            Architecture::Linear(_) => 0,
            Architecture::Network(network) => network.blocks(),
        };
        let mut runner = Runner { model, accumulators: Accumulators::new(blocks) };
        runner.set_root(&Position::default());
        runner
    }

    /// Begins a line at `root`.
    pub fn set_root(&mut self, root: &Position) {
        self.accumulators.set_root(root.board());
    }

    /// Follows a move played in `position`, where the line stands. A pass changes nothing.
    #[inline]
    pub fn enter(&mut self, position: &Position, m: Move) {
        self.accumulators.enter(position.turn(), m);
    }

    /// Goes back before the last move.
    #[inline]
    pub fn leave(&mut self) {
        self.accumulators.leave();
    }

    /// The value of `position`, where the line stands, for the side to move, in centipawns.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        match self.model.architecture() {
            Architecture::Linear(linear) => linear.evaluate(position.board(), position.turn()),
            Architecture::Network(network) => self.accumulators.evaluate(network, position),
        }
    }
}
