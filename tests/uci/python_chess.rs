//! python-chess as an oracle: it drives the binary through games, Chess960, pondering and analysis, and reads
//! the games and books that it writes.

use std::io::Write;
use std::process::Command;

#[test]
fn python_chess_plays_with_the_engine() {
    run("game.py");
}

#[test]
fn python_chess_reads_the_files_that_the_engine_writes() {
    run("files.py");
}

fn run(script: &str) {
    let python = |arguments: &[&str]| Command::new("python3").args(arguments).output();
    let is_installed = python(&["-c", "import chess"]).is_ok_and(|output| output.status.success());
    if !is_installed {
        assert!(std::env::var_os("CI").is_none(), "CI needs python3 with the module `chess`");
        // Not `eprintln!`, whose output the test harness hides.
        let message = format!("SKIPPED {script}: no python3 with the module `chess` (pip install chess)\n");
        std::io::stderr().write_all(message.as_bytes()).expect("standard error");
        return;
    }
    let path = format!("{}/tests/python/{script}", env!("CARGO_MANIFEST_DIR"));
    let output = python(&[&path, env!("CARGO_BIN_EXE_lancet")]).expect("python3 runs");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stdout}\n{stderr}");
    assert!(stdout.ends_with("all is well\n"), "{stdout}\n{stderr}");
    eprint!("{stdout}");
}
