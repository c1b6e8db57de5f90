//! Play: won endings are played out to mate, against the longest defence and within fifty moves.

use std::collections::HashSet;

use lancet::position::Game;
use lancet::search::{Limits, Searcher};
use lancet::syzygy::Wdl;
use shakmaty::Move;

use super::common::boards;
use super::{Known, known, tables, with};

/// Few enough that the search alone would go astray.
const NODES: u64 = 1_000;

/// A won position of every kind, the longest by distance.
fn won() -> Vec<Known> {
    let mut all: Vec<Known> = known().into_iter().filter(|known| known.wdl == 2).collect();
    all.sort_by_key(|known| std::cmp::Reverse(known.dtz));
    let mut seen = HashSet::new();
    all.retain(|known| seen.insert(known.material));
    all
}

#[test]
fn won_endings_end_in_mate() {
    let tables = tables();
    let settings = with(&tables);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut searcher = Searcher::new(4).expect("a small table");
    let won = won();
    assert!(won.len() >= 20, "{}", won.len());
    for known in won {
        searcher.clear(1);
        play_out(&known, known.fen, |game| {
            let outcome = boards::search(&mut searcher, game, &limits, &settings, &mut ());
            assert!(outcome.info.score.is_win(), "{}: {:?}", game.position().fen(), outcome.info.score);
            outcome.best.expect("a move")
        });
    }
}

/// The clock has run so far that only the straightest way is left.
#[test]
fn wins_are_kept_when_the_clock_is_nearly_out() {
    let tables = tables();
    let settings = with(&tables);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut searcher = Searcher::new(4).expect("a small table");
    for known in won() {
        let plies = known.dtz.expect("a distance");
        // A table that rounds may mean a ply more.
        let fen = known.fen.replace(" 0 1", &format!(" {} 90", 99 - plies));
        searcher.clear(1);
        play_out(&known, &fen, |game| {
            let outcome = boards::search(&mut searcher, game, &limits, &settings, &mut ());
            outcome.best.expect("a move")
        });
    }
}

/// The side to move plays as `choose` says, the other holds out as long as the tables know how.
fn play_out(known: &Known, fen: &str, mut choose: impl FnMut(&Game) -> Move) {
    let tables = tables();
    let mut game = Game::new(boards::position(fen));
    let winner = game.position().turn();
    for _ in 0..400 {
        let position = game.position().clone();
        let (id, now) = (known.id, position.fen());
        if !position.has_legal_move() {
            assert!(position.in_check() && position.turn() != winner, "{id}: {now}");
            return;
        }
        assert!(position.halfmoves() < 100, "{id}: the fifty moves are over in {now}");
        assert!(!game.path().is_repetition(), "{id}: the third time in {now}");
        let ranking = tables.rank(&position, game.path(), true, true).expect("in the tables");
        let best = ranking.moves.iter().max_by_key(|ranked| ranked.rank).expect("a move");
        if position.turn() == winner {
            assert_eq!(best.outcome, Wdl::Win, "{id}: the win is gone in {now}");
            game.play(choose(&game));
        } else {
            game.play(best.m);
        }
    }
    panic!("{}: no mate in 400 plies", known.id);
}
