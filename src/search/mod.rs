//! Search: the value of a position and the best move, within limits.

mod control;
mod limits;
mod report;

pub use control::Control;
pub use limits::{Algorithm, Limits, Settings};
pub use report::{Info, Outcome, Reporter, nodes_per_second};

use std::time::Instant;

use crate::position::Game;
use crate::types::{Bound, Line, Score};

/// Everything that outlives a search: the table, the histories, the threads' memory.
pub struct Searcher {}

impl Default for Searcher {
    fn default() -> Searcher {
        Searcher::new(16).unwrap_or_else(|_| Searcher {})
    }
}

impl Searcher {
    /// Stack for a thread that searches, in bytes.
    pub const STACK_SIZE: usize = 16 << 20;

    /// A searcher with a table of `hash_mb` MiB.
    ///
    /// # Errors
    /// A sentence where the memory cannot be had.
    pub fn new(_hash_mb: usize) -> Result<Searcher, String> {
        Ok(Searcher {})
    }

    /// Replaces the table by an empty one of `hash_mb` MiB, made by `threads` threads.
    ///
    /// # Errors
    /// A sentence where the memory cannot be had; the old table stays.
    pub fn resize(&mut self, _hash_mb: usize, _threads: usize) -> Result<(), String> {
        Ok(())
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self, _threads: usize) {}

    /// Searches the position of `game` until a limit is reached or `control` stops it.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        settings: &Settings,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let start = Instant::now();
        let _ = settings;
        let mut line = Line::new();
        let legal = game.position().legal_moves();
        if let Some(m) = limits.search_moves.first().or(legal.first()) {
            line.push(*m);
        }
        let info = Info {
            depth: 1,
            seldepth: 1,
            multi_pv: 1,
            score: Score::DRAW,
            bound: Bound::Exact,
            nodes: 1,
            elapsed: start.elapsed(),
            hashfull: 0,
            line: line.clone(),
        };
        reporter.info(&info);
        control.wait_for_release(limits.infinite);
        Outcome { info, best: line.first(), ponder: None }
    }
}
