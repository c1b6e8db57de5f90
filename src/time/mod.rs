//! Time management: the time for a move from the clock, without side effects.

mod budget;
mod node_clock;
mod plan;

pub use budget::{Budget, Signals, stretch};
pub use node_clock::{NodeClock, nodes_for, time_for};
pub use plan::Plan;

use std::time::Duration;

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// The time left; zero if it is negative.
    pub left: Duration,
    /// The increment after each move.
    pub increment: Duration,
    /// The moves to the next time control; `None` or 0 for the rest of the game.
    pub moves_to_go: Option<u32>,
}
