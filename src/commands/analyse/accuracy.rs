//! Accuracy: win probabilities and the accuracy of moves and sides.
//!
//! The win probability of a score and the accuracy of a move are the formulas that lichess publishes
//! (lichess.org/page/accuracy). The accuracy of a side follows lichess's code (lila, `AccuracyPercent`).

use std::iter;
use std::ops::RangeInclusive;

use crate::eval::wdl::DisplayScore;

/// Scores are clamped to this many centipawns; a mate counts as much.
const MAX_CENTIPAWNS: i32 = 1000;

/// The length of a window is that of the game divided by this number, clamped to `WINDOW`.
const WINDOW_DIVISOR: usize = 10;
const WINDOW: RangeInclusive<usize> = 2..=8;

/// The range of the weight of a move.
const WEIGHT: RangeInclusive<f64> = 0.5..=12.0;

/// Returns a score in centipawns, clamped.
pub(super) fn clamped_centipawns(score: DisplayScore) -> i32 {
    match score.centipawns() {
        Some(centipawns) => centipawns.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
        None if score.is_win() => MAX_CENTIPAWNS,
        None => -MAX_CENTIPAWNS,
    }
}

/// Returns the win probability, in percent, of the side to which the score belongs, clamped to that of ten pawns.
pub(super) fn win_probability(score: DisplayScore) -> f64 {
    probability(clamped_centipawns(score))
}

/// Returns the win probability, in percent, without the clamp, except of a mate.
pub(super) fn exact_win_probability(score: DisplayScore) -> f64 {
    score.centipawns().map_or_else(|| win_probability(score), probability)
}

fn probability(centipawns: i32) -> f64 {
    50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * f64::from(centipawns)).exp()) - 1.0)
}

/// Returns the accuracy, in percent, of a move that loses `loss` percent of win probability.
pub(super) fn move_accuracy(loss: f64) -> f64 {
    // The formula gives slightly less.
    if loss <= 0.0 {
        return 100.0;
    }
    (103.1668 * (-0.04354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Returns the weight of each move in the accuracy of its side: the standard deviation of White's win
/// probability in a window that ends with the move. `probabilities` begins with that before the first move.
pub(super) fn move_weights(probabilities: &[f64]) -> Vec<f64> {
    let moves = probabilities.len().saturating_sub(1);
    let size = (moves / WINDOW_DIVISOR).clamp(*WINDOW.start(), *WINDOW.end());
    // The first moves share the first window.
    let first = &probabilities[..size.min(probabilities.len())];
    let windows = iter::repeat_n(first, first.len().saturating_sub(2)).chain(probabilities.windows(size));
    windows.map(|window| standard_deviation(window).clamp(*WEIGHT.start(), *WEIGHT.end())).collect()
}

/// Returns the standard deviation of a whole population.
fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// Returns the accuracy of a side from the accuracies of its moves and their weights; `None` without moves.
///
/// It is the mean of the weighted mean and the harmonic mean, in which a single blunder counts much.
pub(super) fn side_accuracy(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let (mut sum, mut weights, mut inverse) = (0.0, 0.0, 0.0);
    for (accuracy, weight) in moves {
        sum += accuracy * weight;
        weights += weight;
        // An accuracy of zero must not make the harmonic mean zero.
        inverse += 1.0 / accuracy.max(1.0);
    }
    Some((sum / weights + moves.len() as f64 / inverse) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::wdl::Curve;
    use crate::position::Position;
    use crate::types::Score;

    #[test]
    fn win_probability_and_move_accuracy_are_those_of_lichess() {
        let mate = Curve::of(&Position::default()).display_score(Score::mate_in(3));
        let probability = |centipawns| win_probability(DisplayScore::new(centipawns));
        assert_eq!(probability(0), 50.0);
        assert!((probability(100) - 59.1).abs() < 0.1);
        assert!((win_probability(mate) - probability(1000)).abs() < 1e-9);
        assert!((probability(-300) + probability(300) - 100.0).abs() < 1e-9);
        assert_eq!((move_accuracy(0.0), move_accuracy(-1.0)), (100.0, 100.0));
        assert!((move_accuracy(10.0) - 63.6).abs() < 0.1);
        assert_eq!(move_accuracy(100.0), 0.0);
    }

    #[test]
    fn move_weights_are_clamped_deviations_of_windows() {
        assert_eq!(move_weights(&[50.0]).len(), 0);
        assert_eq!(move_weights(&[50.0, 52.0]), [1.0]);
        // Windows of two moves, clamped at both ends.
        assert_eq!(move_weights(&[50.0, 50.0, 54.0, 4.0]), [0.5, 2.0, 12.0]);
        // Windows of three: the first stands for the first two moves.
        let mut probabilities = vec![50.0; 31];
        (probabilities[2], probabilities[30]) = (56.0, 59.0);
        let weights = move_weights(&probabilities);
        let (first, last) = (8.0_f64.sqrt(), 18.0_f64.sqrt());
        assert_eq!((weights.len(), weights[5]), (30, 0.5));
        for (weight, expected) in weights.iter().zip([first; 4]).chain([(&weights[29], last)]) {
            assert!((weight - expected).abs() < 1e-9, "{weights:?}");
        }
    }
}
