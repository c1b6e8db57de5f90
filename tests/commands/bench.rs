//! The signature: the node count of `lancet bench` is the one in `tests/data/bench.txt`, on every machine.

use std::process::Command;

use crate::common::folder::Folder;
use crate::common::process::{Finished, stdout_of};

/// The node count in the last line of `lancet bench`: `N nodes N nps`.
fn bench() -> u64 {
    let text = stdout_of(&["bench"]);
    let words: Vec<&str> = text.lines().last().unwrap_or_default().split(' ').collect();
    match words[..] {
        [nodes, "nodes", nps, "nps"] if nps.parse::<u64>().is_ok() => nodes.parse().expect("a node count"),
        _ => panic!("the last line is {words:?}"),
    }
}

#[test]
fn bench_counts_the_recorded_nodes() {
    let recorded: u64 = include_str!("../data/bench.txt").trim().parse().expect("a node count");
    let first = bench();
    assert_eq!(first, bench(), "two runs of bench differ");
    assert_eq!(first, recorded, "if the search changed on purpose, write {first} to tests/data/bench.txt");
}

/// A search took the memory that the threads which clear its table needed, and the program was ended.
#[cfg(target_os = "linux")]
#[test]
fn threads_that_the_memory_does_not_allow_are_an_error() {
    let folder = Folder::new();
    folder.write("s.epd", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8+;\n");
    for command in ["bench 1", "go --depth 1", "suite s.epd --depth 1"] {
        for (kib, threads, code) in [(340_000, 64, 2), (345_000, 64, 2), (400_000, 64, 2), (400_000, 2, 0)] {
            let line = format!("ulimit -v {kib} && exec \"$0\" {command} --threads {threads}");
            let mut shell = Command::new("sh");
            let shell =
                shell.args(["-c", line.as_str(), env!("CARGO_BIN_EXE_lancet")]).current_dir(folder.path());
            let finished: Finished = shell.output().expect("a shell").into();
            let error = if code == 0 { "" } else { "error: cannot start 64 threads: not enough memory\n" };
            assert_eq!((finished.code, &*finished.stderr), (Some(code), error), "{line}: {finished:?}");
        }
    }
}
