//! Engine: the search on a thread of its own, the interface for programs that embed it.

mod error;
mod search;

pub use error::{EngineError, SearchError};
pub use search::{Search, StopGuard};

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Sender, unbounded};
use shakmaty::Move;

use crate::eval::nnue::{Model, ModelError};
use crate::position::Game;
use crate::search::threads::ThreadsError;
use crate::search::{Control, Info, Limits, Outcome, Reporter, Searcher, Settings, threads};
use crate::tt::ResizeError;
use crate::types::Depth;

/// A message of a running search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Report {
    /// A principal variation was found, or its score was bounded.
    Info(Info),
    /// A root move is being searched; sent only after the first second.
    CurrentMove {
        /// The iteration.
        depth: Depth,
        /// The move.
        m: Move,
        /// Its number among the root moves, from 1.
        number: usize,
    },
    /// The search has ended. This is its last report.
    Done(Outcome),
    /// The search has failed. This is its last report.
    Failed(SearchError),
}

impl Report {
    /// Reports whether it is the last one of its search.
    #[must_use]
    pub fn is_last(&self) -> bool {
        matches!(self, Report::Done(_) | Report::Failed(_))
    }
}

enum Job {
    Search {
        game: Box<Game>,
        limits: Box<Limits>,
        settings: Box<Settings>,
        control: Arc<Control>,
        sink: Sink,
    },
    Resize {
        hash_mb: usize,
        threads: usize,
        reply: Sender<Result<(), ResizeError>>,
    },
    ReserveThreads {
        threads: usize,
        reply: Sender<Result<(), ThreadsError>>,
    },
    Clear {
        threads: usize,
        /// The memory of the searches alone.
        is_same_game: bool,
        reply: Sender<()>,
    },
    SetModel {
        model: Arc<Model>,
        reply: Sender<Result<(), ModelError>>,
    },
}

/// The receiver of the reports of a search. Once it has panicked it gets no more, and its search is stopped.
struct Sink {
    receive: Option<Box<dyn FnMut(Report) + Send>>,
    control: Arc<Control>,
}

impl Sink {
    fn send(&mut self, report: Report) {
        let Some(receive) = &mut self.receive else { return };
        if catch_unwind(AssertUnwindSafe(|| receive(report))).is_err() {
            log::error!("the receiver of the reports of a search panicked: stopping the search");
            self.receive = None;
            self.control.stop();
        }
    }
}

impl Reporter for Sink {
    fn info(&mut self, info: &Info) {
        self.send(Report::Info(info.clone()));
    }

    fn current_move(&mut self, depth: Depth, m: Move, number: usize) {
        self.send(Report::CurrentMove { depth, m, number });
    }
}

/// A chess engine on a thread of its own.
///
/// The engine does one thing after another: a search that is started while another one runs waits for
/// its end, and so do the functions that change the engine: after a search without an end, such as an infinite one, they
/// return only once that is stopped. [`Engine::stop`] stops all searches; so does dropping the engine. On the search thread,
/// in a [sink](Engine::search_with), they return [`EngineError::OnSearchThread`]; there a program may start and stop searches,
/// and drop the engine, but must not [wait](Search::wait) for a search. If the search thread has terminated, which only a
/// panic outside a search can cause, they return [`EngineError::ThreadTerminated`].
///
/// A search that panics, such as by an error of Lancet or in a handler of tablebase warnings, ends with
/// [`SearchError::Panicked`], and a [sink](Engine::search_with) that panics stops its own search. The searches after it run,
/// if the program unwinds: with `panic = "abort"` any panic ends it.
///
/// ```
/// use lancet::Engine;
/// use lancet::search::{Limits, Settings};
/// use lancet::shakmaty::Chess;
///
/// let mut engine = Engine::new(16)?;
/// let limits = Limits { nodes: Some(5_000), ..Limits::default() };
/// let search = engine.search(Chess::default(), limits, Settings::default());
/// let outcome = search.wait().expect("the outcome");
/// println!("{:?}, {}", outcome.best, outcome.info.display_score());
/// # Ok::<(), lancet::EngineError>(())
/// ```
pub struct Engine {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    /// The searches that run or wait.
    searches: Vec<Weak<Control>>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("searches", &self.searches.len()).finish_non_exhaustive()
    }
}

