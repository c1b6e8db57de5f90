//! Reviews and suites that are stopped or killed, and go on to the same bytes.

use std::fs;

use serde_json::Value;

use super::{
    GAMES, HINT, POSITIONS, begin, end, expect_same, outputs, run_with, signal, stopped, wait_for,
    wait_until, words,
};
use crate::common::data;
use crate::common::folder::Folder;
use crate::common::process::run_in;
use lancet::eval::nnue::Model;

/// The formats of a review.
const FORMATS: [&str; 3] = ["json", "csv", "pgn"];

fn check_valid(folder: &Folder, format: &str, games: usize) {
    let text = folder.read(&format!("out.{format}"));
    match format {
        "json" => {
            let value: Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(value.as_array().map(Vec::len), Some(games), "{text}");
        }
        "csv" => {
            assert!(text.lines().all(|line| line.split(',').count() == 13) && text.ends_with('\n'), "{text}");
        }
        _ => assert!(text.matches("[Event ").count() == games && text.ends_with("\n\n"), "{text}"),
    }
    let page = folder.read("page.html");
    assert!(
        page.matches("<section class=\"game\"").count() == games && page.ends_with("</html>\n"),
        "{page}"
    );
}

#[test]
fn a_stopped_review_is_complete_and_goes_on_to_the_same_bytes() {
    let all = GAMES.concat();
    for format in FORMATS {
        let line = format!(
            "analyse - --nodes 300 --hash 1 --format {format} -o out.{format} --html page.html --svg graph.svg"
        );
        let whole = Folder::new();
        assert_eq!(run_with(&whole, &line, &all).code, Some(0));
        for (count, name) in [(1, "INT"), (2, "TERM"), (3, "INT")] {
            let folder = Folder::new();
            let (child, stdin) = begin(&folder, &line, &GAMES[..count]);
            let section = format!("id=\"game-{count}\"");
            wait_for(&folder, "page.html", &section);
            signal(&child, name);
            let finished = end(child);
            drop(stdin);
            let unit = if count == 1 { "game" } else { "games" };
            let message = format!("stopped after {count} {unit}{HINT}");
            assert_eq!(
                (finished.code, finished.stderr.as_str()),
                (Some(130), message.as_str()),
                "{finished:?}"
            );
            check_valid(&folder, format, count);
            let finished = run_with(&folder, &format!("{line} --threads 2 --resume"), &all);
            assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{finished:?}");
            expect_same(&outputs(&folder), &outputs(&whole), &line);
        }
    }
}

/// The numbers of the games go on where the command was stopped.
#[test]
fn a_review_goes_on_after_games_that_cannot_be_read() {
    let bad = "[FEN \"nonsense\"]\n\n1. e4 *\n\n";
    let [one, two, three, four] = GAMES;
    let all = [bad, one, two, bad, bad, three, bad, four];
    let line = "analyse - --nodes 300 --hash 1 --format csv -o out.csv --html page.html --svg graph.svg";
    let whole = Folder::new();
    assert_eq!(run_with(&whole, line, &all.concat()).code, Some(0));
    assert!(whole.file("graph-8.svg").exists());
    for count in [2, 3, 6] {
        let folder = Folder::new();
        let (child, stdin) = begin(&folder, line, &all[..count]);
        wait_for(&folder, "page.html", &format!("id=\"game-{count}\""));
        signal(&child, "INT");
        assert_eq!(end(child).code, Some(130));
        drop(stdin);
        assert_eq!(run_with(&folder, &format!("{line} --resume"), &all.concat()).code, Some(0));
        expect_same(&outputs(&folder), &outputs(&whole), line);
    }
}

