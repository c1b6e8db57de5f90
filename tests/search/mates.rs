//! Mates: the exact distance with a line of exactly that length, by every algorithm and with several threads.

use crate::common::boards;
use lancet::position::Game;
use lancet::search::{Algorithm, Info, Limits, Outcome, Reporter, Searcher, Settings};
use lancet::types::{Bound, Score};
use shakmaty::san::San;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const MATES: &str = include_str!("../data/exact/mates.epd");

/// More than any of these mates needs.
const NODES: u64 = 20_000_000;

struct Mate {
    fen: String,
    /// All first moves that keep the distance, in SAN.
    best: Vec<String>,
    moves: u32,
}

fn mates() -> Vec<Mate> {
    MATES.lines().map(read).collect()
}

fn read(line: &str) -> Mate {
    let (board, operations) = line.split_once(" bm ").expect("best moves");
    let (best, rest) = operations.split_once("; dm ").expect("a distance");
    let moves = rest.split(';').next().and_then(|number| number.parse().ok()).expect("a number");
    Mate { fen: format!("{board} 0 1"), best: best.split(' ').map(String::from).collect(), moves }
}

fn search(searcher: &mut Searcher, mate: &Mate, settings: &Settings, limits: &Limits) -> Outcome {
    let game = Game::new(boards::position(&mate.fen));
    searcher.clear(1);
    boards::search(searcher, &game, limits, settings, &mut ())
}

/// Asserts that the outcome is the mate: distance, score, bound, and a line that ends in it and not before.
fn assert_mate(mate: &Mate, outcome: &Outcome, context: &str) {
    let (fen, info) = (&mate.fen, &outcome.info);
    let plies = 2 * mate.moves as usize - 1;
    assert_eq!(info.score, Score::mate_in(plies), "{context}: {fen} is mate in {} moves", mate.moves);
    assert_eq!(info.bound, Bound::Exact, "{context}: {fen}");
    let moves = info.line.moves();
    assert_eq!(moves.len(), plies, "{context}: {fen}: the line {moves:?}");
    assert_eq!(outcome.best, moves.first().copied(), "{context}: {fen}");
    let mut position = boards::position(fen);
    let san = San::from_move(position.chess(), moves[0]).to_string();
    let known = mate.best.iter().any(|best| best.trim_end_matches(['+', '#']) == san);
    assert!(known, "{context}: {fen}: {san} is not one of {:?}", mate.best);
    for m in moves {
        let legal = position.legal_moves();
        assert!(legal.contains(m), "{context}: {m} is illegal in {}", position.fen());
        position = position.play(*m);
    }
    assert!(position.in_check() && !position.has_legal_move(), "{context}: {} is not mate", position.fen());
}

/// Searches for the mates of `distances`, every `stride`-th from number `first` on, until they are found.
fn find(
    distances: std::ops::RangeInclusive<u32>,
    (first, stride): (usize, usize),
    threads: usize,
    algorithm: Algorithm,
) {
    let mut searcher = Searcher::new(4).expect("a small table");
    let settings = Settings { threads, algorithm, ..Settings::default() };
    let context = format!("{algorithm}, {threads} threads");
    let mates: Vec<Mate> = mates().into_iter().filter(|mate| distances.contains(&mate.moves)).collect();
    for mate in mates.iter().skip(first).step_by(stride) {
        let limits = Limits { mate: Some(mate.moves), nodes: Some(NODES), ..Limits::default() };
        assert_mate(mate, &search(&mut searcher, mate, &settings, &limits), &context);
    }
}

#[test]
fn positions_cover_all_distances() {
    let mates = mates();
    assert_eq!(mates.len(), 220);
    for moves in 1..=5 {
        assert!(mates.iter().filter(|mate| mate.moves == moves).count() >= 20);
    }
}

/// A mate that begins with quiet moves is found beside the search, which sees much material to be won first.
#[test]
fn few_nodes_find_a_mate_behind_won_material() {
    let limits = |moves| Limits { mate: Some(moves), nodes: Some(100_000), ..Limits::default() };
    let mut searcher = Searcher::new(4).expect("a small table");
    for (fen, moves) in [
        ("r3kb1r/1p3pn1/p1p1P1p1/4n3/4ppP1/P1N1P3/1P3P1q/2R1RK2 b kq - 0 1", 3),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ] {
        for algorithm in Algorithm::ALL {
            let settings = Settings { algorithm, ..Settings::default() };
            searcher.clear(1);
            let game = Game::new(boards::position(fen));
            let found = boards::search(&mut searcher, &game, &limits(moves), &settings, &mut ());
            assert_eq!(found.info.score.mate_moves(), Some(moves.cast_signed()), "{algorithm}: {fen}");
            // There is no shorter one.
            let shorter = boards::search(&mut searcher, &game, &limits(moves - 1), &settings, &mut ());
            assert!(shorter.info.score.mate_moves().is_none_or(|found| found >= moves.cast_signed()));
        }
    }
}

#[test]
fn the_limit_of_nodes_is_exact() {
    let mut searcher = Searcher::new(1).expect("a small table");
    for fen in ["r3kb1r/1p3pn1/p1p1P1p1/4n3/4ppP1/P1N1P3/1P3P1q/2R1RK2 b kq - 0 1", START] {
        for nodes in (60..6_000).step_by(197) {
            let limits = Limits { mate: Some(9), nodes: Some(nodes), ..Limits::default() };
            searcher.clear(1);
            let game = Game::new(boards::position(fen));
            let found = boards::search(&mut searcher, &game, &limits, &Settings::default(), &mut ());
            assert!(
                found.info.nodes == nodes || found.info.score.is_mate(),
                "{} of {nodes}",
                found.info.nodes
            );
        }
    }
}

