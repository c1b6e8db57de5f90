//! Files: what every argument of the laboratory refuses.

use crate::bad_files::{Use, check};
use crate::broken_output::{check_closed, check_incomplete, check_limited};
use crate::common::TempDir;

#[test]
fn every_argument_refuses_what_is_no_file() {
    let folder = TempDir::new();
    let commands = [
        ("figure -w 2 -d 2 -r 2 --csv @", Use::Output),
        ("figure -w 2 -d 2 -r 2 --svg @", Use::Output),
        ("figure -w 2 -d 2 -r 2 --keep @", Use::Folder),
        ("chess --depth 1 --epd @", Use::Stream),
        ("drivers PVS --depth 1 --positions 1 --epd @", Use::Stream),
        ("drivers PVS --depth 1 --positions 1 --csv @", Use::Output),
        ("drivers PVS --depth 1 --positions 1 --eval-file @", Use::Input),
        ("all --quick --out @", Use::Folder),
        ("paper @", Use::Folder),
        ("trace --html @", Use::Output),
        ("trace --svg @", Use::Output),
        ("trace --dot @", Use::Output),
        ("trace --tikz @", Use::Output),
    ];
    check(env!("CARGO_BIN_EXE_lancet-lab"), folder.path(), &commands);
}

#[test]
fn outputs_that_are_closed_or_limited_end_every_command() {
    let plain = [
        "--help",
        "golden",
        "trace",
        "verify --trees 1",
        "figure -w 2 -d 2 -r 2",
        "drivers PVS --depth 1 --positions 1",
    ];
    let files = ["figure -w 2 -d 2 -r 2 --csv new.csv", "drivers PVS --depth 1 --positions 1 --csv new.csv"];
    let (program, folder) = (env!("CARGO_BIN_EXE_lancet-lab"), TempDir::new());
    check_limited(program, folder.path(), &[&plain[..], &files].concat());
    let folder = TempDir::new();
    check_closed(program, folder.path(), &plain);
    check_incomplete(program, folder.path(), &files);
}
