//! C*: zero windows in the middle of what is left.
//!
//! Source: K. Coplan, "A Special-Purpose Machine for an Improved Search Algorithm for Deep Chess
//! Combinations", Advances in Computer Chess 3, 1982; J.-C. Weill, 1991.

use super::aspirate::around;
use super::passes::{Known, converge};
use crate::position::Position;
use crate::search::params as p;
use crate::search::worker::{Answer, Worker};
use crate::types::{Depth, Score, Window};

/// Asks the root by C*.
pub(super) fn ask_root(w: &mut Worker, position: &Position, depth: Depth) -> Answer<()> {
    let expected = w.root.value_back(1).filter(|_| w.shared.settings.driver.aspiration);
    let mut width = p::aspiration_window();
    converge(w, position, depth, |known| match expected {
        Some(score) => {
            let mut bracket = around(score, width, width);
            while known.least >= bracket.beta || known.most <= bracket.alpha {
                width *= 4;
                bracket = around(score, width, width);
            }
            middle(known, bracket)
        }
        None => middle(known, Window::FULL),
    })
}

/// The beta that halves what is known, as far as it lies in the bracket.
fn middle(known: &Known, bracket: Window) -> Score {
    let low = known.least.max(bracket.alpha);
    let high = known.most.min(bracket.beta);
    low + (high - low + 1) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_moves_a_bound_and_the_last_two_values_are_told_apart() {
        let known = |least, most| Known { least: Score::new(least), most: Score::new(most), streak: 0 };
        let ask = |least, most| middle(&known(least, most), Window::FULL).units();
        assert_eq!((ask(0, 1), ask(0, 2), ask(-3, 0), ask(-1, 0)), (1, 1, -1, 0));
        let bracket = around(Score::new(30), 20, 20);
        assert_eq!(middle(&known(-32_001, 32_001), bracket), Score::new(30));
        assert_eq!(middle(&known(31, 32_001), bracket), Score::new(41));
    }
}
