//! Iterative deepening, and when to stop it.

use shakmaty::Move;

use super::info::report_lines;
use super::root::RootMove;
use super::shared::SearchResult;
use super::worker::Worker;
use crate::position::Position;
use crate::time::{Signals, stretch};
use crate::types::{Depth, MAX_DEPTH};

/// Searches the root at a depth: finds its value and a line that leads to it.
pub(super) type RootSearch = fn(&mut Worker, &Position, Depth) -> SearchResult<()>;

/// Searches deeper and deeper until a limit is reached; returns the last completed iteration.
pub(super) fn iterate(w: &mut Worker, position: &Position, search_root: RootSearch) -> Depth {
    let max_depth = w.shared.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
    let lines = w.shared.settings.multi_pv.clamp(1, w.root.len());
    let mut trend = Trend::default();
    for depth in 1..=max_depth {
        w.stack.reset_seldepth();
        w.root.begin_iteration(depth);
        for rank in 0..lines {
            w.root.open_from(rank);
            w.polling.allow_stop(depth > 1 || rank > 0);
            let result = search_root(w, position, depth);
            w.root.sort_open();
            w.root.sort_searched(rank + 1);
            if result.is_err() {
                w.root.sort_unsearched();
                return depth - 1;
            }
        }
        if w.polling.is_main() {
            report_lines(w, position, true);
            trend.update(w);
            if is_done(w, &trend) {
                return depth;
            }
        }
    }
    max_depth
}

/// How the best move and its score changed from iteration to iteration.
#[derive(Default)]
struct Trend {
    best: Option<Move>,
    /// Iterations in a row with the same best move.
    stability: u32,
    /// The moving average of the scores.
    mean: Option<f64>,
    /// By how much the last score is below the mean before it.
    drop: i32,
}

impl Trend {
    fn update(&mut self, w: &Worker) {
        let Some(best) = w.root.all().first() else { return };
        self.stability = if self.best == Some(best.m) { self.stability + 1 } else { 0 };
        self.best = Some(best.m);
        let score = f64::from(best.score.clamp_estimate().units());
        let mean = self.mean.unwrap_or(score);
        self.drop = (mean - score) as i32;
        self.mean = Some(mean + (score - mean) / 3.0);
    }
}

/// Reports whether no further iteration should start.
fn is_done(w: &Worker, trend: &Trend) -> bool {
    let shared = w.shared;
    let (limits, control) = (shared.limits, shared.control);
    let Some(best) = w.root.all().first() else { return true };
    if let Some(moves) = limits.mate
        && best.score.mate_moves().is_some_and(|found| found.unsigned_abs() <= moves)
    {
        return true;
    }
    if limits.soft_nodes.is_some_and(|limit| w.polling.all_nodes(shared) >= limit) {
        return true;
    }
    if limits.infinite || !shared.timing.is_by_clock() {
        return false;
    }
    // A search that ponders goes on until the ponderhit.
    control.set_time_used(is_soft_limit_reached(w, best, trend))
}

/// Reports whether the clock allows no further iteration.
fn is_soft_limit_reached(w: &Worker, best: &RootMove, trend: &Trend) -> bool {
    // A mate is searched to twice its distance.
    if best.score.mate_plies().is_some_and(|plies| 2 * plies.abs() < w.root.iteration()) {
        return true;
    }
    let signals = Signals {
        stability: trend.stability,
        trend: trend.drop,
        node_fraction: w.root.best_move_fraction(w.polling.nodes()),
    };
    let factor = if w.root.is_forced() { 0.1 } else { stretch(signals) };
    w.shared.timing.is_enough(w.polling.all_nodes(w.shared), factor)
}
