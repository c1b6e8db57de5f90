//! Worker: one thread of a search.

use std::mem;
use std::time::{Duration, Instant};

use shakmaty::Move;

use super::args::NodeType;
use super::experiment;
use super::history::Histories;
use super::params::Parameters;
use super::polling::Polling;
use super::report::{Reporter, SearchStats};
use super::reporting::Reporting;
use super::root::RootMoves;
use super::shared::{SearchResult, Shared};
use super::stack::{SearchStack, StaticEval};
use crate::eval::Evaluator;
use crate::memory::AllocError;
use crate::position::{Game, Position};
use crate::tt::TtEntry;
use crate::types::{MAX_PLY, Window};

/// What a thread keeps from search to search.
pub(super) struct ThreadData {
    histories: Histories,
    stack: SearchStack,
    /// The histories are those of an earlier game: the next search empties them, on the thread that uses them.
    is_stale: bool,
}

impl ThreadData {
    /// Bytes that a thread needs, about: for this and for its root moves.
    pub const BYTES: usize = 10 << 20;

    /// Allocates empty histories, and a stack that evaluates with `evaluator`.
    ///
    /// # Errors
    /// An [`AllocError`] if the memory is missing.
    pub fn new(evaluator: Evaluator) -> Result<ThreadData, AllocError> {
        Ok(ThreadData { histories: Histories::new()?, stack: SearchStack::new(evaluator)?, is_stale: false })
    }

    /// Empties the histories before the next search.
    pub fn clear(&mut self) {
        self.is_stale = true;
    }

    /// Reports whether the next search empties the histories.
    #[cfg(test)]
    pub fn is_stale(&self) -> bool {
        self.is_stale
    }

    /// Evaluates with `evaluator` from now on.
    pub fn set_evaluator(&mut self, evaluator: Evaluator) {
        self.stack.set_evaluator(evaluator);
    }

    /// Returns the evaluator.
    pub fn into_evaluator(self) -> Evaluator {
        self.stack.into_evaluator()
    }
}

/// One thread of a search: the parts that its functions work on.
pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub params: &'a Parameters,
    pub histories: &'a mut Histories,
    pub stack: &'a mut SearchStack,
    pub root: RootMoves,
    pub polling: Polling,
    pub reporting: Reporting<'a>,
    pub stats: SearchStats,
}

impl<'a> Worker<'a> {
    /// Thread `id` of a search of `game`, which reports to `reporter`.
    pub fn new(
        shared: &'a Shared<'a>,
        id: usize,
        data: &'a mut ThreadData,
        game: &Game,
        reporter: &'a mut dyn Reporter,
    ) -> Worker<'a> {
        let ThreadData { histories, stack, is_stale } = data;
        if mem::take(is_stale) {
            histories.clear();
        }
        stack.start(game);
        let eval = stack.root_eval(game.position());
        let root = RootMoves::new(game.position(), &shared.limits.search_moves, &shared.syzygy, eval);
        let (polling, reporting) = (Polling::new(id), Reporting::new(reporter));
        let params = &shared.settings.parameters;
        Worker { shared, params, histories, stack, root, polling, reporting, stats: SearchStats::default() }
    }

    /// Ends the search if it must end.
    #[inline]
    pub fn check_stop(&mut self) -> SearchResult<()> {
        self.polling.check(self.shared)
    }

    /// Prepares a node at `ply`.
    #[inline]
    pub fn begin_node<T: NodeType>(&mut self, ply: usize) {
        if T::PV {
            self.stack.reach(ply);
        }
        self.stack.begin_node(ply);
    }

    /// Returns the TT entry of `position`, searched with `window` at `ply`.
    #[inline]
    pub fn probe_tt(&self, position: &Position, window: Window, ply: usize) -> Option<TtEntry> {
        experiment::probe_tt(self.params, self.shared.tt, position, window, ply)
    }

    /// Prefetches the TT entry after the move `m`: a search of the move needs it some hundred instructions later.
    #[inline]
    pub fn prefetch_child(&self, position: &Position, m: Move) {
        self.shared.tt.prefetch(position.approximate_key(m));
    }

    /// Writes a TT entry for `position`.
    #[inline]
    pub fn store_tt(&self, position: &Position, entry: TtEntry) {
        experiment::store_tt(self.params, self.shared.tt, position, entry);
    }

    /// Plays `m` at `ply` and returns the child, which counts as a node.
    #[inline]
    pub fn enter(&mut self, position: &Position, m: Move, ply: usize) -> Position {
        self.polling.count_node();
        self.follow(position, m, ply)
    }

    /// Plays `m` at `ply` without counting a node.
    #[inline]
    pub fn follow(&mut self, position: &Position, m: Move, ply: usize) -> Position {
        let child = self.stack.enter(position, m, ply);
        self.histories.prefetch_correction(&child, self.stack.last_two(ply + 1));
        child
    }

    /// Takes the last move back.
    #[inline]
    pub fn leave(&mut self) {
        self.stack.leave();
    }

    /// Plays a null move at `ply`, which leads to `child`.
    pub fn enter_null_move(&mut self, child: &Position, ply: usize) {
        self.shared.tt.prefetch(child.key());
        self.polling.count_node();
        self.stack.enter_null_move(child, ply);
    }

    /// Takes the null move back.
    pub fn leave_null_move(&mut self) {
        self.stack.leave_null_move();
    }

    /// Returns the static evaluation before and after correction; in check there is none.
    #[inline]
    pub fn static_eval(
        &mut self,
        position: &Position,
        ply: usize,
        tt_entry: Option<TtEntry>,
        keep: bool,
    ) -> StaticEval {
        self.stack.static_eval(self.params, self.histories, position, ply, tt_entry, keep)
    }

    /// Reports whether a node at `ply` is at the greatest distance from the root: it is evaluated and not searched.
    #[inline]
    pub fn is_max_ply(ply: usize) -> bool {
        ply + 1 >= MAX_PLY
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        Instant::now() - self.shared.timing.start()
    }
}

/// Calls `work` with the main thread of a search of `game` without limits.
#[cfg(test)]
pub(super) fn with_worker<R>(game: &Game, work: impl FnOnce(&mut Worker<'_>) -> R) -> R {
    super::shared::with_shared(game, 1, |shared| {
        let mut data = ThreadData::new(Evaluator::default()).expect("memory");
        work(&mut Worker::new(shared, 0, &mut data, game, &mut ()))
    })
}

/// Calls `work` as [`with_worker`] at the end of the line of `moves` from `fen`, with its position and ply.
#[cfg(test)]
pub(super) fn with_line<R>(
    fen: &str,
    moves: &[&str],
    work: impl FnOnce(&mut Worker<'_>, &Position, usize) -> R,
) -> R {
    let game = Game::new(Position::new(crate::position::parse_fen(fen).unwrap().chess));
    with_worker(&game, |w| {
        let mut position = game.position().clone();
        for (ply, text) in moves.iter().enumerate() {
            let m = crate::position::parse_move(&position, text).unwrap();
            position = w.enter(&position, m, ply);
        }
        work(w, &position, moves.len())
    })
}
