//! The engine as a player of both sides, and as the one who rescores games.

use std::sync::Arc;
use std::time::Duration;

use lancet::commands::bench;
use lancet::openings::{Assessment, BALANCE, Opening};
use lancet::position::{Game as Board, parse_fen};
use lancet::rng::Rng;
use lancet::search::{Control, Info, Limits, Outcome, Reporter, Searcher, Settings};
use lancet::types::{Bound, Score};
use lancet_arena::adjudication::Adjudication;
use lancet_arena::game::{GameRules, PlayedGame, PlayedMove};
use lancet_arena::time_control::TimeControl;
use xxhash_rust::xxh3::Xxh3;

use super::evaluation::Evaluation;
use super::rules::has_bounds;
use crate::LearnError;
use crate::records::{Game, Generator, ScoredMove, WinProbability};
use crate::samples::{Filter, FilterCounts};

/// The depth of the searches of [`Player::signature`].
const SIGNATURE_DEPTH: i32 = 5;

/// Plays the games of a run.
pub struct Player {
    searcher: Searcher,
    settings: Settings,
    control: Arc<Control>,
    seed: u64,
    rules: GameRules,
    /// Whether the bound of a search that the hard limit has ended is its score.
    has_bounds: bool,
}

impl Player {
    /// Creates a player for the games of a run, by the rules of its generator. `control` interrupts it.
    ///
    /// # Errors
    /// [`LearnError::Tt`] if the transposition table cannot be allocated.
    pub fn new(
        generator: &Generator,
        evaluation: &Evaluation,
        control: Arc<Control>,
    ) -> Result<Player, LearnError> {
        let mut searcher = Searcher::new(generator.hash_mb.into())?;
        evaluation.give_to(&mut searcher)?;
        let Generator { soft_nodes: soft, hard_nodes: hard, seed, .. } = *generator;
        let rules = GameRules {
            time_control: TimeControl::SoftNodes { soft, hard },
            adjudication: Adjudication::STANDARD,
        };
        let has_bounds = has_bounds(generator.rules);
        Ok(Player { searcher, settings: Settings::default(), control, seed, rules, has_bounds })
    }

    /// Plays the game with this number; `None` if it was interrupted.
    ///
    /// Fastest on a thread of [`lancet::search::threads`].
    pub fn play(&mut self, number: u64) -> Option<Game> {
        self.searcher.clear(1);
        let opening = self.random_opening(number)?;
        let rules = self.rules;
        rules.play(opening, |board, _| self.search(board, 1)).map(record)
    }

    /// Returns the game with new scores for the positions that the filter keeps; `None` if it was
    /// interrupted.
    ///
    /// Fastest on a thread of [`lancet::search::threads`].
    pub fn rescore(&mut self, game: &Game, filter: &Filter) -> Option<Game> {
        self.searcher.clear(1);
        let mut board = Opening { moves: game.opening.clone(), ..Opening::default() }.game();
        let mut rescored = game.clone();
        for (ply, scored) in (game.opening.len()..).zip(&mut rescored.moves) {
            if filter.keeps(board.position(), scored, ply, &mut FilterCounts::default()) {
                let found = self.search(&board, 1)?;
                scored.score = WinProbability::from_score(found.info.score);
            }
            board.play(scored.played);
        }
        Some(rescored)
    }

    /// Draws an opening that the search finds balanced; `None` if it was interrupted.
    fn random_opening(&mut self, number: u64) -> Option<Opening> {
        let mut rng = Rng::of_game(self.seed, number);
        let opening = Opening::draw(&mut rng, |opening| match self.search(&opening.game(), 2) {
            None => Assessment::Stop,
            Some(found) if found.info.score.units().abs() <= BALANCE => Assessment::Accept,
            Some(_) => Assessment::Unbalanced,
        });
        if self.control.is_stopped() { None } else { Some(opening.unwrap_or_default()) }
    }

    /// Searches `times` as long as for a move, and replaces a bound, which the hard limit leaves, by the last exact
    /// score unless the rules are older; `None` if the search was interrupted.
    fn search(&mut self, board: &Board, times: u32) -> Option<Outcome> {
        let limits = self.rules.time_control.limits(times, Duration::ZERO);
        let mut last = LastExact(None);
        let mut found = self.searcher.search(board, &limits, &self.settings, &self.control, &mut last);
        if let Some(score) = last.0.filter(|_| !self.has_bounds && !is_value(&found.info)) {
            (found.info.score, found.info.bound) = (score, Bound::Exact);
        }
        (!self.control.is_stopped()).then_some(found)
    }

