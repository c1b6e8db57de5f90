//! python-chess as an oracle: it drives the binary as a client of its own (games, Chess960, pondering,
//! analysis), and reads the games and books that it writes.

use std::process::Command;

#[test]
fn python_chess_plays_with_the_engine() {
    run("game.py");
}

#[test]
fn python_chess_reads_what_is_written() {
    run("files.py");
}

fn run(script: &str) {
    let python = |arguments: &[&str]| Command::new("python3").args(arguments).output();
    let is_there = python(&["-c", "import chess"]).is_ok_and(|output| output.status.success());
    if !is_there {
        assert!(std::env::var_os("CI").is_none(), "python3 with the module `chess` has to be there in CI");
        eprintln!("skipped: python3 with the module `chess` is not there (pip install chess)");
        return;
    }
    let path = format!("{}/tests/python/{script}", env!("CARGO_MANIFEST_DIR"));
    let output = python(&[&path, env!("CARGO_BIN_EXE_lancet")]).expect("python3 runs");
    let told = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}\n{complained}");
    assert!(told.ends_with("all is well\n"), "{told}\n{complained}");
    eprint!("{told}");
}
