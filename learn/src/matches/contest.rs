//! Contest: a match on several threads.

use std::sync::Arc;
use std::time::{Duration, Instant};

use lancet::position::Game;
use lancet::search::{Control, Limits, Outcome as Found, Searcher, Settings};
use lancet::tools::random::Random;
use shakmaty::Color;

use super::openings::Openings;
use super::statistics::{Sprt, Tally, Verdict};
use crate::crew::Crew;
use crate::play::opening;
use crate::play::rules::{Adjudicator, BALANCE, MAX_OPENINGS, ending};
use crate::play::{Evaluation, hard_limit, suitable_hash};

/// How long a move is thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// Exactly so many nodes.
    Nodes(u32),
    /// After so many nodes no iteration begins; five times as many end the search, as in self-play.
    Soft(u32),
}

impl Effort {
    fn limits(self, times: u64) -> Limits {
        let nodes = |count: u32| Some(times * u64::from(count));
        match self {
            Effort::Nodes(count) => Limits { nodes: nodes(count), ..Limits::default() },
            Effort::Soft(count) => {
                Limits { soft_nodes: nodes(count), nodes: nodes(hard_limit(count)), ..Limits::default() }
            }
        }
    }

    /// MiB of a table for it.
    fn hash_mb(self) -> usize {
        let (Effort::Nodes(count) | Effort::Soft(count)) = self;
        suitable_hash(count).into()
    }
}

/// A match between two evaluations.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The two; the first is whose results are counted.
    pub sides: [Evaluation; 2],
    /// How long a move is thought about.
    pub effort: Effort,
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
    /// Plays what is left after the pairs of `before`, the first of the same match. `watch` is
    /// told the state now and then.
    ///
    /// # Errors
    /// A sentence where there is no memory or no thread.
    pub fn play(&self, before: Tally, mut watch: impl FnMut(&Tally)) -> Result<Ended, String> {
        let started = Instant::now();
        let control = Arc::new(Control::new(false));
        let crew = Crew {
            threads: self.threads,
            numbers: before.count()..self.pairs,
            time: self.time,
            control: Arc::clone(&control),
        };
        let enlist = || {
            let mut duel = Duel::new(self, Arc::clone(&control))?;
            Ok(move |pair| duel.play(pair))
        };
        let mut tally = before;
        let verdict = |tally: &Tally| self.sprt.and_then(|sprt| sprt.verdict(tally));
        crew.work(enlist, |results| {
            if let Some(results) = results {
                tally.add(results);
            }
            watch(&tally);
            Ok(tally.count() < self.pairs && verdict(&tally).is_none())
        })?;
        let verdict = verdict(&tally);
        let complete = verdict.is_some() || tally.count() >= self.pairs;
        Ok(Ended { tally, verdict, complete, elapsed: started.elapsed() })
    }
}

/// Two searchers that play one pair after the other.
struct Duel<'a> {
    contest: &'a Contest,
    searchers: [Searcher; 2],
    settings: Settings,
    control: Arc<Control>,
}

impl<'a> Duel<'a> {
    fn new(contest: &'a Contest, control: Arc<Control>) -> Result<Duel<'a>, String> {
        let searcher = |evaluation: &Evaluation| {
            let mut searcher = Searcher::new(contest.effort.hash_mb())?;
            evaluation.give_to(&mut searcher);
            Ok::<_, String>(searcher)
        };
        let [first, second] = &contest.sides;
        let searchers = [searcher(first)?, searcher(second)?];
        Ok(Duel { contest, searchers, settings: Settings::default(), control })
    }

    /// The results of the pair with this number, 0, 1 or 2 each; `None` where it was interrupted.
    fn play(&mut self, pair: u64) -> Option<[usize; 2]> {
        let opening = match self.contest.openings.listed(pair) {
            Some(opening) => opening,
            None => self.random_opening(pair)?,
        };
        Some([self.game(opening.clone(), Color::White)?, self.game(opening, Color::Black)?])
    }

    /// Random moves after which neither of the two thinks that one side has much the better game.
    fn random_opening(&mut self, pair: u64) -> Option<Game> {
        let mut random = Random::of_game(self.contest.seed, pair);
        let mut last = Game::default();
        for _ in 0..MAX_OPENINGS {
            let Some(moves) = opening::draw(&mut random) else { continue };
            last = Game::default();
            moves.iter().for_each(|m| last.play(*m));
            let is_even = [0, 1].into_iter().all(|side| {
                self.searchers[side].clear(1);
                self.search(side, &last, 2).info.score.units().abs() <= BALANCE
            });
            if self.control.is_stopped() {
                return None;
            }
            if is_even {
                break;
            }
        }
        Some(last)
    }

    /// What the first player makes of a game that it plays with this colour.
    fn game(&mut self, mut game: Game, first: Color) -> Option<usize> {
        self.searchers.iter_mut().for_each(|searcher| searcher.clear(1));
        let mut adjudicator = Adjudicator::default();
        let outcome = loop {
            if let Some((outcome, _)) = ending(&game) {
                break outcome;
            }
            let side = usize::from(game.position().turn() != first);
            let found = self.search(side, &game, 1);
            if self.control.is_stopped() {
                return None;
            }
            if let Some((outcome, _)) = adjudicator.note(&game, found.info.score) {
                break outcome;
            }
            game.play(found.best?); // there is one: the game is not over
        };
        Some((2.0 * outcome.points(first)) as usize)
    }

    fn search(&mut self, side: usize, game: &Game, times: u64) -> Found {
        let limits = self.contest.effort.limits(times);
        self.searchers[side].search(game, &limits, &self.settings, &self.control, &mut ())
    }
}
