//! Timing: the time limits of a search.

use std::time::{Duration, Instant};

use super::control::Control;
use super::limits::{Limits, Settings};
use super::params::Parameters;
use crate::time::{Budget, Clock, Plan, Signals, stretch};

/// The time limits of a search, in real time or by nodes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    start: Instant,
    /// After this time no iteration should start; with a clock only, since `movetime` is used in full.
    soft: Option<Duration>,
    /// After this time the search must end.
    hard: Option<Duration>,
    /// Nodes that count as a millisecond; 0 uses real time.
    nodes_per_ms: u64,
    plan: Plan,
}

impl From<&Parameters> for Plan {
    fn from(p: &Parameters) -> Plan {
        let (thousandth, percent) = (|number| f64::from(number) / 1e3, |number| f64::from(number) / 1e2);
        Plan {
            first_fraction: percent(p.time_first()) / 100.0,
            last_fraction: percent(p.time_last()) / 100.0,
            increment: percent(p.time_increment()),
            hard: f64::from(p.time_hard()) / 10.0,
            stability: thousandth(p.time_stability()),
            changes: thousandth(p.time_changes()),
            trend: thousandth(p.time_trend()),
            calm: thousandth(p.time_calm()),
            fall: thousandth(p.time_fall()),
            nodes: thousandth(p.time_nodes()),
        }
    }
}

impl Timing {
    /// The limits from `start` on, after `moves` moves of the game; `clock` is that of `limits`, or one that counts
    /// nodes.
    pub fn new(
        start: Instant,
        limits: &Limits,
        (clock, moves): (Option<Clock>, u32),
        settings: &Settings,
    ) -> Timing {
        let (overhead, plan) = (settings.move_overhead, Plan::from(&settings.parameters));
        let by_clock = clock.map(|clock| Budget::for_clock(clock, moves, overhead, &plan));
        let by_move = limits.movetime.map(|movetime| Budget::for_movetime(movetime, overhead));
        let hard = by_clock.into_iter().chain(by_move).map(|budget| budget.hard).min();
        let soft = by_clock.map(|budget| budget.soft);
        Timing { start, soft, hard, nodes_per_ms: settings.nodes_per_ms, plan }
    }

    /// The start of the search.
    pub fn start(&self) -> Instant {
        self.start
    }

    /// Returns the time to the hard limit, zero if the search must end at once; `None` if it has no limit now.
    pub fn remaining(&self, control: &Control, nodes: u64) -> Option<Duration> {
        let hard = self.hard.filter(|_| !control.is_pondering())?;
        // The limit counts from the ponderhit, but all nodes count.
        let begin = control.ponderhit_at().unwrap_or(self.start);
        Some(hard.saturating_sub(self.elapsed(begin, nodes)))
    }

    /// Reports whether the real time to the hard limit has passed.
    pub fn is_late(&self, control: &Control) -> bool {
        // A ponderhit only moves the limit back, and looking it up takes a lock.
        let may_be = self.is_real_time() && self.hard.is_some_and(|hard| self.start.elapsed() >= hard);
        may_be && self.remaining(control, 0).is_some_and(|left| left.is_zero())
    }

    /// Reports whether half of the real time to the hard limit has passed, before any nodes.
    pub fn is_half_over(&self, control: &Control) -> bool {
        let left = self.remaining(control, 0).filter(|_| self.is_real_time());
        self.hard.zip(left).is_some_and(|(hard, left)| left < hard / 2)
    }

    /// Reports whether the limits are in real time.
    pub fn is_real_time(&self) -> bool {
        self.nodes_per_ms == 0
    }

    /// Returns the nodes to the hard limit after `nodes`, if they count as time; `None` if it has no limit now.
    pub fn nodes_left(&self, control: &Control, nodes: u64) -> Option<u64> {
        let hard = self.hard.filter(|_| !self.is_real_time() && !control.is_pondering())?;
        // Only whole milliseconds count.
        let milliseconds = u64::try_from(hard.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX);
        Some(milliseconds.saturating_mul(self.nodes_per_ms).saturating_sub(nodes))
    }

    /// Reports whether no iteration should start: the soft limit, stretched by `signals`, is reached. Time spent
    /// pondering counts.
    pub fn is_enough(&self, nodes: u64, signals: Signals) -> bool {
        self.is_fraction_over(nodes, stretch(signals, &self.plan))
    }

    /// Reports whether the soft limit times `factor` is reached.
    pub fn is_fraction_over(&self, nodes: u64, factor: f64) -> bool {
        let Some(soft) = self.soft else { return false };
        self.elapsed(self.start, nodes) >= soft.mul_f64(factor).min(self.hard.unwrap_or(Duration::MAX))
    }

    /// Reports whether the search has a time limit.
    pub fn is_limited(&self) -> bool {
        self.hard.is_some()
    }

    /// Reports whether the game has a clock.
    pub fn is_by_clock(&self) -> bool {
        self.soft.is_some()
    }

    fn elapsed(&self, begin: Instant, nodes: u64) -> Duration {
        match nodes.checked_div(self.nodes_per_ms) {
            Some(ms) => Duration::from_millis(ms),
            None => begin.elapsed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_starts_at_the_stamp_and_the_ponderhit_at_its_own() {
        let second = Duration::from_secs(1);
        let Some(start) = Instant::now().checked_sub(100 * second) else { return };
        let limits = Limits { movetime: Some(60 * second), ..Limits::default() };
        let timing = |start| Timing::new(start, &limits, (None, 0), &Settings::default());
        let running = Control::new(false);
        assert_eq!(timing(start).remaining(&running, 0), Some(Duration::ZERO));
        assert!(timing(Instant::now()).remaining(&running, 0) > Some(Duration::ZERO));
        let pondering = Control::new(true);
        assert_eq!(timing(start).remaining(&pondering, 0), None);
        assert!(timing(start).is_late(&running) && !timing(start).is_late(&pondering));
        assert!(!timing(Instant::now()).is_late(&running));
        assert!(timing(start).is_half_over(&running) && !timing(start).is_half_over(&pondering));
        assert!(!timing(Instant::now()).is_half_over(&running));
        pondering.ponderhit_since(start + 10 * second);
        assert_eq!(timing(start).remaining(&pondering, 0), Some(Duration::ZERO));
        assert!(timing(start).is_late(&pondering));
        let pondering = Control::new(true);
        pondering.ponderhit();
        assert!(!timing(start).is_late(&pondering), "the time counts from the ponderhit");
    }
}