#[test]
fn one_thread_finds_every_mate() {
    find(1..=5, (0, 1), 1, Algorithm::default());
}

/// What four threads search is not the same each time: a mate in five may then need more nodes.
#[test]
fn four_threads_find_mates() {
    find(1..=4, (0, 1), 4, Algorithm::default());
}

/// All algorithms but the default.
fn others() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.into_iter().filter(|algorithm| *algorithm != Algorithm::default())
}

/// The mates of up to four moves are divided among the other algorithms, with one thread; with four, each searches a few.
#[test]
fn every_algorithm_finds_mates() {
    for (number, algorithm) in others().enumerate() {
        find(1..=4, (number, others().count()), 1, algorithm);
        find(1..=3, (number, 2 * others().count()), 4, algorithm);
    }
}

/// Asserts that a search claims no mate that is shorter than the true one or of the wrong sign, and that an
/// exact claim comes with a line of its length. Returns the number of claims.
fn count_claims(
    mates: &[Mate],
    (first, stride): (usize, usize),
    algorithm: Algorithm,
    limits: &[Limits],
) -> usize {
    let mut claims = 0;
    let mut searcher = Searcher::new(4).expect("a small table");
    let settings = Settings { algorithm, ..Settings::default() };
    for mate in mates.iter().skip(first).step_by(stride) {
        for limits in limits {
            let context = format!("{algorithm}: {} within {limits:?}", mate.fen);
            let info = search(&mut searcher, mate, &settings, limits).info;
            let Some(moves) = info.score.mate_moves() else { continue };
            claims += 1;
            assert!(moves >= mate.moves as i32, "{context}: {:?}", info.score);
            if info.bound == Bound::Exact {
                assert_eq!(info.line.moves().len(), 2 * moves as usize - 1, "{context}");
            }
        }
    }
    claims
}

#[test]
fn claimed_mates_are_never_too_short() {
    let mates = mates();
    let limits = [1, 2, 4, 6, 8].map(|depth| Limits { depth: Some(depth), ..Limits::default() });
    let mut claims = count_claims(&mates, (0, 1), Algorithm::default(), &limits);
    for (number, algorithm) in others().enumerate() {
        claims += count_claims(&mates, (number, 2 * others().count()), algorithm, &limits);
    }
    assert!(claims > 300, "{claims}");
}

/// A search that is stopped in the middle of an iteration may know only bounds.
#[test]
fn claimed_mates_of_stopped_searches_are_never_too_short() {
    let mates: Vec<Mate> = mates().into_iter().filter(|mate| mate.moves >= 3).collect();
    let limits: Vec<Limits> = (1..=24).map(|n| Limits { nodes: Some(99 * n), ..Limits::default() }).collect();
    let mut claims = 0;
    for algorithm in [Algorithm::Pvs, Algorithm::CStar] {
        claims += count_claims(&mates, (0, 1), algorithm, &limits);
    }
    for (number, algorithm) in Algorithm::ALL.into_iter().enumerate() {
        claims += count_claims(&mates, (number, Algorithm::ALL.len()), algorithm, &limits);
    }
    assert!(claims > 100, "{claims}");
}

/// Collects the reports of exact mates.
#[derive(Default)]
struct Claims(Vec<Info>);

impl Reporter for Claims {
    fn info(&mut self, info: &Info) {
        if info.bound == Bound::Exact && info.score.is_mate() {
            self.0.push(info.clone());
        }
    }
}

/// Plays an endgame out with one TT, whose old entries could make a line repeat positions.
#[test]
fn mate_lines_contain_no_repetition() {
    let mut claims = 0;
    for algorithm in Algorithm::ALL {
        let settings = Settings { algorithm, ..Settings::default() };
        for fen in ["8/8/8/4k3/8/8/8/K6R w - - 0 1", "8/8/8/8/8/1k6/7Q/K7 w - - 0 1"] {
            let mut searcher = Searcher::new(4).expect("a small table");
            let mut game = Game::new(boards::position(fen));
            for number in 0..100 {
                let limits = Limits { nodes: Some(1_000 + 700 * (number % 7)), ..Limits::default() };
                let mut reported = Claims::default();
                let outcome = boards::search(&mut searcher, &game, &limits, &settings, &mut reported);
                for info in &reported.0 {
                    let mut position = game.position().clone();
                    let mut seen = Vec::new();
                    for m in info.line.moves() {
                        position = position.play(*m);
                        let context = format!("{algorithm}: {}: {:?}", game.position().fen(), info.line);
                        assert!(!seen.contains(&position.key()), "{context}");
                        seen.push(position.key());
                    }
                }
                claims += reported.0.len();
                let Some(best) = outcome.best else { break };
                game.play_unchecked(best);
            }
        }
    }
    assert!(claims > 100, "{claims}");
}

/// A zero-window pass has no line, so the complete line of an earlier report must be kept.
#[test]
fn reported_mate_stays_exact() {
    let mut searcher = Searcher::new(4).expect("a small table");
    let mut claims = 0;
    for mate in mates().iter().filter(|mate| mate.moves >= 4) {
        for algorithm in [Algorithm::CStar, Algorithm::MtdF] {
            let settings = Settings { algorithm, ..Settings::default() };
            for nodes in [20_000, 40_000] {
                let mut reported = Claims::default();
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let game = Game::new(boards::position(&mate.fen));
                searcher.clear(1);
                let info = boards::search(&mut searcher, &game, &limits, &settings, &mut reported).info;
                if reported.0.iter().any(|claim| claim.score == info.score) {
                    claims += 1;
                    assert_eq!(info.bound, Bound::Exact, "{algorithm}: {}, {nodes} nodes", mate.fen);
                }
            }
        }
    }
    assert!(claims > 50, "{claims}");
}
