//! Win-draw-loss model (WDL): the probabilities of the results for a score, and normalized centipawns.
//!
//! The probability of a win is a logistic function of the score, that of a loss the same function of the
//! negated score, and the rest is the probability of a draw. The parameters depend on the material on the
//! board. The model is that of Stockfish (official-stockfish/WDL_model) with two changes: the parameters are
//! piecewise linear in the material instead of polynomials, which fit badly where games are few; and large
//! scores are compressed logarithmically first. The parameters in `fitted` are fitted to Lancet's games.

mod curve;
mod display;
mod fitted;

pub use curve::{Curve, Curves, KNOTS, WinDrawLoss, material};
pub use display::DisplayScore;
