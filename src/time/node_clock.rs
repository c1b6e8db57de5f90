//! NodeClock: a clock of nodes instead of time, for reproducible games.

use std::time::Duration;

use super::Clock;

const NANOS_PER_MS: u128 = 1_000_000;

/// The nodes left in a game, at a fixed number of nodes per millisecond.
///
/// It is set from the clock of the GUI at the start of the game and of each time control, when the rate changes, and after
/// searches without it, only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeClock {
    left: Option<u64>,
    nodes_per_ms: u64,
    increment: u64,
    moves_to_go: Option<u32>,
}

impl NodeClock {
    /// Returns the clock for the next move: the nodes left, converted to time.
    ///
    /// The first call of a game, time control or rate sets the nodes from `clock`. A rate of zero means one node per
    /// millisecond.
    #[must_use]
    pub fn clock(&mut self, clock: Clock, nodes_per_ms: u64) -> Clock {
        // The move before may have been the last one of its time control.
        let is_new = self.moves_to_go == Some(1)
            || clock.moves_to_go > self.moves_to_go
            || nodes_per_ms != self.nodes_per_ms;
        self.nodes_per_ms = nodes_per_ms;
        self.moves_to_go = clock.moves_to_go;
        self.increment = nodes_for(clock.increment, nodes_per_ms);
        let left = match self.left {
            Some(left) if !is_new => left,
            _ => nodes_for(clock.left, nodes_per_ms),
        };
        self.left = Some(left);
        Clock { left: time_for(left, nodes_per_ms), ..clock }
    }

    /// Forgets the nodes left, as after a search without a rate: the next call of [`NodeClock::clock`] reads them again.
    pub fn forget(&mut self) {
        self.left = None;
    }

    /// Subtracts the nodes of a move and adds the increment.
    pub fn spend(&mut self, nodes: u64) {
        let increment = self.increment;
        self.left = self.left.map(|left| left.saturating_sub(nodes).saturating_add(increment));
    }
}

/// Converts time to nodes, at most [`u64::MAX`].
#[must_use]
pub fn nodes_for(time: Duration, nodes_per_ms: u64) -> u64 {
    let nodes = time.as_nanos().saturating_mul(u128::from(nodes_per_ms.max(1))) / NANOS_PER_MS;
    u64::try_from(nodes).unwrap_or(u64::MAX)
}

/// Converts nodes to time; a rate of zero means one node per millisecond.
#[must_use]
pub fn time_for(nodes: u64, nodes_per_ms: u64) -> Duration {
    let nanos = u128::from(nodes) * NANOS_PER_MS / u128::from(nodes_per_ms.max(1));
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Budget, Plan};

    fn budget(clock: Clock) -> Budget {
        Budget::for_clock(clock, 0, Duration::ZERO, &Plan::EXAMPLE)
    }

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        let ms = Duration::from_millis;
        Clock { left: ms(left), increment: ms(increment), moves_to_go }
    }

    #[test]
    fn nodes_left_carry_over_to_the_next_move() {
        let mut nodes = NodeClock::default();
        assert_eq!(nodes.clock(clock(1_000, 10, None), 600), clock(1_000, 10, None));
        nodes.spend(60_000);
        // The time left of the GUI is ignored.
        assert_eq!(nodes.clock(clock(5, 10, None), 600), clock(910, 10, None));
        nodes.spend(u64::MAX);
        assert_eq!(nodes.clock(clock(5_000, 10, None), 600), clock(10, 10, None));
    }

    #[test]
    fn a_new_time_control_resets_the_nodes() {
        let mut nodes = NodeClock::default();
        assert_eq!(nodes.clock(clock(1_000, 0, Some(2)), 1_000).left, Duration::from_secs(1));
        nodes.spend(400_000);
        assert_eq!(nodes.clock(clock(900, 0, Some(1)), 1_000).left, Duration::from_millis(600));
        nodes.spend(100_000);
        assert_eq!(nodes.clock(clock(2_000, 0, Some(40)), 1_000).left, Duration::from_secs(2));
    }

    #[test]
    fn the_last_move_of_a_time_control_ends_it() {
        // One move in each time control, and a sudden death behind them.
        for next in [Some(1), None] {
            let mut nodes = NodeClock::default();
            let _ = nodes.clock(clock(1_000, 0, Some(1)), 1_000);
            nodes.spend(900_000);
            assert_eq!(nodes.clock(clock(3_000, 0, next), 1_000).left, Duration::from_secs(3), "{next:?}");
        }
    }

    #[test]
    fn a_new_rate_resets_the_nodes() {
        let mut nodes = NodeClock::default();
        assert_eq!(nodes.clock(clock(1_000, 0, None), 10).left, Duration::from_secs(1));
        nodes.spend(4_000);
        assert_eq!(nodes.clock(clock(900, 0, None), 10).left, Duration::from_millis(600));
        assert_eq!(nodes.clock(clock(900, 0, None), 1_000).left, Duration::from_millis(900));
    }

    #[test]
    fn forgotten_nodes_are_read_again() {
        let mut nodes = NodeClock::default();
        let _ = nodes.clock(clock(1_000, 0, None), 10);
        nodes.spend(4_000);
        nodes.forget();
        nodes.spend(4_000);
        assert_eq!(nodes.clock(clock(900, 0, None), 10).left, Duration::from_millis(900));
    }

    #[test]
    fn extreme_values_neither_overflow_nor_divide_by_zero() {
        for rate in [0, 1, u64::MAX] {
            for left in [0, 1, u64::MAX] {
                let mut nodes = NodeClock::default();
                let clock = nodes.clock(clock(left, u64::MAX, Some(2)), rate);
                nodes.spend(1);
                assert!(budget(clock).soft <= budget(clock).hard, "{rate} {left}");
                assert!(nodes.clock(clock, rate).left >= clock.left, "the increment is more than a node");
            }
        }
    }

    #[test]
    fn a_long_game_never_runs_out_of_nodes() {
        let mut nodes = NodeClock::default();
        for number in 0..300 {
            let clock = nodes.clock(clock(1_000, 10, None), 500);
            let hard = nodes_for(budget(clock).hard, 500);
            assert!(hard >= 500 && hard < nodes_for(clock.left, 500), "move {number}: {hard} of {clock:?}");
            nodes.spend(hard);
        }
    }
}
