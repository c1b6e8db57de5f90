//! Search: scores, lines and moves of searches with tablebases, at the root and in the tree.

use std::fs;
use std::sync::{Arc, Mutex};

use lancet::position::{Ending, Game, Position, parse_move};
use lancet::search::{Algorithm, Info, Limits, Outcome, Reporter, Searcher, Settings, SyzygyOptions};
use lancet::syzygy::{RankOptions, Tablebases, Wdl};
use lancet::types::{Bound, Score};
use shakmaty::Move;

use super::common::{boards, folder::Folder};
use super::{folder, known, open, tables, with};

fn nodes(number: u64) -> Limits {
    Limits { nodes: Some(number), ..Limits::default() }
}

fn depth(depth: i32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn searcher() -> Searcher {
    Searcher::new(4).expect("a small hash table")
}

fn search(fen: &str, limits: &Limits, settings: &Settings) -> Outcome {
    boards::search(&mut searcher(), &Game::new(boards::position(fen)), limits, settings, &mut ())
}

/// The result that a score stands for.
fn result(score: Score) -> i32 {
    match score {
        score if score.is_win() => 1,
        score if score.is_loss() => -1,
        score => {
            assert!(score.units().abs() <= 1, "{score:?} is no result");
            0
        }
    }
}

/// The result with the fifty-move rule: a cursed win is a draw.
fn with_fifty_move_rule(wdl: i32) -> i32 {
    wdl / 2
}

#[test]
fn scores_and_moves_keep_the_known_result() {
    let settings = with(&tables());
    let mut searcher = searcher();
    for known in known() {
        searcher.clear(1);
        let game = known.game();
        let outcome = boards::search(&mut searcher, &game, &nodes(100), &settings, &mut ());
        let (id, fen, score) = (known.id, known.fen, outcome.info.score);
        assert_eq!(result(score), with_fifty_move_rule(known.wdl), "{id}: {score:?} in {fen}");
        let played = game.position().move_text(outcome.best.expect("a move"));
        assert!(known.keep.contains(played.as_str()), "{id}: {played} in {fen}");
        assert_eq!(outcome.info.bound, Bound::Exact, "{id}");
        assert!(outcome.info.tb_hits >= game.position().legal_moves().len() as u64, "{id}");
    }
}

/// Traps by the fifty-move rule, stalemate, underpromotion and repetition are avoided with few nodes.
#[test]
fn traps_are_avoided() {
    let settings = with(&tables());
    let mut seen = 0;
    for line in include_str!("../data/exact/draw_and_win_traps.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let words = |index: usize| fields[index].split_ascii_whitespace();
        let mut game = Game::new(boards::position(fields[2]));
        for text in words(3) {
            game.play_unchecked(parse_move(game.position(), text).expect("a legal move"));
        }
        let outcome = boards::search(&mut searcher(), &game, &nodes(1_000), &settings, &mut ());
        let (id, score) = (fields[0], outcome.info.score);
        let wanted = if fields[4].starts_with("draw") { 0 } else { 1 };
        assert!(["draw", "win"].contains(&fields[4]) || fields[4].starts_with("mate in"), "{line}");
        assert_eq!(result(score), wanted, "{id}: {score:?} in {}", game.position().fen());
        let played = game.position().move_text(outcome.best.expect("a move"));
        let keeps = words(5).next().is_none() || words(5).any(|m| m == played);
        // The file may list the shortest mates only.
        let keeps = keeps || fields[1] == "clock_win";
        assert!(keeps && words(6).all(|m| m != played), "{id}: {played} in {}", game.position().fen());
        seen += 1;
    }
    assert!(seen > 200);
}

/// No tablebase has these pieces, but White captures the rook into one.
const ABOVE: &str = "8/8/8/3k4/8/r7/7P/Q1K5 w - - 0 1";

#[test]
fn captures_into_the_tablebases_are_probed_in_the_tree() {
    let tables = tables();
    let without = search(ABOVE, &depth(6), &Settings::default());
    assert_eq!(without.info.tb_hits, 0);
    assert!(!without.info.score.is_tb());
    for threads in [1, 3] {
        let settings = Settings { threads, ..with(&tables) };
        let outcome = search(ABOVE, &depth(9), &settings);
        assert!(outcome.info.tb_hits > 0, "{threads} threads");
        assert!(outcome.info.score.is_win(), "{:?}", outcome.info.score);
        check_line(&tables, ABOVE, &outcome.info);
    }
    // No probes below the probe depth or above the probe limit.
    for (depth, pieces) in [(50, 4), (1, 3)] {
        let syzygy = SyzygyOptions { probe_depth: depth, probe_limit: pieces, ..with(&tables).syzygy };
        let settings = Settings { syzygy, ..Settings::default() };
        assert_eq!(search(ABOVE, &self::depth(3), &settings).info.tb_hits, 0);
    }
}

/// Checks that the line is legal and keeps the result of the score.
fn check_line(tables: &Tablebases, fen: &str, info: &Info) {
    let mut position = boards::position(fen);
    let root = position.turn();
    for m in info.line.moves() {
        assert!(position.legal_moves().contains(m), "{m} is illegal in {}", position.fen());
        position = position.play(*m);
        let Some(distance) = tables.dtz(&position) else { continue };
        let of_root = if position.turn() == root { distance.signum() } else { -distance.signum() };
        assert_eq!(of_root, result(info.score), "the line loses its result in {}", position.fen());
    }
}

/// Collects the reports.
#[derive(Default)]
struct Reports(Vec<Info>);

impl Reporter for Reports {
    fn info(&mut self, info: &Info) {
        self.0.push(info.clone());
    }
}

/// Lines are as long as the depth of the iteration, unless the game ends.
#[test]
fn lines_continue_in_the_tablebases() {
    let tables = tables();
    for known in known().iter().filter(|known| known.wdl.abs() == 2).step_by(40) {
        let mut reports = Reports::default();
        let settings = with(&tables);
        boards::search(&mut searcher(), &known.game(), &depth(8), &settings, &mut reports);
        for info in &reports.0 {
            check_line(&tables, known.fen, info);
            let end = info.line.moves().iter().fold(known.position(), |position, m| position.play(*m));
            let is_long = info.line.moves().len() as i32 >= info.depth;
            let is_over = !end.has_legal_move();
            assert!(is_long || is_over, "{} {:?} {:?}", known.fen, info.score, info.line.moves());
        }
    }
}

#[test]
fn lines_are_ranked_by_result_first() {
    let tables = tables();
    let settings = Settings { multi_pv: 256, ..with(&tables) };
    for known in known().iter().step_by(30) {
        let mut reports = Reports::default();
        let game = known.game();
        boards::search(&mut searcher(), &game, &depth(4), &settings, &mut reports);
        let ranking =
            tables.rank(game.position(), game.path(), RankOptions::default()).expect("in the tablebases");
        let outcome = |m: Move| ranking.moves.iter().find(|ranked| ranked.m == m).expect("ranked").outcome;
        let last = &reports.0[reports.0.len() - game.position().legal_moves().len()..];
        let outcomes: Vec<Wdl> =
            last.iter().map(|info| outcome(info.line.first().expect("a move"))).collect();
        assert!(outcomes.is_sorted_by(|a, b| a >= b), "{}: {outcomes:?}", known.fen);
        for (info, outcome) in last.iter().zip(outcomes) {
            assert_eq!(result(info.score), with_fifty_move_rule(i32::from(outcome as i8)), "{}", known.fen);
            check_line(&tables, known.fen, info);
        }
    }
}

/// The distance to the next zeroing move is shorter by a piece that the bare king takes than by mate.
#[test]
fn a_bare_king_is_mated_without_giving_a_piece_away() {
    let settings = Settings { multi_pv: 4, ..with(&tables()) };
    for (fen, moves, best) in [
        ("r7/8/2q5/8/3k4/8/8/6K1 b - - 0 1", "", "Ra2"),
        ("8/5R2/6Q1/6K1/8/8/8/2k5 w - - 0 1", "", "Rf2"),
        ("1K6/8/8/7k/8/8/8/4Q1Q1 w - - 0 1", "", ""),
        ("5R2/8/8/8/5K2/8/7R/k7 w - - 0 1", "", ""),
        // A position was repeated.
        ("r7/8/4q3/8/3k4/8/8/7K b - - 80 90", "d4e3 h1g1 e3d4 g1h1 e6c6 h1g1", ""),
    ] {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let game = boards::game(fen, &moves);
        let mut reports = Reports::default();
        let outcome = boards::search(&mut searcher(), &game, &depth(14), &settings, &mut reports);
        let found = game.position().san(outcome.best.expect("a move"));
        assert!(best.is_empty() || found.starts_with(best), "{found} in {fen}");
        assert_eq!(outcome.info.score.mate_plies(), Some(3), "{found} in {fen}");
        let lines = &reports.0[reports.0.len() - 4..];
        assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "{fen}");
    }
}

