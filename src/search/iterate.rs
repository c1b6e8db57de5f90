//! Iterative deepening, and when to stop it.

use shakmaty::Move;

use super::driver;
use super::lines::report_iteration;
use super::mate_search::MateSearch;
use super::root::RootMove;
use super::worker::Worker;
use crate::position::Position;
use crate::time::Signals;
use crate::types::{Depth, MAX_DEPTH, Score};

/// How far a thread has come.
#[derive(Clone, Copy)]
pub(super) struct Reached {
    /// The last completed iteration; 0 if there is none.
    pub depth: Depth,
    /// The root moves in front whose score and line can be reported, at least one.
    pub lines: usize,
    /// The search was stopped, by a limit too, inside the next iteration.
    pub is_interrupted: bool,
}

/// Searches until a limit is reached. If lines are added while the search only waits to be released, it begins again at
/// the first depth, since they have no scores yet; its earlier results stand until it is as deep again.
pub(super) fn iterate(w: &mut Worker, position: &Position) -> Reached {
    let mut best = deepen(w, position);
    // Lines that are fixed are never added: such a search does not wait.
    let may_wait = w.polling.is_main() && !w.shared.has_fixed_lines;
    while may_wait && !best.is_interrupted && are_lines_added(w, best.lines) {
        let root = w.root.clone();
        let again = deepen(w, position);
        if again.depth < best.depth {
            w.root = root;
            return best;
        }
        best = again;
    }
    best
}

/// Searches deeper and deeper until a limit is reached.
fn deepen(w: &mut Worker, position: &Position) -> Reached {
    let max_depth = w.shared.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
    let mut trend = Trend::default();
    let mut mate_search = w.shared.limits.mate.filter(|_| w.polling.is_main()).map(MateSearch::new);
    let mut reached = Reached { depth: 0, lines: 1, is_interrupted: false };
    for depth in 1..=max_depth {
        w.stack.reset_seldepth();
        w.root.begin_iteration(depth);
        match search_lines(w, position, depth) {
            Ok(lines) => reached = Reached { depth, lines, is_interrupted: false },
            Err(Interrupted { scored }) => {
                return Reached { lines: reached.lines.max(scored), is_interrupted: true, ..reached };
            }
        }
        if w.polling.is_main() {
            report_iteration(w, position, reached.lines);
            if let Some(best) = w.root.all().first() {
                trend.update(best.m, best.score);
            }
            if is_done(w, &trend) {
                break;
            }
            if mate_search.as_mut().is_some_and(|search| search.advance(w, position)) {
                report_iteration(w, position, reached.lines);
                break;
            }
        }
    }
    reached
}

/// Waits until the outcome may be reported, or until more than `lines` lines are to be searched; returns whether they are.
fn are_lines_added(w: &Worker, lines: usize) -> bool {
    let shared = w.shared;
    shared.control.wait_unless(shared.limits.infinite, || shared.multi_pv().min(w.root.len()) > lines)
}

/// The search was stopped inside an iteration.
struct Interrupted {
    /// The moves in front that the iteration has scored.
    scored: usize,
}

/// Searches the lines of an iteration and returns their number.
fn search_lines(w: &mut Worker, position: &Position, depth: Depth) -> Result<usize, Interrupted> {
    let search_root = driver::of(w.shared.settings.algorithm);
    let mut rank = 0;
    // The number of lines may change at any time.
    while rank < w.shared.multi_pv().min(w.root.len()) {
        w.root.open_from(rank);
        w.polling.allow_stop(depth > 1 || rank > 0);
        let result = search_root(w, position, depth);
        w.root.sort_open();
        rank += 1;
        w.root.sort_searched(rank);
        if result.is_err() {
            return Err(Interrupted { scored: w.root.abandon_iteration().min(rank) });
        }
    }
    Ok(rank)
}

/// How the best move and its score changed from iteration to iteration.
#[derive(Default)]
struct Trend {
    best: Option<Move>,
    /// Consecutive iterations with the same best move.
    stability: u32,
    /// The moving average of the scores.
    mean: Option<f64>,
    /// The changes of the best move; each counts half in every later iteration.
    changes: f64,
    /// The last score, in internal units.
    score: f64,
    /// By how much the last score is below the mean before it.
    drop: f64,
    /// Consecutive iterations whose score was close to the mean.
    calm: u32,
}

/// The difference of a score to the mean, in internal units, that counts as close.
const CLOSE: f64 = 10.0;

impl Trend {
    /// Adds an iteration with its best move and score.
    fn update(&mut self, best: Move, score: Score) {
        let is_same = self.best == Some(best);
        self.stability = if is_same { self.stability + 1 } else { 0 };
        self.changes = self.changes / 2.0 + if is_same || self.best.is_none() { 0.0 } else { 1.0 };
        self.best = Some(best);
        let score = estimate(score);
        let mean = self.mean.unwrap_or(score);
        self.score = score;
        self.drop = mean - score;
        self.calm = if self.drop.abs() < CLOSE { self.calm + 1 } else { 0 };
        self.mean = Some(mean + (score - mean) / 3.0);
    }

    /// What the iterations say, with the score of the search before.
    fn signals(&self, previous: Option<Score>, node_fraction: f64) -> Signals {
        let fall = previous.map_or(0.0, |previous| estimate(previous) - self.score);
        Signals {
            stability: self.stability,
            changes: self.changes,
            trend: self.drop / 100.0,
            calm: self.calm,
            fall: fall / 100.0,
            node_fraction,
        }
    }
}

/// A score in internal units, decisive ones as the greatest estimate.
fn estimate(score: Score) -> f64 {
    f64::from(score.clamp_estimate().units())
}

/// Reports whether no further iteration should start.
fn is_done(w: &mut Worker, trend: &Trend) -> bool {
    if w.reporting.is_enough() {
        return true;
    }
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
    let nodes = w.polling.all_nodes(w.shared);
    if w.root.is_forced() {
        return w.shared.timing.is_fraction_over(nodes, 0.1);
    }
    let node_fraction = w.root.best_move_fraction(w.polling.nodes());
    w.shared.timing.is_enough(nodes, trend.signals(w.shared.previous, node_fraction))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trend_follows_best_move_and_score() {
        let moves = Position::default().legal_moves();
        let (first, other) = (moves[0], moves[1]);
        let mut trend = Trend::default();
        let mut after = |best: Move, units: i32| {
            trend.update(best, Score::new(units));
            (trend.stability, trend.changes, trend.drop, trend.calm)
        };
        // The mean moves by a third of the difference: it is 0, 10, 10, 0, 0, 0.
        assert_eq!(after(first, 0), (0, 0.0, 0.0, 1));
        assert_eq!(after(first, 30), (1, 0.0, -30.0, 0));
        assert_eq!(after(first, 10), (2, 0.0, 0.0, 1));
        assert_eq!(after(other, -20), (0, 1.0, 30.0, 0));
        assert_eq!(after(other, 0), (1, 0.5, 0.0, 1));
        assert_eq!(after(first, 0), (0, 1.25, 0.0, 2));
        let signals = trend.signals(Some(Score::new(50)), 0.25);
        let wanted =
            Signals { stability: 0, changes: 1.25, trend: 0.0, calm: 2, fall: 0.5, node_fraction: 0.25 };
        assert_eq!(signals, wanted);
    }
}
