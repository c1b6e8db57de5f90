//! States: every command in every state, and each search answered once.

use std::time::Duration;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::common::process::{Lancet, PATIENCE, count};
use crate::{A_WHILE, KIWIPETE, MATE_IN_ONE, ONE_MOVE, START, best, errors, place};

/// What leads to a state, and how many searches that began.
const STATES: &[(&[&str], usize)] = &[
    (&[], 0),
    (&["uci"], 0),
    (&["position startpos moves e2e4"], 0),
    (&["position fen nonsense"], 0),
    (&["position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"], 0),
    (&["go infinite"], 1),
    (&["go ponder wtime 60000 btime 60000"], 1),
    (&["go infinite depth 1"], 1),
    (&["go infinite", "stop"], 1),
    (&["go infinite", "go infinite"], 2),
    (&["perft 8"], 0),
];

/// Every command but `quit`, and how many searches it begins.
const COMMANDS: &[(&str, usize)] = &[
    ("uci", 0),
    ("debug on", 0),
    ("isready", 0),
    ("setoption name Hash value 8", 0),
    ("setoption name Threads value 2", 0),
    ("setoption name Clear Hash", 0),
    ("setoption name UCI_Chess960 value true", 0),
    ("ucinewgame", 0),
    ("position startpos moves d2d4", 0),
    ("go depth 2", 1),
    ("ponderhit", 0),
    ("stop", 0),
    ("d", 0),
    ("fen", 0),
    ("flip", 0),
    ("eval", 0),
    ("perft 2", 0),
    ("go perft 1", 0),
    ("bench 1", 0),
    ("go movetime 20 searchmoves e2e4 d2d4", 1),
    ("help", 0),
    ("version", 0),
    ("license", 0),
    ("nonsense", 0),
    ("debug off", 0),
];

fn in_state(lines: &[&str]) -> Lancet {
    let mut lancet = Lancet::start();
    lancet.send_all(lines);
    lancet
}

/// Stops until `searches` were answered; then no more answers come.
fn settle(lancet: &mut Lancet, searches: usize, about: &str) {
    let mut rounds = 0;
    while count(&lancet.received, "bestmove") < searches {
        assert!(rounds < 400, "{} of {searches} answers: {about}", count(&lancet.received, "bestmove"));
        rounds += 1;
        lancet.send("stop").wait_within("bestmove", Duration::from_millis(50));
    }
    lancet.until_ready();
    assert_eq!(count(&lancet.received, "bestmove"), searches, "{about}");
}

#[test]
fn every_command_is_answered_in_every_state() {
    for (state, begun) in STATES {
        for (command, begins) in COMMANDS {
            let mut lancet = in_state(state);
            lancet.send(command).until_ready();
            settle(&mut lancet, begun + begins, &format!("{command} after {state:?}"));
            lancet.quit();
        }
    }
}

#[test]
fn all_commands_in_a_row_are_answered_in_every_state() {
    let begins: usize = COMMANDS.iter().map(|(_, begins)| begins).sum();
    for backwards in [false, true] {
        for (state, begun) in STATES {
            let mut lancet = in_state(state);
            let mut row: Vec<&str> = COMMANDS.iter().map(|(command, _)| *command).collect();
            if backwards {
                row.reverse();
            }
            lancet.send_all(&row);
            settle(&mut lancet, begun + begins, &format!("{backwards} after {state:?}"));
            lancet.expect_no_bestmove_for(A_WHILE);
            assert_eq!(count(&lancet.quit(), "readyok"), 2, "{state:?}");
        }
    }
}

#[test]
fn a_stop_may_be_for_the_search_behind_one_that_ends_by_itself() {
    for first in ["go depth 1", "go nodes 500", "go movetime 50", "go ponder depth 1"] {
        let mut lancet = Lancet::start();
        lancet.send_all(&[first, "ponderhit", "go infinite", "stop"]);
        lancet.wait("bestmove");
        lancet.wait("bestmove");
        assert_eq!(count(&lancet.quit(), "bestmove"), 2, "{first}");
    }
}

#[test]
fn what_nothing_limits_goes_on_until_it_is_stopped() {
    for fen in [START, MATE_IN_ONE, ONE_MOVE, crate::CHECKMATE] {
        for go in ["go", "go searchmoves a2a3"] {
            let mut lancet = Lancet::start();
            lancet.send(&place(fen)).send(go).expect_no_bestmove_for(A_WHILE);
            lancet.send("stop").wait("bestmove");
            lancet.quit();
        }
    }
    let mut lancet = Lancet::start();
    lancet.send("go ponder").send("ponderhit").expect_no_bestmove_for(A_WHILE);
    lancet.send("stop").wait("bestmove");
    lancet.quit();
}

