//! The bounds of a run.

use std::time::Duration;

/// What ends a run, whichever is reached first. Games and positions include those in the file at the start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// The number of games.
    pub games: Option<u64>,
    /// The number of positions.
    pub positions: Option<u64>,
    /// The time of this run.
    pub time: Option<Duration>,
}

impl Bounds {
    /// Reports whether the games and positions of a file reach a bound; the time is not considered.
    #[must_use]
    pub fn is_reached(&self, games: u64, positions: u64) -> bool {
        self.games.is_some_and(|bound| games >= bound)
            || self.positions.is_some_and(|bound| positions >= bound)
    }
}
