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

    fn test(window: Window) -> Window {
        Pvs::test(window)
    }

    fn again(window: Window, found: Score) -> Option<Window> {
        let surprises = window.is_zero() && p::use_pass_again();
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

    /// Takes up that the value is at least `score`, or else at most.
    fn learn(&mut self, score: Score, high: bool) {
        if high {
            self.least = score;
            self.streak = self.streak.max(0) + 1;
        } else {
            self.most = score;
            self.streak = self.streak.min(0) - 1;
        }
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
    for _ in 0..w.shared.settings.driver.passes {
        let beta = next(&known).clamp(known.least + 1, known.most);
        let answer = node::<Zero, Root>(w, position, Window::below(beta), depth, 0, false);
        w.root.sort_open();
        if answer.is_err() && w.root.first() == before {
            // The bounds may be far away still: the last iteration knew better.
            w.root.forget_open();
        }
        let score = answer?;
        w.effort.passes += 1;
        known.learn(score, score >= beta);
        w.root.settle_first(score, if score >= beta { Bound::Lower } else { Bound::Upper });
        if known.is_settled() {
            w.effort.disagreements += u64::from(known.least > known.most);
            return follow(w, position, depth, score);
        }
        w.report_bound(position);
    }
    w.effort.capped += 1;
    let alpha = (known.least - 1).max(Window::FULL.alpha);
    let beta = (known.most + 1).min(Window::FULL.beta);
    widen::<Pvs>(w, position, depth, Window { alpha, beta })
}

/// The value is `score`: finds the line that leads to it.
///
/// Passes tell bounds, and a bound has a move but no line. One more search, with a window open for
/// this one value, finds nearly all of its answers in the table and gives the line as in PVS.
/// Where it disagrees, as a search that forgets and reduces may, value and move stay.
fn follow(w: &mut Worker, position: &Position, depth: Depth, score: Score) -> Answer<()> {
    let Some(best) = w.root.first() else { return Ok(()) };
    let nodes = w.nodes;
    let window = Window { alpha: score - 1, beta: score + 1 };
    let answer = if p::use_line_pass() {
        node::<Zero, Root>(w, position, window, depth, 0, false)
    } else {
        Ok(window.alpha)
    };
    w.effort.line_nodes += w.nodes - nodes;
    if answer.as_ref().is_ok_and(|found| window.contains(*found)) {
        w.root.sort_open();
        return Ok(());
    }
    w.root.decide(best, score);
    answer?;
    w.effort.lost_lines += 1;
    w.complete_first_line(position);
    Ok(())
}
