//! C*: zero windows in the middle of the remaining range.
//!
//! Source: K. Coplan, "A Special-Purpose Machine for an Improved Search Algorithm for Deep Chess
//! Combinations", Advances in Computer Chess 3, 1982; J.-C. Weill, 1991.

use super::aspirate::around;
use super::passes::{ValueBounds, converge};
use crate::position::Position;
use crate::search::shared::SearchResult;
use crate::search::worker::Worker;
use crate::types::{Depth, Score, Window};

/// Searches the root by C*.
pub(super) fn search_root(w: &mut Worker, position: &Position, depth: Depth) -> SearchResult<()> {
    let expected = w.root.score_back(1).filter(|_| w.shared.settings.driver.aspiration);
    let mut width = w.params.aspiration_window();
    converge(w, position, depth, |known| match expected {
        Some(score) => {
            let mut window = around(score, width, width);
            while known.lower >= window.beta || known.upper <= window.alpha {
                width *= 4;
                window = around(score, width, width);
            }
            middle(known, window)
        }
        None => middle(known, Window::FULL),
    })
}

/// Returns the beta that halves the range between the bounds, as far as it lies in `window`.
fn middle(known: &ValueBounds, window: Window) -> Score {
    let low = known.lower.max(window.alpha);
    let high = known.upper.min(window.beta);
    low + (high - low + 1) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pass_halves_the_range() {
        let known =
            |lower, upper| ValueBounds { lower: Score::new(lower), upper: Score::new(upper), streak: 0 };
        let beta = |lower, upper| middle(&known(lower, upper), Window::FULL).units();
        assert_eq!((beta(0, 1), beta(0, 2), beta(-3, 0), beta(-1, 0)), (1, 1, -1, 0));
        let window = around(Score::new(30), 20, 20);
        assert_eq!(middle(&known(-32_001, 32_001), window), Score::new(30));
        assert_eq!(middle(&known(31, 32_001), window), Score::new(41));
    }
}
