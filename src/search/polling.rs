//! Polling: the nodes of a thread, and when it checks whether the search must end.

use std::time::Duration;

use super::shared::{SearchResult, Shared, Stopped};

/// Nodes between two polls, at most.
const POLL_INTERVAL: u64 = 512;

/// Nodes between two polls, at least.
const MIN_POLL_INTERVAL: u64 = 32;

/// Nodes after which a search may end before its first iteration has searched every move: positions with many queens
/// take a hundred times as many.
const FIRST_ITERATION: u64 = 10_000;

/// Returns the nodes until the next poll, with `remaining` time to the hard limit: about a sixteenth of it at a node
/// per microsecond, so that the last poll is not late.
fn poll_interval(remaining: Option<Duration>) -> u64 {
    let micros = remaining.map_or(u128::MAX, |remaining| remaining.as_micros());
    u64::try_from(micros / 16).unwrap_or(u64::MAX).clamp(MIN_POLL_INTERVAL, POLL_INTERVAL)
}

/// What a thread counts, and when it polls next.
pub(super) struct Polling {
    id: usize,
    nodes: u64,
    tb_hits: u64,
    next_poll: u64,
    may_stop: bool,
}

impl Polling {
    /// The counters of thread `id`, all zero.
    pub fn new(id: usize) -> Polling {
        Polling { id, nodes: 0, tb_hits: 0, next_poll: 0, may_stop: false }
    }

    /// Reports whether this is the main thread, which keeps the time and reports.
    pub fn is_main(&self) -> bool {
        self.id == 0
    }

    /// The nodes of this thread.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts a node.
    #[inline]
    pub fn count_node(&mut self) {
        self.nodes += 1;
    }

    /// Counts several nodes.
    pub fn count_nodes(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Counts a position found in the Syzygy tables. Reading them may take long, so the clock is polled next.
    pub fn count_tb_hit(&mut self) {
        self.tb_hits += 1;
        self.next_poll = self.nodes;
    }

    /// Says whether the search may end: not before the first iteration has searched every move, unless that takes long.
    pub fn allow_stop(&mut self, may_stop: bool) {
        self.may_stop = may_stop;
    }

    /// Ends the search if it must end.
    #[inline]
    pub fn check(&mut self, shared: &Shared) -> SearchResult<()> {
        if self.nodes >= self.next_poll { self.poll(shared) } else { Ok(()) }
    }

    #[cold]
    fn poll(&mut self, shared: &Shared) -> SearchResult<()> {
        self.publish(shared);
        let remaining = self.remaining(shared, 0);
        self.next_poll = self.nodes + self.nodes_to_poll(shared, remaining);
        if let Some(limit) = shared.limits.nodes {
            let others = shared.all_nodes() - self.nodes;
            let own = limit.saturating_sub(others);
            if self.nodes >= own {
                shared.end();
                return Err(Stopped);
            }
            self.next_poll = self.next_poll.min(own);
        }
        if shared.is_over() || self.must_stop(shared, remaining) {
            shared.end();
            return Err(Stopped);
        }
        // A helper that goes on would keep the main thread waiting if there are more threads than processors.
        if !self.is_main() && shared.is_due() { Err(Stopped) } else { Ok(()) }
    }

    /// Returns the nodes until the next poll, with `remaining` time to the hard limit.
    fn nodes_to_poll(&self, shared: &Shared, remaining: Option<Duration>) -> u64 {
        if shared.timing.is_real_time() {
            return poll_interval(remaining);
        }
        let limit = self.is_main().then(|| shared.timing.nodes_left(shared.control, shared.all_nodes()));
        limit.flatten().map_or(POLL_INTERVAL, |left| left.min(POLL_INTERVAL))
    }

    /// Reports whether the search must end at once if this thread has `more` nodes than are counted: it was stopped, or a
    /// limit of nodes or, on the main thread, of time is reached.
    pub fn is_over_after(&self, more: u64, shared: &Shared) -> bool {
        self.publish(shared);
        let has_nodes = shared.limits.nodes.is_none_or(|limit| shared.all_nodes() + more < limit);
        !has_nodes || shared.is_over() || self.must_stop(shared, self.remaining(shared, more))
    }

    /// Returns the time to the hard limit with `more` nodes than are counted. Only the main thread keeps the time: each
    /// further thread that sums up the nodes of all would slow them.
    fn remaining(&self, shared: &Shared, more: u64) -> Option<Duration> {
        if !self.is_main() {
            return None;
        }
        let nodes = if shared.timing.is_real_time() { 0 } else { shared.all_nodes() + more };
        shared.timing.remaining(shared.control, nodes)
    }

    /// Reports whether this thread must end the search: the main one, which ends the others, once it may stop.
    fn must_stop(&self, shared: &Shared, remaining: Option<Duration>) -> bool {
        let is_late = remaining.is_some_and(|remaining| remaining.is_zero());
        self.is_main()
            && (self.may_stop || self.nodes >= FIRST_ITERATION)
            && (shared.control.is_stopped() || is_late)
    }

    /// Publishes the counters of this thread.
    pub fn publish(&self, shared: &Shared) {
        shared.publish(self.id, self.nodes, self.tb_hits);
    }

    /// Nodes of all threads, those of this thread up to date.
    pub fn all_nodes(&self, shared: &Shared) -> u64 {
        self.publish(shared);
        shared.all_nodes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Game;
    use crate::search::limits::Limits;
    use crate::search::shared::{with_limits, with_shared};
    use std::time::Instant;

    /// The helper leaves before, which does not end the search.
    fn check_end(shared: &Shared) {
        let (mut main, mut helper) = (Polling::new(0), Polling::new(1));
        assert!(helper.poll(shared).is_err() && main.poll(shared).is_ok() && !shared.is_over());
        main.allow_stop(true);
        assert!(main.poll(shared).is_err() && shared.is_over());
    }

    #[test]
    fn a_stop_waits_until_the_main_thread_may_stop() {
        with_shared(&Game::default(), 2, |shared| {
            let mut helper = Polling::new(1);
            assert!(helper.poll(shared).is_ok());
            shared.control.stop();
            check_end(shared);
            assert!(helper.poll(shared).is_err());
        });
    }

    #[test]
    fn the_hard_limit_waits_until_the_main_thread_may_stop() {
        let Some(start) = Instant::now().checked_sub(Duration::from_secs(10)) else { return };
        let limits = |seconds| Limits {
            start: Some(start),
            movetime: Some(Duration::from_secs(seconds)),
            ..Limits::default()
        };
        with_limits(&Game::default(), 2, &limits(5), check_end);
        with_limits(&Game::default(), 2, &limits(3600), |shared| {
            assert!(Polling::new(1).poll(shared).is_ok());
        });
    }

    #[test]
    fn the_clock_is_polled_more_often_near_the_limit() {
        let interval = |micros| poll_interval(Some(Duration::from_micros(micros)));
        assert_eq!((poll_interval(None), interval(u64::MAX)), (POLL_INTERVAL, POLL_INTERVAL));
        assert_eq!((interval(8_192), interval(4_000), interval(1_000)), (512, 250, 62));
        assert_eq!((interval(100), interval(0)), (MIN_POLL_INTERVAL, MIN_POLL_INTERVAL));
    }
}
