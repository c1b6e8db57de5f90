//! Timing: when a search has used its time.

use std::time::{Duration, Instant};

use super::control::Control;
use super::limits::{Limits, Settings};
use crate::time::{Budget, Clock};

/// The time of a search, by the clock on the wall or by nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    start: Instant,
    /// When a new iteration should not begin; only a clock tells, a time for one move is used up.
    soft: Option<Duration>,
    /// When the search must end.
    hard: Option<Duration>,
    /// Where not zero, nodes that stand for a millisecond.
    nodes_per_ms: u64,
}

impl Timing {
    /// The time that `limits` allow from `start` on; `clock` is theirs, or the one that counts nodes.
    pub fn new(start: Instant, limits: &Limits, clock: Option<Clock>, settings: &Settings) -> Timing {
        let overhead = settings.move_overhead;
        let by_clock = clock.map(|clock| Budget::for_clock(clock, overhead));
        let by_move = limits.movetime.map(|movetime| Budget::for_movetime(movetime, overhead));
        let hard = by_clock.into_iter().chain(by_move).map(|budget| budget.hard).min();
        let soft = by_clock.map(|budget| budget.soft);
        Timing { start, soft, hard, nodes_per_ms: settings.nodes_per_ms }
    }

    /// When the search began.
    pub fn start(&self) -> Instant {
        self.start
    }

    /// The search must end at once.
    pub fn is_up(&self, control: &Control, nodes: u64) -> bool {
        let Some(hard) = self.hard else { return false };
        if control.is_pondering() {
            return false;
        }
        // The opponent's time was free: the hard limit counts from the ponder hit. Nodes all count.
        let begin = control.hit_at().unwrap_or(self.start);
        self.passed(begin, nodes) >= hard
    }

    /// A new iteration should not begin: the soft budget, stretched by `factor`, is used. Time
    /// spent pondering counts, since it was thought.
    pub fn is_enough(&self, nodes: u64, factor: f64) -> bool {
        let Some(soft) = self.soft else { return false };
        self.passed(self.start, nodes) >= soft.mul_f64(factor).min(self.hard.unwrap_or(Duration::MAX))
    }

    /// Some time ends the search.
    pub fn is_limited(&self) -> bool {
        self.hard.is_some()
    }

    /// The game is played by a clock.
    pub fn is_by_clock(&self) -> bool {
        self.soft.is_some()
    }

    fn passed(&self, begin: Instant, nodes: u64) -> Duration {
        match nodes.checked_div(self.nodes_per_ms) {
            Some(ms) => Duration::from_millis(ms),
            None => begin.elapsed(),
        }
    }
}
