//! Ending: quit, the end of the input and a broken pipe.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::process::{Lancet, count};

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
        assert!(count(&lines, "bestmove") <= 1, "{state:?}: {lines:?}");
    }
    let mut lancet = Lancet::start();
    lancet.send_all(&["go perft 15", "quit"]);
    lancet.exits_cleanly();
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

#[test]
fn a_broken_pipe_exits_quietly() {
    for go in ["go infinite", "go depth 60", "uci"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_lancet"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("a pipe");
        writeln!(stdin, "{go}").expect("a listener");
        // Its input stays open: only the broken pipe can end it.
        let output = child.wait_with_output().expect("an end");
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{go}: {output:?}");
        drop(stdin);
    }
}