#[test]
fn a_killed_review_goes_on_to_the_same_bytes() {
    let all = GAMES.concat();
    let line = "analyse - --nodes 300 --hash 1 --format json -o out.json --html page.html --svg graph.svg";
    let whole = Folder::new();
    assert_eq!(run_with(&whole, line, &all).code, Some(0));
    for count in 1..=3 {
        let folder = Folder::new();
        let (child, stdin) = begin(&folder, line, &GAMES[..count]);
        wait_for(&folder, "page.html", &format!("id=\"game-{count}\""));
        wait_until("the state", || folder.file("out.json.resume").exists());
        signal(&child, "KILL");
        end(child);
        drop(stdin);
        let finished = run_with(&folder, &format!("{line} --resume"), &all);
        assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{finished:?}");
        expect_same(&outputs(&folder), &outputs(&whole), line);
    }
}

#[test]
fn a_stopped_suite_is_complete_and_goes_on_to_the_same_bytes() {
    let all = POSITIONS.concat();
    for (options, files) in [("--json", ["out.json", "new.epd"]), ("", ["out.txt", "new.epd"])] {
        let line = format!("suite - --nodes 300 --hash 1 -o {} --write {} {options}", files[0], files[1]);
        let line = line.trim_end();
        let whole = Folder::new();
        assert_eq!(run_with(&whole, line, &all).code, Some(0));
        for count in [1, 2] {
            let folder = Folder::new();
            let (child, stdin) = begin(&folder, line, &POSITIONS[..count]);
            wait_until("lines", || {
                fs::read_to_string(folder.file("new.epd")).is_ok_and(|text| text.lines().count() == count)
            });
            signal(&child, "INT");
            let finished = end(child);
            drop(stdin);
            assert_eq!(finished.code, Some(130), "{finished:?}");
            let text = folder.read(files[0]);
            if options.is_empty() {
                assert!(text.contains(&format!("\nSolved: 1 of {count} (")), "{text}");
            } else {
                let value: Value = serde_json::from_str(&text).expect("JSON");
                assert_eq!(
                    (value["positions"].as_array().map(Vec::len), &value["total"]),
                    (Some(count), &count.into())
                );
            }
            let finished = run_with(&folder, &format!("{line} --resume"), &all);
            assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{finished:?}");
            expect_same(&outputs(&folder), &outputs(&whole), line);
        }
    }
}

/// The table on standard output is for reading: it shows what is new, with the totals of all positions.
#[test]
fn a_table_on_standard_output_shows_what_is_new() {
    let folder = Folder::new();
    let line = "suite - --nodes 300 --hash 1 --write new.epd";
    let (child, stdin) = begin(&folder, line, &POSITIONS[..2]);
    wait_for(&folder, "new.epd", "id \"two\"");
    signal(&child, "INT");
    let finished = end(child);
    drop(stdin);
    assert!(finished.stdout.contains("\nSolved: 1 of 2") && finished.stderr.ends_with(HINT), "{finished:?}");
    let finished = run_with(&folder, &format!("{line} --resume"), &POSITIONS.concat());
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(
        finished.stdout.contains("\n    3  solved  Q") && !finished.stdout.contains("  two\n"),
        "{finished:?}"
    );
    assert!(finished.stdout.contains("\nSolved: 2 of 3 (66.7 %)\nPoints: 10 of 10"), "{finished:?}");
    assert_eq!(folder.read("new.epd").lines().count(), 3);
}

