//! Play: won endgames are played to mate against the longest defence, within the fifty-move rule.

use std::collections::HashSet;

use lancet::position::{Game, Position};
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
            game.play_unchecked(choose(&game));
        } else {
            game.play_unchecked(best.m);
        }
    }
    panic!("{}: no mate in 400 plies", known.id);
}

/// A winning move after which the opponent can repeat a position for the third time ranks below all other wins, even if its
/// distance is the shortest.
#[test]
fn wins_that_allow_a_repetition_rank_last() {
    let tables = tables();
    let (mut positions, mut shortest) = (0, 0);
    for known in won() {
        let start = Game::new(boards::position(known.fen));
        for game in twice_shuffled(&start) {
            let options = RankOptions::default();
            let ranking = tables.rank(game.position(), game.path(), options).expect("in the tablebases");
            let mut wins = ranking.moves;
            wins.retain(|ranked| ranked.outcome == Wdl::Win);
            let (repeatable, others): (Vec<_>, Vec<_>) =
                wins.into_iter().partition(|ranked| allows(&game, ranked.m, start.position()));
            let Some(best) = repeatable.iter().map(|ranked| ranked.rank).max() else { continue };
            let fen = game.position().fen();
            assert!(best > 0 && others.iter().all(|other| other.rank > best), "{fen}");
            positions += 1;
            // Without history it is one of the best by distance.
            let fresh = Game::new(game.position().clone());
            let options = RankOptions { by_distance: true, ..options };
            let fresh =
                tables.rank(fresh.position(), fresh.path(), options).expect("in the tablebases").moves;
            let top = fresh.iter().map(|ranked| ranked.rank).max();
            let is_top = |m: Move| fresh.iter().any(|ranked| ranked.m == m && Some(ranked.rank) == top);
            shortest += usize::from(repeatable.iter().any(|ranked| is_top(ranked.m)));
        }
    }
    assert!(positions >= 100 && shortest >= 10, "{positions} positions, {shortest} with the shortest win");
}

/// Games in which both sides have moved a piece there and back, and there again.
fn twice_shuffled(start: &Game) -> Vec<Game> {
    let mut games = Vec::new();
    for first in start.position().legal_moves() {
        let mut after = start.clone();
        after.play_unchecked(first);
        for reply in after.position().legal_moves() {
            let mut game = after.clone();
            game.play_unchecked(reply);
            let is_done = [first, reply].into_iter().all(|m| {
                let back = reversed(game.position(), m);
                back.inspect(|back| game.play_unchecked(*back)).is_some()
            });
            if is_done && game.position().key() == start.position().key() {
                game.play_unchecked(first);
                game.play_unchecked(reply);
                games.push(game);
            }
        }
    }
    games
}

/// The legal move that takes `m` back.
fn reversed(position: &Position, m: Move) -> Option<Move> {
    position.legal_moves().into_iter().find(|back| {
        !back.is_zeroing()
            && Some(back.to()) == m.from()
            && back.from() == Some(m.to())
            && back.role() == m.role()
    })
}

/// Whether the opponent can answer `m` with this position.
fn allows(game: &Game, m: Move, position: &Position) -> bool {
    let after = game.position().play(m);
    after.legal_moves().into_iter().any(|reply| after.play(reply).key() == position.key())
}
