//! Drivers: every algorithm obeys the protocol.

use std::time::Duration;

use lancet::position::parse_move;
use shakmaty::CastlingMode;

use crate::common::boards;
use crate::common::process::{Lancet, count, last_value};
use crate::lines::{Checked, POSITIONS};
use crate::{A_WHILE, KIWIPETE, MATE_IN_ONE, START, best, is_legal, place, position, warnings};

/// Every driver, with its parameters.
const DRIVERS: [&[&str]; 16] = [
    &["Algorithm value AlphaBeta"],
    &["Algorithm value AlphaBeta", "Aspiration value false"],
    &["Algorithm value Scout"],
    &["Algorithm value Scout", "Aspiration value false"],
    &["Algorithm value NegaScout", "Aspiration value false"],
    &["Algorithm value PVS", "Aspiration value false"],
    &["Algorithm value Informed"],
    &["Algorithm value Informed", "Aspiration value false"],
    &["Algorithm value MTD(f)"],
    &["Algorithm value MTD(f)", "MTD Guess value TwoBack"],
    &["Algorithm value MTD(f)", "MTD Guess value Mean", "MTD Step value 8"],
    &["Algorithm value SSS*"],
    &["Algorithm value DUAL*"],
    &["Algorithm value C*"],
    &["Algorithm value C*", "Aspiration value false"],
    &["Algorithm value PVS"],
];

fn with(driver: &[&'static str], more: &[&'static str]) -> Vec<&'static str> {
    driver.iter().chain(more).copied().collect()
}

#[test]
fn every_line_of_every_driver_is_well_formed_and_legal() {
    for driver in DRIVERS {
        for (fen, mode) in POSITIONS {
            let mut checked = Checked::start(driver, fen, mode);
            for go in
                ["go depth 8", "go nodes 1", "go nodes 20000", "go movetime 30", "go wtime 900 btime 900"]
            {
                checked.go(go);
            }
            checked.go("go mate 2 nodes 20000");
            checked.lancet.quit();
        }
    }
}

#[test]
fn several_lines_and_several_threads_go_with_every_driver() {
    for driver in DRIVERS {
        for more in ["MultiPV value 3", "Threads value 2"] {
            let mut checked = Checked::start(&with(driver, &[more]), KIWIPETE, CastlingMode::Standard);
            for go in ["go depth 6", "go nodes 3000", "go nodes 77", "go movetime 30"] {
                checked.go(go);
            }
            checked.go_and_stop("go infinite", Duration::from_millis(40));
            checked.lancet.quit();
        }
    }
}

/// Games of Chess960 with itself; the engine checks its own assertions in this build.
#[test]
fn every_driver_plays_games_of_chess960() {
    let mut starts = boards::roots();
    starts.retain(|start| start.castling_mode() == CastlingMode::Chess960 && start.can_castle());
    for (number, driver) in DRIVERS.iter().enumerate() {
        let start = &starts[number * 37 % starts.len()];
        let mut checked = Checked::start(driver, &start.fen(), CastlingMode::Chess960);
        let (mut position, mut line) = (start.clone(), format!("{} moves", place(&start.fen())));
        for ply in 0..80 {
            if !position.has_legal_move() {
                break;
            }
            let lines = checked.go(if ply % 2 == 0 { "go nodes 300" } else { "go depth 3" });
            // A message about the limit of passes may follow the PV.
            let (_, pv) = lines.iter().rev().find_map(|line| line.split_once(" pv ")).expect("a PV");
            let m = pv.split(' ').next().expect("a move");
            line = format!("{line} {m}");
            position = position.play(parse_move(&position, m).expect("a legal move"));
            if position.has_legal_move() {
                checked.place(&line, position.clone());
            }
        }
        checked.lancet.quit();
    }
}

#[test]
fn every_driver_can_stop_at_any_node() {
    for driver in DRIVERS {
        let mut checked = Checked::start(driver, KIWIPETE, CastlingMode::Standard);
        for nodes in (1..4000).step_by(97) {
            checked.lancet.send("ucinewgame");
            checked.go(&format!("go nodes {nodes}"));
        }
        checked.lancet.quit();
    }
}

