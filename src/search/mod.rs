//! Search: the value of a position and the best move, within limits.
//!
//! [`Searcher`] is its public face. Inside, from the bottom up: `params`, `limits` and `report` are plain
//! data; `history` and `stack` are what a thread remembers; `facts` is what is known of a node, `order` in which order its
//! moves come; `policy` says with which windows a node searches its children; `rules` end, reduce and extend nodes;
//! `node` and `quiesce` put them together; `driver` says with which windows the root is searched; `iterate`
//! and `pool` repeat that deeper and on several threads, with a `mate_search` beside it; `strength` plays below full
//! strength.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "depths, plies, move counts and scores are small, and checked conversions cost speed"
)]

mod algorithm;
mod args;
mod control;
mod driver;
#[doc(hidden)]
pub mod experiment;
mod facts;
mod history;
mod iterate;
mod limits;
mod lines;
mod mate_finder;
mod mate_line;
mod mate_search;
mod node;
mod order;
#[doc(hidden)]
pub mod params;
mod policy;
mod polling;
mod pool;
mod quiesce;
mod report;
mod reporting;
mod root;
mod rules;
mod searched_moves;
mod shared;
mod stack;
mod state;
mod strength;
mod strength_limit;
mod syzygy;
mod syzygy_line;
pub mod threads;
mod timing;
mod worker;

pub use algorithm::{Algorithm, DriverOptions, MtdGuess, UnknownName};
pub use control::Control;
pub use limits::{Limits, Settings};
pub use params::Parameters;
pub use report::{Info, Outcome, Reporter, SearchStats, nodes_per_second};
pub use strength_limit::StrengthLimit;
pub use syzygy::SyzygyOptions;

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use shakmaty::ByColor;

use crate::eval::Evaluator;
use crate::eval::nnue::{Model, ModelError};
use crate::memory::{AllocError, Zeroed};
use crate::position::{Game, Position};
use crate::time::NodeClock;
use crate::tt::{ResizeError, Tt, TtError};
use crate::types::Score;
use searched_moves::searched_moves;
use shared::Shared;
use strength::Player;
use syzygy::SyzygyProbe;
use threads::{ThreadsError, ThreadsReason};
use timing::Timing;
use worker::ThreadData;

/// What outlives a search: the transposition table and the histories of each thread.
pub struct Searcher {
    tt: Tt,
    model: Arc<Model>,
    /// The data of the main thread.
    main: ThreadData,
    /// The data of the other threads.
    helpers: Vec<ThreadData>,
    /// The clock of a game that is timed by nodes.
    node_clocks: ByColor<NodeClock>,
    /// The key of the position that was searched last, and its score.
    last: Option<(u64, Score)>,
    /// The player with limited strength.
    player: Player,
}

impl fmt::Debug for Searcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher").field("threads", &(1 + self.helpers.len())).finish_non_exhaustive()
    }
}

impl Searcher {
    /// A searcher with a transposition table of `hash_mb` MiB that evaluates with the built-in network.
    ///
    /// # Errors
    /// Those of [`Searcher::with_model`].
    pub fn new(hash_mb: usize) -> Result<Searcher, TtError> {
        Searcher::with_model(hash_mb, Model::built_in())
    }

    /// A searcher with a transposition table of `hash_mb` MiB that evaluates with `model`.
    ///
    /// # Errors
    /// A [`TtError`] if the memory is missing for the table, or for the histories and accumulators beside it.
    pub fn with_model(hash_mb: usize, model: Arc<Model>) -> Result<Searcher, TtError> {
        let main = Evaluator::try_new(model.clone()).and_then(ThreadData::new);
        let main = main.map_err(|_| TtError::OutOfMemory { mib: hash_mb })?;
        Ok(Searcher {
            tt: Tt::new(hash_mb, 1)?,
            model,
            main,
            helpers: Vec::new(),
            node_clocks: ByColor::default(),
            last: None,
            player: Player::new(),
        })
    }

    /// Replaces the transposition table by an empty one of `hash_mb` MiB, whose pages `threads` threads prefault.
    ///
    /// # Errors
    /// A [`ResizeError`] if the table cannot be allocated; [`ResizeError::in_use`] says which table is left.
    pub fn resize(&mut self, hash_mb: usize, threads: usize) -> Result<(), ResizeError> {
        let helpers = self.helpers.len();
        self.tt.resize(hash_mb, threads, || threads::has_room(helpers))
    }

