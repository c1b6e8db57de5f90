//! Passes: what the drivers share that search the root with zero windows.
//!
//! Every pass decides whether the value is at least some beta and moves one of two bounds; where they meet is
//! the value. The choice of the next beta is all that sets MTD(f), SSS*, DUAL* and C* apart. The nodes of the
//! line of first children are PV nodes as in PVS, although their windows are zero windows, so that the rules
//! of the search see the same tree.
//!
//! Source: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first fixed-depth minimax algorithms",
//! Artificial Intelligence 87, 1996.

use super::aspirate::widen;
use super::line::complete_first_line;
use crate::position::Position;
use crate::search::args::{NodeArgs, Root};
use crate::search::lines::report_bound;
use crate::search::node::node;
use crate::search::policy::{Pvs, ZeroWindow};
use crate::search::shared::SearchResult;
use crate::search::worker::Worker;
use crate::types::{Bound, Depth, Score, Window};

/// The bounds that the passes have proven, both inclusive.
pub(super) struct ValueBounds {
    pub lower: Score,
    pub upper: Score,
    /// The number of consecutive passes that failed high, negative if low; 0 before the first.
    pub streak: i32,
}

impl ValueBounds {
    const NONE: ValueBounds = ValueBounds { lower: Window::FULL.alpha, upper: Window::FULL.beta, streak: 0 };

    /// Reports whether the bounds meet.
    fn is_exact(&self) -> bool {
        self.lower >= self.upper
    }

    /// Adds the score of a pass, a lower bound if it failed high; returns false if it contradicts the bounds.
    ///
    /// Contradictions happen in a search that forgets and reduces. The earlier bound then stands, except
    /// against a proven win or loss.
    fn update(&mut self, score: Score, failed_high: bool) -> bool {
        let contradicts = if failed_high { score > self.upper } else { score < self.lower };
        if failed_high {
            self.lower = if contradicts && !score.is_win() { self.upper } else { score };
            self.streak = self.streak.max(0) + 1;
        } else {
            self.upper = if contradicts && !score.is_loss() { self.lower } else { score };
            self.streak = self.streak.min(0) - 1;
        }
        !contradicts
    }

    /// The bound that the last pass moved.
    fn last(&self) -> (Score, Bound) {
        if self.streak > 0 { (self.lower, Bound::Lower) } else { (self.upper, Bound::Upper) }
    }
}

/// Searches the root with zero windows below the betas that `next_beta` chooses, until the value is known.
pub(super) fn converge(
    w: &mut Worker,
    position: &Position,
    depth: Depth,
    mut next_beta: impl FnMut(&ValueBounds) -> Score,
) -> SearchResult<()> {
    let previous_best = w.root.first();
    // Bounds must not be sorted among the scores of the last iteration.
    w.root.clear_open();
    let mut known = ValueBounds::NONE;
    for _ in 0..w.shared.settings.driver.max_passes {
        let beta = next_beta(&known).clamp(known.lower + 1, known.upper);
        let result = node::<ZeroWindow, Root>(w, position, NodeArgs::root(Window::below(beta), depth));
        w.root.sort_open();
        if result.is_err() {
            // The bounds may still be far apart, so the scores of the last iteration are better. A move that has become
            // the best one since then keeps the lower bound, which it has reached.
            w.root.clear_open();
            if w.root.first() != previous_best {
                w.root.set_first(known.lower, Bound::Lower);
            }
        }
        let score = result?;
        w.stats.passes += 1;
        w.stats.disagreements += u64::from(!known.update(score, score >= beta));
        let (score, bound) = known.last();
        if known.is_exact() {
            return accept_value(w, position, score);
        }
        w.root.set_first(score, bound);
        report_bound(w, position);
    }
    w.stats.pass_limit_hits += 1;
    let alpha = (known.lower - 1).max(Window::FULL.alpha);
    let beta = (known.upper + 1).min(Window::FULL.beta);
    widen::<Pvs>(w, position, depth, Window { alpha, beta })
}

/// Makes the move that reached the value the best one. A bound has a move but no line, so the line comes from
/// the TT and from one-ply searches.
///
/// One more search with a window open for the value alone found the line in half of the cases only, and took
/// 6 to 14 % of the nodes.
fn accept_value(w: &mut Worker, position: &Position, value: Score) -> SearchResult<()> {
    let Some(best) = w.root.first() else { return Ok(()) };
    w.root.set_best(best, value);
    complete_first_line(w, position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_bound_stands_against_a_contradiction() {
        let mut known = ValueBounds::NONE;
        assert!(known.update(Score::new(30), true) && known.update(Score::new(50), false));
        assert_eq!((known.streak, known.is_exact()), (-1, false));
        assert!(!known.update(Score::new(20), false));
        assert_eq!((known.lower, known.upper, known.streak), (Score::new(30), Score::new(30), -2));
        assert!(known.is_exact());
        let mut known = ValueBounds { upper: Score::new(10), ..ValueBounds::NONE };
        assert!(!known.update(Score::new(11), true));
        assert_eq!((known.last(), known.is_exact()), ((Score::new(10), Bound::Lower), true));
        // A proven win or loss replaces it.
        let mut known = ValueBounds { upper: Score::mate_in(4), ..ValueBounds::NONE };
        assert!(!known.update(Score::mate_in(3), true));
        assert_eq!((known.last(), known.is_exact()), ((Score::mate_in(3), Bound::Lower), true));
        let mut known = ValueBounds { lower: Score::mated_in(6), ..ValueBounds::NONE };
        assert!(!known.update(Score::mated_in(4), false) && known.last().0 == Score::mated_in(4));
        let mut known = ValueBounds { lower: Score::mate_in(5), ..ValueBounds::NONE };
        assert!(!known.update(Score::mate_in(7), false) && known.last().0 == Score::mate_in(5));
    }
}
