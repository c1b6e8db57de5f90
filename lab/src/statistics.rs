//! Statistics: means and how sure they are.

use serde::{Deserialize, Serialize};

/// A mean with its standard error.
#[derive(Clone, Copy, PartialEq, Default, Serialize, Deserialize, Debug)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error; 0 where there is one number only.
    pub error: f64,
}

impl Mean {
    /// The mean of some numbers, added up in their order.
    #[must_use]
    pub fn of(numbers: &[f64]) -> Mean {
        let count = numbers.len().max(1) as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let error = if numbers.len() < 2 { 0.0 } else { (squares / (count - 1.0) / count).sqrt() };
        Mean { mean, error }
    }

    /// As in `2.140 ± 0.031`, with so many decimals.
    #[must_use]
    pub fn show(&self, decimals: usize) -> String {
        format!("{:.decimals$} ± {:.decimals$}", self.mean, self.error)
    }

    /// By how many combined standard errors another mean lies elsewhere. What is equal to half of the last digit
    /// told, `rounding`, is equal.
    #[must_use]
    pub fn distance(&self, other: Mean, rounding: f64) -> f64 {
        let apart = (self.mean - other.mean).abs();
        if apart <= rounding {
            return 0.0;
        }
        let error = self.error.hypot(other.error);
        if error > 0.0 { apart / error } else { f64::INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_know_how_sure_they_are() {
        let mean = Mean::of(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(mean.mean, 2.5);
        assert!((mean.error - (5.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        assert_eq!(Mean::of(&[7.0]), Mean { mean: 7.0, error: 0.0 });
        assert_eq!(mean.distance(Mean { mean: 2.5004, error: 0.0 }, 0.0005), 0.0);
        assert!((mean.distance(Mean { mean: 2.5 + 2.0 * mean.error, error: 0.0 }, 0.0) - 2.0).abs() < 1e-12);
    }
}