#[test]
fn every_driver_finds_mates_and_shows_them_to_the_end() {
    let mates = [
        (MATE_IN_ONE, 1),
        ("8/1p6/8/1pP1R2p/7k/1P4p1/1r1r4/4R2K w - - 0 1", 2),
        ("8/4kpp1/4p2p/1R6/3q4/3P1Q2/P4PPP/R5K1 b - - 0 1", 3),
    ];
    for driver in DRIVERS {
        for (fen, moves) in mates {
            let mut checked = Checked::start(driver, fen, CastlingMode::Standard);
            let lines = checked.go(&format!("go mate {moves}"));
            let last = lines.last().expect("a line");
            let (_, line) = last.split_once(" pv ").expect("a line of play");
            assert!(last.contains(&format!(" score mate {moves} ")), "{driver:?}: {last}");
            assert_eq!(line.split(' ').count(), 2 * moves - 1, "{driver:?}: {last}");
            checked.lancet.quit();
        }
    }
}

#[test]
fn every_driver_prints_pvs_as_long_as_its_depth() {
    for driver in DRIVERS {
        let fen = "rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3";
        let mut checked = Checked::start(driver, fen, CastlingMode::Standard);
        let lines = checked.go("go depth 9");
        // Bounds, which only a slow search prints, have no PV.
        let exact = lines.iter().filter(|line| !line.contains("bound "));
        let lengths: Vec<usize> =
            exact.filter_map(|line| Some(line.split_once(" pv ")?.1.split(' ').count())).collect();
        // Reductions may shorten a line by some plies.
        let full = lengths.iter().zip(1..).filter(|(length, depth)| **length + 2 >= *depth).count();
        assert!(full >= 8, "{driver:?}: {lengths:?}");
        checked.lancet.quit();
    }
}

#[test]
fn every_driver_obeys_ponder_and_searchmoves() {
    for driver in DRIVERS {
        let mut lancet = Lancet::start();
        for option in driver {
            lancet.send(&format!("setoption name {option}"));
        }
        lancet.send("position startpos moves e2e4 e7e5");
        lancet.send("go ponder wtime 500 btime 500").expect_no_bestmove_for(A_WHILE);
        lancet.send("ponderhit").wait("bestmove");
        lancet.send("position startpos").send("go ponder depth 3").expect_no_bestmove_for(A_WHILE / 4);
        lancet.send("stop").wait("bestmove");
        let (answer, lines) = lancet.go("go depth 5 searchmoves h2h4 a2a4");
        assert!(["h2h4", "a2a4"].contains(&best(&answer)), "{driver:?}: {answer}");
        assert!(lines.iter().all(|line| line.contains(" pv h2h4") || line.contains(" pv a2a4")), "{lines:?}");
        assert_eq!(count(&lancet.quit(), "bestmove"), 3, "{driver:?}");
    }
}

#[test]
fn every_driver_keeps_the_time() {
    for driver in DRIVERS {
        let mut lancet = Lancet::start();
        for option in driver {
            lancet.send(&format!("setoption name {option}"));
        }
        // Nodes stand for time, so that a busy machine does not matter.
        lancet.send("setoption name nodestime value 500").send(&place(KIWIPETE)).until_ready();
        for (go, ms) in [("go movetime 50", 50), ("go wtime 400 winc 10", 400), ("go wtime 60", 60)] {
            let (answer, lines) = lancet.send("ucinewgame").go(go);
            assert!(is_legal(&position(KIWIPETE), best(&answer)), "{driver:?}: {answer}");
            let nodes = last_value(&lines, "nodes");
            assert!(nodes <= ms * 500 + 512, "{driver:?}: {go}: {nodes} nodes");
        }
        lancet.quit();
    }
}

#[test]
fn passes_are_printed_as_bounds_after_a_second() {
    let long = |algorithm: &'static str, bound: &str| {
        let driver = [algorithm, "Hash value 64"];
        let mut checked = Checked::start(&driver, KIWIPETE, CastlingMode::Standard);
        checked.go_until("go infinite", bound);
        checked.lancet.quit();
    };
    long("Algorithm value SSS*", " upperbound ");
    long("Algorithm value DUAL*", " lowerbound ");
}

#[test]
fn the_pass_limit_is_reported() {
    let mut lancet = Lancet::start();
    lancet.send("setoption name Algorithm value SSS*").send("setoption name Passes value 2");
    lancet.send(&place(START));
    let (answer, lines) = lancet.go("go depth 6");
    assert!(is_legal(&position(START), best(&answer)), "{answer}");
    assert!(lines.iter().any(|line| line.starts_with("info string ") && line.contains("pass")), "{lines:?}");
    assert!(warnings(&lines).is_empty(), "{lines:?}");
    lancet.quit();
}