    /// Allocates what `threads` threads need, 1 to [`Settings::MAX_THREADS`], and starts them once to see that the system allows
    /// it. 0 counts as 1.
    ///
    /// [`Searcher::search`] does not need this: it allocates what the threads of its settings lack, searches with fewer
    /// threads if it must, and frees what further threads held.
    ///
    /// # Errors
    /// A [`ThreadsError`] if there are too many, memory is missing or a thread is refused; then everything is as before.
    pub fn reserve_threads(&mut self, threads: usize) -> Result<(), ThreadsError> {
        let (threads, in_use) = (threads.max(1), 1 + self.helpers.len());
        let max = Settings::MAX_THREADS;
        let result =
            if threads > max { Err(ThreadsReason::TooMany { max }) } else { self.try_threads(threads) };
        self.helpers.truncate(if result.is_ok() { threads } else { in_use } - 1);
        result.map_err(|reason| ThreadsError { threads, in_use, reason })
    }

    fn try_threads(&mut self, threads: usize) -> Result<(), ThreadsReason> {
        let more = (threads - 1).saturating_sub(self.helpers.len());
        // All at once, since memory is not taken before it is used: the last thread would not fail.
        if more > 0 {
            Zeroed::<u8>::new(more * ThreadData::BYTES).map_err(|_| ThreadsReason::OutOfMemory)?;
        }
        self.add_helpers(threads - 1).map_err(|_| ThreadsReason::OutOfMemory)?;
        Ok(threads::try_helpers(threads - 1)?)
    }

    /// Allocates the data of helper threads until there are `count`, or the memory is missing.
    fn add_helpers(&mut self, count: usize) -> Result<(), AllocError> {
        let more = count.saturating_sub(self.helpers.len());
        self.helpers.try_reserve(more).map_err(|_| AllocError::OutOfMemory)?;
        for _ in 0..more {
            self.helpers.push(ThreadData::new(Evaluator::try_new(self.model.clone())?)?);
        }
        Ok(())
    }

    /// Clears everything, as before a new game: the memory of the searches, the clocks of nodes, and a limited player.
    pub fn clear(&mut self, threads: usize) {
        self.clear_memory(threads);
        self.node_clocks = ByColor::default();
        self.player = Player::new();
    }

    /// Clears what searches remember, with `threads` threads: the transposition table, all histories, and the last score.
    pub fn clear_memory(&mut self, threads: usize) {
        self.tt.clear(threads);
        self.main.clear();
        self.helpers.iter_mut().for_each(ThreadData::clear);
        self.last = None;
    }

    /// Restores a searcher whose search has panicked: with new data of the main thread, none of the others, and empty memory.
    pub(crate) fn recover(&mut self) {
        self.helpers.clear();
        // A search sets what it relies on when it begins, so that without memory the old data will do.
        if let Ok(main) = Evaluator::try_new(self.model.clone()).and_then(ThreadData::new) {
            self.main = main;
        }
        self.clear(1);
    }

    /// Evaluates with `model` from now on. Clears what searches remember, since it was found with other values.
    ///
    /// # Errors
    /// [`ModelError::OutOfMemory`] if its accumulators cannot be allocated; then everything is as before.
    pub fn set_model(&mut self, model: Arc<Model>) -> Result<(), ModelError> {
        let evaluator = || Evaluator::try_new(model.clone()).map_err(|_| ModelError::OutOfMemory);
        let main = evaluator()?;
        let helpers = self.helpers.iter().map(|_| evaluator()).collect::<Result<Vec<_>, _>>()?;
        self.main.set_evaluator(main);
        self.helpers.iter_mut().zip(helpers).for_each(|(data, evaluator)| data.set_evaluator(evaluator));
        self.model = model;
        self.clear_memory(1 + self.helpers.len());
        Ok(())
    }

