//! Evaluation: the static value of a position.
//!
//! A learned model ([`nnue`]) evaluates the position; endgame knowledge scales down what cannot be won.
//! The search uses [`Evaluator`], which follows its line; [`evaluate`] evaluates a single position.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "feature counts, weights and evaluations are small integers"
)]

mod built_in;
mod endgame;
pub mod nnue;
mod noise;
mod trace;
pub mod wdl;

pub use noise::EvalNoise;
pub use trace::trace;

use std::fmt;
use std::sync::Arc;

use shakmaty::Move;

use crate::memory::AllocError;
use crate::position::Position;
use crate::types::Score;

use nnue::{Model, Runner};
use wdl::{Curve, DisplayScore, WinDrawLoss};

/// The static evaluation of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Evaluation {
    /// The value in internal units.
    pub score: Score,
    /// The value in normalized centipawns, of which 100 mean a win probability of 50 %.
    pub display_score: DisplayScore,
    /// The probabilities to win, draw and lose.
    pub win_draw_loss: WinDrawLoss,
}

/// Returns the static evaluation of `position` by `model`, from scratch.
#[must_use]
pub fn evaluate(model: &Model, position: &Position) -> Evaluation {
    let score = faded(position, with_endgame_knowledge(position, model.evaluate(position)));
    let curve = Curve::of(position);
    Evaluation { score, display_score: curve.display_score(score), win_draw_loss: curve.win_draw_loss(score) }
}

/// An evaluator that follows the line under search; each search thread has its own.
pub struct Evaluator {
    runner: Runner,
    /// The noise of a limited strength.
    noise: Option<Box<EvalNoise>>,
}

impl fmt::Debug for Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluator").finish_non_exhaustive()
    }
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new(Model::built_in())
    }
}

impl Evaluator {
    /// Returns an evaluator that uses `model`. Ends the program if the memory is missing.
    #[must_use]
    pub fn new(model: Arc<Model>) -> Evaluator {
        Evaluator { runner: Runner::new(model), noise: None }
    }

    /// Returns an evaluator that uses `model`.
    ///
    /// # Errors
    /// An [`AllocError`] if the memory is missing.
    pub(crate) fn try_new(model: Arc<Model>) -> Result<Evaluator, AllocError> {
        Ok(Evaluator { runner: Runner::try_new(model)?, noise: None })
    }

    /// Returns the evaluator with `noise` added to every evaluation.
    #[must_use]
    pub fn with_noise(self, noise: EvalNoise) -> Evaluator {
        Evaluator { noise: Some(Box::new(noise)), ..self }
    }

    /// Starts a line at `root`.
    pub fn set_root(&mut self, root: &Position) {
        self.runner.set_root(root);
    }

    /// Appends the move `m`, played in `position`, to the line. Null moves are not part of it.
    ///
    /// # Panics
    /// If the line has `MAX_PLY + 1` moves already.
    #[inline]
    pub fn enter(&mut self, position: &Position, m: Move) {
        self.runner.enter(position, m);
    }

    /// Removes the last move of the line, which must have one.
    #[inline]
    pub fn leave(&mut self) {
        self.runner.leave();
    }

    /// Returns the static evaluation of `position` for the side to move, in internal units; never decisive.
    ///
    /// `position` must be the end of the line, up to null moves. The value depends on nothing else. Captures
    /// are not resolved, nor is a check.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> Score {
        faded(position, self.evaluate_unfaded(position))
    }

    /// Returns the evaluation as if the halfmove clock were 0: the part that the key of the position determines.
    #[inline]
    pub(crate) fn evaluate_unfaded(&mut self, position: &Position) -> Score {
        let score = with_endgame_knowledge(position, self.runner.evaluate(position));
        match &self.noise {
            Some(noise) => (score + noise.of(position)).clamp_estimate(),
            None => score,
        }
    }
}

/// Returns the evaluation of `position` to which the model gives `value` internal units.
#[inline]
fn with_endgame_knowledge(position: &Position, value: i32) -> Score {
    Score::new(endgame::scaled(position, value)).clamp_estimate()
}

/// Scales an evaluation of `position` from [`Evaluator::evaluate_unfaded`] down by the halfmove clock.
#[inline]
pub(crate) fn faded(position: &Position, unfaded: Score) -> Score {
    Score::new(endgame::faded(position, unfaded.units()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen;
    use nnue::{KingBuckets, MAX_SCALE, Network, NetworkParameters, OutputPrecision};

    #[test]
    fn a_single_evaluation_equals_that_of_the_search() {
        let position = Position::new(parse_fen("4k3/pp6/8/8/8/8/PP6/R3K3 w - - 30 80").unwrap().chess);
        let model = Model::built_in();
        let found = evaluate(&model, &position);
        let mut evaluator = Evaluator::new(model);
        evaluator.set_root(&position);
        assert_eq!(found.score, evaluator.evaluate(&position));
        assert_eq!(found.display_score, Curve::of(&position).display_score(found.score));
        assert_eq!(found.win_draw_loss, Curve::of(&position).win_draw_loss(found.score));
    }

    #[test]
    fn values_of_extreme_networks_do_not_overflow() {
        for bias in [i32::MIN, i32::MAX] {
            let parameters = NetworkParameters {
                hidden: 32,
                buckets: 1,
                scale: MAX_SCALE,
                king_buckets: KingBuckets::One,
                feature_weights: vec![0; 768 * 32],
                feature_bias: vec![0; 32],
                middle: None,
                precision: OutputPrecision::Fine,
                output_weights: vec![0; 64],
                output_bias: vec![bias],
                material: None,
            };
            let model = Model::from(Network::new(&parameters).unwrap());
            for fen in ["4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", "3qk3/8/8/8/8/8/8/3QK3 b - - 99 80"] {
                let position = Position::new(parse_fen(fen).unwrap().chess);
                let score = evaluate(&model, &position).score;
                let limit = Score::new(bias.signum() * 1_000_000).clamp_estimate();
                assert_eq!(score, faded(&position, limit), "{fen}");
            }
        }
    }
}
