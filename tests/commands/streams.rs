//! Streams: reviews and suites whose inputs come bit by bit, and which are stopped, killed and resumed.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::folder::Folder;
use crate::common::process::{Finished, PATIENCE, run_in, spawn_piped};

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

/// The outputs of a review, in every format.
const OUTPUTS: [&str; 3] = ["json", "csv", "pgn"];

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

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(status.expect("kill").success());
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
    for format in OUTPUTS {
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
fn an_interrupt_ends_a_long_search_at_once() {
    let folder = Folder::new();
    folder.write("in.pgn", GAMES.concat());
    folder.write("in.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n");
    for line in [
        "analyse in.pgn --movetime 3600000 --hash 1 -o out --html page.html",
        "suite in.epd --movetime 3600000 --hash 1 -o out",
    ] {
        let child = program(&folder, line);
        // The outputs are opened right before the searches.
        wait_until("the output", || folder.file("out").exists());
        signal(&child, "INT");
        let finished = end(child);
        assert_eq!(finished.code, Some(130), "{finished:?}");
        assert!(finished.stderr.starts_with("stopped after 0 "), "{finished:?}");
        // Nothing was done, so there is nothing that could differ.
        let resumed = line.replace("3600000", "1") + " --resume";
        let finished = run_in(folder.path(), &words(&resumed));
        assert!(
            finished.stderr.contains("with --movetime 3600000 and cannot go on with --movetime 1"),
            "{finished:?}"
        );
        fs::remove_file(folder.file("out")).expect("a file");
        fs::remove_file(folder.file("out.resume")).expect("a file");
    }
    // Where nothing goes to a file, nothing can be resumed.
    let (child, stdin) = begin(&folder, "analyse - --depth 1", &[]);
    thread::sleep(Duration::from_millis(100));
    signal(&child, "INT");
    let finished = end(child);
    drop(stdin);
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(130), "stopped after 0 games\n"));
}

/// The first signal waits for an output that nobody reads; the second one does not.
#[test]
fn a_second_interrupt_ends_the_process_at_once() {
    let folder = Folder::new();
    folder.write("in.pgn", GAMES.concat().repeat(200));
    let mut child = program(&folder, "analyse in.pgn --nodes 1 --hash 1 --format json");
    // The pipe is full once the program waits for its reader.
    let stat = format!("/proc/{}/stat", child.id());
    let times = || fs::read_to_string(&stat).map(|text| text.split(' ').skip(13).take(2).collect::<String>());
    if cfg!(target_os = "linux") {
        let mut last = (String::new(), Instant::now());
        wait_until("a full pipe", || {
            let now = times().expect("the process");
            if now != last.0 {
                last = (now, Instant::now());
            }
            last.1.elapsed() > Duration::from_secs(1)
        });
    } else {
        thread::sleep(Duration::from_secs(3));
    }
    signal(&child, "INT");
    thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().expect("a status").is_none(), "it waits for its reader");
    signal(&child, "INT");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
}

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
            "begun by 'lancet 0.2.0 analyse', and this is 'lancet 0.2.0 suite'",
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
        ("analyse in.pgn --nodes 300 -o /dev/null", "no output is a file"),
        ("suite in.epd --nodes 300", "no output is a file"),
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

/// The memory that a process has used at most, in MiB.
#[cfg(target_os = "linux")]
fn peak_memory(child: &Child) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("the process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a line");
    line.split_whitespace().next().and_then(|kib| kib.parse::<usize>().ok()).expect("a number") / 1024
}

/// Inputs of 256 MiB, of which most is no game and no position.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_input() {
    for (line, comment, item, sign) in [
        ("analyse - --nodes 1 --hash 1 -o out", "% a line for other programs\n", GAMES[0], "[Event \"one\"]"),
        ("analyse - --nodes 1 --hash 1 -o out", "1. e4 e5 1-0 ", GAMES[0], "[Event \"one\"]"),
        ("suite - --nodes 1 --hash 1 -o out", "# a line that is a remark\n", POSITIONS[0], "  one\n"),
    ] {
        let folder = Folder::new();
        let is_games = comment.starts_with('1');
        // Each of the short games is reviewed, so there are fewer of them.
        let size = if is_games { 2 << 20 } else { 256 << 20 };
        let (child, mut stdin) = begin(&folder, line, &[item]);
        let block = comment.repeat((1 << 20) / comment.len());
        (0..size >> 20).for_each(|_| stdin.write_all(block.as_bytes()).expect("it reads"));
        stdin.write_all(b"\n\n").and_then(|()| stdin.write_all(item.as_bytes())).expect("it reads");
        wait_for(&folder, "out", sign);
        let end_of = |path: &Path| fs::read_to_string(path).is_ok_and(|text| text.matches(sign).count() == 2);
        if !is_games {
            wait_until("the last item", || end_of(&folder.file("out")));
        }
        let memory = peak_memory(&child);
        assert!(memory < 100, "{line}: {memory} MiB");
        signal(&child, "KILL");
        end(child);
    }
}
