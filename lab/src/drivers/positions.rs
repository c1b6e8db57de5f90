//! The default positions of a comparison of drivers.
//!
//! Each comes from a game of its own, so that they are independent: random moves, then moves of a small
//! search up to the opening, the middlegame or the endgame.

use std::collections::HashSet;

use lancet::openings::RANDOM_PLIES;
use lancet::position::{Game, Position};
use lancet::rng::Rng;
use lancet::search::{Control, Limits, Searcher, Settings};

/// The seed of the games.
const SEED: u64 = 2026;
/// The maximum number of plies after them.
const MAX_PLIES: usize = 80;
/// Nodes of the search of each of these plies.
const NODES: u64 = 500;
/// The largest score, in evaluation units, of a position that is used.
const MAX_SCORE: i32 = 600;

/// Returns `count` positions, the same for the same engine: its search and its built-in network play the games. Needs a
/// thread with a search stack.
pub(super) fn default_positions(count: usize, searcher: &mut Searcher) -> Vec<Position> {
    distinct_games(count, |opening, plies| play(opening, plies, searcher))
}

/// Returns the positions of `count` games, each different. `play` continues an opening for a number of plies and returns
/// the position; if it returns `None`, another opening takes the place of this one.
fn distinct_games(count: usize, mut play: impl FnMut(Game, usize) -> Option<Position>) -> Vec<Position> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for number in 0..count {
        // A generator of its own, so that no game depends on how another one went.
        let mut rng = Rng::of_game(SEED, number as u64);
        // Every length occurs equally often, independent of the opening.
        let plies = number * 37 % MAX_PLIES;
        let mut next = || opening(&mut rng).and_then(|opening| play(opening, plies));
        found.push(loop {
            if let Some(position) = next()
                && seen.insert(position.key())
            {
                break position;
            }
        });
    }
    found
}

/// Plays random moves from the start, unless they end the game.
fn opening(rng: &mut Rng) -> Option<Game> {
    let mut game = Game::default();
    for _ in 0..RANDOM_PLIES {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            return None;
        }
        game.play_unchecked(moves[rng.below(moves.len())]);
    }
    Some(game)
}

/// Plays `plies` after the opening and returns the position, unless the game is over or nearly decided.
fn play(mut game: Game, plies: usize, searcher: &mut Searcher) -> Option<Position> {
    searcher.clear(1);
    for _ in 0..plies {
        game.play_unchecked(search(&game, searcher)?.0);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_ends_differently_changes_no_other() {
        // Another engine may reject a game that this one uses.
        let positions = |rejected: Option<usize>| {
            let mut played = 0;
            distinct_games(8, |opening, _| {
                played += 1;
                (Some(played) != rejected).then(|| opening.position().clone())
            })
        };
        let keys = |positions: &[Position]| positions.iter().map(Position::key).collect::<Vec<u64>>();
        let (all, other) = (keys(&positions(None)), keys(&positions(Some(3))));
        let differ: Vec<usize> = (0..8).filter(|number| all[*number] != other[*number]).collect();
        assert_eq!(differ, [2]);
        assert_eq!(all, keys(&positions(None)));
    }

    #[test]
    fn games_have_the_length_of_their_number_and_a_position_occurs_once() {
        let (mut lengths, mut played) = (Vec::new(), 0);
        let mut repeated = Vec::new();
        let found = distinct_games(3, |opening, plies| {
            lengths.push(plies);
            played += 1;
            // The second game ends in the position of the first one at first.
            if played == 2 {
                return repeated.pop();
            }
            repeated.push(opening.position().clone());
            Some(opening.position().clone())
        });
        assert_eq!(lengths, [0, 37, 37, 74]);
        assert!(found[0].key() != found[1].key() && found.len() == 3);
    }
}
