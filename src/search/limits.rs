//! Limits and settings of a search.

use std::time::{Duration, Instant};

use shakmaty::Move;

use super::algorithm::{Algorithm, DriverOptions};
use super::params::Parameters;
use super::strength_limit::StrengthLimit;
use super::syzygy::SyzygyOptions;
use crate::time::Clock;
use crate::types::Depth;

/// What ends a search; the first limit that is reached. Without any it runs to the greatest depth, which
/// simple positions reach at once; `infinite` holds the outcome back until the search is stopped.
///
/// End a literal with `..Limits::default()`: there may be further limits in later versions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The last iteration. It is clamped to the range from 1 to [`MAX_DEPTH`](crate::types::MAX_DEPTH).
    pub depth: Option<Depth>,
    /// Nodes; exact with one thread.
    pub nodes: Option<u64>,
    /// Nodes after which no iteration starts.
    pub soft_nodes: Option<u64>,
    /// Ends when a mate in at most this many moves is found, for either side. A mate by the side to move is also
    /// searched for exhaustively, with about as many nodes.
    pub mate: Option<u32>,
    /// Time for this move, of which [`Settings::move_overhead`] is reserved: a program without a GUI sets that to zero.
    pub movetime: Option<Duration>,
    /// The clock of the game.
    pub clock: Option<Clock>,
    /// Holds an early outcome back until the search is stopped.
    pub infinite: bool,
    /// Ponders: no clock runs until [`Control::ponderhit`](super::Control::ponderhit). An [`Engine`](crate::Engine)
    /// makes the control of the search so; for [`Searcher::search`](super::Searcher::search) that is
    /// [`Control::new`](super::Control::new)`(true)`, whatever stands here.
    pub ponder: bool,
    /// When the clocks and `movetime` start, for example when the command was read; `None` for the moment at which the search
    /// begins to run. An [`Engine`](crate::Engine) runs its searches one after another: with `Some(Instant::now())` the time
    /// in its queue counts.
    pub start: Option<Instant>,
    /// The root moves to search; all if empty. Illegal moves are ignored. If none is legal, all are searched.
    pub search_moves: Vec<Move>,
}

/// The settings of a search; constant while it runs.
///
/// End a literal with `..Settings::default()`: there may be further settings in later versions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Threads, 1 to [`Settings::MAX_THREADS`]. Other values are clamped to this range.
    pub threads: usize,
    /// Number of principal variations, 1 to [`Settings::MAX_MULTI_PV`]. 0 counts as 1.
    pub multi_pv: usize,
    /// Time reserved per move for the latency between GUI and engine.
    pub move_overhead: Duration,
    /// Nodes that count as a millisecond of the clock; 0 uses real time. The time left of [`Limits::clock`] is then read
    /// at the first move of a side, and again with each new time control and rate; the nodes of its searches are subtracted.
    /// [`Searcher::clear`](super::Searcher::clear) begins a new game.
    pub nodes_per_ms: u64,
    /// The search algorithm.
    pub algorithm: Algorithm,
    /// The options of the algorithm.
    pub driver: DriverOptions,
    /// The Syzygy tables.
    pub syzygy: SyzygyOptions,
    /// Limits the playing strength; `None` is full strength. Infinite searches and searches for a mate are
    /// analysis and always have full strength.
    pub strength: Option<StrengthLimit>,
    /// The search parameters and rule switches; constants in a normal build.
    pub parameters: Parameters,
}

impl Settings {
    /// The largest number of threads.
    pub const MAX_THREADS: usize = 1024;
    /// The largest number of principal variations.
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
            parameters: Parameters::default(),
        }
    }
}
