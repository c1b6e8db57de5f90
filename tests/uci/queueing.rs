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
    lancet.send_all(&["go infinite", "setoption name MultiPV value 2", "setoption name Hash value 1"]);
    lancet.send_all(&["setoption name Clear Hash", "setoption name Threads value 2", "isready"]);
    lancet.wait("readyok");
    let (_, first) = lancet.go("stop");
    assert!(!first.iter().any(|line| line.contains("multipv 2")));
    let (_, second) = lancet.go("go depth 3");
    assert!(second.iter().any(|line| line.contains("multipv 2")), "{second:#?}");
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
