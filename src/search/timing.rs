//! Timing: when a search has used its time.

use std::time::{Duration, Instant};

use super::control::Control;
use super::limits::{Limits, Settings};
use crate::time::{Budget, Clock};

/// The time of a search, by the clock on the wall or by nodes.
#[derive(Debug)]
pub(super) struct Timing {
    start: Instant,
    budget: Option<Budget>,
    /// Where not zero, nodes that stand for a millisecond.
    nodes_per_ms: u64,
}

impl Timing {
    /// The time that `limits` allow; `clock` is theirs, or the one that counts nodes.
    pub fn new(limits: &Limits, clock: Option<Clock>, settings: &Settings) -> Timing {
        let overhead = settings.move_overhead;
        let by_clock = clock.map(|clock| Budget::for_clock(clock, overhead));
        let by_move = limits.movetime.map(|movetime| Budget::for_movetime(movetime, overhead));
        let budget = match (by_clock, by_move) {
            (Some(a), Some(b)) => Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
            (a, b) => a.or(b),
        };
        Timing { start: Instant::now(), budget, nodes_per_ms: settings.nodes_per_ms }
    }

    /// When the search began.
    pub fn start(&self) -> Instant {
        self.start
    }

    /// The search must end at once.
    pub fn is_up(&self, control: &Control, nodes: u64) -> bool {
        let Some(budget) = self.budget else { return false };
        if control.is_pondering() {
            return false;
        }
        // The opponent's time was free: the hard limit counts from the ponder hit.
        let begin = control.hit_at().unwrap_or(self.start);
        self.passed(begin, nodes) >= budget.hard
    }

    /// A new iteration should not begin: the soft budget, stretched by `factor`, is used. Time
    /// spent pondering counts, since it was thought.
    pub fn is_enough(&self, control: &Control, nodes: u64, factor: f64) -> bool {
        let Some(budget) = self.budget else { return false };
        !control.is_pondering()
            && self.passed(self.start, nodes) >= budget.soft.mul_f64(factor).min(budget.hard)
    }

    /// The game is played by a clock.
    pub fn is_limited(&self) -> bool {
        self.budget.is_some()
    }

    fn passed(&self, begin: Instant, nodes: u64) -> Duration {
        match nodes.checked_div(self.nodes_per_ms) {
            Some(ms) => Duration::from_millis(ms),
            None => begin.elapsed(),
        }
    }
}
