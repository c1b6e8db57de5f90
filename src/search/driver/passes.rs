//! Passes: what the drivers share that ask the root by zero windows alone.
//!
//! Every pass answers one question, "is the value at least so much?", and moves one of two bounds;
//! where they meet is the value. Which question comes next is all that sets MTD(f), SSS*, DUAL*
//! and C* apart. The nodes of the first child's line are of the kind that PVS gives them, although
//! their windows are empty, so that the rules of the search see the same tree.
//!
//! Source: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first fixed-depth minimax
//! algorithms", Artificial Intelligence 87, 1996.

use super::Driver;
use super::aspirate::widen;
use super::pvs::Pvs;
use crate::position::Position;
use crate::search::facts::{Pv, Root};
use crate::search::node::node;
use crate::search::params as p;
use crate::search::worker::{Answer, Worker};
use crate::types::{Bound, Depth, Score, Window};

/// Where a window is open, PVS; and where a child surprises a pass on the first child's line, it is
/// asked again as what it then is, the principal variation: in PVS no other move raises alpha either.
struct Zero;

impl Driver for Zero {
    type Again = Pv;
    const PASSES: bool = true;

    fn test(window: Window) -> Window {
        Pvs::test(window)
    }

    fn again(window: Window, found: Score) -> Option<Window> {
        let surprises = window.is_zero() && p::use_pass_researches();
        (surprises || window.contains(found)).then_some(window)
    }
}

/// What the passes have shown: the value lies between the two, both included.
pub(super) struct Known {
    pub least: Score,
    pub most: Score,
    /// Passes that failed high in a row, or low if negative; none at first.
    pub streak: i32,
}

impl Known {
    const NOTHING: Known = Known { least: Window::FULL.alpha, most: Window::FULL.beta, streak: 0 };

    fn is_settled(&self) -> bool {
        self.least >= self.most
    }

    /// Takes up that the value is at least `score`, or else at most; false where this contradicts
    /// what was known, as it may in a search that forgets and reduces. What was known stands then,
    /// but not against a win or a loss that is proven.
    fn learn(&mut self, score: Score, high: bool) -> bool {
        let contradicts = if high { score > self.most } else { score < self.least };
        if high {
            self.least = if contradicts && !score.is_win() { self.most } else { score };
            self.streak = self.streak.max(0) + 1;
        } else {
            self.most = if contradicts && !score.is_loss() { self.least } else { score };
            self.streak = self.streak.min(0) - 1;
        }
        !contradicts
    }

    /// What the last answer has come to.
    fn last(&self) -> (Score, Bound) {
        if self.streak > 0 { (self.least, Bound::Lower) } else { (self.most, Bound::Upper) }
    }
}

/// Asks `next` for a beta and the root whether it reaches that, until the value is known.
pub(super) fn converge(
    w: &mut Worker,
    position: &Position,
    depth: Depth,
    mut next: impl FnMut(&Known) -> Score,
) -> Answer<()> {
    let before = w.root.first();
    // Bounds are no match for the scores of the last iteration: those must not be sorted with them.
    w.root.forget_open();
    let mut known = Known::NOTHING;
    for _ in 0..w.shared.settings.driver.max_passes {
        let beta = next(&known).clamp(known.least + 1, known.most);
        let answer = node::<Zero, Root>(w, position, Window::below(beta), depth, 0, false);
        w.root.sort_open();
        if answer.is_err() {
            // The bounds may be far away still, and the last iteration knew better: but not of a move
            // that has come up since, which has reached the lower one.
            w.root.forget_open();
            if w.root.first() != before {
                w.root.settle_first(known.least, Bound::Lower);
            }
        }
        let score = answer?;
        w.stats.passes += 1;
        w.stats.disagreements += u64::from(!known.learn(score, score >= beta));
        let (score, bound) = known.last();
        if known.is_settled() {
            return decide(w, position, score);
        }
        w.root.settle_first(score, bound);
        w.report_bound(position);
    }
    w.stats.pass_limit_hits += 1;
    let alpha = (known.least - 1).max(Window::FULL.alpha);
    let beta = (known.most + 1).min(Window::FULL.beta);
    widen::<Pvs>(w, position, depth, Window { alpha, beta })
}

/// The value is known: the move that has reached it is best. Passes tell bounds, and a bound has a
/// move but no line; the rest of the line is what the table knows, and a look around where it does not.
///
/// One more search for the line, with a window open for the value alone, found it in half of the
/// cases only, and took 6 to 14 % of the nodes.
fn decide(w: &mut Worker, position: &Position, value: Score) -> Answer<()> {
    let Some(best) = w.root.first() else { return Ok(()) };
    w.root.decide(best, value);
    w.complete_first_line(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_known_stands_against_what_contradicts_it() {
        let mut known = Known::NOTHING;
        assert!(known.learn(Score::new(30), true) && known.learn(Score::new(50), false));
        assert_eq!((known.streak, known.is_settled()), (-1, false));
        assert!(!known.learn(Score::new(20), false));
        assert_eq!((known.least, known.most, known.streak), (Score::new(30), Score::new(30), -2));
        assert!(known.is_settled());
        let mut known = Known { most: Score::new(10), ..Known::NOTHING };
        assert!(!known.learn(Score::new(11), true));
        assert_eq!((known.last(), known.is_settled()), ((Score::new(10), Bound::Lower), true));
        // What is proven is so.
        let mut known = Known { most: Score::mate_in(4), ..Known::NOTHING };
        assert!(!known.learn(Score::mate_in(3), true));
        assert_eq!((known.last(), known.is_settled()), ((Score::mate_in(3), Bound::Lower), true));
        let mut known = Known { least: Score::mated_in(6), ..Known::NOTHING };
        assert!(!known.learn(Score::mated_in(4), false) && known.last().0 == Score::mated_in(4));
        let mut known = Known { least: Score::mate_in(5), ..Known::NOTHING };
        assert!(!known.learn(Score::mate_in(7), false) && known.last().0 == Score::mate_in(5));
    }
}