/// Moves against a bare king that knows how to repeat positions; returns whether it has drawn by that.
fn is_repetition_allowed(fen: &str, limits: &Limits, settings: &Settings) -> bool {
    let mut game = Game::new(boards::position(fen));
    let mut searcher = searcher();
    let winner = game.position().turn();
    let mut seen = vec![game.position().key()];
    for _ in 0..60 {
        let position = game.position();
        let m = if position.turn() == winner {
            boards::search(&mut searcher, &game, limits, settings, &mut ()).best
        } else {
            let times = |m: &Move| {
                let key = position.play(*m).key();
                (!m.is_capture(), seen.iter().filter(|before| **before == key).count())
            };
            position.legal_moves().into_iter().max_by_key(times)
        };
        let Some(m) = m else { return false };
        game.play_unchecked(m);
        seen.push(game.position().key());
        match Ending::of(&game) {
            Some(ending) => return ending == Ending::Repetition,
            None if game.position().board().occupied().count() < 4 => return false,
            None => {}
        }
    }
    false
}

/// A search that is too short to see the repetition keeps to moves that the bare king cannot repeat after.
#[test]
fn a_bare_king_draws_by_no_repetition() {
    let by_result = Folder::new();
    for name in ["KRBvK", "KRNvK", "KQBvK", "KRvK", "KQvK", "KBvK", "KNvK"] {
        let name = format!("{name}.rtbw");
        fs::copy(folder().join(&name), by_result.file(&name)).expect("a copy");
    }
    let (results_only, ..) = open(by_result.path());
    for (tables, limits) in [(tables(), depth(1)), (tables(), nodes(60)), (results_only, depth(1))] {
        for fen in [
            "7k/8/8/R7/8/8/K6B/8 w - - 0 1",
            "8/8/8/3k4/8/8/8/KN5R w - - 0 1",
            "8/8/3k4/8/8/8/8/KB5Q w - - 0 1",
            "8/k7/8/8/3R4/8/8/K6B w - - 0 1",
            "8/1k6/8/8/8/5N2/8/K6R w - - 0 1",
            "8/8/8/5k2/8/8/1B6/K6R w - - 0 1",
        ] {
            assert!(!is_repetition_allowed(fen, &limits, &with(&tables)), "{fen} {limits:?}");
        }
    }
}

