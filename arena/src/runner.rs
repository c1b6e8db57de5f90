//! Contest: a match on several threads.

use std::sync::Arc;
use std::time::{Duration, Instant};

use shakmaty::Color;

use crate::adjudication::{Adjudicator, ending};
use crate::game::{MatchGame, Pair, Searched, Spent};
use crate::openings::Openings;
use crate::params::Player;
use crate::statistics::{Sprt, Tally, Verdict};
use crate::termination::{End, Outcome};
use crate::time_control::Pace;
use lancet::openings::{Assessment, Opening};
use lancet::position::Game;
use lancet::rng::Rng;
use lancet::search::{Control, Outcome as Found, Searcher};
use lancet::workers::{SpawnError, WorkerPool};

/// A match between two players.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The two; the first is whose results are counted.
    pub players: [Player; 2],
    /// How long a move is thought about.
    pub pace: Pace,
    /// MiB of the table of each player.
    pub hash_mb: usize,
    /// Where the games begin.
    pub openings: Openings,
    /// Pairs of games.
    pub pairs: u64,
    /// The number that all chance follows from.
    pub seed: u64,
    /// How many pairs are played at the same time.
    pub threads: usize,
    /// Ends the match early.
    pub sprt: Option<Sprt>,
    /// The time after which no more pairs begin.
    pub time: Option<Duration>,
    /// Tells that the match is to be broken off, as by Ctrl-C.
    pub interrupted: fn() -> bool,
}

/// How a match went.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ended {
    /// The results, from the first pair on.
    pub tally: Tally,
    /// What the sequential test says.
    pub verdict: Option<Verdict>,
    /// All was played that was to be played.
    pub complete: bool,
    /// Time of this run.
    pub elapsed: Duration,
}

impl Contest {
    /// A match of `pairs` pairs from random openings, on one thread.
    #[must_use]
    pub fn new(players: [Player; 2], pace: Pace, pairs: u64) -> Contest {
        Contest {
            players,
            pace,
            hash_mb: 16,
            openings: Openings::RANDOM,
            pairs,
            seed: 1,
            threads: 1,
            sprt: None,
            time: None,
            interrupted: || false,
        }
    }

    /// Plays what is left after the pairs of `before`, the first of the same match. `watch` is
    /// told the state now and then, and every pair in its turn.
    ///
    /// # Errors
    /// Those of `watch`, and a sentence where there is no memory or no thread.
    pub fn play<E: From<String> + From<SpawnError> + Send>(
        &self,
        before: Tally,
        mut watch: impl FnMut(&Tally, Option<&Pair>) -> Result<(), E>,
    ) -> Result<Ended, E> {
        let started = Instant::now();
        let control = Arc::new(Control::new(false));
        let pool = WorkerPool {
            threads: self.threads,
            jobs: before.count()..self.pairs,
            time: self.time,
            control: Arc::clone(&control),
            interrupted: self.interrupted,
        };
        let new_worker = || {
            let mut duel = Duel::new(self, Arc::clone(&control))?;
            Ok::<_, E>(move |pair| duel.play(pair))
        };
        let mut tally = before;
        let verdict = |tally: &Tally| self.sprt.and_then(|sprt| sprt.verdict(tally));
        pool.run(new_worker, |pair: Option<Pair>| {
            if let Some(pair) = &pair {
                tally.add(pair.results());
            }
            watch(&tally, pair.as_ref())?;
            Ok::<_, E>(tally.count() < self.pairs && verdict(&tally).is_none())
        })?;
        let verdict = verdict(&tally);
        let complete = verdict.is_some() || tally.count() >= self.pairs;
        Ok(Ended { tally, verdict, complete, elapsed: started.elapsed() })
    }
}

/// Two searchers that play one pair after the other.
struct Duel<'a> {
    contest: &'a Contest,
    players: [Player; 2],
    searchers: [Searcher; 2],
    control: Arc<Control>,
}

impl<'a> Duel<'a> {
    fn new(contest: &'a Contest, control: Arc<Control>) -> Result<Duel<'a>, String> {
        let searcher = |player: &Player| {
            let mut searcher = Searcher::new(contest.hash_mb).map_err(|error| error.to_string())?;
            searcher.set_model(player.model.clone());
            Ok::<_, String>(searcher)
        };
        let mut players = contest.players.clone();
        // There is no way between interface and engine here.
        players.iter_mut().for_each(|player| player.settings.move_overhead = Duration::ZERO);
        let searchers = [searcher(&players[0])?, searcher(&players[1])?];
        Ok(Duel { contest, players, searchers, control })
    }

    /// The pair with this number; `None` where it was interrupted.
    fn play(&mut self, number: u64) -> Option<Pair> {
        let opening = match &self.contest.openings {
            Openings::Listed { openings, .. } => openings.get(number as usize % openings.len())?.clone(),
            Openings::Random { balance, judges } => self.random_opening(number, *balance, judges)?,
        };
        let games = [self.game(opening.clone(), Color::White)?, self.game(opening, Color::Black)?];
        Some(Pair { number, games })
    }

    /// A random opening that no judge finds unbalanced; `None` if it was interrupted.
    fn random_opening(&mut self, pair: u64, balance: i32, judges: &[usize]) -> Option<Opening> {
        let mut rng = Rng::of_game(self.contest.seed, pair);
        let opening = Opening::draw(&mut rng, |opening| {
            let game = opening.game();
            let is_balanced = judges.iter().all(|judge| {
                self.searchers[*judge].clear(1);
                self.search(*judge, &game, 2, self.contest.pace.base()).info.score.units().abs() <= balance
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

    /// The game from `opening` in which the first player has this colour; `None` where it was
    /// interrupted.
    fn game(&mut self, opening: Opening, first: Color) -> Option<MatchGame> {
        self.searchers.iter_mut().for_each(|searcher| searcher.clear(1));
        let mut game = opening.game();
        let (mut moves, mut spent) = (Vec::new(), [Spent::default(); 2]);
        let mut clocks = [self.contest.pace.base(); 2];
        let mut adjudicator = Adjudicator::default();
        let (outcome, end) = loop {
            if let Some(ended) = ending(&game) {
                break ended;
            }
            let turn = game.position().turn();
            let side = usize::from(turn != first);
            let started = Instant::now();
            let found = self.search(side, &game, 1, clocks[side]);
            let elapsed = started.elapsed();
            if self.control.is_stopped() {
                return None;
            }
            spent[side].add(&found, elapsed);
            if let Pace::Clock(_, increment) = self.contest.pace {
                match clocks[side].checked_sub(elapsed) {
                    Some(left) => clocks[side] = left + increment,
                    None => break (Outcome::win_of(!turn), End::Clock),
                }
            }
            let m = found.best?; // there is one: the game is not over
            let (score, depth) = (found.info.score, found.info.depth);
            moves.push(Searched { m, score, depth, elapsed });
            if let Some(ended) = adjudicator.note(&game, score) {
                break ended;
            }
            game.play(m);
        };
        Some(MatchGame { opening, first, moves, outcome, end, spent })
    }

    fn search(&mut self, side: usize, game: &Game, times: u32, left: Duration) -> Found {
        let limits = self.contest.pace.limits(times, left);
        let settings = &self.players[side].settings;
        self.searchers[side].search(game, &limits, settings, &self.control, &mut ())
    }
}
