//! MTD(f): zero windows from a first guess, each at the bound of the last.
//!
//! Source: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "A New Paradigm for Minimax Search", 1994. The
//! guess from two iterations ago is for searches whose value depends on the parity of the depth; the growing
//! step is their MTD(step), for guesses that are far off.

use super::passes::{ValueBounds, converge};
use crate::position::Position;
use crate::search::algorithm::{DriverOptions, MtdGuess};
use crate::search::root::RootMoves;
use crate::search::shared::SearchResult;
use crate::search::worker::Worker;
use crate::types::{Depth, Score};

/// Searches the root by MTD(f).
pub(super) fn search_root(w: &mut Worker, position: &Position, depth: Depth) -> SearchResult<()> {
    let DriverOptions { guess, step, .. } = w.shared.settings.driver;
    let first = first_guess(&w.root, guess);
    let step = step.clamp(0, DriverOptions::MAX_STEP);
    converge(w, position, depth, |known| next_beta(known, first, step))
}

fn first_guess(root: &RootMoves, guess: MtdGuess) -> Score {
    let last = root.score_back(1).unwrap_or(root.static_eval());
    let two_back = root.score_back(2).unwrap_or(last);
    match guess {
        MtdGuess::Last => last,
        MtdGuess::TwoBack => two_back,
        MtdGuess::Mean => Score::new(i32::midpoint(last.units(), two_back.units())),
    }
}

/// Returns the next beta: at the bound that moved last, and beyond it from the second pass in one direction
/// on.
fn next_beta(known: &ValueBounds, first: Score, step: i32) -> Score {
    let beyond = |streak: i32| step * ((1 << (streak - 1).min(6)) - 1);
    match known.streak {
        0 => first,
        high @ 1.. => known.lower + 1 + beyond(high),
        low => known.upper - beyond(-low),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beta(streak: i32, step: i32) -> i32 {
        let known = ValueBounds { lower: Score::new(-50), upper: Score::new(70), streak };
        next_beta(&known, Score::new(7), step).units()
    }

    #[test]
    fn passes_start_at_the_guess_and_follow_the_bound_that_moved() {
        assert_eq!((beta(0, 0), beta(1, 0), beta(9, 0)), (7, -49, -49));
        assert_eq!((beta(-1, 0), beta(-9, 0)), (70, 70));
    }

    #[test]
    fn step_grows_while_the_direction_stays() {
        assert_eq!([1, 2, 3, 4].map(|high| beta(high, 10)), [-49, -39, -19, 21]);
        assert_eq!([-1, -2, -3].map(|low| beta(low, 10)), [70, 60, 40]);
        assert_eq!(beta(-100, 1000), 70 - 63_000);
    }
}