/// A piece that the bare king can take is one less to be mated with.
#[test]
fn a_bare_king_takes_what_it_can() {
    for (fen, best) in [
        ("8/8/8/3R4/3k4/8/8/Q3K3 b - - 0 1", "d4d5"),
        ("8/8/8/8/8/2k5/1Q6/4K2R b - - 0 1", "c3b2"),
        ("5Q2/8/k7/Q7/8/8/K7/8 b - - 80 90", "a6a5"),
    ] {
        let outcome = search(fen, &depth(8), &with(&tables()));
        let position = boards::position(fen);
        assert_eq!(outcome.best, parse_move(&position, best).ok(), "{fen}");
    }
}

#[test]
fn search_moves_have_their_own_result() {
    let tables = tables();
    let mut seen = [0; 3];
    for known in known().iter().filter(|known| known.keep.len() < 4).step_by(60) {
        let game = known.game();
        let ranking =
            tables.rank(game.position(), game.path(), RankOptions::default()).expect("in the tablebases");
        for ranked in &ranking.moves {
            let limits = Limits { search_moves: vec![ranked.m], ..nodes(200) };
            let outcome = search(known.fen, &limits, &with(&tables));
            assert_eq!(outcome.best, Some(ranked.m));
            let wanted = with_fifty_move_rule(i32::from(ranked.outcome as i8));
            assert_eq!(result(outcome.info.score), wanted, "{} in {}", ranked.m, known.fen);
            seen[(wanted + 1) as usize] += 1;
        }
    }
    assert!(seen.iter().all(|seen| *seen > 2), "{seen:?}");
}

