//! The binary: commands, exit codes and messages.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::unreachable, clippy::unwrap_used)]

use std::process::{Command, Output, Stdio};
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::Duration;

use crate::common::{Folder, games_of, interrupt};
#[cfg(unix)]
use crate::interrupt::wait_until_caught;

fn lancet_learn(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lancet-learn")).args(arguments).output().expect("the binary runs")
}

/// Runs a command that does not end by itself, and interrupts it `work` after it began to catch interrupts.
#[cfg(unix)]
fn interrupted_after(work: Duration, arguments: &[&str]) -> Output {
    let child = Command::new(env!("CARGO_BIN_EXE_lancet-learn"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    wait_until_caught(&child);
    thread::sleep(work);
    interrupt(child)
}

/// Interrupts a command as above, later and later until it has done something.
#[cfg(unix)]
fn interrupted_at_work(arguments: &[&str], has_worked: impl Fn(&Output) -> bool) -> Output {
    let mut work = Duration::from_millis(250);
    loop {
        let output = interrupted_after(work, arguments);
        // Enough for a busy machine.
        if has_worked(&output) || work > Duration::from_secs(120) {
            return output;
        }
        work *= 4;
    }
}

/// Asserts that an interrupted command says so, prints `expected`, and has the exit code of an interrupt.
#[cfg(unix)]
#[track_caller]
fn ends_interrupted(arguments: &[&str], expected: &str) {
    let output = interrupted_after(Duration::ZERO, arguments);
    let [text, error] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(130), "{arguments:?}: {error}");
    assert!(text.contains(expected) && error.ends_with("interrupted\n"), "{text} {error}");
}

#[test]
fn play_records_games_and_info_counts_them() {
    let folder = Folder::new();
    let path = folder.join("command.games");
    let path = path.to_str().unwrap();
    let play = ["play", "--out", path, "--soft", "30", "--seed", "3", "--games", "3", "--threads", "2"];
    let text = String::from_utf8(lancet_learn(&play).stdout).unwrap();
    assert!(text.starts_with("3 games, "), "{text}");
    let info = String::from_utf8(lancet_learn(&["info", path]).stdout).unwrap();
    assert!(info.lines().any(|line| line == "games               3"), "{info}");
    assert!(info.contains("soft limit 30 and hard limit 150 nodes"), "{info}");
}

#[test]
fn match_prints_elo_and_rejects_invalid_arguments() {
    let play = ["match", "built-in", "material", "--games", "4", "--nodes", "60", "--threads", "2"];
    let text = String::from_utf8(lancet_learn(&play).stdout).unwrap();
    assert!(
        text.starts_with("games   4: ") && text.contains("\npairs   ") && text.contains("\nElo     "),
        "{text}"
    );
    for (wrong, reason) in [
        (vec!["match", "built-in", "none.lnn"], "cannot load network 'none.lnn': "),
        (vec!["match", "built-in"], "required arguments"),
        (vec!["match", "built-in", "material", "--sprt", "5,0"], "expected the smaller value first"),
        (vec!["match", "built-in", "material", "--openings", "none.epd"], "cannot read 'none.epd'"),
        (vec!["match", "built-in", "material", "--nodes", "9", "--soft", "9"], "cannot be used with"),
    ] {
        let output = lancet_learn(&wrong);
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(text.contains(reason), "{wrong:?}: {text}");
    }
}

/// Ctrl-C ends a match with its result so far and the exit code of an interrupt.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_with_its_result() {
    let play = ["match", "built-in", "material", "--games", "1000000", "--nodes", "20", "--threads", "2"];
    let output = interrupted_at_work(&play, |output| !output.stdout.starts_with(b"games   0 "));
    let [text, error] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(130), "{error}");
    assert!(text.starts_with("games   ") && !text.starts_with("games   0 "), "{text}");
    assert!(text.contains(" (interrupted): "), "{text}");
    assert!(error.ends_with("interrupted\n"), "{error}");
}

