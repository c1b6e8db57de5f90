//! Statistics: what the results of pairs of games say of the difference in strength.
//!
//! The two games of a pair begin alike and are not independent, so that pairs are what is counted
//! (the pentanomial model). Points are per game, from 0 to 1, in the eyes of the first player.

use std::f64::consts::PI;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Points a game that the two games of a pair can come to.
const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Standard deviations that hold 95 % on both sides.
const DEVIATIONS: f64 = 1.959_963_984_540_054;

/// The results of pairs of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games that the first player has lost, drawn and won.
    pub games: [u64; 3],
    /// Pairs by the first player's points: 0, 1/2, 1, 3/2, 2.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Adds a pair: 0, 1 or 2 for each game that was lost, drawn or won.
    pub fn add(&mut self, results: [usize; 2]) {
        for result in results {
            self.games[result] += 1;
        }
        self.pairs[results[0] + results[1]] += 1;
    }

    /// Pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Points a game; a half where there is none.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.moments().map_or(0.5, |(mean, _)| mean)
    }

    /// Mean and variance of the points of a pair, per game.
    fn moments(&self) -> Option<(f64, f64)> {
        let count = self.count();
        (count > 0).then(|| moments(&self.pairs.map(|pairs| pairs as f64 / count as f64)))
    }

    /// The standard error of [`Tally::score`].
    fn error(&self) -> Option<f64> {
        self.moments().map(|(_, variance)| (variance / self.count() as f64).sqrt())
    }

    /// The difference in strength; `None` before the first pair.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let (score, error) = (self.score(), self.error()?);
        let at = |deviations: f64| elo_of((score + deviations * error).clamp(0.0, 1.0));
        Some(Elo { value: at(0.0), low: at(-DEVIATIONS), high: at(DEVIATIONS) })
    }

    /// The chance that the first player is the stronger one.
    #[must_use]
    pub fn superiority(&self) -> f64 {
        match (self.score() - 0.5, self.error()) {
            (lead, Some(error)) if error > 0.0 => normal(lead / error),
            (0.0, _) | (_, None) => 0.5,
            (lead, Some(_)) => f64::from(u8::from(lead > 0.0)),
        }
    }

    /// How much more likely these results are if the difference is `sprt.high` than if it is
    /// `sprt.low`: the logarithm of the ratio, each time with the shares of results that make them
    /// likeliest. As Michel Van den Bergh's generalised test does for normalised Elo.
    #[must_use]
    pub fn likelihood(&self, sprt: Sprt) -> f64 {
        if self.count() == 0 {
            return 0.0;
        }
        // What has not yet come may come.
        let pairs = self.pairs.map(|pairs| (pairs as f64).max(1e-3));
        let all: f64 = pairs.iter().sum();
        let shares = pairs.map(|count| count / all);
        let [low, high] = [sprt.low, sprt.high].map(|elo| likeliest(&shares, deviation_of(elo)));
        let ratios = low.iter().zip(&high).map(|(low, high)| (high / low).ln());
        pairs.iter().zip(ratios).map(|(count, ratio)| count * ratio).sum()
    }
}

fn moments(shares: &[f64; 5]) -> (f64, f64) {
    let expect = |of: &dyn Fn(f64) -> f64| -> f64 {
        POINTS.iter().zip(shares).map(|(points, share)| of(*points) * share).sum()
    };
    let mean = expect(&|points| points);
    (mean, expect(&|points| (points - mean).powi(2)))
}

/// The Elo that a score stands for.
fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The chance that a normal number is below `x`: Marsaglia's series.
fn normal(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return f64::from(u8::from(x > 0.0));
    }
    let (mut sum, mut term) = (x, x);
    for odd in (3..400).step_by(2) {
        term *= x * x / f64::from(odd);
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * PI).sqrt()
}

/// A difference in strength, in Elo, with the ends of its 95 % interval; infinite where nothing
/// but wins or losses can be seen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The likeliest value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Elo {
    /// Half of the interval.
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

