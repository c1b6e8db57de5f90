//! The default positions of a comparison of drivers.
//!
//! Each comes from a game of its own, so that they are independent: random moves, then moves of a small
//! search up to the opening, the middlegame or the endgame.

use std::collections::HashSet;

use lancet::position::{Game, Position};
use lancet::rng::Rng;
use lancet::search::{Control, Limits, Searcher, Settings};

/// Random plies at the start of each game.
const RANDOM_PLIES: usize = 8;
/// The maximum number of plies after them.
const MAX_PLIES: usize = 80;
/// Nodes of the search of each of these plies.
const NODES: u64 = 500;
/// The largest score, in evaluation units, of a position that is used.
const MAX_SCORE: i32 = 600;

/// Returns `count` positions, always the same. Needs a thread with a search stack.
pub(super) fn default_positions(count: usize, searcher: &mut Searcher) -> Vec<Position> {
    let mut rng = Rng::new(2026);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    while found.len() < count {
        // Every length occurs equally often, independent of the opening.
        let plies = found.len() * 37 % MAX_PLIES;
        if let Some(position) = play(&mut rng, plies, searcher)
            && seen.insert(position.key())
        {
            found.push(position);
        }
    }
    found
}

/// Plays `plies` after the random ones and returns the position, unless the game is over or nearly decided.
fn play(rng: &mut Rng, plies: usize, searcher: &mut Searcher) -> Option<Position> {
    let mut game = Game::default();
    for _ in 0..RANDOM_PLIES {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            return None;
        }
        game.play(moves[rng.below(moves.len())]);
    }
    searcher.clear(1);
    for _ in 0..plies {
        game.play(search(&game, searcher)?.0);
    }
    let (_, score) = search(&game, searcher)?;
    let is_open = score.abs() <= MAX_SCORE && game.position().legal_moves().len() > 1;
    is_open.then(|| game.position().clone())
}

/// Returns the best move of a small search and its score; `None` if the game is over.
fn search(game: &Game, searcher: &mut Searcher) -> Option<(shakmaty::Move, i32)> {
    if game.position().is_dead() || game.path().is_repetition() || game.position().halfmoves() >= 80 {
        return None;
    }
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let outcome = searcher.search(game, &limits, &Settings::default(), &Control::new(false), &mut ());
    Some((outcome.best?, outcome.info.score.units()))
}
