//! Elo: a difference in strength with its interval.

use std::fmt;

/// A difference in strength in Elo with its 95 % interval; infinite if all games were won or lost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The most likely value.
    pub value: f64,
    /// The interval; `None` from fewer pairs of games than [`Tally::MIN_PAIRS`](super::Tally::MIN_PAIRS), and from any number
    /// of pairs that all have the same result.
    pub interval: Option<EloInterval>,
}

/// The 95 % interval of a difference in Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloInterval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Elo {
    /// Returns the Elo difference of an expected score from 0 to 1.
    #[must_use]
    pub fn of_score(score: f64) -> f64 {
        400.0 * (score / (1.0 - score)).log10()
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value;
        match self.interval {
            _ if value.is_infinite() => f.write_str(if value > 0.0 { "all won" } else { "all lost" }),
            None => write!(f, "{value:+.1}"),
            Some(EloInterval { low, high }) if high.is_infinite() => {
                write!(f, "{value:+.1} (at least {low:+.1})")
            }
            Some(EloInterval { low, high }) if low.is_infinite() => {
                write!(f, "{value:+.1} (at most {high:+.1})")
            }
            Some(EloInterval { low, high }) => write!(f, "{value:+.1} ± {:.1}", (high - low) / 2.0),
        }
    }
}