/// A sequential test: is the difference rather `high` than `low`? Both are normalised Elo, which
/// measure the lead by the spread of the results, so that drawish matches count alike.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference that is of no use.
    pub low: f64,
    /// The difference that is hoped for.
    pub high: f64,
}

/// How a sequential test ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is rather the lower difference.
    Low,
    /// It is rather the higher difference.
    High,
}

impl Sprt {
    /// The logarithm of the ratio that ends it: ln(0.95 / 0.05), so that 5 % are wrong either way.
    pub const BOUND: f64 = 2.944_438_979_166_440_3;

    /// The largest difference that can be asked about.
    const MOST: f64 = 200.0;

    /// How it ends with these results, if it does.
    #[must_use]
    pub fn verdict(self, tally: &Tally) -> Option<Verdict> {
        match tally.likelihood(self) {
            ratio if ratio >= Sprt::BOUND => Some(Verdict::High),
            ratio if ratio <= -Sprt::BOUND => Some(Verdict::Low),
            _ => None,
        }
    }
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        let wrong = || format!("`{text}` is no pair of normalised Elo such as 0,5");
        let (low, high) = text.split_once(',').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| wrong());
        let sprt = Sprt { low: number(low)?, high: number(high)? };
        let range = -Sprt::MOST..=Sprt::MOST;
        if sprt.low < sprt.high && range.contains(&sprt.low) && range.contains(&sprt.high) {
            Ok(sprt)
        } else {
            Err(format!("{text}: the second number must be the larger, and both at most {}", Sprt::MOST))
        }
    }
}

/// Normalised Elo as the lead of a pair in standard deviations of a pair.
fn deviation_of(elo: f64) -> f64 {
    elo * std::f64::consts::LN_10 / 800.0 * std::f64::consts::SQRT_2
}

/// Of all shares with a lead of `deviations`, those that make `shares` likeliest to be seen.
///
/// With Lagrange's multipliers such shares are `share / (1 + factor * slope)`, where the slopes are
/// those of the lead less `deviations`, and have the mean zero. Slopes depend on mean and deviation
/// of the answer, so that it is found by going round.
fn likeliest(shares: &[f64; 5], deviations: f64) -> [f64; 5] {
    let mut answer = [0.2; 5];
    for _ in 0..50 {
        let (mean, variance) = moments(&answer);
        let deviation = variance.sqrt();
        let slopes = POINTS.map(|points| {
            let distance = (points - mean) / deviation;
            points - 0.5 - deviations * deviation * (1.0 + distance * distance) / 2.0
        });
        let factor = balance(shares, &slopes);
        let next: [f64; 5] = std::array::from_fn(|at| shares[at] / (1.0 + factor * slopes[at]));
        let change = next.iter().zip(&answer).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        answer = next;
        if change < 1e-12 {
            break;
        }
    }
    answer
}

