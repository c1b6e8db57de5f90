//! Streams: reviews and suites whose inputs come bit by bit, and which are stopped, killed and resumed.

mod input;
mod interrupt;
#[cfg(target_os = "linux")]
mod memory;
mod output;
mod resume;

use std::fs;
use std::io::Write;
use std::process::{Child, ChildStdin, Command};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::folder::Folder;
use crate::common::process::{Finished, PATIENCE, signal, spawn_piped};

const GAMES: [&str; 4] = [
    "[Event \"one\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n",
    "[Event \"two\"]\n\n1. f3 e5 { [%clk 0:05:00] } 2. g4 (2. e4 Nc6) 2... Qh4# 0-1\n\n",
    "[Event \"three\"]\n\n1. d4 d5 2. c4 dxc4 3. Nf3 *\n\n",
    "[Event \"four\"]\n\n1. c4 *\n\n",
];

const POSITIONS: [&str; 3] = [
    "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8; id \"one\";\n",
    // It is not solved.
    "4k3/8/8/8/8/8/8/4K2R w K - bm Rg1; id \"two\";\n",
    "7k/5Q2/6K1/8/8/8/8/8 w - - bm Qg7 Qe8; c0 \"Qg7=10, Qe8=10\";\n",
];

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

fn program(folder: &Folder, line: &str) -> Child {
    spawn_piped(Command::new(env!("CARGO_BIN_EXE_lancet")).args(words(line)), folder.path())
}

/// Runs a command with `input` on its standard input.
fn run_with(folder: &Folder, line: &str, input: &str) -> Finished {
    let mut child = program(folder, line);
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // A command that refuses its options reads nothing.
    let writer = thread::spawn(move || _ = stdin.write_all(input.as_bytes()));
    let finished = child.wait_with_output().expect("an end").into();
    writer.join().expect("no panic");
    finished
}

fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !condition() {
        assert!(Instant::now() < end, "waited too long: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until a file has `text`.
fn wait_for(folder: &Folder, name: &str, text: &str) {
    wait_until(name, || fs::read_to_string(folder.file(name)).is_ok_and(|file| file.contains(text)));
}

/// Starts a command that reads its standard input, and gives it the first items, whose end it cannot see yet.
fn begin(folder: &Folder, line: &str, items: &[&str]) -> (Child, ChildStdin) {
    let mut child = program(folder, line);
    let mut stdin = child.stdin.take().expect("a pipe");
    items.iter().for_each(|item| stdin.write_all(item.as_bytes()).expect("it reads"));
    (child, stdin)
}

fn end(child: Child) -> Finished {
    child.wait_with_output().expect("an end").into()
}

/// The files of a folder but the inputs, with their contents; the times of suites are left out.
fn outputs(folder: &Folder) -> Vec<(String, String)> {
    let names =
        fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let names = names.map(|name| name.into_string().expect("UTF-8"));
    // A process that is killed may leave a temporary file.
    let names = names.filter(|name| !name.starts_with("in.") && !name.starts_with(".lancet-"));
    let mut files: Vec<_> = names.map(|name| (name.clone(), without_times(&folder.read(&name)))).collect();
    files.sort();
    files
}

/// Checks that two folders have the same outputs.
#[track_caller]
fn expect_same(found: &[(String, String)], wanted: &[(String, String)], what: &str) {
    let names = |files: &[(String, String)]| files.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!(names(found), names(wanted), "{what}");
    for ((name, text), (_, wanted)) in found.iter().zip(wanted) {
        let same = text.bytes().zip(wanted.bytes()).take_while(|(a, b)| a == b).count();
        assert!(text == wanted, "{what}: {name} differs after {same} bytes");
    }
}

/// The text without the times of a suite: numbers after `time_ms":`, and those before ` s`.
fn without_times(text: &str) -> String {
    let mut parts = text.split("\"time_ms\":");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit()));
    let text = rest.fold(first, |text, part| text + "\"time_ms\":" + part);
    let is_time = |word: &str, next: Option<&&str>| {
        word.parse::<f64>().is_ok() && next.is_some_and(|next| next.starts_with('s'))
    };
    let line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let kept = words.iter().enumerate().filter(|(at, word)| !is_time(word, words.get(at + 1)));
        kept.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
    };
    if text.contains("Solved: ") { text.lines().map(line).collect::<Vec<_>>().join("\n") } else { text }
}

const HINT: &str = "; the same command with --resume goes on from there\n";

/// Returns a folder with a review that was stopped after two games.
fn stopped(line: &str) -> Folder {
    let folder = Folder::new();
    folder.write("in.pgn", GAMES.concat());
    let (child, stdin) = begin(&folder, &line.replace("in.pgn", "-"), &GAMES[..2]);
    wait_for(&folder, "out.json", "\"two\"");
    signal(&child, "INT");
    assert_eq!(end(child).code, Some(130));
    drop(stdin);
    folder
}
