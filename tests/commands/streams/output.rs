//! Outputs: standard output, a full disk, a reader that ends.

use std::process::{Command, Stdio};

use serde_json::Value;

use super::{GAMES, HINT, POSITIONS, expect_same, outputs, words};
use crate::common::folder::Folder;
use crate::common::process::{Finished, run_in};

#[test]
fn every_output_can_be_standard_output() {
    let folder = Folder::new();
    folder.write("in.pgn", GAMES[0]);
    folder.write("in.epd", POSITIONS.concat());
    folder.write("in.many.pgn", GAMES.concat());
    let run = |line: &str| run_in(folder.path(), &words(line));
    for (line, option, file) in [
        ("analyse in.pgn --nodes 300 --hash 1", "--html", "page.html"),
        ("analyse in.pgn --nodes 300 --hash 1", "--svg", "graph.svg"),
        ("suite in.epd --nodes 300 --hash 1", "--write", "new.epd"),
    ] {
        assert_eq!(run(&format!("{line} {option} {file}")).code, Some(0));
        let plain = run(&format!("{line} {option} -"));
        assert_eq!((plain.code, plain.stdout), (Some(0), folder.read(file)), "{option}");
        let both = run(&format!("{line} {option} - -o new.txt"));
        assert_eq!((both.code, both.stdout), (Some(0), folder.read(file)), "{option}");
        assert!(!folder.read("new.txt").is_empty());
        let twice = run(&format!("{line} {option} - -o -"));
        let message =
            format!("error: standard output is both --output and {option}; give one of them a file\n");
        assert_eq!((twice.code, twice.stderr), (Some(2), message));
    }
    let twice = run("analyse in.pgn --html - --svg -");
    assert!(twice.code == Some(2) && twice.stderr.contains("both --svg and --html"), "{twice:?}");
    let json = run("suite in.epd --json --write -");
    assert!(json.code == Some(2) && json.stderr.contains("--json has no output"), "{json:?}");
    for format in ["--format csv --svg -", "--format json --html -"] {
        let page = run(&format!("analyse in.pgn --nodes 300 {format}"));
        assert!(page.code == Some(2) && page.stderr.contains("--format has no output"), "{page:?}");
    }
    let many = run("analyse in.many.pgn --nodes 300 --hash 1 --svg -");
    assert!(many.code == Some(2) && many.stderr.contains("standard output takes one picture"), "{many:?}");
    assert_eq!(many.stdout.matches("<svg").count(), many.stdout.matches("</svg>").count());
}

/// A file may grow to 24 KiB: what is written is complete, and the rest is added once there is room.
#[test]
fn a_full_disk_leaves_complete_outputs_that_go_on() {
    let folder = Folder::new();
    let all = GAMES.concat().repeat(8);
    folder.write("in.pgn", &all);
    let line = "analyse in.pgn --nodes 300 --hash 1 --format json -o out.json";
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -f 48; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_lancet")]).args(words(line));
    let finished: Finished =
        shell.current_dir(folder.path()).stdin(Stdio::null()).output().expect("a shell").into();
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.stderr.contains("cannot write 'out.json': File too large"), "{finished:?}");
    assert!(
        finished.stderr.starts_with("warning: stopped after ") && finished.stderr.contains(HINT),
        "{finished:?}"
    );
    let value: Value = serde_json::from_str(&folder.read("out.json")).expect("JSON");
    let written = value.as_array().map_or(0, Vec::len);
    assert!((1..32).contains(&written), "{written}");
    let resumed = run_in(folder.path(), &words(&format!("{line} --resume")));
    assert_eq!(resumed.code, Some(0), "{resumed:?}");
    let whole = Folder::new();
    whole.write("in.pgn", &all);
    assert_eq!(run_in(whole.path(), &words(line)).code, Some(0));
    expect_same(&outputs(&folder), &outputs(&whole), line);
}

/// `head` closes the standard output; the file beside it is complete for the games that it has.
#[test]
fn a_closed_output_leaves_the_others_complete() {
    let folder = Folder::new();
    folder.write("in.pgn", GAMES.concat().repeat(100));
    let line = "\"$0\" analyse in.pgn --nodes 1 --hash 1 --html page.html | head -1";
    let output = Command::new("sh")
        .args(["-c", line, env!("CARGO_BIN_EXE_lancet")])
        .current_dir(folder.path())
        .output();
    let finished: Finished = output.expect("a shell").into();
    assert_eq!(finished.stdout, "[Event \"one\"]\n", "{finished:?}");
    assert_eq!(
        finished.stderr,
        "error: the output was closed before the end; 'page.html' may be incomplete\n"
    );
    let page = folder.read("page.html");
    assert!(page.contains("id=\"game-1\"") && page.ends_with("</html>\n"));
}