#[test]
fn counting_tells_as_it_goes_and_can_be_stopped() {
    let mut lancet = Lancet::start();
    for command in ["perft 3", "go perft 3"] {
        lancet.send(command).wait("Nodes");
        assert_eq!(lancet.received.last().map(String::as_str), Some("Nodes searched: 8902"));
    }
    lancet.send("perft 6").wait("a2a3:");
    lancet.wait("Nodes");
    lancet.send_all(&["perft 12", "go depth 2"]).until_ready();
    lancet.expect_no_bestmove_for(A_WHILE);
    lancet.send("stop").wait("bestmove");
    lancet.until_ready();
    let heard = lancet.quit();
    assert!(!errors(&heard).is_empty() && count(&heard, "bestmove") == 1);
    // Nothing is counted, and nothing is answered to, without a position.
    let mut lancet = Lancet::start();
    lancet.send_all(&["position nonsense", "go perft 2", "perft 2"]);
    assert_eq!(errors(&lancet.until_ready()).len(), 3);
    assert_eq!(count(&lancet.quit(), "bestmove"), 0);
}

#[test]
fn counting_does_not_keep_the_end_waiting() {
    for last in [None, Some("quit"), Some("stop")] {
        let mut lancet = Lancet::start();
        lancet.send_all(&["perft 12", "bench 30"]).until_ready();
        lancet.send_all(last.as_slice());
        let start = std::time::Instant::now();
        lancet.close_stdin().wait_exit(PATIENCE).expect("an end");
        assert!(start.elapsed() < Duration::from_millis(1500), "{:?}", start.elapsed());
    }
}

#[test]
fn the_mode_of_castling_may_come_after_the_position() {
    let mut lancet = Lancet::start();
    lancet.send(&place("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"));
    for (chess960, written) in [("true", "e1h1"), ("false", "e1g1"), ("true", "e1h1")] {
        lancet.send(&format!("setoption name UCI_Chess960 value {chess960}"));
        let (answer, _) = lancet.go("go depth 1 searchmoves e1g1");
        assert_eq!(best(&answer), written);
    }
    lancet.send("position nonsense").send("setoption name UCI_Chess960 value false");
    assert_eq!(lancet.go("go depth 1").0, "(none)");
    lancet.quit();
}

#[test]
fn the_last_line_of_the_first_rank_begins_with_the_move() {
    let mut lancet = Lancet::start();
    // Some of these searches end before a better move has its exact score: its bound is told then.
    for nodes in (500..12_000).step_by(97) {
        for fen in [KIWIPETE, "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"] {
            lancet.send("ucinewgame").send(&place(fen));
            let (answer, lines) = lancet.go(&format!("go nodes {nodes}"));
            let last = lines.iter().rfind(|line| line.contains(" multipv 1 "));
            let first = last.and_then(|line| line.split(" pv ").nth(1)?.split(' ').next());
            assert_eq!(first, Some(best(&answer)), "{nodes} nodes: {lines:#?}");
        }
    }
    lancet.quit();
}

#[test]
fn any_row_of_words_leaves_the_engine_well() {
    const WORDS: [&str; 39] = [
        "uci",
        "debug",
        "on",
        "off",
        "isready",
        "setoption",
        "name",
        "value",
        "Hash",
        "Clear Hash",
        "MultiPV",
        "2",
        "Ponder",
        "true",
        "ucinewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "0000",
        "go",
        "depth",
        "nodes",
        "movetime",
        "searchmoves",
        "wtime",
        "btime",
        "-5",
        "99999999999999999999",
        "infinite",
        "ponder",
        "mate",
        "stop",
        "ponderhit",
        "\0",
        "8/8/8/8/8/8/8/8",
        "é",
    ];
    let mut rng = StdRng::seed_from_u64(3);
    for _ in 0..6 {
        let mut lines = String::new();
        for _ in 0..400 {
            for _ in 0..rng.random_range(1..10) {
                lines += WORDS[rng.random_range(0..WORDS.len())];
                lines.push(' ');
            }
            lines.push('\n');
        }
        let mut lancet = Lancet::start();
        lancet.send_bytes(lines.as_bytes());
        // More stops than searches can have begun.
        lancet.send_bytes("stop\n".repeat(800).as_bytes());
        lancet.send_all(&["position startpos", "go depth 1", "position nonsense", "perft 1", "d"]);
        while !lancet.wait("info").starts_with("info string error: no position to show") {}
        assert!(lancet.received.iter().all(|line| !line.contains(char::is_control)));
        lancet.quit();
    }
}

#[test]
fn the_readme_shows_the_table_of_options() {
    let table = lancet::uci::option_table();
    let mut lancet = Lancet::start();
    lancet.send("uci").wait("uciok");
    let listed: Vec<String> = lancet.quit().into_iter().filter(|line| line.starts_with("option ")).collect();
    for row in table.lines().skip(2) {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let start = format!("option name {} type {}", columns[1].trim_matches('`'), columns[2]);
        assert!(listed.iter().any(|line| line.starts_with(&start)), "{row}");
    }
    // A source package may come without the README.
    let readme = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    if let Ok(readme) = std::fs::read_to_string(readme) {
        assert!(readme.contains(&table), "README.md should show this table:\n{table}");
    }
}
