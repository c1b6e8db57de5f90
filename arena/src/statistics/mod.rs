//! Statistics of matches and measurements.
//!
//! Means with their errors, Elo, pentanomial results, the sequential probability ratio test (SPRT) and the
//! bootstrap. LOS is the likelihood of superiority, LLR the log-likelihood ratio.

mod bootstrap;
mod elo;
mod mean;
mod pentanomial;
mod sprt;

pub use bootstrap::{Interval, geometric_mean};
pub use elo::{Elo, EloInterval};
pub use mean::Mean;
pub use pentanomial::Tally;
pub use sprt::{Sprt, SprtDecision};

use statrs::distribution::{ContinuousCDF, Normal};

/// Standard deviations on either side of the mean that hold 95 % of a normal distribution.
const NORMAL_95: f64 = 1.959_963_984_540_054;

/// Returns the probability that a standard normal variable is below `x`.
fn normal_cdf(x: f64) -> f64 {
    Normal::standard().cdf(x)
}
