//! Matches between two engines on a pool of worker threads.
//!
//! Each opening is played twice with colours reversed. Everything random follows from the seed and the number
//! of the pair: if nodes end the searches, a match gives the same games with any number of threads, and one
//! that was interrupted can be resumed.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "half points are 0, 1 or 2, and a number picks one of the openings"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use lancet::openings::Assessment;
use lancet::position::Game;
use lancet::rng::Rng;
use lancet::search::{Control, Limits, Outcome, Parameters, Searcher};
use lancet::tt::Tt;
use lancet::workers::{SpawnError, WorkerPool};
use shakmaty::Color;

use crate::adjudication::{Adjudication, is_within};
use crate::engine_config::EngineConfig;
use crate::error::ArenaError;
use crate::game::{GameRules, PlayedGame, Usage};
use crate::openings::{Opening, Openings};
use crate::statistics::{Sprt, SprtDecision, Tally};
use crate::time_control::TimeControl;

/// A match between two engines.
#[derive(Clone, Debug)]
pub struct Match {
    /// The engines; results are those of the first.
    pub engines: [EngineConfig; 2],
    /// What ends the search of a move.
    pub time_control: TimeControl,
    /// When a game is adjudicated.
    pub adjudication: Adjudication,
    /// MiB of hash of each engine.
    pub hash_mb: usize,
    /// The openings.
    pub openings: Openings,
    /// The number of pairs of games.
    pub pairs: u64,
    /// The RNG seed.
    pub seed: u64,
    /// The number of pairs that are played in parallel.
    pub threads: usize,
    /// A sequential test that may end the match early.
    pub sprt: Option<Sprt>,
    /// The time after which no further pair starts.
    pub time: Option<Duration>,
    /// Reports whether the match was interrupted, as by Ctrl-C.
    pub interrupted: fn() -> bool,
}

/// Two games from the same opening.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The number of the pair in the match.
    pub number: u64,
    /// The games; the first engine has White in the first of them.
    pub games: [PlayedGame; 2],
}

/// The results of a match.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MatchResult {
    /// The results, from the first pair on.
    pub tally: Tally,
    /// The decision of the sequential test.
    pub decision: Option<SprtDecision>,
    /// Whether the match was played to its end.
    pub complete: bool,
    /// The time of this run.
    pub elapsed: Duration,
}

impl Pair {
    /// The colours of the first engine in the two games.
    pub const COLORS: [Color; 2] = [Color::White, Color::Black];

    /// Returns the results of the first engine: 0, 1 or 2 for a loss, a draw or a win.
    #[must_use]
    pub fn results(&self) -> [usize; 2] {
        [0, 1].map(|index| (2.0 * self.games[index].result.points(Pair::COLORS[index])) as usize)
    }

    /// Returns the searches of each engine in both games.
    #[must_use]
    pub fn usage(&self) -> [Usage; 2] {
        let mut usage = [Usage::default(); 2];
        for (game, first) in self.games.iter().zip(Pair::COLORS) {
            usage[0] += *game.usage.get(first);
            usage[1] += *game.usage.get(!first);
        }
        usage
    }
}

impl Match {
    /// The games of a match that a sequential test ends, at most, where nothing else is given. A test of narrow hypotheses
    /// takes tens of thousands.
    pub const SPRT_GAMES: u64 = 40_000;

    /// Creates a match from random openings, on one thread.
    #[must_use]
    pub fn new(engines: [EngineConfig; 2], time_control: TimeControl, pairs: u64) -> Match {
        Match {
            engines,
            time_control,
            adjudication: Adjudication::STANDARD,
            hash_mb: Tt::DEFAULT_MB,
            openings: Openings::RANDOM,
            pairs,
            seed: 1,
            threads: 1,
            sprt: None,
            time: None,
            interrupted: || false,
        }
    }

