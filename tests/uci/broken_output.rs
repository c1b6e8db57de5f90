//! Broken output: sessions whose output is closed by its reader or limited in size.

use std::io::{Read, Write};
use std::process::{Child, Command};

use crate::common::folder::Folder;
use crate::common::process::spawn_piped;

const PROGRAM: &str = env!("CARGO_BIN_EXE_lancet");

/// Starts a session, sends the lines, and waits for the answer to an `isready`.
fn session(lines: &str) -> Child {
    let folder = Folder::new();
    let mut engine = spawn_piped(&mut Command::new(PROGRAM), folder.path());
    let input = engine.stdin.as_mut().expect("a pipe");
    write!(input, "{lines}\nisready\n").expect("it reads");
    let (mut text, mut byte) = (Vec::new(), [0]);
    while !text.ends_with(b"readyok\n") {
        engine.stdout.as_mut().expect("a pipe").read_exact(&mut byte).expect("an answer");
        text.push(byte[0]);
    }
    engine
}

#[test]
fn a_session_ends_when_its_output_is_closed_and_its_input_is_not() {
    for lines in [
        "",
        "go infinite",
        "go depth 60",
        "setoption name Minimal value true\ngo infinite",
        // The search has found everything and waits for `stop`.
        "position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\ngo infinite",
        "go ponder wtime 100 btime 100",
        "bench 40",
        "go perft 12",
    ] {
        let mut engine = session(lines);
        drop(engine.stdout.take());
        let input = engine.stdin.take();
        let ended = engine.wait_with_output().expect("an end");
        assert_eq!((ended.status.code(), &ended.stderr[..]), (Some(0), &b""[..]), "{lines}");
        drop(input);
    }
}

#[test]
fn a_session_reports_that_its_output_is_limited_and_ignores_that_its_log_is() {
    for (lines, shell, code, error) in [
        ("uci\ngo infinite\n", "ulimit -f 1; exec \"$0\" > limited", 2, "File too large"),
        ("setoption name Debug Log File value log.txt\nuci\ngo depth 3\n", "ulimit -f 0; exec \"$0\"", 0, ""),
    ] {
        let folder = Folder::new();
        let mut engine = spawn_piped(Command::new("sh").args(["-c", shell, PROGRAM]), folder.path());
        engine.stdin.as_mut().expect("a pipe").write_all(lines.as_bytes()).expect("it reads");
        let ended = engine.wait_with_output().expect("an end");
        let (out, messages) =
            (String::from_utf8_lossy(&ended.stdout), String::from_utf8_lossy(&ended.stderr));
        assert_eq!((ended.status.code(), messages.contains(error)), (Some(code), true), "{messages}");
        assert!(messages.lines().count() == usize::from(code == 2), "{messages}");
        assert!(code == 2 || out.contains("\nbestmove "), "{out}");
    }
}
