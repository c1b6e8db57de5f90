//! Positions: where the drivers are compared if nothing else is said.
//!
//! Each is of a game of its own, so that one tells nothing of another: some random moves, then as
//! many moves of a small search as take the game into its opening, its middle or its end.

use std::collections::HashSet;

use lancet::position::{Game, Position};
use lancet::rng::Rng as Random;
use lancet::search::{Control, Limits, Searcher, Settings};

/// Random moves at the beginning of each game.
const RANDOM_PLIES: usize = 8;
/// The longest play after them.
const LONGEST: usize = 80;
/// Nodes for a move of that play.
const NODES: u64 = 500;
/// The largest advantage of a position that is taken.
const ADVANTAGE: i32 = 600;

/// `count` positions, always the same. Needs a stack for a search.
pub(super) fn positions(count: usize, searcher: &mut Searcher) -> Vec<Position> {
    let mut random = Random::new(2026);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    while found.len() < count {
        // Every length comes equally often, in an order that has nothing to do with the openings.
        let plies = found.len() * 37 % LONGEST;
        if let Some(position) = play(&mut random, plies, searcher)
            && seen.insert(position.key())
        {
            found.push(position);
        }
    }
    found
}

/// The end of a game of so many plies after the random ones, if there are things to decide.
fn play(random: &mut Random, plies: usize, searcher: &mut Searcher) -> Option<Position> {
    let mut game = Game::default();
    for _ in 0..RANDOM_PLIES {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            return None;
        }
        game.play(moves[random.below(moves.len())]);
    }
    searcher.clear(1);
    for _ in 0..plies {
        game.play(ask(&game, searcher)?.0);
    }
    let (_, score) = ask(&game, searcher)?;
    let open = score.abs() <= ADVANTAGE && game.position().legal_moves().len() > 1;
    open.then(|| game.position().clone())
}

/// The move of a small search and its score, unless the game is over.
fn ask(game: &Game, searcher: &mut Searcher) -> Option<(shakmaty::Move, i32)> {
    if game.position().is_dead() || game.path().is_repetition() || game.position().halfmoves() >= 80 {
        return None;
    }
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let outcome = searcher.search(game, &limits, &Settings::default(), &Control::new(false), &mut ());
    Some((outcome.best?, outcome.info.score.units()))
}
