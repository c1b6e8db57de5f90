//! The form of the input: ends of lines, a byte order mark, an incomplete last game.

use std::fs;

use super::{GAMES, POSITIONS, run_with, stopped, words};
use crate::common::folder::Folder;
use crate::common::process::run_in;

/// A pipe has no extension.
#[test]
fn a_book_is_built_from_any_form_that_a_pipe_has() {
    let games = "[Result \"0-1\"]\n\n1. e4 e5\n2. Nf3 Nc6 0-1\n";
    for (name, text) in [("in.pgn", games), ("in.tsv", "eco\tuci\nA00\te2e4 e7e5\n"), ("in.txt", "e4 e5\n")] {
        let folder = Folder::new();
        folder.write(name, text);
        let file = run_in(folder.path(), &["book", "build", name, "-o", "file.bin"]);
        let pipe = run_with(&folder, "book build - -o pipe.bin", text);
        assert_eq!((file.code, pipe.code, pipe.stderr.as_str()), (Some(0), Some(0), ""), "{name}: {pipe:?}");
        let bytes = |book| fs::read(folder.file(book)).expect("a book");
        assert!(!bytes("file.bin").is_empty() && bytes("file.bin") == bytes("pipe.bin"), "{name}");
    }
}

/// Whatever the ends of lines are, and whether the last game is complete.
#[test]
fn the_form_of_the_input_does_not_matter() {
    let all = GAMES.concat();
    let line = "analyse in.pgn --nodes 300 --hash 1 --format csv -o out.csv";
    let review = |text: &str| {
        let folder = Folder::new();
        folder.write("in.pgn", text);
        let finished = run_in(folder.path(), &words(line));
        assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{finished:?}");
        folder.read("out.csv")
    };
    let wanted = review(&all);
    let truncated = all.trim_end().trim_end_matches(['*', ' ']);
    for text in [
        &all.replace('\n', "\r\n"),
        &all.replace('\n', "\r"),
        &format!("\u{feff}{all}"),
        all.trim_end(),
        truncated,
    ] {
        assert_eq!(review(text), wanted, "{text}");
    }
    // A review of one form goes on with another.
    let folder = stopped("analyse in.pgn --nodes 300 --hash 1 --format json -o out.json");
    folder.write("in.pgn", all.replace('\n', "\r\n"));
    let resumed = "analyse in.pgn --nodes 300 --hash 1 --format json -o out.json --resume";
    assert_eq!(run_in(folder.path(), &words(resumed)).code, Some(0));
    let suite = |text: &str| {
        let finished = run_with(&Folder::new(), "suite - --nodes 300 --hash 1 --write -", text);
        assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{finished:?}");
        finished.stdout
    };
    let all = POSITIONS.concat();
    for text in
        [&all.replace('\n', "\r\n"), &all.replace('\n', "\r"), &format!("\u{feff}{all}"), all.trim_end()]
    {
        assert_eq!(suite(text), suite(&all), "{text}");
    }
}