    /// Searches the position of `game`, which must be [valid](Position::validate), until a limit is reached or `control`
    /// stops it. Infinite and ponder searches return only when they are released.
    ///
    /// The search needs a large stack: on a thread of [`threads`] it runs in place, on any other thread it
    /// starts one. If the system refuses the thread, the outcome is the first legal move, unsearched.
    ///
    /// # Panics
    /// May panic if the position is not valid.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        settings: &Settings,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let start = limits.start.unwrap_or_else(Instant::now);
        if !game.position().has_legal_move() {
            return without_search(game.position(), limits, control, reporter);
        }
        let search = || self.search_here(start, game, (limits, settings), control, reporter);
        threads::with_stack(search).unwrap_or_else(|error| {
            log::error!("cannot start a search thread: {error}");
            without_search(game.position(), limits, control, reporter)
        })
    }

    /// Searches on this thread, which has the stack for it.
    fn search_here(
        &mut self,
        start: Instant,
        game: &Game,
        (limits, settings): (&Limits, &Settings),
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let wanted = settings.threads.clamp(1, Settings::MAX_THREADS);
        self.helpers.truncate(wanted - 1);
        if self.add_helpers(wanted - 1).is_err() {
            log::warn!("not enough memory for more than {} of {wanted} threads", 1 + self.helpers.len());
        }
        let threads = 1 + self.helpers.len();
        self.tt.new_search();
        let turn = game.position().turn();
        let node_clock = self.node_clocks.get_mut(turn);
        let node_clock_before = *node_clock;
        let clock = match settings.nodes_per_ms {
            0 => {
                node_clock.forget();
                limits.clock
            }
            rate => limits.clock.map(|clock| node_clock.clock(clock, rate)),
        };
        let moves = game.position().game_ply() / 2;
        let timing = Timing::new(start, limits, (clock, moves), settings);
        let strength = settings.strength.filter(|_| !limits.infinite && limits.mate.is_none());
        let chosen = strength.and_then(|strength| {
            let chosen = self.player.choose(strength, game, self.model.clone(), limits, timing, control);
            if chosen.is_none() {
                log::warn!("not enough memory for limited strength: this move has full strength");
            }
            chosen
        });
        // With a single line, the move that a limited player chose is the only one searched.
        let restricted = chosen.as_ref().filter(|_| settings.multi_pv <= 1);
        let restricted = restricted.map(|chosen| Limits { search_moves: vec![chosen.m], ..limits.clone() });
        let limits = restricted.as_ref().unwrap_or(limits);
        let interrupted = || control.is_stopped() || timing.is_half_over(control);
        let syzygy = SyzygyProbe::new(&settings.syzygy, game, &limits.search_moves, &interrupted);
        let mut shared = Shared::new(&self.tt, control, (limits, settings), timing, syzygy, threads);
        shared.chosen = chosen;
        let before = game.path().key_before(2);
        shared.previous = self.last.filter(|(key, _)| before == Some(*key)).map(|(_, score)| score);
        let searched = pool::run(&shared, &mut self.main, &mut self.helpers, game, reporter);
        let pool::Searched { best: info, others, stats, threads, completed } = searched;
        self.last = Some((game.position().key(), info.score));
        let node_clock = self.node_clocks.get_mut(turn);
        if settings.nodes_per_ms != 0 && control.is_pondering() {
            // The opponent has played another move: the clock never ran.
            *node_clock = node_clock_before;
        } else if clock.is_some() {
            node_clock.spend(info.nodes);
        }
        let best = info.line.first();
        let ponder = lines::expected_reply(&settings.parameters, &self.tt, game, &info.line);
        Outcome { info, others, best, ponder, stats, threads, completed }
    }
}

/// The outcome of a search that is not made: no move if there is none, else the first one.
fn without_search(
    position: &Position,
    limits: &Limits,
    control: &Control,
    reporter: &mut dyn Reporter,
) -> Outcome {
    let best = searched_moves(position.legal_moves(), &limits.search_moves).first().copied();
    let outcome = Outcome::unsearched(position, best);
    reporter.info(&outcome.info);
    control.wait_for_release(limits.infinite);
    outcome
}

#[cfg(test)]
mod tests {
    use super::worker::Worker;
    use super::*;
    use crate::eval::evaluate;

    /// A searcher with two helper threads.
    fn searcher() -> Searcher {
        let mut searcher = Searcher::new(1).unwrap();
        searcher.add_helpers(2).unwrap();
        searcher
    }

    #[test]
    fn all_threads_evaluate_with_a_new_model() {
        let (model, root) = (Arc::new(Model::material()), Position::default());
        let mut searcher = searcher();
        searcher.set_model(model.clone()).unwrap();
        // Those that are added later do so, too.
        searcher.add_helpers(3).unwrap();
        let positions: Vec<Position> = root.legal_moves().into_iter().map(|m| root.play(m)).collect();
        let by = |model: &Model| -> Vec<Score> {
            positions.iter().map(|position| evaluate(model, position).score).collect()
        };
        let wanted = by(&model);
        assert_ne!(wanted, by(&Model::built_in()));
        let Searcher { main, helpers, .. } = searcher;
        assert_eq!(helpers.len(), 3);
        for data in helpers.into_iter().chain([main]) {
            let mut evaluator = data.into_evaluator();
            for (position, wanted) in positions.iter().zip(&wanted) {
                evaluator.set_root(position);
                assert_eq!(evaluator.evaluate(position), *wanted, "{}", position.fen());
            }
        }
    }

    #[test]
    fn clear_empties_the_histories_of_all_threads() {
        let game = Game::default();
        let correction = |data: &mut ThreadData, updates: usize| {
            shared::with_shared(&game, 3, |shared| {
                let mut silent = ();
                let w = Worker::new(shared, 0, data, &game, &mut silent);
                for _ in 0..updates {
                    w.histories.update_correction(w.params, game.position(), [3, 4], (12, 40));
                }
                w.histories.correction(w.params, game.position(), [3, 4])
            })
        };
        let mut searcher = searcher();
        for data in searcher.helpers.iter_mut().chain([&mut searcher.main]) {
            assert!(correction(data, 200) > 10);
        }
        searcher.clear(3);
        for data in searcher.helpers.iter_mut().chain([&mut searcher.main]) {
            assert_eq!(correction(data, 0), 0);
        }
    }
}
