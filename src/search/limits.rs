//! Limits: when a search ends, and how it is set up.

use std::time::Duration;

use shakmaty::Move;

use super::algorithm::{Algorithm, DriverOptions};
use super::strength_limit::StrengthLimit;
use super::syzygy::SyzygyOptions;
use crate::time::Clock;
use crate::types::Depth;

/// What ends a search; whatever comes first. With none of them it runs until it is stopped.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The last iteration.
    pub depth: Option<Depth>,
    /// Nodes; exact with one thread.
    pub nodes: Option<u64>,
    /// Nodes after which no new iteration begins.
    pub soft_nodes: Option<u64>,
    /// Ends once a mate in so many moves is found.
    pub mate: Option<u32>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The clock to play by.
    pub clock: Option<Clock>,
    /// Keeps an early outcome back until it is stopped.
    pub infinite: bool,
    /// Thinks on the opponent's time: no clock runs until
    /// [`Control::ponderhit`](super::Control::ponderhit).
    pub ponder: bool,
    /// Only these root moves; all if empty.
    pub search_moves: Vec<Move>,
}

/// How the search is set up; constant during a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Threads, 1 to [`Settings::MAX_THREADS`].
    pub threads: usize,
    /// Best lines to report, 1 to [`Settings::MAX_MULTI_PV`].
    pub multi_pv: usize,
    /// Time kept back for the way between interface and engine.
    pub move_overhead: Duration,
    /// Where not zero, nodes a millisecond stand for, instead of the clock on the wall.
    pub nodes_per_ms: u64,
    /// The driver.
    pub algorithm: Algorithm,
    /// Its parameters.
    pub driver: DriverOptions,
    /// Endgame tables.
    pub syzygy: SyzygyOptions,
    /// Plays as a player of this level would; full strength without one. A search that goes on until it is
    /// stopped or that looks for a mate is analysis and has full strength all the same.
    pub strength: Option<StrengthLimit>,
}

impl Settings {
    /// The most threads.
    pub const MAX_THREADS: usize = 1024;
    /// The most lines.
    pub const MAX_MULTI_PV: usize = 256;
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(10),
            nodes_per_ms: 0,
            algorithm: Algorithm::Pvs,
            driver: DriverOptions::default(),
            syzygy: SyzygyOptions::default(),
            strength: None,
        }
    }
}