/// The factor at which the slopes have the mean zero. What falls from one pole to the next is
/// halved until nothing is left.
fn balance(shares: &[f64; 5], slopes: &[f64; 5]) -> f64 {
    let least = slopes.iter().copied().fold(f64::MAX, f64::min);
    let most = slopes.iter().copied().fold(f64::MIN, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return 0.0;
    }
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        let parts = shares.iter().zip(slopes).map(|(share, slope)| share * slope / (1.0 + middle * slope));
        if parts.sum::<f64>() > 0.0 {
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

    #[track_caller]
    fn near(found: f64, expected: f64, precision: f64) {
        assert!((found - expected).abs() < precision, "{found} is not {expected}");
    }

    #[test]
    fn pairs_are_counted() {
        let mut tally = Tally::default();
        for results in [[2, 0], [1, 1], [2, 2], [0, 1], [0, 0]] {
            tally.add(results);
        }
        assert_eq!((tally.games, tally.pairs), ([4, 3, 3], [1, 1, 2, 0, 1]));
        // (0 + 1/4 + 1/2 + 1/2 + 1) / 5 by hand
        near(tally.score(), 0.45, 1e-12);
    }

    #[test]
    fn elo_and_chance_are_those_of_the_textbook() {
        // Computed from the same counts by other means.
        let elo = tally([10, 20, 40, 35, 15]).elo().unwrap();
        near(elo.value, 36.322_966, 1e-5);
        near(elo.low, 1.465_198, 1e-5);
        near(elo.high, 71.927_487, 1e-5);
        near(tally([10, 20, 40, 35, 15]).superiority(), 0.979_456_969, 1e-8);
        near(tally([3, 9, 20, 11, 4]).superiority(), 0.718_843_237, 1e-8);
        near(tally([60, 40, 20, 5, 1]).superiority(), 0.0, 1e-8);
        // Three quarters of the points are 400 log10(3) Elo.
        near(tally([0, 0, 0, 7, 0]).elo().unwrap().value, 190.848_502, 1e-5);
    }

    #[test]
    fn both_sides_see_the_same() {
        let one = tally([10, 20, 40, 35, 15]);
        let other = tally([15, 35, 40, 20, 10]);
        near(one.elo().unwrap().low, -other.elo().unwrap().high, 1e-9);
        near(one.superiority(), 1.0 - other.superiority(), 1e-9);
        let likelihood = |tally: Tally, low, high| tally.likelihood(Sprt { low, high });
        near(likelihood(one, -3.0, 8.0), -likelihood(other, -8.0, 3.0), 1e-9);
    }

    #[test]
    fn likelihoods_are_those_found_by_search() {
        // From a program that takes each deviation in turn and finds the likeliest shares with it.
        let likelihood = |pairs, low, high| tally(pairs).likelihood(Sprt { low, high });
        near(likelihood([10, 20, 40, 35, 15], 0.0, 10.0), 0.788_367_108, 1e-6);
        near(likelihood([100, 500, 900, 560, 120], 0.0, 5.0), 1.705_943_476, 1e-6);
        near(likelihood([3, 9, 20, 11, 4], -5.0, 5.0), 0.160_971_883, 1e-6);
        near(likelihood([60, 40, 20, 5, 1], 0.0, 10.0), -4.041_155_232, 1e-6);
    }

    #[test]
    fn extremes_stay_in_words() {
        assert_eq!(Tally::default().elo(), None);
        near(Tally::default().superiority(), 0.5, 1e-12);
        near(Tally::default().likelihood(Sprt { low: 0.0, high: 5.0 }), 0.0, 1e-12);
        assert_eq!(tally([0, 0, 0, 0, 9]).elo().unwrap().to_string(), "all won");
        assert_eq!(tally([2, 0, 0, 0, 0]).elo().unwrap().to_string(), "all lost");
        assert_eq!(tally([0, 0, 9, 0, 0]).elo().unwrap().to_string(), "+0.0 ± 0.0");
        near(tally([0, 0, 9, 0, 0]).superiority(), 0.5, 1e-12);
        near(tally([0, 0, 0, 0, 9]).superiority(), 1.0, 1e-12);
        assert!(tally([0, 0, 0, 1, 9]).elo().unwrap().to_string().contains("(at least +"));
        for pairs in [[0, 0, 0, 0, 1], [500, 0, 0, 0, 0], [0, 0, 1000, 0, 0]] {
            for sprt in ["-200,200", "0,1", "199,200"] {
                assert!(tally(pairs).likelihood(sprt.parse().unwrap()).is_finite(), "{pairs:?} {sprt}");
            }
        }
    }

    #[test]
    fn the_test_ends_at_its_bounds() {
        near(Sprt::BOUND, 19f64.ln(), 1e-12);
        let sprt: Sprt = " 0, 10 ".parse().unwrap();
        assert_eq!(sprt.verdict(&tally([60, 40, 20, 5, 1])), Some(Verdict::Low));
        assert_eq!(sprt.verdict(&tally([1, 5, 20, 40, 60])), Some(Verdict::High));
        assert_eq!(sprt.verdict(&tally([10, 20, 40, 35, 15])), None);
        for wrong in ["5", "5,0", "1,1", "a,b", "0,500", "0,NaN"] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }
}
