//! The training plan: everything that determines a model besides its samples.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};

use super::architecture::Architecture;
use super::network_layout::NetworkLayout;
use crate::samples::Filter;

/// How a model is trained.
// Checkpoints contain the plan: a name that changes stays as an alias.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The architecture.
    #[serde(alias = "shape")]
    pub architecture: Architecture,
    /// The filter of positions.
    pub filter: Filter,
    /// The number of epochs, the last of which may be partial.
    pub epochs: u32,
    /// The number of steps, if the last epoch is partial.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
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
    /// The number of epochs with quantized weights, counted back from the last step.
    pub rounded_epochs: u32,
    /// The seed of the initial parameters and of the order of samples.
    pub seed: u64,
    /// The number of threads, on which the rounding of sums depends.
    pub threads: usize,
    /// The identity of the network whose scale of evaluations the trained one takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<u64>,
}

/// The number of samples from which batches are larger.
const LARGE: usize = 150_000_000;

/// The default batches for few and for many samples.
const BATCHES: [usize; 2] = [4096, 8192];

/// The learning rates after the warm-up, below the larger of these batches and from it on.
const RATES: [f64; 2] = [1e-3, 1.4e-3];

/// The most threads of a plan: each has a gradient of its own.
pub(super) const MAX_THREADS: usize = 1024;

/// Returns the default batch for a number of samples.
const fn default_batch(samples: usize) -> usize {
    if samples < LARGE { BATCHES[0] } else { BATCHES[1] }
}

/// Returns the default learning rate for a batch.
pub(super) const fn default_rate(batch: usize) -> f64 {
    if batch < BATCHES[1] { RATES[0] } else { RATES[1] }
}

/// Returns the default number of steps, which never falls as the number of samples grows: 12 epochs, but 100,000 to
/// 200,000 steps; if that is not between 6 and 25 epochs, as many as these are.
fn default_steps(samples: usize) -> u64 {
    let batches = batches(samples, default_batch(samples)) as u64;
    let steps = (12 * batches).clamp(100_000, 200_000).max(6 * batches).min(25 * batches);
    // The larger batch halves the steps of an epoch.
    if samples < LARGE { steps } else { steps.max(default_steps(LARGE - 1)) }
}

/// Returns the weight decay: few samples need more, and so does a middle layer (`nets/README.md`).
fn default_decay(architecture: Architecture, samples: usize) -> f64 {
    match architecture {
        _ if samples < 20_000_000 => 0.1,
        Architecture::Network(NetworkLayout { middle, .. }) if middle > 0 => 0.05,
        _ => 0.01,
    }
}

/// Returns the number of steps of an epoch.
fn batches(samples: usize, batch: usize) -> usize {
    ((samples + batch / 2) / batch).max(1)
}

impl Plan {
    /// Returns the default plan for a number of samples.
    #[must_use]
    pub fn default_for(architecture: Architecture, samples: usize) -> Plan {
        let batch = default_batch(samples);
        let rate = default_rate(batch);
        let plan = Plan {
            architecture,
            filter: Filter::default(),
            epochs: 1,
            steps: None,
            batch,
            rate,
            last_rate: rate / 100.0,
            warm_up: 200,
            lambda: 0.0,
            decay: default_decay(architecture, samples),
            rounded_epochs: 1,
            seed: 1,
            threads: 2,
            like: None,
        };
        plan.with_steps(default_steps(samples), samples)
    }

    /// Reports whether a training can follow the plan, which may come from an invalid checkpoint.
    pub(super) fn is_possible(&self) -> bool {
        self.epochs > 0
            && self.steps != Some(0)
            && (1..=u32::MAX as usize).contains(&self.batch)
            && self.threads <= MAX_THREADS
    }

    /// Returns the plan with another batch, for about as many epochs. The learning rate is kept.
    #[must_use]
    pub fn with_batch(self, batch: usize, samples: usize) -> Plan {
        let steps = self.total_steps(samples);
        let before = self.batches(samples) as u64;
        let plan = Plan { batch: batch.max(1), ..self };
        plan.with_steps(steps * plan.batches(samples) as u64 / before, samples)
    }

    /// Returns the plan with a number of steps.
    #[must_use]
    pub fn with_steps(self, steps: u64, samples: usize) -> Plan {
        let (steps, batches) = (steps.max(1), self.batches(samples) as u64);
        let epochs = u32::try_from(steps.div_ceil(batches)).unwrap_or(u32::MAX);
        Plan { epochs, steps: (!steps.is_multiple_of(batches)).then_some(steps), ..self }
    }

    /// Returns the number of steps of the whole training.
    #[must_use]
    pub fn total_steps(&self, samples: usize) -> u64 {
        self.steps.unwrap_or(self.batches(samples) as u64 * u64::from(self.epochs))
    }