impl Engine {
    /// Starts an engine with a transposition table of `hash_mb` MiB, 1 to
    /// [`Tt::MAX_MB`](crate::tt::Tt::MAX_MB); other values are clamped.
    ///
    /// # Errors
    /// Returns [`EngineError::Tt`] if the table cannot be allocated and [`EngineError::Thread`] if the thread
    /// cannot be started.
    pub fn new(hash_mb: usize) -> Result<Engine, EngineError> {
        let mut searcher = Searcher::new(hash_mb)?;
        let (jobs, inbox) = unbounded::<Job>();
        let work = move || {
            for job in inbox {
                run(&mut searcher, job);
            }
        };
        let thread = threads::spawn(work).map_err(EngineError::Thread)?;
        Ok(Engine { jobs: Some(jobs), thread: Some(thread), searches: Vec::new() })
    }

    /// Starts a search of the last position of `game` and returns at once.
    ///
    /// The search of a position that is not [valid](crate::position::Position::validate) ends with an error.
    ///
    /// `game` may be a position alone; with the moves that led to it the search sees repetitions. Its time begins when it
    /// runs, after the searches before it, unless [`Limits::start`] says otherwise.
    pub fn search(&mut self, game: impl Into<Game>, limits: Limits, settings: Settings) -> Search {
        let (sender, reports) = unbounded();
        let control = self.search_with(game, limits, settings, move |report| {
            // The receiver may have been dropped.
            let _ = sender.send(report);
        });
        Search { control, reports }
    }

    /// Starts a search that calls `sink` with each report, on the search thread. Returns its control.
    ///
    /// The sink should return quickly. If it panics, it gets no further report and the search is stopped.
    pub fn search_with(
        &mut self,
        game: impl Into<Game>,
        limits: Limits,
        settings: Settings,
        sink: impl FnMut(Report) + Send + 'static,
    ) -> Arc<Control> {
        let control = Arc::new(Control::new(limits.ponder));
        self.searches.retain(|search| search.strong_count() > 0);
        self.searches.push(Arc::downgrade(&control));
        self.send(Job::Search {
            game: Box::new(game.into()),
            limits: Box::new(limits),
            settings: Box::new(settings),
            control: Arc::clone(&control),
            sink: Sink { receive: Some(Box::new(sink)), control: Arc::clone(&control) },
        });
        control
    }

    /// Replaces the transposition table by an empty one of `hash_mb` MiB, whose pages `threads` threads
    /// prefault. Waits for the searches before it.
    ///
    /// # Errors
    /// Returns [`EngineError::Resize`] if the table cannot be allocated; [`ResizeError::in_use`] says which table is left,
    /// normally the old one.
    pub fn resize(&mut self, hash_mb: usize, threads: usize) -> Result<(), EngineError> {
        self.execute(|reply| Job::Resize { hash_mb, threads, reply })?.map_err(EngineError::Resize)
    }

    /// Allocates what searches with `threads` threads need, 1 to [`Settings::MAX_THREADS`], and starts the threads once. 0
    /// counts as 1. Waits for the searches before it.
    ///
    /// How many threads a search has is in its [`Settings`]. One with more allocates what it needs, and has fewer if
    /// the memory is missing, as [`Outcome::threads`] says; one with fewer frees what the others held.
    ///
    /// # Errors
    /// Returns [`EngineError::Threads`] if there are too many, memory is missing or a thread is refused; then everything is as
    /// before.
    pub fn reserve_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        self.execute(|reply| Job::ReserveThreads { threads, reply })?.map_err(EngineError::Threads)
    }

    /// Clears the transposition table, with `threads` threads, the histories and a limited player, as before a new game. Waits
    /// for the searches before it.
    ///
    /// # Errors
    /// Returns [`EngineError::OnSearchThread`] or [`EngineError::ThreadTerminated`]: see [`Engine`].
    pub fn clear(&mut self, threads: usize) -> Result<(), EngineError> {
        self.execute(|reply| Job::Clear { threads, is_same_game: false, reply })
    }

    /// Clears the transposition table, with `threads` threads, and the histories within a game, as [`Engine::clear`] does.
    ///
    /// # Errors
    /// Those of [`Engine::clear`].
    pub fn clear_memory(&mut self, threads: usize) -> Result<(), EngineError> {
        self.execute(|reply| Job::Clear { threads, is_same_game: true, reply })
    }

    /// Evaluates with `model` from now on, and clears the transposition table and the histories. Waits for the searches before
    /// it. Centipawns and probabilities are still computed by what was fitted to the built-in network.
    ///
    /// # Errors
    /// Returns [`EngineError::Model`] if what it needs cannot be allocated; then everything is as before.
    pub fn set_model(&mut self, model: Arc<Model>) -> Result<(), EngineError> {
        self.execute(|reply| Job::SetModel { model, reply })?.map_err(EngineError::Model)
    }

    /// Stops the search that runs and those that wait for it; their outcomes still come.
    pub fn stop(&self) {
        self.searches.iter().filter_map(Weak::upgrade).for_each(|control| control.stop());
    }

    fn is_on_search_thread(&self) -> bool {
        self.thread.as_ref().is_some_and(|search| search.thread().id() == thread::current().id())
    }

    /// Sends a job to the search thread and waits for its result.
    fn execute<T>(&self, job: impl FnOnce(Sender<T>) -> Job) -> Result<T, EngineError> {
        if self.is_on_search_thread() {
            return Err(EngineError::OnSearchThread);
        }
        let (reply, result) = unbounded();
        self.send(job(reply));
        result.recv().map_err(|_| EngineError::ThreadTerminated)
    }

    fn send(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // The thread ends only when this sender is dropped.
            let _ = jobs.send(job);
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.jobs = None;
        // On the search thread, where a sink may drop the engine, the join would wait for itself.
        if !self.is_on_search_thread()
            && let Some(thread) = self.thread.take()
        {
            let _ = thread.join();
        }
    }
}

