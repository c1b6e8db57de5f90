//! The geometric mean of ratios with a bootstrap interval.

use lancet::rng::Rng;

/// The number of resamples.
const RESAMPLES: usize = 10_000;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// The number of ratios.
    pub count: usize,
}

/// The least number of ratios for an interval.
const MIN_RATIOS: usize = 10;

impl Interval {
    /// The ends of the interval; `None` if there are fewer than ten ratios, whose resamples say little about others.
    #[must_use]
    pub fn ends(&self) -> Option<(f64, f64)> {
        (self.count >= MIN_RATIOS).then_some((self.low, self.high))
    }
}

/// Returns the geometric mean of positive ratios with its percentile bootstrap interval; NaN without ratios.
///
/// Source: B. Efron, "Bootstrap Methods: Another Look at the Jackknife", Annals of Statistics 7, 1979.
#[must_use]
pub fn geometric_mean(ratios: impl Iterator<Item = f64>) -> Interval {
    let logs: Vec<f64> = ratios.map(f64::ln).collect();
    if logs.is_empty() {
        return Interval { value: f64::NAN, low: f64::NAN, high: f64::NAN, count: 0 };
    }
    let count = logs.len();
    let mut rng = Rng::new(1);
    let mut resample = || (0..logs.len()).map(|_| logs[rng.below(logs.len())]).sum::<f64>() / count as f64;
    let mut means: Vec<f64> = (0..RESAMPLES).map(|_| resample()).collect();
    means.sort_by(f64::total_cmp);
    let tail = RESAMPLES / 40;
    let value = logs.iter().sum::<f64>() / count as f64;
    Interval { value: value.exp(), low: means[tail].exp(), high: means[RESAMPLES - 1 - tail].exp(), count }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_geometric_and_lies_in_its_interval() {
        let mean = geometric_mean([0.5, 2.0, 1.0, 4.0].into_iter());
        assert!((mean.value - 4f64.powf(0.25)).abs() < 1e-12);
        assert!(mean.low < mean.value && mean.value < mean.high && mean.low >= 0.5 && mean.high <= 4.0);
    }

    #[test]
    fn few_ratios_have_no_interval() {
        let ends = |count| geometric_mean(std::iter::repeat_n(2.0, count)).ends();
        assert_eq!((ends(1), ends(9), ends(10).is_some()), (None, None, true));
    }

    #[test]
    fn the_interval_of_a_constant_is_empty() {
        let mean = geometric_mean([3.0; 20].into_iter());
        assert!([mean.value, mean.low, mean.high].iter().all(|x| (x - 3.0).abs() < 1e-9));
    }

    #[test]
    fn the_interval_is_as_wide_as_theory_says() {
        // Alternating logarithms 1 and -1: a deviation of 1, of the mean 1/20, so 0.098 to each side.
        let mean = geometric_mean((0..400).map(|i| if i % 2 == 0 { 1f64.exp() } else { (-1f64).exp() }));
        assert!((mean.high.ln() - 0.098).abs() < 0.01 && (mean.low.ln() + 0.098).abs() < 0.01, "{mean:?}");
    }
}
