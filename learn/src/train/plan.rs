//! The training plan: everything that determines a model besides its samples.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

use super::architecture::Architecture;
use crate::samples::Filter;

/// How a model is trained.
// Checkpoints contain the plan: the serialized names are frozen.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The architecture.
    #[serde(rename = "shape")]
    pub architecture: Architecture,
    /// The filter of positions.
    pub filter: Filter,
    /// The number of epochs.
    pub epochs: u32,
    /// The number of samples of an optimizer step.
    pub batch: usize,
    /// The learning rate after the warm-up.
    pub rate: f64,
    /// The final learning rate, reached by cosine annealing.
    pub last_rate: f64,
    /// The number of warm-up steps, in which the rate rises from zero; at most a fifth of all steps.
    pub warm_up: u64,
    /// The weight of the game's result in the target; the rest is that of the search score.
    pub lambda: f64,
    /// The weight decay.
    pub decay: f64,
    /// The number of final epochs with quantized weights.
    pub rounded_epochs: u32,
    /// The seed of the initial parameters and of the order of samples.
    pub seed: u64,
    /// The number of threads, on which the rounding of sums depends.
    pub threads: usize,
}

impl Plan {
    /// Returns the default plan for a number of samples.
    #[must_use]
    pub fn default_for(architecture: Architecture, samples: usize) -> Plan {
        let epochs = match samples {
            0..5_000_000 => 25,
            5_000_000..60_000_000 => 12,
            _ => 10,
        };
        Plan {
            architecture,
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

    /// Returns the number of steps of an epoch; each takes about [`Plan::batch`] samples.
    #[must_use]
    pub fn batches(&self, samples: usize) -> usize {
        ((samples + self.batch / 2) / self.batch).max(1)
    }

    /// Returns the learning rate at a step of `steps`.
    #[must_use]
    pub fn rate_at(&self, step: u64, steps: u64) -> f64 {
        let warm_up = self.warm_up.min(steps / 5);
        if step < warm_up {
            return self.rate * (step + 1) as f64 / warm_up as f64;
        }
        let done = (step - warm_up) as f64 / (steps - warm_up).max(1) as f64;
        self.last_rate + (self.rate - self.last_rate) * 0.5 * (1.0 + (PI * done.min(1.0)).cos())
    }

    /// Reports whether an epoch, counted from 0, uses quantized weights.
    #[must_use]
    pub fn is_quantized(&self, epoch: u32) -> bool {
        epoch + self.rounded_epochs >= self.epochs
    }
}

#[cfg(test)]
mod tests {
    use super::super::network_layout::NetworkLayout;
    use super::*;

    /// Checkpoints of older versions can be resumed.
    #[test]
    fn serialized_names_are_unchanged() {
        let architecture = Architecture::Network(NetworkLayout { hidden: 64, buckets: 4 });
        let json = serde_json::to_string(&Plan::default_for(architecture, 1000)).unwrap();
        let expected = r#"{"shape":{"Network":{"hidden":64,"buckets":4}},"filter":{"checks":false,"captures":false,
            "first_ply":16,"max_score":2000,"min_men":4,"merge":false,"held_out":0.02},"epochs":25,"batch":4096,
            "rate":0.001,"last_rate":0.00001,"warm_up":200,"lambda":0.0,"decay":0.1,"rounded_epochs":7,"seed":1,
            "threads":2}"#;
        assert_eq!(json, expected.split_whitespace().collect::<String>());
    }

    #[test]
    fn the_learning_rate_warms_up_and_decays() {
        let plan = Plan::default_for(Architecture::Linear, 1_000_000);
        assert_eq!(plan.batches(1_000_000), 244);
        assert_eq!(plan.batches(5), 1);
        let rates: Vec<f64> = (0..10_000).map(|step| plan.rate_at(step, 10_000)).collect();
        assert!((rates[0] - 1e-3 / 200.0).abs() < 1e-9 && (rates[200] - 1e-3).abs() < 1e-9);
        assert!(rates[..200].is_sorted() && rates[200..].iter().rev().is_sorted());
        assert!((rates[9999] - 1e-5).abs() < 1e-8);
        assert!((0..3).all(|step| plan.rate_at(step, 3).is_finite()));
        assert!(!plan.is_quantized(17) && plan.is_quantized(18) && plan.is_quantized(24));
    }
}