    /// Plays the pairs that follow those of `before`, the first of the same match.
    ///
    /// `observe` receives the tally after every pair, with the pair, in the order of their numbers, and a few
    /// times a second without one.
    ///
    /// # Errors
    /// Those of `observe`, and [`ArenaError`] if a table or thread cannot be created.
    pub fn play<E: From<ArenaError> + From<SpawnError> + Send>(
        &self,
        before: Tally,
        mut observe: impl FnMut(&Tally, Option<&Pair>) -> Result<(), E>,
    ) -> Result<MatchResult, E> {
        let started = Instant::now();
        let control = Arc::new(Control::new(false));
        let pool = WorkerPool {
            threads: self.threads,
            jobs: before.pair_count()..self.pairs,
            time: self.time,
            control: Arc::clone(&control),
            interrupted: self.interrupted,
        };
        let new_worker = || {
            let mut player = PairPlayer::new(self, Arc::clone(&control))?;
            Ok::<_, E>(move |number| player.play(number))
        };
        let mut tally = before;
        let decide = |tally: &Tally| self.sprt.and_then(|sprt| sprt.decision(tally));
        pool.run(new_worker, |pair: Option<Pair>| {
            if let Some(pair) = &pair {
                tally.add(pair.results());
            }
            observe(&tally, pair.as_ref())?;
            Ok::<_, E>(tally.pair_count() < self.pairs && decide(&tally).is_none())
        })?;
        let decision = decide(&tally);
        let complete = decision.is_some() || tally.pair_count() >= self.pairs;
        Ok(MatchResult { tally, decision, complete, elapsed: started.elapsed() })
    }
}

/// A worker that plays pairs with two searchers of its own.
pub(crate) struct PairPlayer<'a> {
    of_match: &'a Match,
    engines: [EngineConfig; 2],
    searchers: [Searcher; 2],
    control: Arc<Control>,
}

impl<'a> PairPlayer<'a> {
    pub(crate) fn new(of_match: &'a Match, control: Arc<Control>) -> Result<PairPlayer<'a>, ArenaError> {
        let searcher = |engine: &EngineConfig| Searcher::with_model(of_match.hash_mb, engine.model.clone());
        let mut engines = of_match.engines.clone();
        for engine in &mut engines {
            // Within one process moves have no overhead.
            engine.settings.move_overhead = Duration::ZERO;
            engine.settings.nodes_per_ms = of_match.time_control.nodes_per_ms().into();
        }
        let searchers = [searcher(&engines[0])?, searcher(&engines[1])?];
        Ok(PairPlayer { of_match, engines, searchers, control })
    }

    /// Gives the engines other parameters.
    pub(crate) fn set_parameters(&mut self, parameters: [Parameters; 2]) {
        for (engine, parameters) in self.engines.iter_mut().zip(parameters) {
            engine.settings.parameters = parameters;
        }
    }

    /// Plays the pair with this number; `None` if it was interrupted.
    pub(crate) fn play(&mut self, number: u64) -> Option<Pair> {
        let opening = match &self.of_match.openings {
            Openings::Listed { openings, .. } => openings.get(number as usize % openings.len())?.clone(),
            Openings::Random { balance, evaluators } => self.random_opening(number, *balance, evaluators)?,
        };
        let [white, black] = Pair::COLORS;
        let games = [self.play_game(opening.clone(), white)?, self.play_game(opening, black)?];
        Some(Pair { number, games })
    }

    /// Draws an opening that all `evaluators` find balanced; `None` if it was interrupted.
    fn random_opening(&mut self, pair: u64, balance: i32, evaluators: &[usize]) -> Option<Opening> {
        let mut rng = Rng::of_game(self.of_match.seed, pair);
        let opening = Opening::draw(&mut rng, |opening| {
            let game = opening.game();
            let is_balanced = evaluators.iter().all(|engine| {
                self.searchers[*engine].clear(1);
                let found = self.search(*engine, &game, &self.of_match.time_control.opening_limits());
                // A bound may leave open whether the value is small enough.
                found
                    .is_some_and(|found| is_within(found.info.score, found.info.bound, balance) == Some(true))
            });
            if self.control.is_stopped() {
                Assessment::Stop
            } else if is_balanced {
                Assessment::Accept
            } else {
                Assessment::Unbalanced
            }
        });
        if self.control.is_stopped() { None } else { Some(opening.unwrap_or_default()) }
    }

    /// Plays the game in which the first engine has this colour; `None` if it was interrupted.
    fn play_game(&mut self, opening: Opening, first: Color) -> Option<PlayedGame> {
        self.searchers.iter_mut().for_each(|searcher| searcher.clear(1));
        let Match { time_control, adjudication, .. } = *self.of_match;
        GameRules { time_control, adjudication }.play(opening, |game, clock| {
            let engine = usize::from(game.position().turn() != first);
            self.search(engine, game, &time_control.limits(clock))
        })
    }

    /// Searches a position; `None` if the search was interrupted.
    fn search(&mut self, engine: usize, game: &Game, limits: &Limits) -> Option<Outcome> {
        let settings = &self.engines[engine].settings;
        let found = self.searchers[engine].search(game, limits, settings, &self.control, &mut ());
        (!self.control.is_stopped()).then_some(found)
    }
}
