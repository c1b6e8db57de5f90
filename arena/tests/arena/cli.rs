//! The command line of `lancet-arena`.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::process::Command;

fn refused(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_lancet-arena")).args(arguments).output().expect("the binary runs");
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), true), "{output:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[test]
fn a_match_that_cannot_be_played_is_refused() {
    for (arguments, hint) in [
        (&["match", "PVS"][..], "at least two drivers"),
        (&["match", "PVS", "C*", "--nodes", "9", "--movetime", "9"], "cannot be used with"),
        (&["match", "PVS", "C*", "--clock", "0+1"], "expected base time and increment"),
        (&["match", "PVS", "PVS:null_bse=3"], "did you mean 'null_base'?"),
        (&["match", "PVS", "PVS:null_base=9"], "expected an integer from 2 to 6"),
        (&["spsa"], "PARAMETER"),
        (&["spsa", "null_base", "--r-end", "0"], "expected a number above 0"),
        (&["spsa", "no_such"], if cfg!(feature = "tune") { "no parameter" } else { "--features tune" }),
    ] {
        let error = refused(arguments);
        assert!(error.contains(hint), "{error}");
    }
}
