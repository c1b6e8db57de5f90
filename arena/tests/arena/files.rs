//! Files: what every argument refuses, and what is never overwritten.

use std::process::Command;

use lancet::pgn::{PgnGame, PgnReader};

use crate::bad_files::{Use, check};
use crate::broken_output::{check_closed, check_incomplete, check_limited};
use crate::folder::Folder;

const MATCH: &str = "match PVS C* --games 2 --nodes 50 --threads 1";

/// Plays a match with these files, which must end with this exit code; returns its messages.
fn messages(folder: &Folder, files: &str, code: i32) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_lancet-arena"));
    let words = MATCH.split(' ').chain(files.split(' '));
    let output = program.args(words).current_dir(folder.path()).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(code), "{files}: {output:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn every_argument_refuses_what_is_no_file() {
    let folder = Folder::new();
    let command = |argument: &str| format!("{MATCH} {argument} @");
    let [openings, net, csv, pgn] = ["--openings", "--eval-file", "--csv", "--pgn"].map(command);
    let tuning = |argument: &str| format!("spsa null_base --iterations 1 --nodes 50 {argument} @");
    let mut outputs = vec![csv, pgn];
    // Other builds refuse every tuning.
    if cfg!(feature = "tune") {
        outputs.extend(["--checkpoint", "--csv", "--svg"].map(tuning));
    }
    let inputs = [(&*openings, Use::Stream), (&net, Use::Input)];
    let outputs = outputs.iter().map(|command| (command.as_str(), Use::Output));
    let commands: Vec<_> = inputs.into_iter().chain(outputs).collect();
    check(env!("CARGO_BIN_EXE_lancet-arena"), folder.path(), &commands);
}

#[test]
fn results_with_another_network_are_reported() {
    let folder = Folder::new();
    let play = || messages(&folder, "--csv m.csv", 0);
    assert!(!play().contains("warning"));
    let rows = folder.read("m.csv");
    let cells = |line: usize| rows.lines().nth(line).expect("a line").split(',').map(str::to_owned);
    let place = cells(0).position(|name| name == "evaluation").expect("the column");
    let evaluation = cells(1).nth(place).expect("a cell");
    folder.write("m.csv", rows.replace(&evaluation, "0123456789abcdef"));
    let message = play();
    assert!(
        message.contains("warning: 'm.csv' has results with another network, 0123456789abcdef"),
        "{message}"
    );
    assert_eq!(folder.read("m.csv").lines().count(), 3, "the match is played with this network");
}

#[test]
fn an_incomplete_last_line_is_reported() {
    let folder = Folder::new();
    let play = || messages(&folder, "--csv m.csv", 0);
    play();
    let rows = folder.read("m.csv");
    // The last number may have been cut, even if the row has all columns.
    for text in [rows.trim_end().to_owned(), format!("{rows}C*,PVS,50 no")] {
        folder.write("m.csv", text);
        assert_eq!(play(), "warning: the last line of 'm.csv' was incomplete and is removed\n");
        assert_eq!(folder.read("m.csv"), rows);
    }
    folder.write("m.csv", rows.replace('\n', "\r"));
    let message = messages(&folder, "--csv m.csv", 2);
    assert!(message.contains("and line ends LF or CRLF"), "{message}");
    assert_eq!(folder.read("m.csv"), rows.replace('\n', "\r"), "it is not touched");
}

/// The reported case of a match whose games were added to its openings.
#[test]
fn a_match_overwrites_neither_its_openings_nor_its_other_output() {
    let folder = Folder::new();
    let openings = "[Event \"opening\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";
    folder.write("o.pgn", openings);
    std::os::unix::fs::symlink("o.pgn", folder.file("link")).expect("a link");
    std::fs::hard_link(folder.file("o.pgn"), folder.file("hard")).expect("a link");
    let refusal = |files: &str| messages(&folder, files, 2);
    for name in ["o.pgn", "./o.pgn", "link", "hard"] {
        for output in ["--pgn", "--csv"] {
            let message = refusal(&format!("--openings o.pgn {output} {name}"));
            assert!(message.contains("the file is also an input"), "{message}");
        }
    }
    assert_eq!(folder.read("o.pgn"), openings);
    assert!(refusal("--csv m --pgn ./m").contains("is the same file"));
    assert!(!folder.file("m").exists());
    for name in ["/dev/stdout", "/dev/full"] {
        assert!(refusal(&format!("--csv {name}")).starts_with("error: cannot write"));
    }
}

#[test]
fn a_match_without_its_network_makes_no_files() {
    let folder = Folder::new();
    let error = messages(&folder, "--csv new.csv --pgn new.pgn PVS:net=missing.lnn", 2);
    assert!(error.contains("missing.lnn"), "{error}");
    assert!(!folder.file("new.csv").exists() && !folder.file("new.pgn").exists());
}

#[test]
fn repeated_openings_are_reported() {
    let folder = Folder::new();
    let lines = ["rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -", "4k3/8/8/8/8/8/8/2QQKQ2 w - -"];
    for (text, is_reported) in [(lines.join("\n"), false), ([lines[0], lines[1], lines[0]].join("\n"), true)]
    {
        folder.write("o.epd", text);
        let error = messages(&folder, "--openings o.epd", 0);
        let message = "warning: 'o.epd': 1 of 3 openings repeat an earlier one";
        assert_eq!(error.contains(message), is_reported, "{error}");
    }
}

/// On a full disk no part of a pair stays in one of the files: the match is resumed with all games in both.
#[test]
fn a_match_is_resumed_after_a_full_disk() {
    let folder = Folder::new();
    let words = "match PVS C* --games 12 --nodes 50 --threads 1 --csv m.csv --pgn m.pgn";
    let play = |blocks: u32| {
        let mut shell = Command::new("sh");
        shell.args(["-c", "ulimit -f $0; exec \"$@\"", &blocks.to_string()]);
        shell.arg(env!("CARGO_BIN_EXE_lancet-arena")).args(words.split(' ')).current_dir(folder.path());
        shell.output().expect("a shell")
    };
    for blocks in [6, 17, 26] {
        let output = play(blocks);
        assert_eq!(output.status.code(), Some(2), "{blocks}: {output:?}");
        let rows = folder.read("m.csv").lines().count() - 1;
        assert_eq!(2 * rows, folder.read("m.pgn").matches("[Round ").count(), "{blocks} blocks");
    }
    assert!(play(1 << 20).status.success());
    let text = folder.read("m.pgn");
    let games: Vec<PgnGame> =
        PgnReader::new(text.as_bytes()).map(|game| game.expect("no I/O error").expect("a game")).collect();
    assert!(games.iter().all(|game| game.warnings.is_empty()), "{games:?}");
    let rounds: Vec<&str> = games.iter().filter_map(|game| game.tag("Round")).collect();
    let expected = ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2", "4.1", "4.2", "5.1", "5.2", "6.1", "6.2"];
    assert_eq!((rounds, folder.read("m.csv").lines().count()), (expected.to_vec(), 7));
}

#[test]
fn outputs_that_are_closed_or_limited_end_every_command() {
    let csv = format!("{MATCH} --csv new.csv --pgn games.pgn");
    let (program, folder) = (env!("CARGO_BIN_EXE_lancet-arena"), Folder::new());
    check_limited(program, folder.path(), &["--help", MATCH, &csv]);
    let folder = Folder::new();
    check_closed(program, folder.path(), &["--help", MATCH]);
    check_incomplete(program, folder.path(), &[&csv]);
}
