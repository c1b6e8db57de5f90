//! The scale at which scores predict the results of games.

use lancet::eval::nnue::SCALE;

use super::Sample;

/// Iterations of Newton's method, which converges long before.
const ITERATIONS: usize = 50;

/// Bins of the win probability: a multiple of the levels of the records, plus one.
const BINS: usize = 254 * 16 + 1;

/// Returns the K for which `sigmoid(score / K)` fits the results of the games best: logistic regression with
/// one parameter. Returns `None` if scores do not predict results.
#[must_use]
pub fn fit_scale(samples: &[Sample]) -> Option<f64> {
    let bins = bins(samples);
    let mut factor = 1.0;
    for _ in 0..ITERATIONS {
        let (mut gradient, mut curvature) = (0.0, 0.0);
        for Bin { output, count, results } in &bins {
            let expected = 1.0 / (1.0 + (-factor * output).exp());
            gradient += (results - count * expected) * output;
            curvature += count * expected * (1.0 - expected) * output * output;
        }
        if curvature <= 0.0 {
            return None;
        }
        // Far from the optimum a full Newton step would overshoot.
        let step = (gradient / curvature).clamp(-0.5, 0.5);
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

/// Groups the samples by their win probability, which has few levels.
fn bins(samples: &[Sample]) -> Vec<Bin> {
    let mut sums = vec![(0_u64, 0.0); BINS];
    for sample in samples {
        let bin = &mut sums[(sample.win_probability() * (BINS - 1) as f32).round() as usize];
        bin.0 += 1;
        bin.1 += f64::from(sample.result());
    }
    let bin = |(index, (count, results)): (usize, (u64, f64))| {
        let probability = (index as f64 / (BINS - 1) as f64).clamp(1e-4, 1.0 - 1e-4);
        Bin { output: (probability / (1.0 - probability)).ln(), count: count as f64, results }
    };
    sums.into_iter().enumerate().map(bin).filter(|bin| bin.count > 0.0).collect()
}
