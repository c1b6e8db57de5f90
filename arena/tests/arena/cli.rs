//! The command line of `lancet-arena`.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::process::Command;

fn refused(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_lancet-arena")).args(arguments).output().expect("the binary runs");
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), true), "{output:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// The standard output and the standard error of a short match.
fn played(arguments: &[&str]) -> (String, String) {
    let command = ["match", "PVS", "AlphaBeta", "--nodes", "20", "--hash", "1"];
    let mut program = Command::new(env!("CARGO_BIN_EXE_lancet-arena"));
    let output = program.args(command).args(arguments).output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn an_odd_number_of_games_is_announced_and_few_pairs_have_no_error() {
    let (output, error) = played(&["--games", "3"]);
    assert_eq!(error, "warning: playing 4 games instead of 3: they come in pairs\n");
    assert!(output.contains("games   4: ") && output.contains("| AlphaBeta | 4 |"), "{output}");
    assert!(!output.contains('±') && !output.contains("LOS"), "{output}");
    assert!(output.contains("without error from fewer than 10 pairs"), "{output}");
    let (output, error) = played(&["--games", "20"]);
    assert_eq!(error, "");
    assert!(output.contains("(95 %), normalized ") && output.contains(", LOS "), "{output}");
}

#[test]
fn tables_have_the_form_that_is_asked_for() {
    let last_lines = |format: &[&str]| {
        let (output, _) = played(&[&["--games", "2"], format].concat());
        output.lines().rev().take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(last_lines(&[])[1], "|---|---|---|---|---|---|---|---|---|---|---|");
    assert_eq!(last_lines(&["--format", "markdown"]), last_lines(&[]));
    let aligned = last_lines(&["--format", "table"]);
    assert!(aligned[1].starts_with("driver     games  won  drawn  lost   score"), "{aligned:?}");
    assert_eq!(aligned[0].find("2  "), aligned[1].find("s  won"), "{aligned:?}");
    let (output, error) = played(&["--games", "2", "--format", "csv"]);
    assert!(output.lines().count() == 2 && output.starts_with("driver,opponent,"), "{output}");
    assert!(error.contains("AlphaBeta against PVS") && error.contains("games   2: "), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_error_does_not_end_the_matches_of_a_table_for_programs() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let words = "match PVS C* AlphaBeta --nodes 20 --hash 1 --games 2 --format csv".split(' ');
    let output = Command::new(env!("CARGO_BIN_EXE_lancet-arena")).args(words).stderr(full).output();
    let output = output.expect("the binary runs");
    let lines = String::from_utf8(output.stdout).expect("UTF-8").lines().count();
    assert_eq!((output.status.code(), lines), (Some(0), 3));
}

/// Interrupts a match whose output may be closed before; returns its exit code and what it has written.
#[cfg(unix)]
fn interrupted(is_output_closed: bool) -> (Option<i32>, String, String) {
    use std::process::Stdio;

    let folder = crate::folder::Folder::new();
    let rows = folder.file("rows.csv");
    let mut child = Command::new(env!("CARGO_BIN_EXE_lancet-arena"))
        .args(["match", "PVS", "C*", "--nodes", "20", "--hash", "1", "--games", "1000000", "--csv"])
        .arg(&rows)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    // The first pair has been played.
    while std::fs::read_to_string(&rows).map_or(0, |text| text.lines().count()) < 2 {
        assert!(child.try_wait().expect("a state").is_none(), "the match has ended");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    if is_output_closed {
        drop(child.stdout.take());
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let ended = child.wait_with_output().expect("an end");
    let [output, error] = [ended.stdout, ended.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    (ended.status.code(), output, error)
}

/// Ctrl-C ends a match with its result so far and the exit code of an interrupt, even if it has ended the reader too.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_match_with_its_result() {
    let (code, output, error) = interrupted(false);
    assert_eq!(code, Some(130), "{error}");
    assert_eq!(interrupted(true).0, Some(130));
    let lines: Vec<&str> = output.lines().collect();
    assert!(error.ends_with("interrupted\n") && lines[0] == "C* against PVS: 20 nodes per move", "{lines:?}");
    assert!(lines[1].starts_with("games   ") && lines[1].contains(" (interrupted): "), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("| C* | ")), "{lines:?}");
}

/// The standard error of a command that succeeds.
fn messages(arguments: &[&str]) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_lancet-arena"));
    let output = program.args(arguments).args(["--nodes", "20", "--hash", "1"]).output();
    let output = output.expect("the binary runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn arguments_without_effect_are_reported() {
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../nets/g0-linear-r10.lnn");
    let [pvs, other] = ["PVS", "C*"].map(|driver| format!("{driver}:net={network}"));
    let unused = "warning: --eval-file: without effect, since every player has a network of its own\n";
    let of_match = |drivers: [&str; 2]| {
        messages(&["match", drivers[0], drivers[1], "--games", "2", "--eval-file", network])
    };
    assert_eq!(of_match([&pvs, &other]), unused);
    assert_eq!(of_match(["PVS", &other]), "");
    if !cfg!(feature = "tune") {
        return;
    }
    let of_tuning = |player: &str, argument: &[&str]| {
        messages(&[&["spsa", "null_base", "--iterations", "1", "--player", player], argument].concat())
    };
    assert_eq!(of_tuning(&pvs, &["--eval-file", network]), unused);
    assert_eq!(of_tuning("PVS", &["--eval-file", network]), "");
    let idle = of_tuning("PVS:time_hard=30", &[]);
    assert_eq!(idle, "warning: PVS:time_hard=30: without effect in games without a clock: time_hard\n");
    let without = messages(&["match", "PVS", "C*", "--games", "2", "--without", "use_syzygy"]);
    assert_eq!(without, "warning: --without: without effect in games without tablebases: use_syzygy\n");
}

#[test]
fn a_match_that_cannot_be_played_is_refused() {
    for (arguments, hint) in [
        (&["match", "PVS"][..], "at least two players"),
        (&["match", "PVS", "C*", "C*"], "'C*' is named twice"),
        (&["match", "PVS", "C*", "--nodes", "9", "--movetime", "9"], "cannot be used with"),
        (&["match", "PVS", "C*", "--clock", "0+1"], "expected base time and increment"),
        (&["match", "PVS", "PVS:null_bse=3"], "did you mean 'null_base'?"),
        (&["match", "PVS", "PVS:null_base=9"], "expected an integer from 2 to 6"),
        (&["spsa"], "PARAMETER"),
        (&["spsa", "null_base", "--r-end", "0"], "expected a number above 0, from 1e-9 to 1e9"),
        (&["spsa", "null_base", "--every", "10"], "--csv <FILE>"),
        (&["spsa", "no_such"], if cfg!(feature = "tune") { "no parameter" } else { "--features tune" }),
    ] {
        let error = refused(arguments);
        assert!(error.contains(hint), "{error}");
    }
}
