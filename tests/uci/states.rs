//! States: every command in every state, and one answer for each search.

use std::thread;
use std::time::Duration;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use crate::common::process::{Lancet, PATIENCE, count};
use crate::{A_WHILE, KIWIPETE, MATE_IN_ONE, ONE_MOVE, START, best, errors, expect_no_early_bestmove, place};

/// The lines that lead to a state, and the number of searches that they start.
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

/// Every command but `quit`, and the number of searches that it starts.
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

/// A position that no command leads to, and the first word of its FEN.
const MARKER: (&str, &str) = ("position fen 8/8/8/8/8/4k3/8/4K3 w - - 17 99", "8/8/8/8/8/4k3/8/4K3");

/// Brings the engine back to the state after its start, with no work under way.
fn reset(lancet: &mut Lancet) {
    lancet.send_all(&["stop", "debug off", "setoption name Hash value 16", "setoption name Threads value 1"]);
    // A perft or bench must have ended before `fen` is answered.
    lancet
        .send_all(&["setoption name UCI_Chess960 value false", "ucinewgame", MARKER.0, "fen"])
        .wait(MARKER.1);
    lancet.send("position startpos").until_ready();
    lancet.received.clear();
}

/// Sends `stop` until all searches are answered, and checks that no more answers come.
fn stop_all(lancet: &mut Lancet, searches: usize, about: &str) {
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
        let mut lancet = Lancet::start();
        for (command, begins) in COMMANDS {
            lancet.send_all(state).send(command).until_ready();
            stop_all(&mut lancet, begun + begins, &format!("{command} after {state:?}"));
            reset(&mut lancet);
        }
        lancet.quit();
    }
}

#[test]
fn all_commands_one_after_another_are_answered_in_every_state() {
    let begins: usize = COMMANDS.iter().map(|(_, begins)| begins).sum();
    for backwards in [false, true] {
        let mut commands: Vec<&str> = COMMANDS.iter().map(|(command, _)| *command).collect();
        if backwards {
            commands.reverse();
        }
        let mut lancet = Lancet::start();
        for (state, begun) in STATES {
            lancet.send_all(state).send_all(&commands);
            stop_all(&mut lancet, begun + begins, &format!("{backwards} after {state:?}"));
            lancet.expect_no_bestmove_for(A_WHILE);
            assert_eq!(count(&lancet.received, "readyok"), 2, "{state:?}");
            reset(&mut lancet);
        }
        lancet.quit();
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
fn go_without_limits_searches_until_stop() {
    let mut lancet = Lancet::start();
    for fen in [START, MATE_IN_ONE, ONE_MOVE, crate::CHECKMATE] {
        for go in ["go", "go searchmoves a2a3"] {
            lancet.send(&place(fen)).send(go);
            expect_no_early_bestmove(&mut lancet);
            lancet.send("stop").wait("bestmove");
        }
    }
    lancet.send("position startpos").send("go ponder").send("ponderhit");
    expect_no_early_bestmove(&mut lancet);
    lancet.send("stop").wait("bestmove");
    lancet.quit();
}

#[test]
fn perft_prints_each_move_and_can_be_stopped() {
    let mut lancet = Lancet::start();
    for command in ["perft 3", "divide 3", "go perft 3"] {
        lancet.send(command).wait("Nodes");
        assert_eq!(lancet.received.last().map(String::as_str), Some("Nodes searched: 8902"));
    }
    lancet.send("perft 6").wait("a2a3:");
    lancet.wait("Nodes");
    lancet.send_all(&["perft 12", "go depth 2"]).until_ready();
    lancet.expect_no_bestmove_for(A_WHILE);
    lancet.send("stop").wait("bestmove");
    lancet.until_ready();
    let lines = lancet.quit();
    assert_eq!((errors(&lines).len(), count(&lines, "bestmove")), (0, 1));
    assert!(lines.iter().any(|line| line == "info string perft stopped"));
    // Without a position there is an error and no answer.
    let mut lancet = Lancet::start();
    lancet.send_all(&["position nonsense", "go perft 2", "perft 2"]);
    assert_eq!(errors(&lancet.until_ready()).len(), 3);
    assert_eq!(count(&lancet.quit(), "bestmove"), 0);
}

/// Longer than `quit` or the end of the input may come after a bench and still wait for its result.
const NOT_AT_ONCE: Duration = Duration::from_millis(600);

#[test]
fn perft_and_bench_do_not_delay_quit_or_the_end_of_the_input() {
    for last in [None, Some("quit"), Some("stop")] {
        let mut lancet = Lancet::start();
        lancet.send_all(&["perft 12", "bench 30"]).until_ready();
        // What comes at once waits for the result (`ending.rs`), but this would take hours.
        thread::sleep(NOT_AT_ONCE);
        lancet.send_all(last.as_slice());
        thread::sleep(NOT_AT_ONCE);
        let status = lancet.close_stdin().wait_exit(PATIENCE);
        assert!(status.is_some_and(|status| status.success()), "{last:?}: {status:?}");
    }
}

#[test]
fn uci_chess960_may_come_after_the_position() {
    let mut lancet = Lancet::start();
    lancet.send(&place("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"));
    for (chess960, written) in [("true", "e1h1"), ("false", "e1g1"), ("true", "e1h1")] {
        lancet.send(&format!("setoption name UCI_Chess960 value {chess960}"));
        let (answer, _) = lancet.go("go depth 1 searchmoves e1g1");
        assert_eq!(best(&answer), written);
    }
    lancet.send("position nonsense").send("setoption name UCI_Chess960 value false");
    assert_eq!(lancet.go("go depth 1").0, "(none)");
    // The rook of the queen's side does not stand in the corner, so that as standard chess the move is illegal.
    let castles = "position fen r3k2r/8/8/8/8/8/8/1R2K2R w KQkq - 0 1 moves e1b1";
    assert_eq!(lancet.send(castles).go("go depth 1").0, "(none)");
    lancet.send("setoption name UCI_Chess960 value true");
    assert_ne!(lancet.go("go depth 1").0, "(none)");
    lancet.quit();
}

#[test]
fn bestmove_is_the_first_move_of_the_last_pv() {
    let mut lancet = Lancet::start();
    // Some of these searches end before a better move has an exact score, and report a bound.
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
fn fuzz_random_words_do_not_break_a_session() {
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
        // More stops than searches can have started.
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

#[test]
fn the_embedding_page_shows_the_example() {
    let read = |path: &str| std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR")));
    let example = read("examples/embed.rs").expect("the example");
    let (_, code) = example.split_once("\n\n").expect("a header");
    // A source package may come without the page.
    if let Ok(page) = read("docs/embedding.md") {
        assert!(
            page.contains(&format!("```rust\n{code}```")),
            "docs/embedding.md should show examples/embed.rs"
        );
    }
}
