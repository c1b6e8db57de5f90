//! Time: pure clock arithmetic.

mod budget;
mod node_clock;

pub use budget::{Budget, Signals, stretch};
pub use node_clock::{NodeClock, nodes_for};

use std::time::Duration;

/// What the clock of the side to move says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Time left; zero where the interface gave a negative one.
    pub left: Duration,
    /// Time added after every move.
    pub increment: Duration,
    /// Moves until the next time control, at least 1; `None` where the time left is for the rest
    /// of the game.
    pub moves_to_go: Option<u32>,
}
