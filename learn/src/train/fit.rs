//! Fit: at how many centipawns a score means what the games came to.

use super::shape::SCALE;
use crate::samples::Sample;

/// Rounds of Newton's method; it is at rest long before.
const ROUNDS: usize = 50;

/// Steps of the chance that are told apart: a multiple of those of the records, and one more.
const BINS: usize = 254 * 16 + 1;

/// The K for which `sigmoid(score / K)` fits the results of the games best: logistic regression
/// with one parameter. `None` where scores say nothing of results.
#[must_use]
pub fn fit_scale(samples: &[Sample]) -> Option<f64> {
    let bins = bins(samples);
    let mut factor = 1.0;
    for _ in 0..ROUNDS {
        let (mut slope, mut bend) = (0.0, 0.0);
        for Bin { output, count, results } in &bins {
            let expected = 1.0 / (1.0 + (-factor * output).exp());
            slope += (results - count * expected) * output;
            bend += count * expected * (1.0 - expected) * output * output;
        }
        if bend <= 0.0 {
            return None;
        }
        // Far from the answer a whole step would overshoot.
        let step = (slope / bend).clamp(-0.5, 0.5);
        factor += step;
        if step.abs() < 1e-9 {
            break;
        }
    }
    (factor > 0.0).then(|| f64::from(SCALE) / factor)
}

/// Samples with about the same score.
struct Bin {
    output: f64,
    count: f64,
    results: f64,
}

/// The samples by their chance: scores come in few steps, so that little is lost.
fn bins(samples: &[Sample]) -> Vec<Bin> {
    let mut sums = vec![(0_u64, 0.0); BINS];
    for sample in samples {
        let bin = &mut sums[(sample.chance() * (BINS - 1) as f32).round() as usize];
        bin.0 += 1;
        bin.1 += f64::from(sample.result());
    }
    let bin = |(place, (count, results)): (usize, (u64, f64))| {
        let chance = (place as f64 / (BINS - 1) as f64).clamp(1e-4, 1.0 - 1e-4);
        Bin { output: (chance / (1.0 - chance)).ln(), count: count as f64, results }
    };
    sums.into_iter().enumerate().map(bin).filter(|bin| bin.count > 0.0).collect()
}