    /// Returns the number of steps of an epoch; each takes about [`Plan::batch`] samples.
    #[must_use]
    pub fn batches(&self, samples: usize) -> usize {
        batches(samples, self.batch)
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

    /// Reports whether a step, counted from 0, uses quantized weights.
    #[must_use]
    pub fn is_quantized(&self, step: u64, samples: usize) -> bool {
        step + u64::from(self.rounded_epochs) * self.batches(samples) as u64 >= self.total_steps(samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checkpoints of older versions can be resumed.
    #[test]
    fn serialized_names_are_unchanged_and_former_ones_are_read() {
        let architecture = Architecture::Network(NetworkLayout::new(64, 4));
        let plan = Plan::default_for(architecture, 1000);
        let plan = Plan { filter: Filter { keep_captures: true, min_pieces: 6, ..plan.filter }, ..plan };
        let rest = r#""epochs":25,"batch":4096,"rate":0.001,"last_rate":0.00001,"warm_up":200,"lambda":0.0,"decay":0.1,
            "rounded_epochs":1,"seed":1,"threads":2}"#;
        let expected = r#"{"architecture":{"Network":{"hidden":64,"buckets":4}},"filter":{"keep_checks":false,
            "keep_captures":true,"first_ply":16,"max_score":2000,"min_pieces":6,"merge":false,"held_out":0.02},"#;
        let json = serde_json::to_string(&plan).unwrap();
        assert_eq!(json, format!("{expected}{rest}").split_whitespace().collect::<String>());
        let former = r#"{"shape":{"Network":{"hidden":64,"buckets":4}},"filter":{"checks":false,"captures":true,
            "first_ply":16,"max_score":2000,"min_men":6,"merge":false,"held_out":0.02},"#;
        assert_eq!(serde_json::from_str::<Plan>(&format!("{former}{rest}")).unwrap(), plan);
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
    }

    #[test]
    fn few_samples_and_a_middle_layer_have_more_decay() {
        let decay = |architecture, samples| Plan::default_for(architecture, samples).decay;
        let flat = NetworkLayout::new(64, 4);
        let [flat, deep] =
            [flat, NetworkLayout { middle: 8, fine_output: true, ..flat }].map(Architecture::Network);
        assert_eq!([flat, deep].map(|one| decay(one, 19_999_999)), [0.1, 0.1]);
        assert_eq!([flat, deep].map(|one| decay(one, 20_000_000)), [0.01, 0.05]);
    }

    /// More data never shorten the training; nor are there too few epochs.
    #[test]
    fn steps_never_fall_as_samples_grow() {
        let mut before = 0;
        for samples in (1_000_000..=400_000_000).step_by(9973).chain([400_000_000]) {
            let plan = Plan::default_for(Architecture::Linear, samples);
            let (steps, batches) = (plan.total_steps(samples), plan.batches(samples) as u64);
            assert!(steps >= before, "{samples} samples: {steps} steps, {before} with fewer samples");
            assert!((6 * batches..=25 * batches).contains(&steps), "{samples} samples: {steps} steps");
            assert!(steps >= 100_000 || steps == 25 * batches, "{samples} samples: {steps} steps");
            assert!(steps <= 220_000 || steps == 6 * batches, "{samples} samples: {steps} steps");
            assert_eq!(plan.epochs, steps.div_ceil(batches) as u32);
            assert_eq!(plan.batch, if samples < 150_000_000 { 4096 } else { 8192 });
            before = steps;
        }
        let of = |samples| {
            let plan = Plan::default_for(Architecture::Linear, samples);
            (plan.total_steps(samples), plan.epochs, plan.batch, plan.rate, plan.last_rate)
        };
        assert_eq!(of(1_000_000), (6100, 25, 4096, 1e-3, 1e-5));
        assert_eq!(of(20_000_000), (100_000, 21, 4096, 1e-3, 1e-5));
        assert_eq!(of(48_000_000), (140_628, 12, 4096, 1e-3, 1e-5));
        assert_eq!(of(60_000_000), (175_776, 12, 4096, 1e-3, 1e-5));
        assert_eq!(of(100_000_000), (200_000, 9, 4096, 1e-3, 1e-5));
        assert_eq!(of(200_000_000), (219_726, 9, 8192, 1.4e-3, 1.4e-5));
        assert_eq!(of(400_000_000), (292_968, 6, 8192, 1.4e-3, 1.4e-5));
    }

    #[test]
    fn the_last_epoch_is_partial_and_rounding_counts_from_its_end() {
        let samples = 20_000_000;
        let plan = Plan::default_for(Architecture::Linear, samples);
        assert_eq!((plan.batches(samples), plan.steps), (4883, Some(100_000)));
        assert!(!plan.is_quantized(100_000 - 4884, samples) && plan.is_quantized(100_000 - 4883, samples));
        let plan = plan.with_batch(8192, samples);
        assert_eq!((plan.batches(samples), plan.total_steps(samples), plan.epochs), (2441, 49_989, 21));
        let plan = Plan { epochs: 4, steps: None, rounded_epochs: 4, ..plan };
        assert!(plan.total_steps(samples) == 4 * 2441 && plan.is_quantized(0, samples));
    }
}