/// Ctrl-C ends rescoring with the games so far and the exit code of an interrupt, so that nothing trains on a part.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_rescoring_with_its_exit_code() {
    let folder = Folder::new();
    let [played, out] =
        ["played.games", "out.games"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    lancet_learn(&[
        "play",
        "--out",
        &played,
        "--soft",
        "30",
        "--seed",
        "3",
        "--games",
        "20",
        "--threads",
        "2",
    ]);
    ends_interrupted(&["rescore", &played, "--out", &out, "--soft", "1000000"], " (interrupted)");
}

/// Ctrl-C before a given number of games has the exit code of an interrupt, so that nothing trains on a part.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_bounded_run_with_its_exit_code() {
    let folder = Folder::new();
    let path = folder.join("part.games");
    let play = ["play", "--out", path.to_str().unwrap(), "--soft", "30", "--threads", "2"];
    let one = [&play[..], &["--games", "1"]].concat();
    assert_eq!(lancet_learn(&one).status.code(), Some(0));
    for bound in [["--games", "1000000"], ["--positions", "100000000"], ["--time", "9h"]] {
        ends_interrupted(&[&play[..], &bound].concat(), " (interrupted)");
    }
    // The file has enough games already.
    assert_eq!(lancet_learn(&one).status.code(), Some(0));
}

/// A cycle that Ctrl-C pauses has the exit code of an interrupt; one that its time pauses is successful.
#[cfg(unix)]
#[test]
fn ctrl_c_pauses_a_cycle_with_its_exit_code() {
    let folder = Folder::new();
    let path = folder.join("cycle");
    let cycle = ["cycle", "--dir", path.to_str().unwrap(), "--threads", "2"];
    ends_interrupted(&cycle, "Paused in generation 0");
    let output = lancet_learn(&[&cycle[..], &["--time", "1s"]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn errors_have_exit_code_2_and_a_message() {
    let output = lancet_learn(&["info", "no such file"]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text.starts_with("error: cannot read 'no such file': "), "{text}");
    for wrong in [["--soft", "0"], ["--time", "soon"], ["--threads", "none"]] {
        let output = lancet_learn(&["play", "--out", "x", wrong[0], wrong[1]]);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn verify_compares_files_and_blocks() {
    let folder = Folder::new();
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (games, manifest) = (at("v.games"), at("v.json"));
    let play = ["play", "--out", &games, "--material", "--soft", "30", "--games", "2", "--threads", "1"];
    assert!(lancet_learn(&play).status.success());
    let list = ["manifest", &games, "--manifest", &manifest, "--commit", "0123456"];
    let text = String::from_utf8(lancet_learn(&list).stdout).unwrap();
    assert!(text.starts_with("v.games: 1 blocks, 2 games, "), "{text}");
    let verify = |arguments: &[&str], code| {
        let output = lancet_learn(&[&["verify", "--manifest", &manifest], arguments].concat());
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {output:?}");
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    assert!(verify(&["--block", "0"], 0).0.ends_with("\nequal\n"));
    assert!(verify(&[&games], 0).0.ends_with(": equal\n"));
    std::fs::write(&games, "").unwrap();
    let (out, error) = verify(&[&games], 1);
    assert_eq!(out, "v.games: different: 0 blocks, expected 1\n");
    assert_eq!(error, "");
    for wrong in [&[][..], &[&games, "--block", "0"], &["--file", "v.games"], &[&games, "--threads", "1"]] {
        verify(wrong, 2);
    }
    verify(&["--block", "0", "--played", &games, "--threads", "1"], 2);
    assert_eq!(lancet_learn(&[&list[..5], &["HEAD"]].concat()).status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_its_games_and_is_resumed() {
    let folder = Folder::new();
    let path = folder.join("interrupted.games");
    let play = ["play", "--out", path.to_str().unwrap(), "--soft", "30", "--threads", "2"];
    // Without a bound an interrupt is the only end, and no error.
    let has_games = |_: &Output| std::fs::metadata(&path).is_ok_and(|file| file.len() > 0);
    let output = interrupted_at_work(&play, has_games);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("(interrupted)") && output.status.success(), "{text}");

    let before = games_of(&path);
    assert!(!before.is_empty());
    let more = (before.len() + 2).to_string();
    assert!(lancet_learn(&[&play[..], &["--games", &more]].concat()).status.success());
    let after = games_of(&path);
    assert_eq!(after.len(), before.len() + 2);
    assert_eq!(after[..before.len()], before);
}
