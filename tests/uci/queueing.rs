//! Queueing: commands during a search.

use lancet::position::Position;

use crate::common::process::{Lancet, count};
use crate::{A_WHILE, MATE_IN_ONE, best, errors, is_legal, place};

/// Sends all lines at once, and returns the answers to the searches.
fn moves_after(lines: &[&str], expected: usize) -> Vec<String> {
    let mut lancet = Lancet::start();
    lancet.send_all(lines);
    let moves = (0..expected).map(|_| lancet.wait("bestmove")).collect();
    lancet.until_ready();
    assert_eq!(count(&lancet.quit(), "bestmove"), expected, "{lines:?}");
    moves
}

#[test]
fn each_go_gets_one_move_and_each_stop_ends_one_search() {
    moves_after(&["go infinite", "go infinite", "stop", "stop"], 2);
    moves_after(&["go infinite", "ucinewgame", "stop"], 1);
    moves_after(&["go infinite", "stop", "stop", "stop"], 1);
    moves_after(&["go infinite", "stop", "go infinite", "stop", "go infinite", "stop"], 3);
    moves_after(&["go infinite", "go infinite", "go infinite", "stop", "stop", "stop"], 3);
    moves_after(&["go infinite", "go perft 2", "go infinite", "stop", "stop"], 2);
    moves_after(&["go depth 1"; 50], 50);
    moves_after(&["go infinite", "go depth 2", "stop"], 2);
    moves_after(&["go infinite", "go ponder wtime 10 btime 10", "stop", "ponderhit"], 2);
    // A ponderhit belongs to the search that ponders.
    moves_after(&["go infinite", "go ponder wtime 10 btime 10", "ponderhit", "stop"], 2);
    moves_after(&["go nodes 1", "ucinewgame", "go nodes 1", "isready", "go nodes 1"], 3);
}

#[test]
fn stop_and_ponderhit_during_perft_and_bench_are_not_lost() {
    moves_after(&["go perft 5", "go infinite", "stop"], 1);
    moves_after(&["bench 4", "go ponder wtime 10 btime 10", "ponderhit"], 1);
}

#[test]
fn a_position_during_a_search_is_for_the_next() {
    let second = place(MATE_IN_ONE);
    let moves = moves_after(&["position startpos", "go infinite", &second, "stop", "go depth 3"], 2);
    assert!(is_legal(&Position::default(), best(&moves[0]["bestmove ".len()..])), "{moves:?}");
    assert_eq!(moves[1], "bestmove e1e8");
    // An invalid one as well: its error comes after the search.
    let mut lancet = Lancet::start();
    lancet.send_all(&["go infinite", "position nonsense", "go depth 1", "isready"]);
    lancet.wait("readyok");
    assert_eq!(errors(&lancet.received), [""; 0]);
    lancet.send("stop");
    assert_ne!(lancet.wait("bestmove"), "bestmove (none)");
    assert_eq!(lancet.wait("bestmove"), "bestmove (none)");
    assert_eq!(errors(&lancet.quit()).len(), 1);
}

#[test]
fn options_during_a_search_are_for_the_next() {
    let mut lancet = Lancet::start();
    lancet.send_all(&["go infinite", "setoption name UCI_ShowWDL value true", "setoption name Hash value 1"]);
    lancet.send_all(&["setoption name Clear Hash", "setoption name Threads value 2", "isready"]);
    lancet.wait("readyok");
    let (_, first) = lancet.go("stop");
    assert!(!first.iter().any(|line| line.contains(" wdl ")));
    let (_, second) = lancet.go("go depth 3");
    assert!(second.iter().any(|line| line.contains(" wdl ")), "{second:#?}");
    lancet.quit();
}

#[test]
fn a_full_queue_refuses_commands_with_one_error() {
    let mut lancet = Lancet::start();
    lancet
        .send("go infinite")
        .send_bytes("setoption name UCI_ShowWDL value true\n".repeat(100_000).as_bytes());
    lancet.send_all(&[
        "setoption name UCI_ShowWDL value false",
        "setoption name MultiPV value 3",
        "go depth 2",
    ]);
    let lines = lancet.until_ready();
    assert!(errors(&lines).len() == 1 && errors(&lines)[0].contains("too many commands"), "{lines:?}");
    lancet.go("stop");
    // What came first was executed, and the last commands were not, but a search is answered. The next ones are.
    assert_eq!(lancet.wait("bestmove"), "bestmove (none)");
    let (_, lines) = lancet.go("go depth 3");
    assert!(lines.iter().any(|line| line.contains(" wdl ")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("multipv 3")), "{lines:?}");
    // `quit` is read too.
    lancet.send("go infinite").send_bytes("go infinite\n".repeat(100_000).as_bytes());
    let lines = lancet.quit();
    assert!(count(&lines, "bestmove") >= 3, "{lines:?}");
}

#[test]
fn a_line_that_is_too_long_is_one_error() {
    let mut lancet = Lancet::start();
    let long = "x ".repeat(1 << 20);
    lancet.send(&long);
    let lines = lancet.until_ready();
    assert!(
        errors(&lines).len() == 1 && errors(&lines)[0].contains("longer than 1048576 bytes"),
        "{lines:?}"
    );
    assert_ne!(lancet.go("go depth 1").0, "(none)");
    // A position that was not read is not replaced by a part of it, nor by the one before.
    lancet.send(&format!("position startpos moves {}", "g1f3 g8f6 f3g1 f6g8 ".repeat(60_000)));
    assert_eq!(errors(&lancet.until_ready()).len(), 1);
    assert_eq!(lancet.go("go depth 1").0, "(none)");
    lancet.send("position startpos");
    assert_ne!(lancet.go("go depth 1").0, "(none)");
    // A search is answered all the same: at once, or when it is stopped.
    let moves = "e2e4 ".repeat(300_000);
    let (best, lines) = lancet.go(&format!("go depth 1 searchmoves {moves}"));
    assert_eq!((best.as_str(), errors(&lines).len()), ("(none)", 1), "{lines:?}");
    lancet.send(&format!("go infinite searchmoves {moves}"));
    lancet.expect_no_bestmove_for(A_WHILE);
    assert_eq!(lancet.go("stop").0, "(none)");
    // Errors are not as many as the words.
    let (_, lines) = lancet.go(&format!("go depth 1 {}", "x ".repeat(1000)));
    assert_eq!(errors(&lines).len(), 8);
    lancet.quit();
}

#[test]
fn isready_uci_and_debug_are_answered_during_a_search() {
    let mut lancet = Lancet::start();
    lancet.send("go infinite");
    for _ in 0..20 {
        lancet.send("isready").wait("readyok");
    }
    lancet.send_all(&["uci", "debug on", "nonsense", ""]).wait("uciok");
    lancet.expect_no_bestmove_for(A_WHILE);
    lancet.go("stop");
    let lines = lancet.quit();
    assert_eq!((count(&lines, "bestmove"), errors(&lines).len()), (1, 1));
}
