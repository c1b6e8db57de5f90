//! Worker: one thread of a search, with its memory.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use shakmaty::Move;

use super::control::Control;
use super::frame::Frames;
use super::grain::rounded;
use super::history::{Histories, NO_CONTEXT, context};
use super::level::Chosen;
use super::limits::{Limits, Settings};
use super::report::{Reporter, SearchStats};
use super::root::RootMoves;
use super::syzygy::Endgame;
use super::tell::TALKATIVE_AFTER;
use super::timing::Timing;
use crate::eval::Evaluator;
use crate::position::{Game, Path, Position};
use crate::tt::{Tt, TtEntry};
use crate::types::{Depth, MAX_PLY, Score, Window};

/// The search was told to stop; carried up by `?`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// What a part of the search answers.
pub(super) type Answer<T = Score> = Result<T, Stopped>;

/// Nodes between two looks at the clock.
const POLL_INTERVAL: u64 = 512;

/// What outlives a search in each thread.
pub(super) struct Memory {
    pub histories: Histories,
    pub frames: Frames,
    pub evaluator: Evaluator,
}

impl Memory {
    /// An empty memory, for positions that `evaluator` evaluates.
    pub fn new(evaluator: Evaluator) -> Memory {
        Memory { histories: Histories::new(), frames: Frames::new(), evaluator }
    }
}

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub tt: &'a Tt,
    pub control: &'a Control,
    pub limits: &'a Limits,
    pub settings: &'a Settings,
    pub timing: Timing,
    /// What the endgame tables tell.
    pub endgame: Endgame<'a>,
    /// The first thread has ended the search.
    pub over: AtomicBool,
    /// What each thread has done.
    pub counters: Box<[Counters]>,
    /// What a limited player has chosen before this search.
    pub chosen: Option<Chosen>,
}

/// What a thread has done, on a cache line of its own.
#[repr(align(64))]
#[derive(Default)]
pub(super) struct Counters {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

impl Shared<'_> {
    /// Nodes of all threads, as last told, and those of the choice before.
    pub fn all_nodes(&self) -> u64 {
        let before = self.chosen.as_ref().map_or(0, |chosen| chosen.nodes);
        self.counters.iter().map(|counters| counters.nodes.load(Relaxed)).sum::<u64>() + before
    }

    /// Positions that all threads have found in the endgame tables, as last told.
    pub fn all_table_hits(&self) -> u64 {
        let in_tree: u64 = self.counters.iter().map(|counters| counters.tb_hits.load(Relaxed)).sum();
        self.endgame.root_hits() + in_tree
    }
}

/// One thread of a search.
pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub id: usize,
    pub histories: &'a mut Histories,
    pub frames: &'a mut Frames,
    evaluator: &'a mut Evaluator,
    pub path: Path,
    pub nodes: u64,
    tb_hits: u64,
    /// Positions looked up in the endgame tables to complete lines.
    pub line_probes: u64,
    next_poll: u64,
    pub seldepth: usize,
    pub stats: SearchStats,
    pub root: RootMoves,
    /// The iteration under way.
    pub iteration: Depth,
    /// No null move until this ply: a null-move cut-off is being verified.
    pub verify_until: usize,
    /// Logarithms for reductions, in 1/1024.
    pub logarithms: [i32; 256],
    /// The score to tell if the search is stopped before it has found one.
    pub first_guess: Score,
    /// The time from which on a bound is reported.
    pub next_bound: Duration,
    /// Where to tell; only the first thread does.
    pub reporter: &'a mut dyn Reporter,
}

