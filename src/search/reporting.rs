//! Reporting: where a thread reports, what it has reported, how often, and what it may spend on complete lines.

use std::time::Duration;

use shakmaty::Move;

use super::report::{Info, Reporter};
use crate::types::Depth;

/// From this time on, bounds and the current move are reported too.
const VERBOSE_AFTER: Duration = Duration::from_secs(1);

/// Least time between two bounds, and between two root moves: some drivers find hundreds of bounds in an iteration, and
/// begin with all moves again for each.
const INTERVAL: Duration = Duration::from_millis(10);

/// The reports of a thread; only the main thread has a reporter that does something.
pub(super) struct Reporting<'a> {
    reporter: &'a mut dyn Reporter,
    /// The last report of each rank.
    last: Vec<Info>,
    /// The lines of the last finished iteration.
    finished: Vec<Info>,
    /// When the next bound may be reported.
    next_bound: Duration,
    /// When the next root move may be reported.
    next_move: Duration,
    /// Syzygy probes spent on completing lines.
    line_probes: u64,
}

impl<'a> Reporting<'a> {
    /// Reports to `reporter`.
    pub fn new(reporter: &'a mut dyn Reporter) -> Reporting<'a> {
        let (last, finished) = (Vec::new(), Vec::new());
        let (next_bound, next_move) = (VERBOSE_AFTER, VERBOSE_AFTER);
        Reporting { reporter, last, finished, next_bound, next_move, line_probes: 0 }
    }

    /// Reports a line.
    pub fn info(&mut self, info: Info) {
        self.reporter.info(&info);
        match self.last.iter_mut().find(|last| last.multi_pv == info.multi_pv) {
            Some(last) => *last = info,
            None => self.last.push(info),
        }
    }

    /// Reports the lines of a finished iteration.
    pub fn iteration(&mut self, lines: Vec<Info>) {
        lines.iter().for_each(|info| self.info(info.clone()));
        self.finished = lines;
    }

    /// Reports whether the reporter wants no further iteration.
    pub fn is_enough(&mut self) -> bool {
        self.reporter.is_enough()
    }

    /// Reports whether the last report of the rank of `info` says the same.
    pub fn has_reported(&self, info: &Info) -> bool {
        let key = |info: &Info| (info.multi_pv, info.depth, info.score, info.bound);
        self.last.iter().any(|last| key(last) == key(info) && last.line == info.line)
    }

    /// Returns the line that begins with `m` of the last finished iteration.
    pub fn finished(&self, m: Move) -> Option<&Info> {
        self.finished.iter().find(|info| info.line.first() == Some(m))
    }

    /// Forgets the line that begins with `m` of the last finished iteration: another one replaces it.
    pub fn forget_finished(&mut self, m: Move) {
        self.finished.retain(|info| info.line.first() != Some(m));
    }

    /// Reports the root move under search, once the search takes long.
    pub fn current_move(&mut self, elapsed: Duration, depth: Depth, m: Move, number: usize) {
        if elapsed > self.next_move {
            self.next_move = elapsed + INTERVAL;
            self.reporter.current_move(depth, m, number);
        }
    }

    /// Reports whether a bound may be reported now.
    pub fn is_bound_due(&self, elapsed: Duration) -> bool {
        elapsed > self.next_bound
    }

    /// Notes that a bound is reported.
    pub fn note_bound(&mut self, elapsed: Duration) {
        self.next_bound = elapsed + INTERVAL;
    }

    /// Takes `count` from a budget of `limit` Syzygy probes; false if the budget is too small.
    pub fn spend_probes(&mut self, count: usize, limit: u64) -> bool {
        let probes = self.line_probes + count as u64;
        if probes <= limit {
            self.line_probes = probes;
        }
        probes <= limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[derive(Default)]
    struct Count(usize);

    impl Reporter for Count {
        fn current_move(&mut self, _: Depth, _: Move, _: usize) {
            self.0 += 1;
        }
    }

    #[test]
    fn root_moves_are_reported_late_and_at_intervals() {
        let m = Position::default().legal_moves()[0];
        let mut count = Count::default();
        let mut reporting = Reporting::new(&mut count);
        for milliseconds in [999, 1001, 1005, 1010, 1012, 1022] {
            reporting.current_move(Duration::from_millis(milliseconds), 9, m, 1);
        }
        assert_eq!(count.0, 2);
    }
}
