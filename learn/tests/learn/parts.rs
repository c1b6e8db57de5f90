//! Runs that several processes play, and the merge of their parts.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::unreachable, clippy::unwrap_used)]

use std::fs;
use std::process::{Child, Command, Output, Stdio};

use crate::common::{Folder, blocks_of, games_of};

/// Starts the program in a folder.
fn start(folder: &Folder, words: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_lancet-learn"))
        .args(words.split_whitespace())
        .current_dir(folder.join(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs")
}

fn run(folder: &Folder, words: &str) -> Output {
    start(folder, words).wait_with_output().expect("an end")
}

/// Returns the message of a command that fails.
fn refused(folder: &Folder, words: &str) -> String {
    let output = run(folder, words);
    assert_eq!(output.status.code(), Some(2), "{words}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

const PLAY: &str = "play --soft 30 --threads 1 --seed 9";

#[test]
fn two_processes_and_a_merge_give_the_bytes_of_one_process() {
    let folder = Folder::new();
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    let whole = start(&folder, &format!("{PLAY} --games 9 --out whole"));
    let low = start(&folder, &format!("{PLAY} --games 5 --out low"));
    // The second process is interrupted after two games; the same command continues its part.
    assert!(run(&folder, &format!("{PLAY} --first-game 5 --games 2 --out high")).status.success());
    assert!(run(&folder, &format!("{PLAY} --first-game 5 --games 4 --out high")).status.success());
    for process in [whole, low] {
        assert!(process.wait_with_output().unwrap().status.success());
    }
    assert_eq!(games_of(&folder.join("high")), games_of(&folder.join("whole"))[5..]);
    assert_eq!(blocks_of(&bytes("high")).len(), 2);
    // The order of the files does not matter.
    for (parts, out) in [("low high", "one"), ("high low", "two"), ("whole", "three")] {
        let output = run(&folder, &format!("merge --parts {parts} --out {out}"));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.ends_with("games 0 to 8 of the run with seed 9\n"), "{text}");
        assert_eq!(bytes(out), bytes("whole"), "{parts}");
    }
}

#[test]
fn parts_with_gaps_overlaps_or_other_settings_are_refused() {
    let folder = Folder::new();
    let play = |options: &str| {
        let soft = if options.contains("--soft") { "" } else { "--soft 30" };
        let output = run(&folder, &format!("play {soft} --threads 1 {options}"));
        assert!(output.status.success(), "{output:?}");
    };
    play("--games 3 --out a");
    play("--first-game 2 --games 2 --out overlap");
    play("--first-game 5 --games 1 --out gap");
    play("--first-game 3 --games 1 --seed 2 --out seed");
    play("--first-game 3 --games 1 --soft 31 --out soft");
    play("--first-game 3 --games 1 --material --out network");
    let merge = |part: &str| refused(&folder, &format!("merge --parts a {part} --out new"));
    assert!(merge("overlap").contains("'a' and 'overlap' both have games 2 to 2"));
    assert!(merge("a").contains("'a' and 'a' both have games 0 to 2"));
    assert!(merge("gap").contains("games 3 to 4 are missing between 'a' and 'gap'"));
    assert!(merge("seed").contains("'seed' and 'a' are of different runs: seed 2, not 1"));
    assert!(merge("soft").contains("are of different runs: a soft limit of 31 nodes, not 30"));
    assert!(merge("network").contains("are of different runs: network "));
    let bytes = fs::read(folder.join("a")).unwrap();
    fs::write(folder.join("cut"), &bytes[..bytes.len() - 1]).unwrap();
    assert!(
        refused(&folder, "merge --parts cut --out new").contains("cannot merge part 'cut': it is damaged")
    );
    assert!(!folder.join("new").exists());
    assert!(refused(&folder, "merge --parts --shuffle 1 a --out new").contains("cannot be used with"));

    // A part with a hole does not grow beyond its range.
    play("--games 3 --out holed");
    play("--first-game 3 --games 3 --out second");
    let mut bytes = fs::read(folder.join("holed")).unwrap();
    let hole = bytes.len() / 2;
    bytes[hole] ^= 1;
    bytes.extend(fs::read(folder.join("second")).unwrap());
    fs::write(folder.join("holed"), &bytes).unwrap();
    play("--games 6 --out holed");
    assert_eq!(fs::read(folder.join("holed")).unwrap(), bytes);
    assert!(refused(&folder, "merge --parts holed --out new").contains("else play it again"));

    // A part is continued as what it is.
    let from = |first: u64, file: &str| {
        refused(&folder, &format!("play --soft 30 --threads 1 --first-game {first} --games 9 --out {file}"))
    };
    assert!(from(0, "gap").contains("it was written with game 5 as the first, not 0"));
    assert!(from(3, "a").contains("it was written with game 0 as the first, not 3"));
}

#[test]
fn games_keep_their_numbers_and_parts_can_be_joined() {
    let folder = Folder::new();
    for (name, range) in [("whole", "--games 4"), ("a", "--games 2"), ("b", "--first-game 2 --games 2")] {
        run(&folder, &format!("play --soft 30 --threads 1 {range} --out {name}"));
        run(&folder, &format!("rescore {name} --soft 20 --threads 1 --out {name}.new"));
    }
    run(&folder, "merge --parts b.new a.new --out joined");
    run(&folder, "merge a.new b.new --out merged");
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(read("joined"), read("whole.new"));
    assert_eq!(games_of(&folder.join("merged")), games_of(&folder.join("whole.new")));
}
