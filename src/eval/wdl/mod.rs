//! Wdl: what a score means: chances to win, to draw and to lose, and centipawns.
//!
//! The chance to win is a logistic curve of the score, the chance to lose the same curve of the score
//! from the other side, and what is left is the chance of a draw. Where the curve stands, how steep it is
//! and where it bends depends on the material on the board. This model was published by Stockfish's developers
//! (official-stockfish/WDL_model). Two things are different. They fit polynomials of the material, which
//! go astray where games are few, so that here straight lines lead from one amount of material to the
//! next. And a large score says less than its odds: beyond the bend it is felt by its logarithm. The
//! numbers are fitted to games of our own and stand in `fitted`.

mod curve;
mod display;
mod fitted;

pub use curve::{Curve, Curves, KNOTS, WinDrawLoss, material};
pub use display::DisplayScore;
