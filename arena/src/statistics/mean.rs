//! The arithmetic mean with its standard error.

use serde::{Deserialize, Serialize};

/// A mean with its standard error.
#[derive(Clone, Copy, PartialEq, Default, Serialize, Deserialize, Debug)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error; 0 for a single value.
    pub error: f64,
}

impl Mean {
    /// Returns the mean of some values, summed in their order.
    #[must_use]
    pub fn of(values: &[f64]) -> Mean {
        let count = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let error = if values.len() < 2 { 0.0 } else { (squares / (count - 1.0) / count).sqrt() };
        Mean { mean, error }
    }

    /// Formats the mean as in `2.140 ± 0.031`, with this number of decimals.
    #[must_use]
    pub fn show(&self, decimals: usize) -> String {
        format!("{:.decimals$} ± {:.decimals$}", self.mean, self.error)
    }

    /// Returns the distance to another mean in combined standard errors. Means whose difference is at most
    /// `rounding`, half a unit of the last digit shown, are equal.
    #[must_use]
    pub fn distance(&self, other: Mean, rounding: f64) -> f64 {
        let difference = (self.mean - other.mean).abs();
        if difference <= rounding {
            return 0.0;
        }
        let error = self.error.hypot(other.error);
        if error > 0.0 { difference / error } else { f64::INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_error_of_the_mean() {
        let mean = Mean::of(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(mean.mean, 2.5);
        assert!((mean.error - (5.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        assert_eq!(Mean::of(&[7.0]), Mean { mean: 7.0, error: 0.0 });
        assert_eq!(mean.distance(Mean { mean: 2.5004, error: 0.0 }, 0.0005), 0.0);
        assert!((mean.distance(Mean { mean: 2.5 + 2.0 * mean.error, error: 0.0 }, 0.0) - 2.0).abs() < 1e-12);
        assert_eq!(mean.show(2), "2.50 ± 0.65");
    }
}
