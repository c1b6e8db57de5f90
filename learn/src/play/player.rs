//! The engine as a player of both sides, and as the one who rescores games.

use std::sync::Arc;
use std::time::Duration;

use lancet::commands::bench;
use lancet::openings::{Assessment, BALANCE, Opening};
use lancet::position::{Game as Board, parse_fen};
use lancet::rng::Rng;
use lancet::search::{Control, Limits, Outcome, Searcher, Settings};
use lancet_arena::adjudication::Adjudication;
use lancet_arena::game::{GameRules, PlayedGame, PlayedMove};
use lancet_arena::time_control::TimeControl;
use xxhash_rust::xxh3::Xxh3;

use super::evaluation::Evaluation;
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
}

impl Player {
    /// Creates a player for the games of a run, which `control` interrupts.
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
        Ok(Player { searcher, settings: Settings::default(), control, seed, rules })
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

    /// Searches `times` as long as for a move; `None` if the search was interrupted.
    fn search(&mut self, board: &Board, times: u32) -> Option<Outcome> {
        let limits = self.rules.time_control.limits(times, Duration::ZERO);
        let found = self.searcher.search(board, &limits, &self.settings, &self.control, &mut ());
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

/// Converts a game to its record.
fn record(played: PlayedGame) -> Game {
    let PlayedGame { opening, moves, result, termination, .. } = played;
    let scored = |PlayedMove { m, score, .. }: PlayedMove| ScoredMove {
        played: m,
        score: WinProbability::from_score(score),
    };
    Game { opening: opening.moves, moves: moves.into_iter().map(scored).collect(), result, termination }
}
