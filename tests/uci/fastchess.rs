//! fastchess as an oracle: its check of what engines must understand, and its strict games.

use std::io::Write;
use std::process::Command;

use super::common::folder::Folder;

const LANCET: &str = env!("CARGO_BIN_EXE_lancet");

/// Runs fastchess and returns what it prints; `None` without the variable that names it.
fn fastchess(folder: &Folder, arguments: &[&str]) -> Option<String> {
    let Some(program) = std::env::var_os("FASTCHESS") else {
        // Not `eprintln!`, whose output the test harness hides.
        let message = b"SKIPPED fastchess: the variable FASTCHESS names none\n";
        std::io::stderr().write_all(message).expect("standard error");
        return None;
    };
    let output = Command::new(program).args(arguments).current_dir(folder.path()).output().expect("it runs");
    let text =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{text}");
    Some(text)
}

#[test]
fn fastchess_finds_the_engine_compliant() {
    if let Some(text) = fastchess(&Folder::new(), &["--compliance", LANCET]) {
        assert!(text.contains("Engine passed all compliance checks."), "{text}");
    }
}

/// By nodes, so that a busy machine changes nothing.
#[test]
fn strict_games_have_no_warning() {
    let openings = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/openings.epd");
    let (cmd, file) = (format!("cmd={LANCET}"), format!("file={openings}"));
    let engines = ["-engine", &cmd, "name=One", "-engine", &cmd, "name=Two"];
    let each = ["-each", "tc=inf", "nodes=2000", "option.Hash=1"];
    let games = ["-openings", &file, "format=epd", "-rounds", "2", "-repeat", "-strict", "-check-mate-pvs"];
    if let Some(text) = fastchess(&Folder::new(), &[&engines[..], &each, &games].concat()) {
        assert_eq!(text.matches("Finished game ").count(), 4, "{text}");
        let mut faults = ["Warning", "illegal", "disconnect", "stalls"].into_iter();
        assert!(!faults.any(|fault| text.contains(fault)), "{text}");
    }
}
