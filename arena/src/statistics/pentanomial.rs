//! The pentanomial model: results of pairs of games.
//!
//! The two games of a pair start from the same opening and are not independent, so pairs are counted, by
//! their five possible scores. Scores are per game, from 0 to 1, from the view of the first engine.

use serde::{Deserialize, Serialize};

use super::sprt::elo_of_deviations;
use super::{Elo, EloInterval, NORMAL_95, normal_cdf};

/// The scores per game of a pair.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The results of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Losses, draws and wins of the first engine.
    pub games: [u64; 3],
    /// Pairs by the points of the first engine: 0, 1/2, 1, 3/2, 2.
    pub pairs: [u64; 5],
}

impl Tally {
    /// The pairs of games from which an interval and the LOS are given.
    ///
    /// Both take the mean score for normally distributed, with the variance of the pairs played; of pairs that all have
    /// one result it is 0 and means nothing. Computed over all other results that N pairs can have, for distributions
    /// of pairs from lively to drawish and from equal to lopsided, the 95 % interval holds the true score at worst in
    /// 73 % of the matches of 3 pairs, in 81 % of 6, and in 87 % and more from 10 pairs on.
    pub const MIN_PAIRS: u64 = 10;

    /// Adds a pair: 0, 1 or 2 for each game that was lost, drawn or won.
    pub fn add(&mut self, results: [usize; 2]) {
        for result in results {
            self.games[result] += 1;
        }
        self.pairs[results[0] + results[1]] += 1;
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Returns the mean score per game, 0.5 without games. It is exact where it can be, above all for half of the points.
    #[must_use]
    pub fn score(&self) -> f64 {
        let half_points: u64 =
            self.pairs.iter().zip(0..).map(|(pairs, half_points)| pairs * half_points).sum();
        match self.pair_count() {
            0 => 0.5,
            count => half_points as f64 / (4 * count) as f64,
        }
    }

    /// The standard error of [`Tally::score`]; `None` before the first pair.
    fn error(&self) -> Option<f64> {
        let count = Some(self.pair_count() as f64).filter(|count| *count > 0.0)?;
        let (_, variance) = moments(&self.pairs.map(|pairs| pairs as f64 / count));
        Some((variance / count).sqrt())
    }

    /// Reports whether there are enough pairs for an interval and the LOS, and not all of them have one result.
    #[must_use]
    pub fn has_error(&self) -> bool {
        let different = self.pairs.iter().filter(|pairs| **pairs > 0).count();
        self.pair_count() >= Tally::MIN_PAIRS && different > 1
    }

    /// Returns the difference in strength; `None` before the first pair.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let (score, error) = (self.score(), self.error()?);
        let at = |deviations: f64| Elo::of_score((score + deviations * error).clamp(0.0, 1.0));
        let interval = EloInterval { low: at(-NORMAL_95), high: at(NORMAL_95) };
        Some(Elo { value: at(0.0), interval: Some(interval).filter(|_| self.has_error()) })
    }

    /// Returns the difference in normalized Elo, in which the hypotheses of an [`Sprt`](super::Sprt) are, with half of its
    /// 95 % interval; `None` where [`Tally::has_error`] is false.
    #[must_use]
    pub fn normalized_elo(&self) -> Option<(f64, f64)> {
        let error = self.error().filter(|_| self.has_error())?;
        let (lead, root) = (self.score() - 0.5, (self.pair_count() as f64).sqrt());
        Some((elo_of_deviations(lead / (error * root)), elo_of_deviations(NORMAL_95 / root)))
    }

    /// Returns the likelihood of superiority (LOS): the probability that the first engine is the stronger
    /// one. Means little without [`Tally::has_error`].
    #[must_use]
    pub fn los(&self) -> f64 {
        match (self.score() - 0.5, self.error()) {
            (lead, Some(error)) if error > 0.0 => normal_cdf(lead / error),
            (0.0, _) | (_, None) => 0.5,
            (lead, Some(_)) => f64::from(u8::from(lead > 0.0)),
        }
    }
}

