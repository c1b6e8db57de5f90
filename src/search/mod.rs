//! Search: the value of a position and the best move, within limits.
//!
//! [`Searcher`] is the whole of it from outside. Inside, `iterate` asks the root deeper and deeper
//! through a `driver`, `node` is the spine that all drivers share, `rules` hold what may cut it
//! short, and `pool` runs it on several threads over one table.

mod algorithm;
mod control;
mod driver;
mod facts;
mod frame;
mod grain;
mod history;
mod iterate;
mod level;
mod limits;
mod lookup;
mod mate_line;
mod node;
mod order;
pub mod params;
mod pool;
mod quiesce;
mod report;
mod root;
mod rules;
mod syzygy;
mod syzygy_line;
mod tell;
mod timing;
mod worker;

pub use algorithm::{Algorithm, DriverOptions, MtdGuess};
pub use control::Control;
pub use level::StrengthLimit;
pub use limits::{Limits, Settings};
pub use report::{Info, Outcome, Reporter, SearchStats, nodes_per_second};
pub use syzygy::SyzygyOptions;

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use shakmaty::Move;

use crate::eval::Evaluator;
use crate::eval::nnue::Model;
use crate::eval::wdl::Curve;
use crate::position::{Game, Position};
use crate::time::NodeClock;
use crate::tt::{Tt, TtError};
use crate::types::{Bound, Line, Score};
use level::Player;
use syzygy::Endgame;
use timing::Timing;
use worker::{Memory, Shared};

/// Everything that outlives a search: the table and what each thread has learned.
pub struct Searcher {
    tt: Tt,
    /// What evaluates.
    model: Arc<Model>,
    /// What the first thread has learned.
    memory: Memory,
    /// What the others have.
    helpers: Vec<Memory>,
    /// The clock of a game that is timed by nodes.
    node_clock: NodeClock,
    /// Who plays where the strength is limited.
    player: Player,
}

impl Searcher {
    /// Stack for a thread that searches, in bytes.
    pub const STACK_SIZE: usize = 16 << 20;

    /// A thread on which a search can run, to be spawned.
    pub fn thread() -> thread::Builder {
        thread::Builder::new().name("search".into()).stack_size(Searcher::STACK_SIZE)
    }

    /// A searcher with a table of `hash_mb` MiB.
    ///
    /// # Errors
    /// A [`TtError`] if the table cannot be allocated.
    pub fn new(hash_mb: usize) -> Result<Searcher, TtError> {
        Ok(Searcher {
            tt: Tt::new(hash_mb, 1)?,
            model: Model::built_in(),
            memory: Memory::new(Evaluator::default()),
            helpers: Vec::new(),
            node_clock: NodeClock::default(),
            player: Player::new(),
        })
    }

    /// Replaces the table by an empty one of `hash_mb` MiB, made by `threads` threads.
    ///
    /// # Errors
    /// A [`TtError`] if the table cannot be allocated; then the old one is kept.
    pub fn resize(&mut self, hash_mb: usize, threads: usize) -> Result<(), TtError> {
        self.tt = Tt::new(hash_mb, threads)?;
        Ok(())
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self, threads: usize) {
        self.tt.clear(threads);
        self.memory = Memory::new(Evaluator::new(self.model.clone()));
        self.helpers.clear();
        self.node_clock.reset();
        self.player = Player::new();
    }

    /// Evaluates by `model` from now on. Forgets everything: what was found out was found out by
    /// other values.
    pub fn set_model(&mut self, model: Arc<Model>) {
        self.model = model;
        self.clear(1 + self.helpers.len());
    }

    /// Searches the position of `game` until a limit is reached or `control` stops it. Infinite
    /// and ponder searches come back only when they are released.
    ///
    /// The calling thread is the first of the search and needs a stack of
    /// [`Searcher::STACK_SIZE`].
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        settings: &Settings,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let start = Instant::now();
        if !game.position().has_legal_move() {
            return self.nothing_to_search(game.position(), limits, control, reporter);
        }
        let threads = settings.threads.clamp(1, Settings::MAX_THREADS);
        self.helpers.resize_with(threads - 1, || Memory::new(Evaluator::new(self.model.clone())));
        self.tt.new_search();
        let (counters, over) = pool::counters(threads);
        let clock = match settings.nodes_per_ms {
            0 => limits.clock,
            rate => limits.clock.map(|clock| self.node_clock.clock(clock, rate)),
        };
        let timing = Timing::new(start, limits, clock, settings);
        let level = settings.strength.filter(|_| !limits.infinite && limits.mate.is_none());
        let chosen = level
            .and_then(|level| self.player.choose(level, game, self.model.clone(), limits, timing, control));
        // Where one line is told, it is that of the move that is played.
        let narrowed = chosen.as_ref().filter(|_| settings.multi_pv == 1);
        let narrowed = narrowed.map(|chosen| Limits { search_moves: vec![chosen.m], ..limits.clone() });
        let limits = narrowed.as_ref().unwrap_or(limits);
        let endgame = Endgame::new(&settings.syzygy, game, &limits.search_moves);
        let shared =
            Shared { tt: &self.tt, control, limits, settings, timing, endgame, over, counters, chosen };
        let (info, stats) = pool::run(&shared, &mut self.memory, &mut self.helpers, game, reporter);
        if clock.is_some() {
            self.node_clock.spend(info.nodes);
        }
        let best = info.line.first();
        let ponder = best.and_then(|best| self.expected_answer(game, &info.line, best));
        Outcome { info, best, ponder, stats }
    }

    /// The answer to `best` that the line expects, or else the table.
    fn expected_answer(&self, game: &Game, line: &Line, best: Move) -> Option<Move> {
        if let Some(answer) = line.moves().get(1) {
            return Some(*answer);
        }
        let position = game.position().play(best);
        self.tt.probe(position.key()).and_then(|hit| position.unpack(hit.best))
    }

    fn nothing_to_search(
        &self,
        position: &Position,
        limits: &Limits,
        control: &Control,
        reporter: &mut dyn Reporter,
    ) -> Outcome {
        let info = Info {
            depth: 0,
            seldepth: 0,
            multi_pv: 1,
            score: if position.in_check() { Score::mated_in(0) } else { Score::DRAW },
            curve: Curve::of(position),
            bound: Bound::Exact,
            nodes: 0,
            elapsed: Duration::ZERO,
            hashfull: 0,
            tb_hits: 0,
            line: Line::new(),
        };
        reporter.info(&info);
        control.wait_for_release(limits.infinite);
        Outcome { info, best: None, ponder: None, stats: SearchStats::default() }
    }
}