#[test]
fn a_review_that_is_another_one_is_not_resumed() {
    let line = "analyse in.pgn --nodes 300 --hash 1 --format json -o out.json";
    let cases = [
        (
            "analyse in.pgn --nodes 301 --hash 1 --format json -o out.json",
            None,
            "begun with --nodes 300 and cannot go on with --nodes 301",
        ),
        (
            "analyse in.pgn --depth 3 --hash 1 --format json -o out.json",
            None,
            "begun without --depth and cannot go on with --depth 3",
        ),
        (
            "analyse in.pgn --nodes 300 --hash 2 --format json -o out.json",
            None,
            "with --hash 1 and cannot go on with --hash 2",
        ),
        (
            "analyse in.pgn --nodes 300 --hash 1 --format csv -o out.json",
            None,
            "with --format json and cannot go on with --format csv",
        ),
        (
            "analyse in.pgn --nodes 300 --hash 1 --format json -o out.json --html page.html",
            None,
            "begun without --html and cannot go on with it",
        ),
        (
            "analyse in.pgn --nodes 300 --hash 1 --format json -o out.json --svg graph.svg",
            None,
            "begun without --svg and cannot go on with --svg graph.svg",
        ),
        (
            "suite in.pgn --nodes 300 --hash 1 --json -o out.json",
            None,
            concat!("begun by 'lancet ", env!("CARGO_PKG_VERSION"), " analyse (bench "),
        ),
        (
            line,
            Some(("in.pgn", "1. e4 e5 *\n\n1. d4 *\n\n1. c4 *\n")),
            "the input does not begin with what is done (2 games)",
        ),
        (line, Some(("in.pgn", "[Event \"one\"]\n\n1. e4 *\n")), "the input has only 1 game, and 2 are done"),
        (line, Some(("out.json", "[\n\n]\n")), "the file was changed since the command was stopped"),
        (line, Some(("out.json.resume", "kept")), "the file is not the state of a stopped command"),
    ];
    for (other, change, reason) in cases {
        let folder = stopped(line);
        if let Some((name, text)) = change {
            folder.write(name, text);
        }
        let before = outputs(&folder);
        let finished = run_in(folder.path(), &words(&format!("{other} --resume")));
        assert_eq!((finished.code, finished.stdout.as_str()), (Some(2), ""), "{other}: {finished:?}");
        assert!(
            finished.stderr.starts_with("error: cannot ") && finished.stderr.contains(reason),
            "{finished:?}"
        );
        assert_eq!(finished.stderr.lines().count(), 1, "{finished:?}");
        expect_same(&outputs(&folder), &before, reason);
    }
}

/// Another engine, another network, other tablebases or other pictures would make one output of two.
#[test]
fn other_engines_tablebases_and_pictures_are_refused() {
    let tables = |names: &[&str]| {
        let folder = Folder::new();
        for name in names.iter().flat_map(|name| [format!("{name}.rtbw"), format!("{name}.rtbz")]) {
            fs::copy(data("syzygy").join(&name), folder.file(&name)).expect("a copy");
        }
        folder
    };
    let (some, same, others) =
        (tables(&["KQvK", "KRvK"]), tables(&["KQvK", "KRvK"]), tables(&["KQvK", "KBvK"]));
    let with = |tables: &Folder| {
        // The temporary folders are side by side, and their own names have no blanks.
        let name = tables.path().file_name().expect("a name").display();
        format!(
            "analyse in.pgn --nodes 300 --hash 1 --format json -o out.json --svg graph.svg --syzygy ../{name}"
        )
    };
    let resume = |folder: &Folder, line: &str| run_in(folder.path(), &words(&format!("{line} --resume")));
    let folder = stopped(&with(&some));
    let refused = |line: &str, reason: &str| {
        let finished = resume(&folder, line);
        assert!(finished.code == Some(2) && finished.stderr.contains(reason), "{line}: {finished:?}");
    };
    folder.write("other.lnn", Model::material().to_bytes(""));
    let other = format!("{} --eval-file other.lnn", with(&some));
    refused(&other, "it was begun without --eval-file and cannot go on with --eval-file ");
    refused(&with(&others), "it was begun with --syzygy 2 WDL and 2 DTZ tablebase files (up to 3 pieces), ");
    let (state, picture) = (folder.read("out.json.resume"), folder.read("graph-2.svg"));
    folder.write("out.json.resume", state.replace("(bench ", "(bench 1"));
    let version = env!("CARGO_PKG_VERSION");
    refused(&with(&some), &format!("it was begun by 'lancet {version} analyse (bench 1"));
    folder.write("out.json.resume", &state);
    folder.write("graph-2.svg", "other");
    refused(&with(&some), "the pictures were changed since the command was stopped");
    fs::remove_file(folder.file("graph-2.svg")).expect("a picture");
    refused(&with(&some), "cannot resume ");
    folder.write("graph-2.svg", picture);
    assert_eq!(resume(&folder, &with(&same)).code, Some(0), "a copy of the tablebases will do");
}