/// Cursed wins are draws or wins, by the option.
#[test]
fn the_fifty_move_rule_can_be_ignored() {
    let tables = tables();
    for known in known().iter().filter(|known| known.wdl.abs() == 1) {
        for (fifty_moves, wanted) in [(true, 0), (false, known.wdl)] {
            let syzygy = SyzygyOptions { fifty_move_rule: fifty_moves, ..with(&tables).syzygy };
            let settings = Settings { syzygy, ..Settings::default() };
            let score = search(known.fen, &depth(4), &settings).info.score;
            assert_eq!(result(score), wanted, "{}: {score:?} in {}", known.id, known.fen);
        }
    }
}

#[test]
fn the_shortest_mates_are_found() {
    let settings = with(&tables());
    let mut seen = 0;
    for known in
        known().iter().filter(|known| known.plies_to_mate.is_some_and(|plies| (1..=7).contains(&plies)))
    {
        let moves = known.plies_to_mate.map_or(0, |plies| plies.unsigned_abs().div_ceil(2));
        let limits = Limits { mate: Some(moves), ..nodes(1_000_000) };
        let info = search(known.fen, &limits, &settings).info;
        assert_eq!(info.score.mate_moves(), Some(moves.cast_signed()), "{}: {:?}", known.fen, info.score);
        assert_eq!(info.line.moves().len() as u32, 2 * moves - 1, "{}", known.fen);
        seen += 1;
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn every_driver_finds_the_same_result() {
    let tables = tables();
    let known = known();
    for algorithm in Algorithm::ALL {
        let settings = Settings { algorithm, ..with(&tables) };
        for known in known.iter().step_by(200) {
            let score = search(known.fen, &nodes(2_000), &settings).info.score;
            assert_eq!(
                result(score),
                with_fifty_move_rule(known.wdl),
                "{algorithm}: {score:?} in {}",
                known.fen
            );
        }
        let outcome = search(ABOVE, &depth(6), &settings);
        assert!(outcome.info.score.is_win(), "{algorithm}: {:?}", outcome.info.score);
        check_line(&tables, ABOVE, &outcome.info);
    }
}

/// Without DTZ files the moves are ranked by result.
#[test]
fn wdl_files_alone_suffice_for_good_moves() {
    let copy = Folder::new();
    for entry in std::fs::read_dir(folder()).expect("the tablebases") {
        let path = entry.expect("a file").path();
        if path.extension().is_some_and(|extension| extension == "rtbw") {
            std::fs::copy(&path, copy.path().join(path.file_name().expect("a name"))).expect("a copy");
        }
    }
    let (tables, warnings, later) = open(copy.path());
    assert_eq!(tables.to_string(), "36 WDL and 0 DTZ tablebase files (up to 5 pieces)");
    for known in known().iter().step_by(7) {
        let game = known.game();
        let outcome = boards::search(&mut searcher(), &game, &nodes(300), &with(&tables), &mut ());
        assert_eq!(
            result(outcome.info.score),
            with_fifty_move_rule(known.wdl),
            "{}: {}",
            known.id,
            known.fen
        );
        let played = game.position().move_text(outcome.best.expect("a move"));
        assert!(known.keep.contains(played.as_str()), "{}: {played} in {}", known.id, known.fen);
    }
    assert!(warnings.files.is_empty() && later.lock().expect("no panic").is_empty());
}

#[test]
fn positions_with_castling_rights_are_not_probed() {
    let tables = tables();
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    assert_eq!(tables.wdl(&boards::position(fen)), None);
    let outcome = search(fen, &depth(4), &with(&tables));
    // The move that loses the right is not a zeroing move.
    assert_eq!(outcome.info.tb_hits, 0);
    // Chess960 without castling rights is probed.
    let chess960 =
        lancet::position::parse_fen_mode("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", shakmaty::CastlingMode::Chess960);
    let position = Position::new(chess960.expect("legal").chess);
    assert_eq!(tables.wdl(&position), Some(Wdl::Win));
}

#[test]
fn tablebases_are_shared_by_threads() {
    let tables = tables();
    let known = known();
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (tables, known, wrong) = (Arc::clone(&tables), &known, &wrong);
            scope.spawn(move || {
                for known in known.iter().skip(thread).step_by(3) {
                    if tables.wdl(&known.position()).map(super::number) != Some(known.wdl) {
                        wrong.lock().expect("no panic").push(known.id);
                    }
                }
            });
        }
    });
    assert_eq!(*wrong.lock().expect("no panic"), [""; 0]);
}
