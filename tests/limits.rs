//! Limits: exact nodes, depths and times, several lines, stop, ponderhit, and searches that repeat.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unreachable,
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "a test may panic"
)]

mod common;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use common::boards::{self, CHECKMATE, KIWIPETE, MATE_IN_ONE, ONE_MOVE, START};
use lancet::eval::evaluate;
use lancet::eval::nnue::Model;
use lancet::position::{Game, Position, parse_move};
use lancet::search::{Algorithm, Control, Info, Limits, Outcome, Reporter, Searcher, Settings, threads};
use lancet::time::Clock;
use lancet::types::{Bound, Depth};
use lancet::{Engine, Report};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move, Position as _, PositionError};

const FENS: [&str; 6] = [
    START,
    KIWIPETE,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

/// The longest time of a search that has a short limit. Only an engine that hangs exceeds it, however busy the
/// machine is; times are tested to the node by the clock that counts nodes.
const HANG: Duration = Duration::from_secs(20);

/// Nodes between two polls of the clock.
const POLL_INTERVAL: u64 = 512;

fn millis(number: u64) -> Duration {
    Duration::from_millis(number)
}

fn game(fen: &str) -> Game {
    Game::new(boards::position(fen))
}

/// The lines of a search.
#[derive(Default)]
struct Infos(Vec<Info>);

impl Reporter for Infos {
    fn info(&mut self, info: &Info) {
        self.0.push(info.clone());
    }
}

impl Infos {
    /// The lines without their times, and without bounds, which are reported by the time.
    fn without_time(&self) -> Vec<String> {
        let text = |info: &Info| {
            let Info { depth, seldepth, multi_pv, score, bound, nodes, hashfull, line, .. } = info;
            format!("{depth} {seldepth} {multi_pv} {score:?} {bound:?} {nodes} {hashfull} {:?}", line.moves())
        };
        self.0.iter().filter(|info| info.bound == Bound::Exact).map(text).collect()
    }
}

fn searcher() -> Searcher {
    Searcher::new(8).expect("a small table")
}

fn search(searcher: &mut Searcher, game: &Game, limits: &Limits, settings: &Settings) -> (Outcome, Infos) {
    let mut infos = Infos::default();
    let outcome = boards::search(searcher, game, limits, settings, &mut infos);
    check(game, &outcome, &infos);
    (outcome, infos)
}

/// What holds of every search: its moves are legal, and its last line is the outcome.
fn check(game: &Game, outcome: &Outcome, infos: &Infos) {
    let fen = game.position().fen();
    let best = outcome.best.unwrap_or_else(|| panic!("no move in {fen}"));
    assert!(game.position().legal_moves().contains(&best), "{best} is illegal in {fen}");
    assert_eq!(outcome.info.line.first(), Some(best), "the line begins with the move played in {fen}");
    let last = infos.0.iter().rfind(|info| info.multi_pv == 1).unwrap_or_else(|| panic!("no line for {fen}"));
    assert_eq!(last.line, outcome.info.line, "the last line is the outcome's, {fen}");
    assert_eq!(last.score, outcome.info.score, "{fen}");
    for info in &infos.0 {
        let mut position = game.position().clone();
        for m in info.line.moves() {
            assert!(position.legal_moves().contains(m), "{m} is illegal in {}", position.fen());
            position = position.play(*m);
        }
    }
    if let Some(answer) = outcome.ponder {
        let after = game.position().play(best);
        assert!(after.legal_moves().contains(&answer), "the answer {answer} is illegal in {}", after.fen());
    }
}

#[test]
fn node_limits_are_exact() {
    let mut searcher = searcher();
    for fen in FENS {
        for nodes in [1, 2, 3, 10, 100, 511, 512, 513, 1_000, 4_321, 50_000] {
            searcher.clear(1);
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let (outcome, infos) = search(&mut searcher, &game(fen), &limits, &Settings::default());
            assert_eq!(outcome.info.nodes, nodes, "{fen}");
            assert!(infos.0.iter().all(|info| info.nodes <= nodes), "{fen}");
        }
    }
}

/// A single node is the first move of the first iteration.
#[test]
fn a_score_that_no_search_has_found_has_depth_0() {
    for fen in FENS {
        for algorithm in Algorithm::ALL {
            let settings = Settings { algorithm, ..Settings::default() };
            let limits = Limits { nodes: Some(1), ..Limits::default() };
            let (outcome, infos) = search(&mut searcher(), &game(fen), &limits, &settings);
            let score = evaluate(&Model::built_in(), &boards::position(fen)).score;
            assert_eq!((outcome.info.depth, outcome.info.score), (0, score), "{algorithm}: {fen}");
            assert_eq!(infos.0.len(), 1, "{algorithm}: {fen}");
        }
    }
}

#[test]
fn node_limits_bind_several_threads_too() {
    let mut searcher = searcher();
    let settings = Settings { threads: 3, ..Settings::default() };
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let (outcome, _) = search(&mut searcher, &game(FENS[1]), &limits, &settings);
    assert!((150_000..300_000).contains(&outcome.info.nodes), "{}", outcome.info.nodes);
}

#[test]
fn soft_node_limits_end_with_an_iteration() {
    let mut searcher = searcher();
    for fen in FENS {
        let limits = Limits { soft_nodes: Some(10_000), nodes: Some(10_000_000), ..Limits::default() };
        let (outcome, infos) = search(&mut searcher, &game(fen), &limits, &Settings::default());
        assert!((10_000..10_000_000).contains(&outcome.info.nodes), "{fen}: {}", outcome.info.nodes);
        let before = infos.0.iter().filter(|info| info.depth < outcome.info.depth);
        assert!(before.map(|info| info.nodes).max() < Some(10_000), "{fen}: an iteration too many");
    }
}

#[test]
fn depth_limits_are_exact_and_repeat() {
    for fen in FENS {
        for depth in 1..=8 {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let run = || search(&mut searcher(), &game(fen), &limits, &Settings::default());
            let (outcome, infos) = run();
            assert_eq!(outcome.info.depth, depth, "{fen}");
            assert_eq!(infos.0.iter().map(|info| info.depth).max(), Some(depth), "{fen}");
            assert_eq!(infos.without_time(), run().1.without_time(), "{fen} at depth {depth}");
        }
    }
}

/// Has enough after an iteration.
struct EnoughAt {
    depth: Depth,
    infos: Infos,
}

impl Reporter for EnoughAt {
    fn info(&mut self, info: &Info) {
        self.infos.info(info);
    }

    fn is_enough(&mut self) -> bool {
        self.infos.0.last().is_some_and(|last| last.is_finished && last.depth >= self.depth)
    }
}

#[test]
fn a_reporter_that_has_enough_ends_the_search_as_a_limit_of_depth_does() {
    for (algorithm, multi_pv) in Algorithm::ALL.into_iter().map(|a| (a, 1)).chain([(Algorithm::Pvs, 3)]) {
        let settings = Settings { algorithm, multi_pv, ..Settings::default() };
        for fen in FENS {
            let limits = Limits { depth: Some(5), ..Limits::default() };
            let (limited, infos) = search(&mut searcher(), &game(fen), &limits, &settings);
            let mut enough = EnoughAt { depth: 5, infos: Infos::default() };
            let limits = Limits::default();
            let ended = boards::search(&mut searcher(), &game(fen), &limits, &settings, &mut enough);
            assert_eq!(
                (ended.best, ended.info.nodes),
                (limited.best, limited.info.nodes),
                "{algorithm} {fen}"
            );
            assert_eq!(enough.infos.without_time(), infos.without_time(), "{algorithm} {fen}");
        }
    }
}

/// Plays a short game; returns the lines of all its searches.
fn short_game(searcher: &mut Searcher, nodes: u64) -> Vec<String> {
    searcher.clear(1);
    let mut game = game(FENS[3]);
    let mut lines = Vec::new();
    for _ in 0..6 {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (outcome, infos) = search(searcher, &game, &limits, &Settings::default());
        lines.extend(infos.without_time());
        game.play(outcome.best.expect("a move")).expect("a legal move");
    }
    lines
}

#[test]
fn a_cleared_searcher_plays_the_same_game() {
    let mut searcher = searcher();
    for step in 1..=20 {
        let nodes = 300 * step + step * step * 37;
        let first = short_game(&mut searcher, nodes);
        assert_eq!(first, short_game(&mut searcher, nodes), "{nodes} nodes a move");
    }
}

#[test]
fn movetime_ends_the_search_and_is_used() {
    let mut searcher = searcher();
    for (threads, time) in [(1, 1), (3, 1), (1, 100), (3, 100)] {
        let settings = Settings { threads, ..Settings::default() };
        let limits = Limits { movetime: Some(millis(time)), ..Limits::default() };
        let start = Instant::now();
        search(&mut searcher, &game(FENS[1]), &limits, &settings);
        let elapsed = start.elapsed();
        assert!(elapsed < HANG, "{threads} threads: {elapsed:?} of {time} ms");
        assert!(time < 100 || elapsed >= millis(time / 2), "{threads} threads: {elapsed:?} of {time} ms");
    }
}

#[test]
fn no_clock_is_ever_overrun() {
    /// Nodes that the first iteration may need, whatever the clock is.
    const FIRST_ITERATION: u64 = 1_000;
    let clock = |left, increment, moves_to_go| Clock {
        left: millis(left),
        increment: millis(increment),
        moves_to_go,
    };
    let clocks = [
        clock(0, 0, None),
        clock(1, 0, None),
        clock(1, 0, Some(1)),
        clock(0, 10, None),
        clock(5, 5_000, None),
        clock(50, 0, Some(1)),
        clock(400, 0, Some(1)),
        clock(300, 0, Some(40)),
        clock(1_000, 10, None),
        clock(2_000, 0, Some(u32::MAX)),
    ];
    let mut searcher = searcher();
    for overhead in [0, 10, 5_000] {
        for (nodes_per_ms, clock) in
            [1_000, 10].into_iter().flat_map(|rate| clocks.map(|clock| (rate, clock)))
        {
            let about = format!("{clock:?}, {nodes_per_ms} nodes per ms, overhead {overhead} ms");
            let move_overhead = millis(overhead);
            let limits = Limits { clock: Some(clock), ..Limits::default() };
            // The clock that counts nodes does not depend on the machine.
            searcher.clear(1);
            let settings = Settings { move_overhead, nodes_per_ms, ..Settings::default() };
            let nodes = search(&mut searcher, &game(FENS[0]), &limits, &settings).0.info.nodes;
            // A move gets at least a millisecond.
            let left = clock.left.as_millis().max(1) as u64 * nodes_per_ms;
            assert!(nodes <= left.max(FIRST_ITERATION), "{about}: {nodes} nodes of {left}");
        }
        // The clock on the wall ends a search as well.
        let settings = Settings { move_overhead: millis(overhead), ..Settings::default() };
        let limits = Limits { clock: Some(clock(300, 0, Some(40))), ..Limits::default() };
        let start = Instant::now();
        search(&mut searcher, &game(FENS[0]), &limits, &settings);
        assert!(start.elapsed() < HANG, "{:?}", start.elapsed());
    }
}

#[test]
fn fuzz_huge_clocks_limit_nothing() {
    let clock = Clock { left: Duration::MAX, increment: Duration::MAX, moves_to_go: Some(1) };
    let by_clock = Limits { clock: Some(clock), ..Limits::default() };
    let by_move = Limits { movetime: Some(Duration::MAX), ..Limits::default() };
    for limits in [by_clock, by_move] {
        let limits = Limits { nodes: Some(2_000), ..limits };
        let outcome = search(&mut searcher(), &game(FENS[0]), &limits, &Settings::default()).0;
        assert_eq!(outcome.info.nodes, 2_000);
    }
}

#[test]
fn nodestime_makes_a_timed_search_repeatable() {
    let limits = Limits {
        clock: Some(Clock { left: millis(1_000), increment: millis(0), moves_to_go: Some(5) }),
        ..Limits::default()
    };
    let settings = Settings { nodes_per_ms: 100, ..Settings::default() };
    let run = || search(&mut searcher(), &game(FENS[3]), &limits, &settings).1.without_time();
    let first = run();
    assert_eq!(first, run(), "a search by nodestime repeats");
    let nodes = search(&mut searcher(), &game(FENS[3]), &limits, &settings).0.info.nodes;
    assert!((100..=100_000).contains(&nodes), "{nodes} nodes of 100000");
}

#[test]
fn movetime_is_exact_by_the_clock_that_counts_nodes() {
    let settings = Settings { nodes_per_ms: 100, move_overhead: Duration::ZERO, ..Settings::default() };
    let limits = Limits { movetime: Some(millis(500)), ..Limits::default() };
    for fen in FENS {
        let (outcome, _) = search(&mut searcher(), &game(fen), &limits, &settings);
        assert_eq!(outcome.info.nodes, 50_000, "{fen}");
    }
}

#[test]
fn only_search_moves_are_searched() {
    let game = game(FENS[0]);
    let moves: Vec<Move> =
        ["a2a3", "h2h4"].iter().map(|text| parse_move(game.position(), text).expect("a move")).collect();
    for multi_pv in [1, 5] {
        let settings = Settings { multi_pv, ..Settings::default() };
        let limits = Limits { depth: Some(6), search_moves: moves.clone(), ..Limits::default() };
        let (outcome, infos) = search(&mut searcher(), &game, &limits, &settings);
        assert!(moves.contains(&outcome.best.expect("a move")));
        assert!(infos.0.iter().all(|info| info.line.first().is_some_and(|m| moves.contains(&m))));
        assert_eq!(infos.0.iter().map(|info| info.multi_pv).max(), Some(multi_pv.min(2)));
    }
}

#[test]
fn lines_are_distinct_and_in_order() {
    for fen in FENS {
        let game = game(fen);
        for limits in [
            Limits { depth: Some(7), ..Limits::default() },
            Limits { nodes: Some(30_000), ..Limits::default() },
        ] {
            for wanted in [2, 4, 256] {
                let settings = Settings { multi_pv: wanted, ..Settings::default() };
                let (outcome, infos) = search(&mut searcher(), &game, &limits, &settings);
                let count = wanted.min(game.position().legal_moves().len());
                let end = |rank| infos.0.iter().rfind(|info| info.multi_pv == rank);
                let last: Vec<&Info> = (1..=count).filter_map(end).collect();
                let ranks: Vec<usize> = last.iter().map(|info| info.multi_pv).collect();
                assert_eq!(ranks, (1..=count).collect::<Vec<_>>(), "{fen}");
                let key = |info: &Info| (info.multi_pv, info.depth, info.score, info.line.moves().to_vec());
                let reported: Vec<_> = last[1..].iter().map(|info| key(info)).collect();
                assert_eq!(outcome.others.iter().map(key).collect::<Vec<_>>(), reported, "{fen}");
                for (index, info) in last.iter().enumerate() {
                    let again = last[..index].iter().any(|other| other.line.first() == info.line.first());
                    assert!(!again, "{fen}: {:?} begins two lines", info.line.first());
                }
                let of_first = last.iter().filter(|info| info.depth == last[0].depth);
                let full: Vec<&Info> = of_first.copied().collect();
                let ordered = full.windows(2).all(|pair| pair[0].score >= pair[1].score);
                assert!(ordered, "{fen}: {:?}", full.iter().map(|info| info.score).collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn every_driver_keeps_the_limits() {
    for algorithm in Algorithm::ALL {
        let settings = Settings { algorithm, ..Settings::default() };
        for fen in FENS {
            let limits = Limits { depth: Some(7), ..Limits::default() };
            let (outcome, _) = search(&mut searcher(), &game(fen), &limits, &settings);
            assert_eq!((outcome.info.depth, outcome.info.bound), (7, Bound::Exact), "{algorithm}: {fen}");
            let limits = Limits { nodes: Some(7_000), ..Limits::default() };
            let (outcome, _) = search(&mut searcher(), &game(fen), &limits, &settings);
            assert_eq!(outcome.info.nodes, 7_000, "{algorithm}: {fen}");
        }
    }
}

/// Runs a search on a thread of its own and calls `act` after `wait`. Returns the outcome, and whether the
/// search had ended before `act`.
fn search_and(
    limits: &Limits,
    settings: &Settings,
    fen: &str,
    wait: Duration,
    act: impl FnOnce(&Control),
) -> (Outcome, bool) {
    let (control, game, has_ended) = (Control::new(limits.ponder), game(fen), AtomicBool::new(false));
    thread::scope(|scope| {
        let task = || {
            let outcome = searcher().search(&game, limits, settings, &control, &mut ());
            has_ended.store(true, Relaxed);
            outcome
        };
        let search = threads::spawn_scoped(scope, task);
        thread::sleep(wait);
        let was_early = has_ended.load(Relaxed);
        act(&control);
        (search.expect("a thread").join().expect("an outcome"), was_early)
    })
}

#[test]
fn an_infinite_search_ends_when_stopped_and_not_before() {
    let cases = [
        (FENS[1], Limits { infinite: true, ..Limits::default() }),
        (MATE_IN_ONE, Limits { infinite: true, ..Limits::default() }),
        (ONE_MOVE, Limits { infinite: true, ..Limits::default() }),
        (CHECKMATE, Limits { infinite: true, ..Limits::default() }),
        (FENS[0], Limits { infinite: true, depth: Some(2), ..Limits::default() }),
    ];
    for (fen, limits) in cases {
        for threads in [1, 2] {
            let settings = Settings { threads, ..Settings::default() };
            let (outcome, was_early) = search_and(&limits, &settings, fen, millis(50), Control::stop);
            assert!(!was_early, "{fen}");
            assert_eq!(outcome.best.is_none(), fen == CHECKMATE);
        }
    }
}

#[test]
fn a_ponder_search_waits_for_ponderhit_or_stop() {
    for fen in [FENS[1], MATE_IN_ONE, ONE_MOVE] {
        let clock = Clock { left: millis(20), increment: millis(0), moves_to_go: Some(1) };
        let limits = Limits { clock: Some(clock), ponder: true, ..Limits::default() };
        for act in [Control::ponderhit as fn(&Control), Control::stop] {
            let (outcome, was_early) = search_and(&limits, &Settings::default(), fen, millis(80), act);
            assert!(!was_early && outcome.best.is_some(), "{fen}");
        }
    }
}

/// Sends a ponderhit after an iteration, and notes whether that ended the search.
struct PonderhitAfter<'a> {
    control: &'a Control,
    depth: Depth,
    has_ended: Option<bool>,
}

impl Reporter for PonderhitAfter<'_> {
    fn info(&mut self, info: &Info) {
        if info.depth > self.depth && self.has_ended.is_none() {
            self.control.ponderhit();
            self.has_ended = Some(self.control.is_stopped());
        }
    }
}

#[test]
fn a_ponderhit_ends_a_search_that_has_used_its_time() {
    // The clock counts nodes: the time is a few hundred nodes, or millions.
    for (left, depth, enough) in [(3_000, 6, true), (100_000_000, 2, false)] {
        let clock = Clock { left: millis(left), increment: millis(0), moves_to_go: None };
        let limits = Limits { clock: Some(clock), ponder: true, nodes: Some(1_000_000), ..Limits::default() };
        let settings = Settings { nodes_per_ms: 1, ..Settings::default() };
        let control = Control::new(true);
        let mut reporter = PonderhitAfter { control: &control, depth, has_ended: None };
        let outcome = searcher().search(&game(FENS[1]), &limits, &settings, &control, &mut reporter);
        assert_eq!((reporter.has_ended, outcome.best.is_some()), (Some(enough), true), "{left}");
    }
}

#[test]
fn a_stopped_search_still_finishes_the_first_iteration() {
    // The first capture loses the queen.
    let fen = "6k1/5ppp/8/p7/1r6/8/1Q3PPP/6K1 w - - 0 1";
    let control = Control::new(false);
    control.stop();
    let outcome = searcher().search(&game(fen), &Limits::default(), &Settings::default(), &control, &mut ());
    assert!(outcome.info.depth >= 1);
    let best = outcome.best.map(|m| game(fen).position().san(m));
    assert_ne!(best.as_deref(), Some("Qxb4"));
}

#[test]
fn a_long_first_iteration_ends_when_stopped() {
    let crowded = game("1q1qQ2K/q1QRq1B1/q1q5/QQ4Q1/Q1Qr1n2/2q1Q3/1q5k/Q3q3 w - - 0 1");
    let control = Control::new(false);
    control.stop();
    let (mut searcher, settings) = (searcher(), Settings::default());
    let mut infos = Infos::default();
    let outcome = searcher.search(&crowded, &Limits::default(), &settings, &control, &mut infos);
    assert!(outcome.info.nodes < 10_000 + 2 * POLL_INTERVAL, "{:?}", outcome.info);
    check(&crowded, &outcome, &infos);
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let (whole, _) = search(&mut searcher, &crowded, &limits, &settings);
    assert!(whole.info.nodes > 20_000, "{:?}", whole.info);
}

#[test]
fn searches_of_some_moves_do_not_mislead_later_searches_through_the_tt() {
    let parent = game("r6k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1");
    let mut child = parent.clone();
    for text in ["b3g8", "a8g8"] {
        let m = parse_move(child.position(), text).expect("a legal move");
        child.play(m).expect("a legal move");
    }
    let king = parse_move(child.position(), "g1g2").expect("a legal move");
    let deep = Limits { depth: Some(14), ..Limits::default() };
    let two_lines = Settings { multi_pv: 2, ..Settings::default() };
    let only = Limits { search_moves: vec![king], ..deep.clone() };
    for (limits, settings) in [(&deep, &two_lines), (&only, &Settings::default())] {
        let mut searcher = searcher();
        search(&mut searcher, &child, limits, settings);
        let shallow = Limits { depth: Some(8), ..Limits::default() };
        let (outcome, _) = search(&mut searcher, &parent, &shallow, &Settings::default());
        assert_eq!(outcome.info.score.mate_moves(), Some(2), "{:?}", outcome.info.line.moves());
    }
}

#[test]
fn only_timed_searches_take_nodes_off_the_nodestime_clock() {
    let clock = Clock { left: millis(1_000), increment: millis(0), moves_to_go: None };
    let timed = Limits { clock: Some(clock), ..Limits::default() };
    let settings = Settings { nodes_per_ms: 50, ..Settings::default() };
    let mut searcher = searcher();
    search(&mut searcher, &game(FENS[1]), &timed, &settings);
    // More nodes than are left on the clock.
    let limits = Limits { nodes: Some(60_000), ..Limits::default() };
    search(&mut searcher, &game(FENS[2]), &limits, &settings);
    let (outcome, _) = search(&mut searcher, &game(FENS[3]), &timed, &settings);
    assert!(outcome.info.nodes > 500, "{} nodes", outcome.info.nodes);
}

#[test]
fn searches_in_real_time_take_nothing_off_the_nodestime_clock() {
    let clock = Clock { left: millis(1_000), increment: millis(0), moves_to_go: None };
    let timed = Limits { clock: Some(clock), nodes: Some(60_000), ..Limits::default() };
    let by_nodes = Settings { nodes_per_ms: 50, ..Settings::default() };
    let mut searcher = searcher();
    search(&mut searcher, &game(FENS[1]), &timed, &by_nodes);
    // More nodes than were left on the clock.
    let real = Limits {
        nodes: Some(60_000),
        clock: Some(Clock { left: millis(600_000), ..clock }),
        ..timed.clone()
    };
    search(&mut searcher, &game(FENS[2]), &real, &Settings::default());
    let (outcome, _) = search(&mut searcher, &game(FENS[3]), &timed, &by_nodes);
    assert!(outcome.info.nodes > 500, "{} nodes", outcome.info.nodes);
}

/// The opponent has played another move than the expected one.
#[test]
fn a_ponder_search_that_is_stopped_takes_nothing_off_the_nodestime_clock() {
    let clock = Clock { left: millis(1_000), increment: millis(0), moves_to_go: None };
    let timed = Limits { clock: Some(clock), ..Limits::default() };
    let settings = Settings { nodes_per_ms: 50, ..Settings::default() };
    let mut engine = Engine::new(8).expect("a small table");
    let ponder = Limits { ponder: true, ..timed.clone() };
    let search = engine.search(game(FENS[1]), ponder, settings.clone());
    // More nodes than are on the clock.
    let is_long = |report: Report| matches!(report, Report::Info(info) if info.nodes > 60_000);
    assert!(search.reports().iter().any(is_long));
    search.stop();
    assert!(search.wait().is_ok());
    let outcome = engine.search(game(FENS[1]), timed, settings).wait().expect("an outcome");
    assert!(outcome.info.nodes > 500, "{} nodes", outcome.info.nodes);
}

#[test]
fn the_engine_stops_all_searches() {
    let mut engine = Engine::new(8).expect("a small table");
    let infinite = Limits { infinite: true, ..Limits::default() };
    let searches = [0, 1].map(|_| engine.search(game(FENS[1]), infinite.clone(), Settings::default()));
    engine.stop();
    // This waits for both.
    engine.clear(1).expect("an engine");
    assert!(searches.into_iter().all(|search| search.wait().is_ok_and(|outcome| outcome.best.is_some())));
}

/// shakmaty accepts the board with `ignore_too_much_material`.
#[test]
fn a_board_full_of_queens_is_searched() {
    let many_moves = "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1";
    // Nearly all captures lose the queen.
    let many_captures = "KQQQQQQQ/nnpnnnnn/QQQQQQQQ/nnnnnnnn/QQQQQQQQ/nnnnnnnn/QQQQQQn1/4nQnk w - - 0 1";
    let mut engine = Engine::new(8).expect("a small table");
    for (fen, at_least) in [(many_moves, 257), (many_captures, 130)] {
        let parsed: Fen = fen.parse().expect("a FEN");
        let chess = parsed
            .into_position::<Chess>(CastlingMode::Standard)
            .or_else(PositionError::ignore_too_much_material)
            .expect("a position");
        let expected = chess.legal_moves();
        let legal = Position::from(chess.clone()).legal_moves();
        assert!(expected.len() >= at_least && legal.len() == expected.len(), "{}", legal.len());
        assert!(legal.iter().all(|m| expected.contains(m)));
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let outcome = engine.search(chess, limits, Settings::default()).wait().expect("an outcome");
        assert!(outcome.best.is_some_and(|m| expected.contains(&m)));
    }
}

#[test]
fn the_engine_answers_each_search_once() {
    let mut engine = Engine::new(8).expect("a small table");
    for fen in FENS {
        let search =
            engine.search(game(fen), Limits { infinite: true, ..Limits::default() }, Settings::default());
        let first = search.reports().recv().expect("a report");
        assert!(matches!(first, Report::Info(_)), "{first:?}");
        search.stop();
        let rest: Vec<Report> = search.reports().iter().collect();
        let done = rest.iter().filter(|report| matches!(report, Report::Done(_))).count();
        assert!(done == 1 && matches!(rest.last(), Some(Report::Done(_))), "{fen}");
    }
    engine.resize(4, 2).expect("a smaller table");
    engine.reserve_threads(3).expect("three threads");
    engine.clear(2).expect("an engine");
    let limits = Limits { nodes: Some(1_000), ..Limits::default() };
    let outcome = engine.search(game(FENS[0]), limits, Settings::default()).wait().expect("an outcome");
    assert_eq!(outcome.info.nodes, 1_000);
}

#[test]
fn dropping_the_engine_stops_it() {
    let start = Instant::now();
    let mut engine = Engine::new(8).expect("a small table");
    let search =
        engine.search(game(FENS[1]), Limits { infinite: true, ..Limits::default() }, Settings::default());
    drop(engine);
    assert!(start.elapsed() < HANG);
    assert!(search.wait().is_ok_and(|outcome| outcome.best.is_some()));
    // The searches in the queue end too.
    let mut engine = Engine::new(8).expect("a small table");
    for _ in 0..3 {
        let infinite = Limits { infinite: true, ..Limits::default() };
        let _ = engine.search(game(FENS[1]), infinite, Settings::default());
    }
    drop(engine);
}

#[test]
fn the_clock_of_a_move_starts_at_the_given_time() {
    // Read a minute before the search begins: the time is over, but there is a move.
    let Some(start) = Instant::now().checked_sub(Duration::from_secs(60)) else { return };
    let limits = Limits { movetime: Some(millis(50_000)), start: Some(start), ..Limits::default() };
    let (outcome, _) = search(&mut searcher(), &game(FENS[1]), &limits, &Settings::default());
    assert!(outcome.best.is_some() && outcome.info.nodes < 100_000, "{} nodes", outcome.info.nodes);
    assert!(outcome.info.elapsed >= Duration::from_secs(60));
}

#[test]
fn each_side_has_a_clock_of_nodes() {
    let mut searcher = Searcher::new(1).expect("a small table");
    let settings = Settings { nodes_per_ms: 100, ..Settings::default() };
    let nodes = |searcher: &mut Searcher, fen: &str, left: u64| {
        let clock = Clock { left: millis(left), increment: Duration::ZERO, moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        boards::search(searcher, &game(fen), &limits, &settings, &mut ()).info.nodes
    };
    let other_side = START.replace(" w ", " b ");
    assert!(nodes(&mut searcher, START, 10) < 1000);
    assert!(nodes(&mut searcher, &other_side, 10_000) > 2000);
    // The nodes left of the first side count, and not its time.
    assert!(nodes(&mut searcher, START, 10_000) < 1000);
    searcher.clear(1);
    assert!(nodes(&mut searcher, START, 10_000) > 2000);
}
