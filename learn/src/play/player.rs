//! Player: one game after another, played or judged, with one searcher.

use std::sync::Arc;

use lancet::commands::bench;
use lancet::openings::{Assessment, BALANCE, Opening};
use lancet::position::Game as Board;
use lancet::rng::Rng;
use lancet::search::{Control, Limits, Outcome as Found, Searcher, Settings};
use lancet_arena::adjudication::{Adjudicator, ending};
use shakmaty::Move;
use xxhash_rust::xxh3::Xxh3;

use super::evaluation::Evaluation;
use crate::LearnError;
use crate::records::{Game, Generator, ScoredMove, WinProbability};
use crate::samples::{Filter, FilterCounts};

/// Depth of the searches that show how the engine plays.
const SIGNATURE_DEPTH: i32 = 5;

/// Plays both sides of games.
pub struct Player {
    searcher: Searcher,
    settings: Settings,
    control: Arc<Control>,
    seed: u64,
    soft_nodes: u64,
    hard_nodes: u64,
}

impl Player {
    /// A player of the games of a run; `control` interrupts it.
    ///
    /// # Errors
    /// A sentence where there is no memory for a table.
    pub fn new(
        generator: &Generator,
        evaluation: &Evaluation,
        control: Arc<Control>,
    ) -> Result<Player, LearnError> {
        let mut searcher = Searcher::new(generator.hash_mb.into())?;
        evaluation.give_to(&mut searcher);
        Ok(Player {
            searcher,
            settings: Settings::default(),
            control,
            seed: generator.seed,
            soft_nodes: generator.soft_nodes.into(),
            hard_nodes: generator.hard_nodes.into(),
        })
    }

    /// Plays the game with this number; `None` where it was interrupted.
    ///
    /// Fastest on a thread of [`lancet::search::threads`].
    pub fn play(&mut self, number: u64) -> Option<Game> {
        self.searcher.clear(1);
        let mut rng = Rng::of_game(self.seed, number);
        let opening = self.opening(&mut rng);
        let mut board = after(&opening);
        let mut game = Game { opening, ..Game::default() };
        let mut adjudicator = Adjudicator::default();
        loop {
            if let Some((result, end)) = ending(&board) {
                return Some(Game { result, termination: end, ..game });
            }
            let found = self.search(&board, 1);
            if self.control.is_stopped() {
                return None;
            }
            let played = found.best?; // there is one: the game is not over
            let score = found.info.score;
            game.moves.push(ScoredMove { played, score: WinProbability::from_score(score) });
            if let Some((result, end)) = adjudicator.note(&board, score) {
                return Some(Game { result, termination: end, ..game });
            }
            board.play(played);
        }
    }

    /// The game with a score of its own for each position that the filter keeps; `None` where it was
    /// interrupted.
    ///
    /// Fastest on a thread of [`lancet::search::threads`].
    pub fn rescore(&mut self, game: &Game, filter: &Filter) -> Option<Game> {
        self.searcher.clear(1);
        let mut board = after(&game.opening);
        let mut judged = game.clone();
        for (ply, scored) in (game.opening.len()..).zip(&mut judged.moves) {
            if filter.keeps(board.position(), scored, ply, &mut FilterCounts::default()) {
                let found = self.search(&board, 1);
                if self.control.is_stopped() {
                    return None;
                }
                scored.score = WinProbability::from_score(found.info.score);
            }
            board.play(scored.played);
        }
        Some(judged)
    }

    /// The moves of a random opening that the search finds balanced.
    fn opening(&mut self, rng: &mut Rng) -> Vec<Move> {
        let opening = Opening::draw(rng, |opening| {
            let score = self.search(&opening.game(), 2).info.score;
            if self.control.is_stopped() {
                Assessment::Stop
            } else if score.units().abs() <= BALANCE {
                Assessment::Accept
            } else {
                Assessment::Unbalanced
            }
        });
        opening.unwrap_or_default().moves
    }

    fn search(&mut self, board: &Board, times: u64) -> Found {
        let limits = Limits {
            soft_nodes: Some(times * self.soft_nodes),
            nodes: Some(times * self.hard_nodes),
            ..Limits::default()
        };
        self.searcher.search(board, &limits, &self.settings, &self.control, &mut ())
    }

    /// A number that changes with the way the engine plays: search and evaluation.
    pub fn signature(&mut self) -> u64 {
        let limits = Limits { depth: Some(SIGNATURE_DEPTH), ..Limits::default() };
        let mut hash = Xxh3::new();
        for position in bench::POSITIONS.iter().filter_map(|fen| lancet::position::parse_fen(fen).ok()) {
            self.searcher.clear(1);
            let found =
                self.searcher.search(&position.chess.into(), &limits, &self.settings, &self.control, &mut ());
            hash.update(&found.info.nodes.to_le_bytes());
            hash.update(&found.info.score.units().to_le_bytes());
        }
        hash.digest()
    }
}

/// The board after an opening.
fn after(opening: &[Move]) -> Board {
    let mut board = Board::default();
    opening.iter().for_each(|m| board.play(*m));
    board
}
