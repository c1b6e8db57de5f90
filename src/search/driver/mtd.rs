//! MTD(f): zero windows from a first guess, each at the bound that the last one found.
//!
//! Source: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "A New Paradigm for Minimax Search",
//! 1994. The guess from two iterations before is for searches whose value swings with the parity
//! of the depth; the growing step is their MTD(step), for guesses that lie far off.

use super::passes::{Known, converge};
use crate::position::Position;
use crate::search::algorithm::{DriverOptions, MtdGuess};
use crate::search::worker::{Answer, Worker};
use crate::types::{Depth, Score};

/// Asks the root by MTD(f).
pub(super) fn ask_root(w: &mut Worker, position: &Position, depth: Depth) -> Answer<()> {
    let DriverOptions { guess, step, .. } = w.shared.settings.driver;
    let first = first_guess(w, guess);
    converge(w, position, depth, |known| question(known, first, step))
}

/// Where to begin.
fn first_guess(w: &Worker, guess: MtdGuess) -> Score {
    let last = w.root.value_back(1).unwrap_or(w.first_guess);
    let before = w.root.value_back(2).unwrap_or(last);
    match guess {
        MtdGuess::Last => last,
        MtdGuess::TwoBack => before,
        MtdGuess::Mean => Score::new(i32::midpoint(last.units(), before.units())),
    }
}

/// The next question: at the bound that moved last, and from the second move in one direction on
/// beyond it.
fn question(known: &Known, first: Score, step: i32) -> Score {
    let beyond = |streak: i32| step * ((1 << (streak - 1).min(6)) - 1);
    match known.streak {
        0 => first,
        high @ 1.. => known.least + 1 + beyond(high),
        low => known.most - beyond(-low),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(streak: i32, step: i32) -> i32 {
        let known = Known { least: Score::new(-50), most: Score::new(70), streak };
        question(&known, Score::new(7), step).units()
    }

    #[test]
    fn it_begins_at_the_guess_and_goes_on_at_the_bound_that_moved() {
        assert_eq!((ask(0, 0), ask(1, 0), ask(9, 0)), (7, -49, -49));
        assert_eq!((ask(-1, 0), ask(-9, 0)), (70, 70));
    }

    #[test]
    fn the_step_grows_as_long_as_the_direction_stays() {
        assert_eq!([1, 2, 3, 4].map(|high| ask(high, 10)), [-49, -39, -19, 21]);
        assert_eq!([-1, -2, -3].map(|low| ask(low, 10)), [70, 60, 40]);
        assert_eq!(ask(-100, 1000), 70 - 63_000);
    }
}
