//! Ending: quit, the end of the input and a broken pipe.

use std::thread;
use std::time::Duration;

use crate::common::process::{Lancet, count, last_value};

/// Lines that lead to each state of the engine.
const STATES: [&[&str]; 10] = [
    &[],
    &["uci"],
    &["position startpos moves e2e4"],
    &["go infinite"],
    &["go ponder wtime 1000 btime 1000"],
    &["go wtime 3600000 btime 3600000"],
    &["go infinite", "go infinite", "ucinewgame", "go depth 5"],
    &["go infinite", "stop"],
    &["setoption name Threads value 3", "go infinite"],
    &["go perft 4"],
];

#[test]
fn quit_exits_in_every_state() {
    for state in STATES {
        let mut lancet = Lancet::start();
        lancet.send_all(state);
        let lines = lancet.quit();
        let searches = state.iter().any(|line| line.starts_with("go ") && !line.contains("perft"));
        // It ends the search under way and drops those behind it.
        assert_eq!(count(&lines, "bestmove"), usize::from(searches), "{state:?}: {lines:?}");
    }
}

#[test]
fn quit_ends_a_bench_or_perft_that_has_run_for_a_while() {
    for task in ["bench 40", "go perft 15"] {
        let mut lancet = Lancet::start();
        lancet.send(task).until_ready();
        thread::sleep(Duration::from_millis(700));
        let lines = lancet.quit();
        assert!(!lines.iter().any(|line| line.contains("error")), "{lines:?}");
    }
}

#[test]
fn bench_or_perft_with_quit_or_eof_at_once_prints_its_result() {
    for (task, result) in [("bench 4", " nps"), ("go perft 4", "Nodes searched: 197281"), ("perft 3", "8902")]
    {
        for end in [&["quit"][..], &[], &["quit", "position startpos", "go infinite"]] {
            let mut lancet = Lancet::start();
            lancet.send_bytes(format!("{task}\n{}\n", end.join("\n")).as_bytes()).close_stdin();
            let lines = lancet.exits_cleanly();
            assert_eq!(lines.iter().filter(|line| line.contains(result)).count(), 1, "{task}: {lines:?}");
            assert!(!lines.iter().any(|line| line.contains("error")), "{task}: {lines:?}");
            assert_eq!(count(&lines, "bestmove"), 0, "{task}: {lines:?}");
        }
    }
    // A second `quit` does not wait.
    let mut lancet = Lancet::start();
    lancet.send_bytes(b"bench 40\nquit\nquit\n");
    lancet.exits_cleanly();
}

#[test]
fn stop_ends_a_bench_and_the_next_search_is_answered() {
    for task in ["bench 40", "go perft 15"] {
        let mut lancet = Lancet::start();
        lancet.send(task);
        thread::sleep(Duration::from_millis(300));
        lancet.send_all(&["stop", "position startpos", "go depth 2"]).wait("bestmove");
        let lines = lancet.quit();
        let stopped = lines.iter().filter(|line| line.ends_with("stopped")).count();
        assert_eq!(stopped, 1, "{lines:?}");
        assert!(!lines.iter().any(|line| line.contains("error") || line.ends_with(" nps")), "{lines:?}");
    }
}

#[test]
fn eof_exits_in_every_state_with_a_bestmove_for_every_go() {
    for state in STATES {
        let mut lancet = Lancet::start();
        lancet.send_all(state).close_stdin();
        let lines = lancet.exits_cleanly();
        let searches = state.iter().filter(|line| line.starts_with("go ") && !line.contains("perft"));
        assert_eq!(count(&lines, "bestmove"), searches.count(), "{state:?}: {lines:?}");
    }
}

/// As in `lancet < FILE`: only the last search has its time limited by the end of the input.
#[test]
fn work_before_the_last_search_ends_by_itself_after_eof() {
    let finish = |text: &str| {
        let mut lancet = Lancet::start();
        lancet.send_bytes(text.as_bytes()).close_stdin();
        lancet.exits_cleanly()
    };
    let lines = finish(&"position startpos\nucinewgame\ngo depth 18\n".repeat(4));
    let searches: Vec<&[String]> = lines.split(|line| line.starts_with("bestmove ")).collect();
    assert_eq!(searches.len(), 5, "{lines:?}");
    for search in &searches[..3] {
        assert_eq!(last_value(search, "depth"), 18, "{search:?}");
    }
    let lines = finish("position startpos\ngo depth 9\nfen\nperft 4\n");
    assert_eq!(last_value(&lines, "depth"), 9, "{lines:?}");
    assert!(lines.contains(&"Nodes searched: 197281".to_owned()), "{lines:?}");
    // An endless search would keep the others waiting.
    let lines = finish("go depth 5\ngo infinite\ngo depth 200\n");
    assert_eq!(count(&lines, "bestmove"), 3, "{lines:?}");
    // Nor does it take their time.
    let lines = finish("position startpos\ngo infinite\ngo infinite\ngo depth 8\nperft 3\n");
    assert_eq!(count(&lines, "bestmove"), 3, "{lines:?}");
    let last = lines.iter().rposition(|line| line.starts_with("bestmove")).expect("a move");
    let search = lines[..last].rsplit(|line| line.starts_with("bestmove")).next().expect("a search");
    assert_eq!(last_value(search, "depth"), 8, "{lines:?}");
    assert!(lines.contains(&"Nodes searched: 8902".to_owned()), "{lines:?}");
}

#[test]
fn a_bench_does_not_take_the_time_of_the_search_behind_it() {
    let mut lancet = Lancet::start();
    lancet.send_bytes(b"bench 4\nposition startpos\ngo depth 6\n").close_stdin();
    let lines = lancet.exits_cleanly();
    assert!(lines.iter().any(|line| line.starts_with("info depth 6 ")), "{lines:?}");
}

#[test]
fn quit_reports_the_searches_that_it_drops() {
    let mut lancet = Lancet::start();
    lancet.send_all(&["go infinite", "go depth 3", "fen", "go depth 4"]);
    let lines = lancet.quit();
    let warning = "info string warning: queued searches dropped: 2";
    assert!(lines.iter().any(|line| line == warning), "{lines:?}");
}