    /// Returns a hash that changes with the search and the evaluation.
    pub fn signature(&mut self) -> u64 {
        let limits = Limits { depth: Some(SIGNATURE_DEPTH), ..Limits::default() };
        let mut hash = Xxh3::new();
        for position in bench::POSITIONS.iter().filter_map(|fen| parse_fen(fen).ok()) {
            self.searcher.clear(1);
            let found =
                self.searcher.search(&position.chess.into(), &limits, &self.settings, &self.control, &mut ());
            hash.update(&found.info.nodes.to_le_bytes());
            hash.update(&found.info.score.units().to_le_bytes());
        }
        hash.digest()
    }
}

/// The last score of a search that is no bound.
struct LastExact(Option<Score>);

impl Reporter for LastExact {
    fn info(&mut self, info: &Info) {
        if is_value(info) {
            self.0 = Some(info.score);
        }
    }
}

/// Reports whether a score can be recorded as the value: it is exact, or a proven mate whose distance is a bound.
fn is_value(info: &Info) -> bool {
    match info.bound {
        Bound::Exact => true,
        bound => info.score.is_mate() && bound.is_lower() == info.score.is_win(),
    }
}

/// Converts a game to its record.
fn record(played: PlayedGame) -> Game {
    let PlayedGame { opening, moves, result, termination, .. } = played;
    let scored = |PlayedMove { m, score, .. }: PlayedMove| ScoredMove {
        played: m,
        score: WinProbability::from_score(score),
    };
    Game { opening: opening.moves, moves: moves.into_iter().map(scored).collect(), result, termination }
}

#[cfg(test)]
mod tests {
    use super::super::rules::RULES;
    use super::*;

    const GENERATOR: Generator = Generator {
        network: 0,
        signature: 0,
        seed: 1,
        soft_nodes: 100_000,
        hard_nodes: 0,
        hash_mb: 1,
        rules: RULES,
    };

    /// Searches that the hard limit ends give the score of the last exact report, but their last one by the first
    /// version of the rules.
    #[test]
    fn bounds_are_recorded_by_the_first_version_of_the_rules_only() {
        let mut bounds = 0;
        for hard_nodes in (200..4000).step_by(400) {
            let new = |rules| {
                let generator = Generator { hard_nodes, rules, ..GENERATOR };
                Player::new(&generator, &Evaluation::built_in(), Arc::new(Control::new(false))).unwrap()
            };
            let [mut player, mut plain, mut first] = [RULES, RULES, 1].map(new);
            let mut rescorer = new(1 | Generator::RESCORED);
            for position in bench::POSITIONS.iter().filter_map(|fen| parse_fen(fen).ok()) {
                let board: Board = position.chess.into();
                let limits = plain.rules.time_control.limits(1, Duration::ZERO);
                let mut reports = Reports::default();
                let found =
                    plain.searcher.search(&board, &limits, &plain.settings, &plain.control, &mut reports);
                let exact = reports.0.iter().rev().find(|(_, bound)| *bound == Bound::Exact);
                let recorded = player.search(&board, 1).unwrap();
                assert_eq!((recorded.best, recorded.info.nodes), (found.best, found.info.nodes));
                let before = first.search(&board, 1).unwrap();
                assert_eq!((before.info.score, before.info.bound), (found.info.score, found.info.bound));
                assert_eq!(rescorer.search(&board, 1).unwrap().info.score, recorded.info.score);
                if found.info.score.is_mate() {
                    continue;
                }
                assert_eq!(Some((recorded.info.score, recorded.info.bound)), exact.copied());
                bounds += usize::from(found.info.score != recorded.info.score);
            }
        }
        assert!(bounds >= 5, "only {bounds} searches ended with a bound");
    }

    #[derive(Default)]
    struct Reports(Vec<(Score, Bound)>);

    impl Reporter for Reports {
        fn info(&mut self, info: &Info) {
            self.0.push((info.score, info.bound));
        }
    }
}
