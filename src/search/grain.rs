//! Grain: how finely scores are told apart, a question for experiments; they are told apart by one.

use super::params as p;
use crate::types::Score;

/// The nearest multiple of the grain.
#[inline]
pub(super) fn rounded(score: Score) -> Score {
    let grain = p::score_granularity();
    if grain == 1 { score } else { multiple(score.units(), grain, grain / 2) }
}

/// The next multiple of the grain that is not above a score invented between two evaluations, and
/// at least what is asked for.
#[inline]
pub(super) fn at_least(beta: Score, score: Score) -> Score {
    let grain = p::score_granularity();
    if grain == 1 {
        return score;
    }
    let below = floor(score, grain);
    if below >= beta { below } else { below + grain }
}

/// The next multiple of the grain that is not above.
#[inline]
pub(super) fn at_most(score: Score) -> Score {
    let grain = p::score_granularity();
    if grain == 1 { score } else { floor(score, grain) }
}

fn floor(score: Score, grain: i32) -> Score {
    Score::new(score.units().div_euclid(grain) * grain)
}

/// Rounds towards zero after `add` was added to the size.
fn multiple(units: i32, grain: i32, add: i32) -> Score {
    Score::new((units.abs() + add) / grain * grain * units.signum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_round_alike() {
        let nearest = |units| multiple(units, 4, 2).units();
        assert_eq!([0, 1, 2, 5, 6].map(nearest), [0, 0, 4, 4, 8]);
        assert_eq!([-1, -2, -5, -6].map(nearest), [0, -4, -4, -8]);
        assert_eq!([-1, 0, 3, 4].map(|units| floor(Score::new(units), 4).units()), [-4, 0, 0, 4]);
    }
}
