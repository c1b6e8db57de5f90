//! The sequential probability ratio test (SPRT) on pentanomial results, in normalized Elo.

use std::f64::consts::{LN_10, SQRT_2};
use std::str::FromStr;

use super::Tally;
use super::pentanomial::{SCORES, moments};
use crate::error::ParseError;

/// A test of two hypotheses about the difference in strength, both in normalized Elo.
///
/// Normalized Elo measures the lead in standard deviations of the results, so that a test needs as many games
/// in drawish matches as in others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference under H0.
    pub elo0: f64,
    /// The difference under H1, larger than that under H0.
    pub elo1: f64,
}

/// The decision of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// H0 is accepted.
    AcceptH0,
    /// H1 is accepted.
    AcceptH1,
}

impl Sprt {
    /// The log-likelihood ratio that ends a test: ln(0.95 / 0.05), an error of 5 % of either kind.
    pub const BOUND: f64 = 2.944_438_979_166_440_3;

    /// The largest difference of a hypothesis.
    pub const MAX_ELO: u32 = 200;

    /// Returns the decision with these results, if there is one.
    #[must_use]
    pub fn decision(self, tally: &Tally) -> Option<SprtDecision> {
        match tally.llr(self) {
            llr if llr >= Sprt::BOUND => Some(SprtDecision::AcceptH1),
            llr if llr <= -Sprt::BOUND => Some(SprtDecision::AcceptH0),
            _ => None,
        }
    }
}

/// Parses `elo0,elo1`.
impl FromStr for Sprt {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Sprt, ParseError> {
        let (elo0, elo1) = text.split_once(',').ok_or(ParseError::Sprt)?;
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| ParseError::Sprt);
        let sprt = Sprt { elo0: number(elo0)?, elo1: number(elo1)? };
        let max = f64::from(Sprt::MAX_ELO);
        let range = -max..=max;
        if sprt.elo0 < sprt.elo1 && range.contains(&sprt.elo0) && range.contains(&sprt.elo1) {
            Ok(sprt)
        } else {
            Err(ParseError::SprtBounds { max: Sprt::MAX_ELO })
        }
    }
}

impl Tally {
    /// Returns the log-likelihood ratio (LLR) of H1 over H0: each likelihood is that of the distribution of
    /// results that has the difference of the hypothesis and makes the results most likely.
    ///
    /// Source: M. Van den Bergh, "Comments on normalized Elo", the generalized SPRT as used by Fishtest.
    #[must_use]
    pub fn llr(&self, sprt: Sprt) -> f64 {
        if self.pair_count() == 0 {
            return 0.0;
        }
        // A result that has not occurred yet is not impossible.
        let pairs = self.pairs.map(|pairs| (pairs as f64).max(1e-3));
        let sum: f64 = pairs.iter().sum();
        let frequencies = pairs.map(|count| count / sum);
        let [h0, h1] = [sprt.elo0, sprt.elo1].map(|elo| most_likely(&frequencies, deviations_of(elo)));
        let ratios = h0.iter().zip(&h1).map(|(h0, h1)| (h1 / h0).ln());
        pairs.iter().zip(ratios).map(|(count, ratio)| count * ratio).sum()
    }
}

/// Converts normalized Elo into the lead of a pair in standard deviations of a pair.
fn deviations_of(elo: f64) -> f64 {
    elo * LN_10 / 800.0 * SQRT_2
}

/// The inverse of [`deviations_of`].
pub(super) fn elo_of_deviations(deviations: f64) -> f64 {
    deviations / deviations_of(1.0)
}

/// Returns the distribution with a lead of `deviations` under which `frequencies` are most likely.
///
/// By Lagrange multipliers it is `frequency / (1 + multiplier * slope)`, where the slopes are those of the
/// constraint and have mean zero. The slopes depend on the mean and the deviation of the distribution itself,
/// so it is found by fixed-point iteration.
fn most_likely(frequencies: &[f64; 5], deviations: f64) -> [f64; 5] {
    let mut distribution = [0.2; 5];
    for _ in 0..50 {
        let (mean, variance) = moments(&distribution);
        let deviation = variance.sqrt();
        let slopes = SCORES.map(|score| {
            let distance = (score - mean) / deviation;
            score - 0.5 - deviations * deviation * (1.0 + distance * distance) / 2.0
        });
        let multiplier = multiplier(frequencies, &slopes);
        let next: [f64; 5] =
            std::array::from_fn(|index| frequencies[index] / (1.0 + multiplier * slopes[index]));
        let change = next.iter().zip(&distribution).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        distribution = next;
        if change < 1e-12 {
            break;
        }
    }
    distribution
}

/// Returns the Lagrange multiplier with which the slopes have mean zero. The mean falls between the two
/// poles, so bisection finds it.
fn multiplier(frequencies: &[f64; 5], slopes: &[f64; 5]) -> f64 {
    let min = slopes.iter().copied().fold(f64::MAX, f64::min);
    let max = slopes.iter().copied().fold(f64::MIN, f64::max);
    if min >= 0.0 || max <= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / max, -1.0 / min);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        let terms = frequencies
            .iter()
            .zip(slopes)
            .map(|(frequency, slope)| frequency * slope / (1.0 + middle * slope));
        if terms.sum::<f64>() > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u64; 5]) -> Tally {
        Tally { games: [0; 3], pairs }
    }

    fn llr(pairs: [u64; 5], elo0: f64, elo1: f64) -> f64 {
        tally(pairs).llr(Sprt { elo0, elo1 })
    }

    #[track_caller]
    fn near(found: f64, expected: f64, precision: f64) {
        assert!((found - expected).abs() < precision, "{found} is not {expected}");
    }

    #[test]
    fn llr_is_that_of_an_exhaustive_search() {
        // From a program that tries every deviation and finds the most likely distribution with it.
        near(llr([10, 20, 40, 35, 15], 0.0, 10.0), 0.788_367_108, 1e-6);
        near(llr([100, 500, 900, 560, 120], 0.0, 5.0), 1.705_943_476, 1e-6);
        near(llr([3, 9, 20, 11, 4], -5.0, 5.0), 0.160_971_883, 1e-6);
        near(llr([60, 40, 20, 5, 1], 0.0, 10.0), -4.041_155_232, 1e-6);
    }

    #[test]
    fn llr_is_symmetric() {
        near(llr([10, 20, 40, 35, 15], -3.0, 8.0), -llr([15, 35, 40, 20, 10], -8.0, 3.0), 1e-9);
    }

    #[test]
    fn llr_of_extreme_results_is_finite() {
        near(llr([0; 5], 0.0, 5.0), 0.0, 1e-12);
        for pairs in [[0, 0, 0, 0, 1], [500, 0, 0, 0, 0], [0, 0, 1000, 0, 0]] {
            for sprt in ["-200,200", "0,1", "199,200"] {
                assert!(tally(pairs).llr(sprt.parse().unwrap()).is_finite(), "{pairs:?} {sprt}");
            }
        }
    }

    #[test]
    fn the_test_ends_at_its_bounds() {
        near(Sprt::BOUND, 19f64.ln(), 1e-12);
        let sprt: Sprt = " 0, 10 ".parse().unwrap();
        assert_eq!(sprt.decision(&tally([60, 40, 20, 5, 1])), Some(SprtDecision::AcceptH0));
        assert_eq!(sprt.decision(&tally([1, 5, 20, 40, 60])), Some(SprtDecision::AcceptH1));
        assert_eq!(sprt.decision(&tally([10, 20, 40, 35, 15])), None);
        for wrong in ["5", "5,0", "1,1", "a,b", "0,500", "0,NaN"] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }
}
