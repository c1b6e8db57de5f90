//! Elo: a difference in strength with its interval.

use std::fmt;

/// A difference in strength in Elo with its 95 % interval; infinite if all games were won or lost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Elo {
    /// Returns the Elo difference of an expected score from 0 to 1.
    #[must_use]
    pub fn of_score(score: f64) -> f64 {
        400.0 * (score / (1.0 - score)).log10()
    }

    /// Returns half of the interval.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Elo { value, low, high } = *self;
        if value.is_infinite() {
            f.write_str(if value > 0.0 { "all won" } else { "all lost" })
        } else if high.is_infinite() {
            write!(f, "{value:+.1} (at least {low:+.1})")
        } else if low.is_infinite() {
            write!(f, "{value:+.1} (at most {high:+.1})")
        } else {
            write!(f, "{value:+.1} ± {:.1}", self.error())
        }
    }
}
