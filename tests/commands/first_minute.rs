//! The first minute of a person with Lancet, as `docs/first-minute.md` shows it.
//!
//! With `LANCET_RECORD` set the test writes the page in place of comparing it.

use std::fs;
use std::path::Path;

use crate::common::terminal::Terminal;

/// At a terminal of 80 columns: what is waited for, and the line that is typed then.
const SESSIONS: [(&str, &[(&str, &str)]); 2] = [
    (
        "lancet",
        &[
            ("White> ", "e4"),
            ("Black> ", "e5"),
            ("White> ", "hnit"),
            ("White> ", "hint"),
            ("White> ", "undo"),
            ("Black> ", "c5 Nf3"),
            ("Black> ", "quit"),
        ],
    ),
    (
        "lancet play --nodes 2000 --no-book",
        &[
            ("1. ", "e4"),
            ("\n2. ", "Qh5"),
            ("\n3. ", "undo"),
            ("\n2. ", "Nf3"),
            ("\n3. ", "Ng5"),
            // Later moves of Lancet would depend on what this search, limited by time, leaves in the table.
            ("\n4. ", "hint"),
            ("\n4. ", "draw"),
            ("\n4. ", "resign"),
            ("Enter for no): ", "game.pgn"),
            ("[y/N] ", "y"),
        ],
    ),
];

#[test]
fn the_first_minute_is_as_the_documentation_shows_it() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/first-minute.md");
    let text = fs::read_to_string(&page).expect("the page");
    let (head, rest) = text.split_once("```text\n").expect("a recording");
    let (recorded, foot) = rest.split_once("```").expect("the end of the recording");
    let played: String = SESSIONS.iter().map(|(command, lines)| play(command, lines)).collect();
    assert!(played.lines().all(|line| line.chars().count() <= 80), "{played}");
    if std::env::var_os("LANCET_RECORD").is_some() {
        fs::write(&page, format!("{head}```text\n{played}```{foot}")).expect("a file");
    } else {
        assert_eq!(steady(recorded), steady(&played), "{played}");
    }
}

/// Returns the screen of a session.
fn play(command: &str, lines: &[(&str, &str)]) -> String {
    let arguments: Vec<&str> = command.split(' ').skip(1).collect();
    let mut terminal = Terminal::start_with(&arguments, 80, &[("TERM", "dumb"), ("LANG", "C.UTF-8")]);
    let mut screen = format!("$ {command}\n");
    for (wanted, line) in lines {
        screen += &terminal.wait(wanted);
        terminal.enter(line);
    }
    screen + &terminal.end().1
}

/// Returns the lines without what depends on the speed of the machine: scores, lines, accuracies and marks.
fn steady(screen: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in screen.lines() {
        if line.starts_with("move  ") {
            break;
        }
        let words = line.split_once("Hint (").map_or(line, |(prompt, _)| prompt);
        let words = words.split_once(": accuracy ").map_or(words, |(side, _)| side);
        lines.push(words.to_owned());
    }
    while lines.last().is_some_and(|line| line.is_empty() || line.starts_with("A page with boards")) {
        lines.pop();
    }
    lines
}
