//! What the threads of a search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::control::Control;
use super::limits::{Limits, Settings};
use super::strength_limit::ChosenMove;
use super::syzygy::SyzygyProbe;
use super::timing::Timing;
use crate::tt::Tt;
use crate::types::Score;

/// The search was stopped; carried up by `?`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// The result of a search that may be stopped.
pub(super) type SearchResult<T = Score> = Result<T, Stopped>;

/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub tt: &'a Tt,
    pub control: &'a Control,
    pub limits: &'a Limits,
    pub settings: &'a Settings,
    pub timing: Timing,
    pub syzygy: SyzygyProbe<'a>,
    /// The move that a limited player chose before this search.
    pub chosen: Option<ChosenMove>,
    /// The number of principal variations stays that of the settings.
    pub has_fixed_lines: bool,
    /// The score of the search of the move before.
    pub previous: Option<Score>,
    counters: Box<[Counters]>,
    /// Some thread has ended the search.
    over: AtomicBool,
}

/// What a thread has counted, on a cache line of its own.
#[repr(align(64))]
#[derive(Default)]
struct Counters {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

impl<'a> Shared<'a> {
    /// What `threads` threads share for a search at full strength.
    pub fn new(
        tt: &'a Tt,
        control: &'a Control,
        (limits, settings): (&'a Limits, &'a Settings),
        timing: Timing,
        syzygy: SyzygyProbe<'a>,
        threads: usize,
    ) -> Shared<'a> {
        let counters = (0..threads).map(|_| Counters::default()).collect();
        let over = AtomicBool::new(false);
        Shared {
            tt,
            control,
            limits,
            settings,
            timing,
            syzygy,
            chosen: None,
            has_fixed_lines: false,
            previous: None,
            counters,
            over,
        }
    }

    /// The number of principal variations wanted now, at least one.
    pub fn multi_pv(&self) -> usize {
        let changed = self.control.multi_pv().filter(|_| !self.has_fixed_lines);
        changed.unwrap_or(self.settings.multi_pv).max(1)
    }

    /// Ends the search of all threads.
    pub fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// Reports whether some thread has ended the search.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// Reports whether the main thread is to end the search: it was stopped, or its time is over. The main thread may still
    /// have to finish the first iteration; the helpers then leave it the processors.
    pub fn is_due(&self) -> bool {
        self.control.is_stopped() || self.timing.is_late(self.control)
    }

    /// Publishes the counters of thread `id`.
    pub fn publish(&self, id: usize, nodes: u64, tb_hits: u64) {
        let counters = &self.counters[id];
        counters.nodes.store(nodes, Relaxed);
        counters.tb_hits.store(tb_hits, Relaxed);
    }

    /// Nodes of all threads, as last published, and those of the limited player's own search.
    pub fn all_nodes(&self) -> u64 {
        let chosen = self.chosen.as_ref().map_or(0, |chosen| chosen.nodes);
        self.counters.iter().map(|counters| counters.nodes.load(Relaxed)).sum::<u64>() + chosen
    }

    /// Syzygy hits of all threads, as last published, and those at the root.
    pub fn all_tb_hits(&self) -> u64 {
        let in_tree: u64 = self.counters.iter().map(|counters| counters.tb_hits.load(Relaxed)).sum();
        self.syzygy.root_hits() + in_tree
    }
}

/// Calls `work` with what `threads` threads share for a search of `game` without limits.
#[cfg(test)]
pub(super) fn with_shared<R>(
    game: &crate::position::Game,
    threads: usize,
    work: impl FnOnce(&Shared<'_>) -> R,
) -> R {
    with_limits(game, threads, &Limits::default(), work)
}

/// Calls `work` with what `threads` threads share for a search of `game`.
#[cfg(test)]
pub(super) fn with_limits<R>(
    game: &crate::position::Game,
    threads: usize,
    limits: &Limits,
    work: impl FnOnce(&Shared<'_>) -> R,
) -> R {
    let (tt, control) = (Tt::new(1, 1).expect("a table"), Control::new(false));
    let settings = Settings::default();
    let start = limits.start.unwrap_or_else(std::time::Instant::now);
    let timing = Timing::new(start, limits, (None, 0), &settings);
    let syzygy = SyzygyProbe::new(&settings.syzygy, game, &[], &|| false);
    work(&Shared::new(&tt, &control, (limits, &settings), timing, syzygy, threads))
}