impl<'a> Worker<'a> {
    pub fn new(
        shared: &'a Shared<'a>,
        id: usize,
        memory: &'a mut Memory,
        game: &Game,
        reporter: &'a mut dyn Reporter,
    ) -> Worker<'a> {
        memory.frames.clear();
        memory.evaluator.set_root(game.position());
        let mut logarithms = [0; 256];
        for (n, slot) in logarithms.iter_mut().enumerate().skip(1) {
            *slot = ((n as f64).ln() * 1024.0) as i32;
        }
        let first_guess =
            if game.position().in_check() { Score::DRAW } else { memory.evaluator.evaluate(game.position()) };
        Worker {
            shared,
            id,
            histories: &mut memory.histories,
            frames: &mut memory.frames,
            evaluator: &mut memory.evaluator,
            path: game.path().clone(),
            nodes: 0,
            tb_hits: 0,
            line_probes: 0,
            next_poll: 0,
            seldepth: 0,
            stats: SearchStats::default(),
            root: RootMoves::new(game.position(), &shared.limits.search_moves, &shared.endgame),
            iteration: 1,
            verify_until: 0,
            logarithms,
            first_guess,
            next_bound: TALKATIVE_AFTER,
            reporter,
        }
    }

    /// The first thread, which keeps the time and reports.
    pub fn is_main(&self) -> bool {
        self.id == 0
    }

    /// What the table knows of the node at `ply`; nothing while a move is left out there.
    #[inline]
    pub fn probe(&self, position: &Position, window: Window, ply: usize) -> Option<TtEntry> {
        if self.frames[ply].excluded.is_some() { None } else { self.lookup(position, window, ply) }
    }

    /// Ends the search if it is time to.
    #[inline]
    pub fn check_stop(&mut self) -> Answer<()> {
        if self.nodes >= self.next_poll { self.poll() } else { Ok(()) }
    }

    #[cold]
    fn poll(&mut self) -> Answer<()> {
        let shared = self.shared;
        self.tell_counters();
        self.next_poll = self.nodes + POLL_INTERVAL;
        if let Some(limit) = shared.limits.nodes {
            let others = shared.all_nodes() - self.nodes;
            let own = limit.saturating_sub(others);
            if self.nodes >= own {
                shared.over.store(true, Relaxed);
                return Err(Stopped);
            }
            self.next_poll = self.next_poll.min(own);
        }
        if shared.over.load(Relaxed) || self.is_up() {
            shared.over.store(true, Relaxed);
            return Err(Stopped);
        }
        Ok(())
    }

    /// The search must end at once, as it was told to or, for the thread that keeps the time, by the
    /// clock; but not before it has looked at every move once, which is soon done.
    pub fn is_up(&self) -> bool {
        let shared = self.shared;
        let has_looked = self.iteration > 1 || self.root.first_open() > 0;
        let is_late = || self.is_main() && shared.timing.is_up(shared.control, shared.all_nodes());
        has_looked && (shared.control.is_stopped() || is_late())
    }

    /// Tells the other threads what this one has done.
    pub fn tell_counters(&self) {
        let counters = &self.shared.counters[self.id];
        counters.nodes.store(self.nodes, Relaxed);
        counters.tb_hits.store(self.tb_hits, Relaxed);
    }

    /// A position was found in the endgame tables. Reading them may have taken long, so that the clock
    /// is to be looked at.
    pub fn found_in_tables(&mut self) {
        self.tb_hits += 1;
        self.next_poll = self.nodes;
    }

    /// Plays `m`, which leads from `ply` to the next.
    #[inline]
    pub fn enter(&mut self, position: &Position, m: Move, ply: usize) -> Position {
        self.shared.tt.prefetch(position.key_hint(m));
        self.nodes += 1;
        self.follow(position, m, ply)
    }

    /// As [`Worker::enter`], where a line is only followed: the child does not count as searched.
    #[inline]
    pub fn follow(&mut self, position: &Position, m: Move, ply: usize) -> Position {
        let frame = &mut self.frames[ply];
        frame.current = Some(m);
        frame.context = context(m, position.turn());
        self.evaluator.enter(position, m);
        let child = position.play(m);
        self.histories.prefetch_correction(&child, self.frames.last_two(ply + 1));
        self.path.push(&child);
        child
    }

    /// Passes, which leads from `ply` to the next.
    pub fn enter_pass(&mut self, child: &Position, ply: usize) {
        self.shared.tt.prefetch(child.key());
        self.nodes += 1;
        let frame = &mut self.frames[ply];
        frame.current = None;
        frame.context = NO_CONTEXT;
        self.path.push_null_move(child);
    }

    /// Comes back from the child.
    #[inline]
    pub fn leave(&mut self) {
        self.evaluator.leave();
        self.path.pop();
    }

    /// Comes back from the child that a pass led to.
    pub fn leave_pass(&mut self) {
        self.path.pop();
    }

    /// The static evaluation, raw and corrected, kept in the frame; in check there is none.
    pub fn static_eval(
        &mut self,
        position: &Position,
        ply: usize,
        hit: Option<TtEntry>,
        keep: bool,
    ) -> (Option<Score>, Score) {
        if position.in_check() {
            self.frames[ply].eval = None;
            return (None, -Score::INFINITE);
        }
        if keep && let Some(eval) = self.frames[ply].eval {
            return (None, eval);
        }
        let raw = match hit {
            Some(hit) if hit.eval != TtEntry::NO_EVAL => Score::new(i32::from(hit.eval)),
            _ => self.evaluator.evaluate(position),
        };
        let correction = self.histories.correction(position, self.frames.last_two(ply));
        let eval = rounded(raw + correction).clamp_estimate();
        self.frames[ply].eval = Some(eval);
        (Some(raw), eval)
    }

    /// The static evaluation of a node too deep to search.
    pub fn last_resort(&mut self, position: &Position) -> Score {
        if position.in_check() { Score::DRAW } else { rounded(self.evaluator.evaluate(position)) }
    }

    /// The line cannot be followed any deeper.
    #[inline]
    pub fn too_deep(ply: usize) -> bool {
        ply + 1 >= MAX_PLY
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        Instant::now() - self.shared.timing.start()
    }
}
