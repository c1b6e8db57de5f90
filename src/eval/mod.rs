//! Evaluation: what a position is worth at rest.
//!
//! A learned model ([`nnue`]) values the position; what the rules do not let a side win is taken
//! from that. [`Evaluator`] is all that the search knows of it.

mod built_in;
mod endgame;
pub mod nnue;
mod noise;
mod trace;
pub mod wdl;

pub use noise::EvalNoise;
pub use trace::trace;

use std::sync::Arc;

use shakmaty::Move;

use crate::position::Position;
use crate::types::Score;

use nnue::{Model, Runner};

/// Evaluates the positions of a line; each search thread has its own.
pub struct Evaluator {
    runner: Runner,
    /// What a player of less judgement sees awry.
    noise: Option<Box<EvalNoise>>,
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new(Model::built_in())
    }
}

impl Evaluator {
    /// The evaluation by `model`.
    #[must_use]
    pub fn new(model: Arc<Model>) -> Evaluator {
        Evaluator { runner: Runner::new(model), noise: None }
    }

    /// The same evaluation, seen awry.
    #[must_use]
    pub fn with_noise(self, noise: EvalNoise) -> Evaluator {
        Evaluator { noise: Some(Box::new(noise)), ..self }
    }

    /// Begins a line at `root`.
    pub fn set_root(&mut self, root: &Position) {
        self.runner.set_root(root);
    }

    /// Follows a move played in `position`, where the line stands. A pass changes nothing.
    #[inline]
    pub fn enter(&mut self, position: &Position, m: Move) {
        self.runner.enter(position, m);
    }

    /// Goes back before the last move of the line.
    #[inline]
    pub fn leave(&mut self) {
        self.runner.leave();
    }

    /// The value of `position` from the side to move, in centipawns: an estimate, never decisive.
    ///
    /// `position` is the one to which the line has led, passes aside. Its value depends on it
    /// alone, not on what was evaluated before; it sees no captures ahead, and a position in check
    /// has a value too, for what it is worth.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> Score {
        let score = conclude(position, self.runner.evaluate(position));
        match &self.noise {
            Some(noise) => (score + noise.of(position)).clamp_estimate(),
            None => score,
        }
    }
}

/// The value of `position` where `value` is a model's.
#[inline]
fn conclude(position: &Position, value: i32) -> Score {
    Score::new(endgame::conclude(position, value)).clamp_estimate()
}
