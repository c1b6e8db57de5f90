//! The README's commands run as written, and its samples show what they print.
//!
//! A line `$ COMMAND` in a `console` block is followed by the expected output, where `...` stands for any lines. Times and
//! speeds are ignored. Lines of `sh` blocks that start with `lancet` must succeed. Everything runs in a temporary folder
//! that links to the folders of this repository which the commands read.

#![cfg(unix)]
#![allow(clippy::expect_used, reason = "a test may panic")]

use std::path::Path;
use std::process::{Command, Output};

/// Folders that the README's commands read.
const FOLDERS: [&str; 4] = ["book", "examples", "perft", "tests"];

#[test]
fn samples_show_what_the_commands_print() {
    let folder = workspace();
    let mut samples = 0;
    for block in blocks("console") {
        for sample in block.split("$ ").filter(|sample| !sample.trim().is_empty()) {
            let (command, expected) = sample.split_once('\n').expect("a command and its output");
            let output = run(command, folder.path());
            assert!(output.status.success(), "{command}: {output:?}");
            let printed = String::from_utf8(output.stdout).expect("UTF-8");
            assert!(matches(&lines(expected), &lines(&printed)), "{command} prints:\n{printed}");
            samples += 1;
        }
    }
    assert!(samples >= 3, "only {samples} samples");
}

#[test]
fn commands_succeed() {
    let folder = workspace();
    let mut commands = 0;
    for block in blocks("sh") {
        for line in block.lines().filter(|line| line.starts_with("lancet ")) {
            let output = run(line, folder.path());
            assert!(output.status.success(), "{line}: {output:?}");
            commands += 1;
        }
    }
    assert!(commands >= 10, "only {commands} commands");
}

#[test]
fn samples_fit_a_terminal() {
    for block in blocks("console") {
        for line in block.lines().filter(|line| !line.starts_with("$ ")) {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

/// The contents of the README's code blocks of `language`.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let readme = include_str!("../README.md");
    readme.split(fence.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

fn workspace() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in FOLDERS {
        std::os::unix::fs::symlink(root.join(name), folder.path().join(name)).expect("a link");
    }
    folder
}

/// Runs a command line of the README by a shell, with `lancet` on the PATH.
fn run(command: &str, folder: &Path) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_lancet"));
    let directory = binary.parent().expect("a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new("sh")
        .args(["-c", command])
        .env("PATH", format!("{directory}:{path}"))
        .current_dir(folder)
        .output()
        .expect("a shell")
}

/// The lines of an output as words, without times and speeds.
fn lines(text: &str) -> Vec<Vec<&str>> {
    text.trim().lines().map(words).collect()
}

fn words(line: &str) -> Vec<&str> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    for i in 0..words.len() {
        let before = i.checked_sub(1).map(|before| words[before]);
        let after = words.get(i + 1).copied();
        let is_number = words[i].parse::<f64>().is_ok();
        if is_number && (matches!(after, Some("s" | "nps")) || before == Some("Nodes/second:")) {
            words[i] = "#";
        }
    }
    words
}

/// Reports whether `printed` is `expected`, where a line `...` stands for any number of lines.
fn matches(expected: &[Vec<&str>], printed: &[Vec<&str>]) -> bool {
    match expected {
        [] => printed.is_empty(),
        [first, rest @ ..] if first == &["..."] => {
            (0..=printed.len()).any(|skip| matches(rest, &printed[skip..]))
        }
        [first, rest @ ..] => printed.first() == Some(first) && matches(rest, &printed[1..]),
    }
}
