//! Play: won endgames are played to mate against the longest defence, within the fifty-move rule.

use std::collections::HashSet;

use lancet::position::Game;
use lancet::search::{Limits, Searcher};
use lancet::syzygy::{RankOptions, Tablebases, Wdl};
use shakmaty::Move;

use super::common::boards;
use super::{Known, known, tables, with};

/// Too few for the search alone.
const NODES: u64 = 1_000;

/// A won position of every material, with the longest distance.
fn won() -> Vec<Known> {
    let mut all: Vec<Known> = known().into_iter().filter(|known| known.wdl == 2).collect();
    all.sort_by_key(|known| std::cmp::Reverse(known.dtz));
    let mut seen = HashSet::new();
    all.retain(|known| seen.insert(known.material));
    all
}

#[test]
fn won_endgames_are_played_to_mate() {
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

/// The halfmove clock leaves only the shortest win.
#[test]
fn wins_are_kept_near_the_fifty_move_rule() {
    let tables = tables();
    let settings = with(&tables);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut searcher = Searcher::new(4).expect("a small table");
    for known in won() {
        let plies = known.dtz.expect("a distance");
        let at = |clock: i32| known.fen.replace(" 0 1", &format!(" {clock} 90"));
        // A rounded distance may be one ply more.
        let last = at(100 - plies);
        let is_in_time = tables.outcome(&boards::position(&last), Tablebases::MAX_PROBES) == Some(Wdl::Win);
        let fen = if is_in_time { last } else { at(99 - plies) };
        searcher.clear(1);
        play_out(&known, &fen, |game| {
            let outcome = boards::search(&mut searcher, game, &limits, &settings, &mut ());
            outcome.best.expect("a move")
        });
    }
}

/// Plays the game: the side to move by `choose`, the other by the longest defence of the tablebases.
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
        assert!(position.halfmoves() < 100, "{id}: draw by the fifty-move rule in {now}");
        assert!(!game.path().is_repetition(), "{id}: repetition in {now}");
        let options = RankOptions { by_distance: true, ..RankOptions::default() };
        let ranking = tables.rank(&position, game.path(), options).expect("in the tablebases");
        let best = ranking.moves.iter().max_by_key(|ranked| ranked.rank).expect("a move");
        if position.turn() == winner {
            assert_eq!(best.outcome, Wdl::Win, "{id}: no longer a win in {now}");
            game.play(choose(&game));
        } else {
            game.play(best.m);
        }
    }
    panic!("{}: no mate in 400 plies", known.id);
}
