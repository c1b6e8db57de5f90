//! Statistics of matches and measurements.

mod bootstrap;
mod pentanomial;

pub use bootstrap::{Mean, geometric_mean};
pub use pentanomial::{Elo, Sprt, Tally, Verdict};