fn run(searcher: &mut Searcher, job: Job) {
    match job {
        Job::Search { game, limits, settings, control, mut sink } => {
            let outcome = match game.position().validate() {
                Ok(()) => catch_unwind(AssertUnwindSafe(|| {
                    searcher.search(&game, &limits, &settings, &control, &mut sink)
                }))
                .map_err(|_| {
                    searcher.recover();
                    SearchError::Panicked
                }),
                Err(reason) => Err(SearchError::Position(reason)),
            };
            sink.send(outcome.map_or_else(Report::Failed, Report::Done));
        }
        Job::Resize { hash_mb, threads, reply } => {
            let _ = reply.send(searcher.resize(hash_mb, threads));
        }
        Job::ReserveThreads { threads, reply } => {
            let _ = reply.send(searcher.reserve_threads(threads));
        }
        Job::Clear { threads, is_same_game, reply } => {
            if is_same_game {
                searcher.clear_memory(threads);
            } else {
                searcher.clear(threads);
            }
            let _ = reply.send(());
        }
        Job::SetModel { model, reply } => {
            let _ = reply.send(searcher.set_model(model));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::{Duration, Instant};

    use shakmaty::{Chess, Position as _, Role, Square};

    use super::*;
    use crate::position::{IllegalPosition, parse_fen};
    use crate::search::SyzygyOptions;
    use crate::syzygy::Tablebases;

    fn to_depth(depth: Depth) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    fn searches(engine: &mut Engine) -> bool {
        let search = engine.search(Game::default(), to_depth(2), Settings::default());
        search.wait().is_ok_and(|outcome| outcome.best.is_some())
    }

    #[test]
    fn a_position_that_cannot_be_searched_is_an_error() {
        let mut chess = Chess::default();
        let takes_king = Move::Normal {
            role: Role::Queen,
            from: Square::D1,
            capture: Some(Role::King),
            to: Square::E8,
            promotion: None,
        };
        chess.play_unchecked(takes_king);
        let mut engine = Engine::new(1).unwrap();
        let failed = engine.search(chess, to_depth(2), Settings::default()).wait().unwrap_err();
        assert_eq!(failed, SearchError::Position(IllegalPosition::MissingKing));
        assert_eq!(failed.to_string(), "cannot search the position: a king is missing");
        assert!(searches(&mut engine));
    }

    /// The handler of tablebase warnings panics when a damaged file is read.
    #[test]
    fn the_engine_searches_on_after_a_panic() {
        let folder = tempfile::tempdir().unwrap();
        // A package has no tables.
        let Ok(mut table) = std::fs::read("tests/data/syzygy/KQvK.rtbw") else { return };
        table[100] ^= 16;
        std::fs::write(folder.path().join("KQvK.rtbw"), table).unwrap();
        let folders = [folder.path().to_owned()];
        let (tables, _) =
            Tablebases::open(&folders, Box::new(|_| panic!("this panic is a part of the test")));
        let syzygy = SyzygyOptions { tables: Some(Arc::new(tables)), ..SyzygyOptions::default() };
        let settings = Settings { threads: 2, syzygy, ..Settings::default() };
        let mut engine = Engine::new(1).unwrap();
        let game = Game::from(parse_fen("8/8/8/3k4/8/8/8/KQ6 w - - 0 1").unwrap().chess);
        let search = engine.search(game, to_depth(3), settings);
        assert!(matches!(search.reports().iter().last(), Some(Report::Failed(SearchError::Panicked))));
        assert_eq!(search.wait().unwrap_err(), SearchError::NoOutcome);
        assert!(searches(&mut engine));
    }

    #[test]
    fn a_guard_stops_a_search_that_a_timeout_left() {
        let mut engine = Engine::new(1).unwrap();
        let infinite = Limits { infinite: true, ..Limits::default() };
        let search = engine.search(Game::default(), infinite, Settings::default());
        let guard = search.stop_guard();
        assert!(search.wait_timeout(Duration::from_millis(20)).unwrap().is_none());
        drop(guard);
        assert!(search.wait_timeout(Duration::MAX).unwrap().is_some());
        assert_eq!(search.wait_timeout(Duration::MAX).unwrap_err(), SearchError::NoOutcome);
    }

    #[test]
    fn the_outcome_has_what_the_search_was_reduced_to() {
        let mut engine = Engine::new(1).unwrap();
        let mut search = |fen: &str, nodes, threads| {
            let game = Game::from(parse_fen(fen).unwrap().chess);
            let limits = Limits { nodes: Some(nodes), ..to_depth(2) };
            let settings = Settings { threads, ..Settings::default() };
            let outcome = engine.search(game, limits, settings).wait().unwrap();
            (outcome.threads, outcome.completed, outcome.info.depth)
        };
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(search(start, 100_000, 2), (2, 2, 2));
        assert_eq!(search(start, 1, 1), (1, 0, 0));
        assert_eq!(search("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 100_000, 2), (0, 0, 0));
        let error = engine.reserve_threads(1_000_000).unwrap_err().to_string();
        assert_eq!(error, "cannot start 1000000 threads: the maximum is 1024; still using 1");
    }

    #[test]
    fn a_sink_may_drop_the_engine() {
        let engine = Arc::new(Mutex::new(Some(Engine::new(1).unwrap())));
        let ((sender, dropped), inside) = (unbounded(), Arc::clone(&engine));
        let sink = move |report: Report| {
            if matches!(report, Report::Done(_)) {
                drop(inside.lock().unwrap().take());
                sender.send(()).unwrap();
            }
        };
        let mut guard = engine.lock().unwrap();
        guard.as_mut().unwrap().search_with(Game::default(), to_depth(2), Settings::default(), sink);
        drop(guard);
        dropped.recv().expect("no panic");
        assert!(engine.lock().unwrap().is_none());
    }

    #[test]
    fn a_sink_cannot_change_the_engine() {
        let engine = Arc::new(Mutex::new(Engine::new(1).unwrap()));
        let ((sender, results), inside) = (unbounded(), Arc::clone(&engine));
        let sink = move |report: Report| {
            if matches!(report, Report::Done(_)) {
                let mut engine = inside.lock().unwrap();
                let results = [
                    engine.clear(1),
                    engine.clear_memory(1),
                    engine.resize(2, 1),
                    engine.reserve_threads(2),
                    engine.set_model(Model::built_in()),
                ];
                let search = engine.search(Game::default(), to_depth(1), Settings::default());
                sender.send((results, search)).unwrap();
            }
        };
        let control =
            engine.lock().unwrap().search_with(Game::default(), to_depth(1), Settings::default(), sink);
        let (results, search) = results.recv().unwrap();
        assert!(
            results.iter().all(|result| matches!(result, Err(EngineError::OnSearchThread))),
            "{results:?}"
        );
        assert!(!control.is_stopped() && search.wait().is_ok());
        assert!(engine.lock().unwrap().clear(1).is_ok());
    }

    #[test]
    fn a_sink_that_panics_stops_its_own_search() {
        let mut engine = Engine::new(1).unwrap();
        let infinite = Limits { infinite: true, ..Limits::default() };
        let settings = Settings { threads: 2, ..Settings::default() };
        let (sender, calls) = unbounded();
        engine.search_with(Game::default(), infinite, settings, move |_| {
            sender.send(()).unwrap();
            panic!("this panic is a part of the test")
        });
        assert!(searches(&mut engine));
        assert_eq!(calls.iter().count(), 1);
        engine.resize(1, 1).unwrap();
    }

    #[test]
    fn the_time_of_a_search_begins_when_it_runs() {
        const IN_QUEUE: Duration = Duration::from_millis(600);
        let mut engine = Engine::new(1).unwrap();
        let infinite = Limits { infinite: true, ..Limits::default() };
        let first = engine.search(Game::default(), infinite, Settings::default());
        let submitted = Some(Instant::now());
        let second = engine.search(Game::default(), to_depth(1), Settings::default());
        let stamped = Limits { start: submitted, ..to_depth(1) };
        let third = engine.search(Game::default(), stamped, Settings::default());
        thread::sleep(IN_QUEUE);
        first.stop();
        let [second, third] = [second, third].map(|search| search.wait().unwrap().info.elapsed);
        assert!(second < IN_QUEUE && third >= IN_QUEUE, "{second:?} and {third:?}");
    }
}