/// The mean and the variance of a distribution over [`SCORES`].
pub(super) fn moments(probabilities: &[f64; 5]) -> (f64, f64) {
    let expect = |of: &dyn Fn(f64) -> f64| -> f64 {
        SCORES.iter().zip(probabilities).map(|(score, probability)| of(*score) * probability).sum()
    };
    let mean = expect(&|score| score);
    (mean, expect(&|score| (score - mean).powi(2)))
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

    /// A sum of rounded frequencies may be less than a half.
    #[test]
    fn half_of_the_points_is_exact() {
        for pairs in [[1, 7, 4, 7, 1], [0, 1, 12, 1, 0], [3, 0, 7, 0, 3], [9, 31, 20, 31, 9]] {
            let tally = tally(pairs);
            let elo = tally.elo().unwrap();
            assert_eq!((tally.score(), elo.value, tally.los()), (0.5, 0.0, 0.5), "{pairs:?}");
            assert!(elo.to_string().starts_with("+0.0"), "{elo}");
        }
    }

    #[test]
    fn elo_and_los_are_those_of_the_textbook() {
        // Computed from the same counts by an independent program.
        let elo = tally([10, 20, 40, 35, 15]).elo().unwrap();
        near(elo.value, 36.322_966, 1e-5);
        let interval = elo.interval.unwrap();
        near(interval.low, 1.465_198, 1e-5);
        near(interval.high, 71.927_487, 1e-5);
        near(tally([10, 20, 40, 35, 15]).los(), 0.979_456_969, 1e-8);
        near(tally([3, 9, 20, 11, 4]).los(), 0.718_843_237, 1e-8);
        near(tally([60, 40, 20, 5, 1]).los(), 0.0, 1e-8);
        let (value, error) = tally([10, 20, 40, 35, 15]).normalized_elo().unwrap();
        near(value, 45.810_482, 1e-5);
        near(error, 43.955_859, 1e-5);
        // Three quarters of the points are 400 log10(3) Elo.
        near(tally([0, 0, 0, 7, 0]).elo().unwrap().value, 190.848_502, 1e-5);
    }

    #[test]
    fn elo_and_los_are_symmetric() {
        let one = tally([10, 20, 40, 35, 15]);
        let other = tally([15, 35, 40, 20, 10]);
        let interval = |tally: Tally| tally.elo().unwrap().interval.unwrap();
        near(interval(one).low, -interval(other).high, 1e-9);
        near(one.los(), 1.0 - other.los(), 1e-9);
    }

    #[test]
    fn extreme_results_are_shown_in_words() {
        assert_eq!(Tally::default().elo(), None);
        near(Tally::default().los(), 0.5, 1e-12);
        assert_eq!(tally([0, 0, 0, 0, 9]).elo().unwrap().to_string(), "all won");
        assert_eq!(tally([2, 0, 0, 0, 0]).elo().unwrap().to_string(), "all lost");
        // The variance of pairs that all have one result means nothing, however many they are.
        assert_eq!(tally([0, 0, 10, 0, 0]).elo().unwrap().to_string(), "+0.0");
        assert_eq!(tally([0, 0, 0, 90, 0]).elo().unwrap().to_string(), "+190.8");
        assert_eq!(tally([0, 0, 0, 90, 0]).normalized_elo(), None);
        assert_eq!(tally([0, 0, 5, 4, 0]).elo().unwrap().to_string(), "+78.5");
        assert!(tally([0, 0, 5, 5, 0]).elo().unwrap().to_string().starts_with("+88.7 ± "));
        near(tally([0, 0, 9, 0, 0]).los(), 0.5, 1e-12);
        near(tally([0, 0, 0, 0, 9]).los(), 1.0, 1e-12);
        assert!(tally([0, 0, 0, 1, 19]).elo().unwrap().to_string().contains("(at least +"));
    }

    /// The probability that the interval of `count` pairs holds the true score, over all results that they can have and
    /// that are not the same in all pairs.
    fn coverage(probabilities: &[f64; 5], count: u64) -> f64 {
        let factorial = |n: u64| (1..=n).map(|k| k as f64).product::<f64>();
        let truth = moments(probabilities).0;
        let (mut covered, mut all) = (0.0, 0.0);
        for code in 0..(count + 1).pow(4) {
            let digit = |place: u32| code / (count + 1).pow(place) % (count + 1);
            let first = [digit(0), digit(1), digit(2), digit(3)];
            let Some(last) = count.checked_sub(first.iter().sum()) else { continue };
            let pairs = [first[0], first[1], first[2], first[3], last];
            if pairs.contains(&count) {
                continue;
            }
            let tally = tally(pairs);
            let each = pairs.iter().zip(probabilities).map(|(n, p)| p.powf(*n as f64) / factorial(*n));
            let probability = factorial(count) * each.product::<f64>();
            all += probability;
            if (tally.score() - truth).abs() <= NORMAL_95 * tally.error().unwrap() + 1e-12 {
                covered += probability;
            }
        }
        covered / all
    }

    #[test]
    fn intervals_mean_what_they_say_from_ten_pairs_on() {
        let distributions = [
            [0.06, 0.24, 0.40, 0.24, 0.06],
            [0.03, 0.22, 0.50, 0.22, 0.03],
            [0.01, 0.14, 0.70, 0.14, 0.01],
            [0.01, 0.10, 0.39, 0.36, 0.14],
            [0.0, 0.02, 0.90, 0.08, 0.0],
            [0.60, 0.30, 0.09, 0.01, 0.0],
            [0.927, 0.058, 0.015, 0.0, 0.0],
        ];
        let worst = |count| distributions.iter().map(|one| coverage(one, count)).fold(1.0, f64::min);
        assert!(worst(Tally::MIN_PAIRS) > 0.87, "{}", worst(Tally::MIN_PAIRS));
        assert!(worst(3) < 0.74 && worst(6) < 0.82, "{} {}", worst(3), worst(6));
        assert!(!tally([0, 0, 9, 0, 0]).has_error() && tally([0, 0, 9, 1, 0]).has_error());
        assert!(!tally([0, 0, 90, 0, 0]).has_error());
    }
}
