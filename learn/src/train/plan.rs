//! Plan: all that decides how a model is trained.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

use super::shape::Shape;
use crate::samples::Filter;

/// How a model is trained.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// What is trained.
    pub shape: Shape,
    /// Which positions are learned from.
    pub filter: Filter,
    /// How often all samples are learned from.
    pub epochs: u32,
    /// Samples of a step.
    pub batch: usize,
    /// The rate after the warm-up.
    pub rate: f64,
    /// The rate at the end, reached along a cosine.
    pub last_rate: f64,
    /// Steps over which the rate rises from zero; at most a fifth of all.
    pub warm_up: u64,
    /// The weight of the game's result against the search's score.
    pub lambda: f64,
    /// How strongly weights are drawn to zero.
    pub decay: f64,
    /// How many epochs, the last ones, are run with rounded numbers.
    pub rounded_epochs: u32,
    /// Decides the numbers to begin with and the order of samples.
    pub seed: u64,
    /// Threads; the sums depend on their number.
    pub threads: usize,
}

impl Plan {
    /// What is usual for so many samples.
    #[must_use]
    pub fn usual(shape: Shape, samples: usize) -> Plan {
        let epochs = match samples {
            0..5_000_000 => 25,
            5_000_000..60_000_000 => 12,
            _ => 10,
        };
        Plan {
            shape,
            filter: Filter::default(),
            epochs,
            batch: if samples < 60_000_000 { 4096 } else { 16_384 },
            rate: 1e-3,
            last_rate: 1e-5,
            warm_up: 200,
            lambda: 0.0,
            decay: if samples < 20_000_000 { 0.1 } else { 0.01 },
            rounded_epochs: epochs.div_ceil(4),
            seed: 1,
            threads: 2,
        }
    }

    /// Steps of an epoch over so many samples: each takes about [`Plan::batch`] of them.
    #[must_use]
    pub fn batches(&self, samples: usize) -> usize {
        ((samples + self.batch / 2) / self.batch).max(1)
    }

    /// The rate at a step of so many.
    #[must_use]
    pub fn rate_at(&self, step: u64, steps: u64) -> f64 {
        let warm_up = self.warm_up.min(steps / 5);
        if step < warm_up {
            return self.rate * (step + 1) as f64 / warm_up as f64;
        }
        let done = (step - warm_up) as f64 / (steps - warm_up).max(1) as f64;
        self.last_rate + (self.rate - self.last_rate) * 0.5 * (1.0 + (PI * done.min(1.0)).cos())
    }

    /// Whether the epoch of this number, from 0, is run with rounded numbers.
    #[must_use]
    pub fn is_rounded(&self, epoch: u32) -> bool {
        epoch + self.rounded_epochs >= self.epochs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_and_falls() {
        let plan = Plan::usual(Shape::Linear, 1_000_000);
        assert_eq!(plan.batches(1_000_000), 244);
        assert_eq!(plan.batches(5), 1);
        let rates: Vec<f64> = (0..10_000).map(|step| plan.rate_at(step, 10_000)).collect();
        assert!((rates[0] - 1e-3 / 200.0).abs() < 1e-9 && (rates[200] - 1e-3).abs() < 1e-9);
        assert!(rates[..200].is_sorted() && rates[200..].iter().rev().is_sorted());
        assert!((rates[9999] - 1e-5).abs() < 1e-8);
        assert!((0..3).all(|step| plan.rate_at(step, 3).is_finite()));
        assert!(!plan.is_rounded(17) && plan.is_rounded(18) && plan.is_rounded(24));
    }
}
