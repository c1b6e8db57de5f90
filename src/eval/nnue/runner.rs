//! Runner: a model with the accumulators of the line under search.

use std::sync::Arc;

use shakmaty::Move;

use super::accumulators::Accumulators;
use super::{Architecture, Model};
use crate::memory::AllocError;
use crate::position::Position;

/// A model with the accumulators of one thread's line.
#[derive(Debug)]
pub struct Runner {
    model: Arc<Model>,
    accumulators: Accumulators,
}

impl Runner {
    /// Returns a runner whose line starts at the initial position. Ends the program if the memory is missing.
    #[must_use]
    pub fn new(model: Arc<Model>) -> Runner {
        Runner::try_new(model).unwrap_or_else(|error| error.abort())
    }

    /// Returns a runner whose line starts at the initial position.
    ///
    /// # Errors
    /// An [`AllocError`] if the memory is missing.
    pub(crate) fn try_new(model: Arc<Model>) -> Result<Runner, AllocError> {
        let network = match model.architecture() {
            Architecture::Linear(_) => None,
            Architecture::Network(network) => Some(network),
        };
        let accumulators = Accumulators::new(network, Position::default().board())?;
        Ok(Runner { model, accumulators })
    }

    /// Starts a line at `root`.
    pub fn set_root(&mut self, root: &Position) {
        self.accumulators.set_root(root.board());
    }

    /// Appends the move `m`, played in `position`, to the line. Null moves are not part of it.
    ///
    /// # Panics
    /// If the line has `MAX_PLY + 1` moves already.
    #[inline]
    pub fn enter(&mut self, position: &Position, m: Move) {
        self.accumulators.enter(position.turn(), m);
    }

    /// Removes the last move of the line, which must have one.
    #[inline]
    pub fn leave(&mut self) {
        self.accumulators.leave();
    }

    /// Returns the value of `position`, the end of the line, for the side to move, in internal units.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        match self.model.architecture() {
            Architecture::Linear(linear) => linear.evaluate(position.board(), position.turn()),
            Architecture::Network(network) => self.accumulators.evaluate(network, position),
        }
    }
}
