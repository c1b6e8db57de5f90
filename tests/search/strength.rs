//! Strength limits: limited players play legal moves, are weaker at a lower rating, and play the same again with the
//! same seed.

use crate::common::boards;
use lancet::position::{Game, Position};
use lancet::search::{Limits, Outcome, Searcher, Settings, StrengthLimit};
use rand::SeedableRng;
use rand::rngs::StdRng;
use shakmaty::Move;

fn searcher() -> Searcher {
    Searcher::new(1).expect("a small table")
}

/// A search that ends as soon as the limited player has chosen.
fn go(searcher: &mut Searcher, game: &Game, level: Option<StrengthLimit>) -> Outcome {
    let limits = Limits { soft_nodes: Some(1), ..Limits::default() };
    let settings = Settings { strength: level, ..Settings::default() };
    boards::search(searcher, game, &limits, &settings, &mut ())
}

fn choice(searcher: &mut Searcher, position: &Position, level: Option<StrengthLimit>) -> Move {
    go(searcher, &Game::new(position.clone()), level).best.expect("a move")
}

/// Positions of random walks in which there is something to choose.
fn positions(count: usize, seed: u64) -> Vec<Position> {
    let mut found = Vec::new();
    boards::walk(&mut StdRng::seed_from_u64(seed), count * 10, |position, _| {
        if found.len() < count && position.game_ply() % 7 == 3 && position.legal_moves().len() > 5 {
            found.push(position.clone());
        }
    });
    assert_eq!(found.len(), count);
    found
}

#[test]
fn the_weaker_a_level_the_more_it_differs_from_the_best() {
    let mut searcher = searcher();
    let positions = positions(200, 4);
    let best: Vec<Move> = positions
        .iter()
        .map(|position| {
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            searcher.clear(1);
            let game = Game::new(position.clone());
            boards::search(&mut searcher, &game, &limits, &Settings::default(), &mut ()).best.expect("a move")
        })
        .collect();
    let mut agreement = |elo: u32| {
        let mut agrees = 0;
        for ((position, best), seed) in positions.iter().zip(&best).zip(1..) {
            let m = choice(&mut searcher, position, Some(StrengthLimit::from_elo(elo).with_seed(seed)));
            assert!(position.legal_moves().contains(&m), "{m} in {}", position.fen());
            agrees += usize::from(m == *best);
        }
        agrees
    };
    let [weak, middle, strong] = [1000, 1700, 2300].map(&mut agreement);
    assert!(weak < 120 && weak < middle && middle < strong, "{weak}, {middle} and {strong} of 200");
}

#[test]
fn the_seed_decides_and_nothing_else() {
    let positions = positions(12, 5);
    let choices = |searcher: &mut Searcher, seed: u64| -> Vec<Move> {
        let level = Some(StrengthLimit::from_elo(1200).with_seed(seed));
        positions.iter().map(|position| choice(searcher, position, level)).collect()
    };
    let mut first = searcher();
    let once = choices(&mut first, 1);
    // What was searched before, and by whom, changes nothing.
    assert_eq!(choices(&mut first, 1), once);
    first.clear(1);
    assert_eq!(choices(&mut first, 1), once);
    assert_eq!(choices(&mut searcher(), 1), once);
    assert!((2..6).any(|seed| choices(&mut first, seed) != once));
}

#[test]
fn nodes_and_moves_are_kept_to() {
    let game = Game::new(Position::default());
    let allowed: Vec<Move> = game.position().legal_moves()[..2].to_vec();
    let settings = Settings { strength: Some(StrengthLimit::from_elo(1900)), ..Settings::default() };
    for nodes in [1, 2, 50, 500, 5_000, 50_000] {
        let limits = Limits { nodes: Some(nodes), search_moves: allowed.clone(), ..Limits::default() };
        let outcome = boards::search(&mut searcher(), &game, &limits, &settings, &mut ());
        assert!(outcome.info.nodes <= nodes, "{} of {nodes}", outcome.info.nodes);
        assert!(outcome.best.is_some_and(|m| allowed.contains(&m)));
        assert_eq!(outcome.info.line.first(), outcome.best);
    }
}

#[test]
fn a_mate_that_is_looked_for_is_found_at_every_level() {
    let position = boards::position("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1");
    let limits = Limits { mate: Some(1), ..Limits::default() };
    for elo in [StrengthLimit::MIN_ELO, 1900, StrengthLimit::MAX_ELO].repeat(3) {
        let settings = Settings { strength: Some(StrengthLimit::from_elo(elo)), ..Settings::default() };
        let outcome =
            boards::search(&mut searcher(), &Game::new(position.clone()), &limits, &settings, &mut ());
        assert_eq!(outcome.info.score.mate_moves(), Some(1), "{elo}");
    }
}