#[test]
fn what_cannot_be_resumed_is_refused() {
    let folder = stopped("analyse in.pgn --nodes 300 --hash 1 --format json -o out.json");
    folder.write("in.epd", POSITIONS.concat());
    let line = "analyse in.pgn --nodes 300 --hash 1 --format json -o out.json";
    assert_eq!(run_in(folder.path(), &words(&format!("{line} --resume"))).code, Some(0));
    let finished = folder.read("out.json");
    assert!(!folder.file("out.json.resume").exists());
    for (line, reason) in [
        (line, "cannot resume 'out.json': 'out.json.resume' is missing, so it is finished or"),
        (
            "analyse in.pgn --nodes 300",
            "what goes to standard output (--output) cannot be continued; expected a file",
        ),
        ("analyse in.pgn --nodes 300 --html new.html", "what goes to standard output (--output)"),
        ("analyse in.pgn --nodes 300 -o /dev/null", "no output that can be continued is a file"),
        ("suite in.epd --nodes 300", "no output that can be continued is a file"),
        ("suite in.epd --nodes 300 --json --write new.epd", "what goes to standard output (--output)"),
    ] {
        let refused = run_in(folder.path(), &words(&format!("{line} --resume")));
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{line}: {refused:?}");
        assert!(refused.stderr.contains(reason), "{line}: {refused:?}");
    }
    assert_eq!(folder.read("out.json"), finished);
    // What was never begun begins now.
    let fresh = run_in(
        folder.path(),
        &words("analyse in.pgn --nodes 300 --hash 1 --format json -o new.json --resume"),
    );
    assert!(fresh.code == Some(0) && folder.read("new.json") == finished, "{fresh:?}");
    assert!(!folder.file("new.html").exists() && !folder.file("new.epd").exists());
}

/// A state that is left belongs to the outputs that are overwritten.
#[test]
fn the_command_without_resume_begins_again() {
    let line = "analyse in.pgn --nodes 300 --hash 1 --format json -o out.json";
    let folder = stopped(line);
    let again = run_in(folder.path(), &words(line));
    assert_eq!((again.code, again.stderr.as_str()), (Some(0), ""), "{again:?}");
    assert!(folder.read("out.json").contains("\"four\"") && !folder.file("out.json.resume").exists());
    // A file of another kind under the name of the state is kept.
    folder.write("out.json.resume", "kept");
    let refused = run_in(folder.path(), &words(line));
    assert_eq!((refused.code, folder.read("out.json.resume").as_str()), (Some(2), "kept"), "{refused:?}");
    let refused = run_in(folder.path(), &words("analyse out.json.resume --nodes 1 -o out.json"));
    assert!(refused.stderr.contains("'out.json.resume': the file is also an input"), "{refused:?}");
}

#[test]
fn an_output_that_another_process_writes_is_refused() {
    let folder = Folder::new();
    folder.write("in.pgn", GAMES.concat());
    let line = "analyse - --nodes 300 --hash 1 --format json -o out.json";
    let (child, stdin) = begin(&folder, line, &GAMES[..1]);
    wait_for(&folder, "out.json.resume", "\"done\": 1");
    for option in ["", " --resume"] {
        let finished = run_with(&folder, &format!("{line}{option}"), &GAMES.concat());
        assert_eq!(finished.code, Some(2), "{finished:?}");
        assert!(finished.stderr.ends_with("'out.json': another process is writing to it\n"), "{finished:?}");
    }
    drop(stdin);
    assert_eq!(end(child).code, Some(0));
    let value: Value = serde_json::from_str(&folder.read("out.json")).expect("JSON");
    assert_eq!(value.as_array().map(Vec::len), Some(1));
}
