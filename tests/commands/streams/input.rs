//! The form of the input: ends of lines, a byte order mark, an incomplete last game.

use super::{GAMES, POSITIONS, run_with, stopped, words};
use crate::common::folder::Folder;
use crate::common::process::run_in;

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
