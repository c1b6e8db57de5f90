//! How two searches of the same trees compare: fewer, more, or equal within two standard errors.

use std::fmt;

use lancet_arena::statistics::Mean;

/// How a mean compares with a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// Below the level by more than two standard errors.
    Fewer,
    /// Within two standard errors of the level.
    Equal,
    /// Above the level by more than two standard errors.
    More,
}

impl Outcome {
    /// Compares a mean with a level. `decimals` are those of the mean, which is rounded.
    pub(super) fn of(mean: Mean, level: f64, decimals: i32) -> Outcome {
        let rounding = 0.51 * 10f64.powi(-decimals);
        if (mean.mean - level).abs() <= 2.0 * mean.error + rounding {
            Outcome::Equal
        } else if mean.mean < level {
            Outcome::Fewer
        } else {
            Outcome::More
        }
    }
}

/// How often each outcome was found.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Tally {
    pub(super) fewer: usize,
    pub(super) equal: usize,
    pub(super) more: usize,
}

impl Tally {
    /// The number of outcomes.
    pub(super) fn count(self) -> usize {
        self.fewer + self.equal + self.more
    }
}

impl FromIterator<Outcome> for Tally {
    fn from_iter<I: IntoIterator<Item = Outcome>>(outcomes: I) -> Tally {
        let mut tally = Tally::default();
        for outcome in outcomes {
            match outcome {
                Outcome::Fewer => tally.fewer += 1,
                Outcome::Equal => tally.equal += 1,
                Outcome::More => tally.more += 1,
            }
        }
        tally
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} fewer, {} more, {} equal within two standard errors", self.fewer, self.more, self.equal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_within_two_errors_is_none() {
        let of = |mean, error| Outcome::of(Mean { mean, error }, 1.0, 3);
        assert_eq!([of(0.97, 0.01), of(0.985, 0.01)], [Outcome::Fewer, Outcome::Equal]);
        assert_eq!([of(1.0, 0.0), of(1.001, 0.0)], [Outcome::Equal, Outcome::More]);
        let tally: Tally = [of(0.5, 0.1), of(1.5, 0.1), of(1.0, 0.1)].into_iter().collect();
        assert_eq!(tally.to_string(), "1 fewer, 1 more, 1 equal within two standard errors");
    }
}
