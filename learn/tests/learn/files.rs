//! Files: what every argument refuses, and what is never overwritten.

use std::path::Path;
use std::process::{Command, Output};

use crate::bad_files::{Use, check};
use crate::broken_output::{check_closed, check_incomplete, check_limited};

fn lancet_learn(folder: &Path, command: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_lancet-learn"));
    program.args(command.split(' ')).current_dir(folder).output().expect("the binary runs")
}

fn folder_with_games() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let played = lancet_learn(folder.path(), "play --out g.games --soft 30 --games 2 --threads 1");
    assert!(played.status.success(), "{played:?}");
    folder
}

#[test]
fn every_argument_refuses_what_is_no_file() {
    let folder = folder_with_games();
    for command in [
        "play --out m.games --material --soft 30 --games 1 --threads 1",
        "manifest m.games --manifest m.json --commit 0123456",
    ] {
        let output = lancet_learn(folder.path(), command);
        assert!(output.status.success(), "{output:?}");
    }
    let commands = [
        ("cycle --generations 1 --scale 0.00001 --dir @", Use::Folder),
        ("play --games 1 --out @", Use::Output),
        ("play --games 1 --out new --net @", Use::Input),
        ("rescore g.games --out @", Use::Output),
        ("rescore @ --out new", Use::Input),
        ("rescore g.games --out new --net @", Use::Input),
        ("info @", Use::Input),
        ("export g.games --out @", Use::Output),
        ("export @ --out new", Use::Input),
        ("merge g.games --out @", Use::Output),
        ("manifest m.games --commit 0123456 --manifest @", Use::Output),
        ("manifest @ --commit 0123456 --manifest new", Use::Input),
        ("manifest m.games --commit 0123456 --manifest new --net @", Use::Input),
        ("verify --manifest @ m.games", Use::Input),
        ("verify --manifest m.json @", Use::Input),
        ("verify --manifest m.json --block 0 --net @", Use::Input),
        ("verify --manifest m.json --block 0 --played @", Use::Input),
        ("samples g.games --out @", Use::Output),
        ("samples @ --out new", Use::Input),
        ("train g.games --out @", Use::Output),
        ("train @ --out new", Use::Input),
        ("train g.games --out new --resume @", Use::Input),
        ("train g.games --out new --from @", Use::Input),
        ("train g.games --out new --like @", Use::Input),
        ("match @ material", Use::Input),
        ("match material @", Use::Input),
        ("match material built-in --openings @", Use::Stream),
        ("eval-check @ --net new", Use::Input),
        ("eval-check g.games --net @", Use::Input),
        ("wdl @", Use::Input),
        ("wdl g.games --net @", Use::Input),
        ("wdl g.games --out @", Use::Output),
    ];
    check(env!("CARGO_BIN_EXE_lancet-learn"), folder.path(), &commands);
}

#[test]
fn no_command_overwrites_what_it_reads() {
    let folder = folder_with_games();
    let at = |name: &str| folder.path().join(name);
    std::os::unix::fs::symlink("g.games", at("link")).expect("a link");
    std::fs::hard_link(at("g.games"), at("hard")).expect("a link");
    let games = std::fs::read(at("g.games")).expect("games");
    for name in ["g.games", "./g.games", "link", "hard"] {
        for command in [
            "rescore g.games",
            "export g.games",
            "merge g.games",
            "samples g.games",
            "train g.games",
            "wdl g.games",
        ] {
            let output = lancet_learn(folder.path(), &format!("{command} --out {name}"));
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(message.contains("the file is also an input"), "{command} --out {name}: {message}");
            assert_eq!(std::fs::read(at("g.games")).expect("games"), games);
        }
    }
    let output = lancet_learn(folder.path(), "manifest g.games --commit 0123456 --manifest link");
    assert!(String::from_utf8_lossy(&output.stderr).contains("the file is also an input"), "{output:?}");
    for command in ["export g.games missing --out new", "merge g.games missing --out new"] {
        assert_eq!(lancet_learn(folder.path(), command).status.code(), Some(2), "{command}");
        assert!(!at("new").exists(), "{command} leaves no incomplete file");
    }
    std::fs::copy(at("g.games"), at("more.csv")).expect("a copy");
    for (command, name) in [("samples", "more.csv"), ("train", "more.lnn"), ("wdl", "more.csv")] {
        let output = lancet_learn(folder.path(), &format!("{command} g.games --out {name}"));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.contains("'more.csv': the file contains games"), "{command} {name}: {message}");
        assert_eq!(std::fs::read(at("more.csv")).expect("games"), games);
    }
    std::fs::write(at("empty"), "").expect("a file");
    for command in ["rescore", "export", "merge", "samples", "train", "wdl"] {
        let output = lancet_learn(folder.path(), &format!("{command} empty --out new"));
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.starts_with("error: no readable games in 'empty'"), "{command}: {message}");
        assert!(output.status.code() == Some(2) && !at("new").exists(), "{command}");
    }
    let check = concat!("eval-check empty --net ", env!("CARGO_MANIFEST_DIR"), "/../nets/g3-256x8-r10.lnn");
    for command in ["info g.games empty", check] {
        let output = lancet_learn(folder.path(), command);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(message.starts_with("error: no readable games in 'empty'"), "{command}: {message}");
    }
    // A file that is not a file of games is not continued.
    std::fs::write(at("letter"), "a letter").expect("a file");
    let output = lancet_learn(folder.path(), "play --games 1 --out letter");
    assert!(String::from_utf8_lossy(&output.stderr).contains("is not a file of game records"), "{output:?}");
    assert_eq!(std::fs::read(at("letter")).expect("a file"), b"a letter");
}

#[test]
fn outputs_that_are_closed_or_limited_end_every_command() {
    let plain = ["--help", "info g.games", "speed --help"];
    let files = ["merge g.games --out new.games", "play --out new.games --soft 30 --games 1 --threads 1"];
    let (program, folder) = (env!("CARGO_BIN_EXE_lancet-learn"), folder_with_games());
    check_limited(program, folder.path(), &[&plain[..], &files].concat());
    let folder = folder_with_games();
    check_closed(program, folder.path(), &plain);
    check_incomplete(program, folder.path(), &files);
}
