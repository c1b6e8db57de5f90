//! The signature: the node count of `lancet bench` is the one in `tests/data/bench.txt`, on every machine.

use crate::common::process::stdout_of;

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
