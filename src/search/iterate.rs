//! Iterate: iterative deepening, and when another iteration is worth while.

use shakmaty::Move;

use super::driver::AskRoot;
use super::root::RootMove;
use super::worker::Worker;
use crate::position::Position;
use crate::time::{Signals, stretch};
use crate::types::{Depth, MAX_DEPTH};

/// Searches deeper and deeper until the limits end it; gives the last iteration that was completed.
pub(super) fn iterate(w: &mut Worker, position: &Position, ask_root: AskRoot) -> Depth {
    let deepest = w.shared.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
    let lines = w.shared.settings.multi_pv.clamp(1, w.root.len());
    let mut course = Course::default();
    for depth in 1..=deepest {
        w.iteration = depth;
        w.seldepth = 0;
        w.root.begin_iteration();
        for rank in 0..lines {
            w.root.open_from(rank);
            let answer = ask_root(w, position, depth);
            w.root.sort_open();
            w.root.sort_settled(rank + 1);
            if answer.is_err() {
                w.root.sort_unsearched();
                return depth - 1;
            }
        }
        if w.is_main() {
            w.report_lines(position);
            course.note(w);
            if is_done(w, &course) {
                return depth;
            }
        }
    }
    deepest
}

/// How the best move and its score have fared from iteration to iteration.
#[derive(Default)]
struct Course {
    best: Option<Move>,
    stability: u32,
    /// The mean of the scores so far, the recent ones counting most.
    mean: Option<f64>,
    trend: i32,
}

impl Course {
    fn note(&mut self, w: &Worker) {
        let Some(best) = w.root.all().first() else { return };
        self.stability = if self.best == Some(best.m) { self.stability + 1 } else { 0 };
        self.best = Some(best.m);
        let score = f64::from(best.score.clamp_estimate().units());
        let mean = self.mean.unwrap_or(score);
        self.trend = (mean - score) as i32;
        self.mean = Some(mean + (score - mean) / 3.0);
    }
}

/// No further iteration should begin.
fn is_done(w: &Worker, course: &Course) -> bool {
    let shared = w.shared;
    let (limits, control) = (shared.limits, shared.control);
    let Some(best) = w.root.all().first() else { return true };
    if let Some(moves) = limits.mate
        && best.score.mate_moves().is_some_and(|found| found > 0 && found as u32 <= moves)
    {
        return true;
    }
    if limits.soft_nodes.is_some_and(|limit| w.all_nodes() >= limit) {
        return true;
    }
    if limits.infinite || !shared.timing.is_by_clock() {
        return false;
    }
    // A search that ponders goes on, and ends with the hit.
    control.satisfy(has_thought_enough(w, best, course))
}

/// By the clock no further iteration should begin.
fn has_thought_enough(w: &Worker, best: &RootMove, course: &Course) -> bool {
    if best.score.mate_plies().is_some_and(|plies| 2 * plies.abs() < w.iteration) {
        return true; // deeper than the mate twice over
    }
    let signals =
        Signals { stability: course.stability, trend: course.trend, node_share: w.root.best_share(w.nodes) };
    let factor = if w.root.is_forced() { 0.1 } else { stretch(signals) };
    w.shared.timing.is_enough(w.all_nodes(), factor)
}
