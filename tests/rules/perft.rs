//! Perft suites, up to a limited number of nodes.

use std::path::PathBuf;
use std::thread::available_parallelism;

use lancet::commands::perft::{check, read_cases};

/// Larger counts are checked by `lancet perft --suite` only.
const MAX_NODES: u64 = 10_000_000;

#[test]
fn perft_counts_of_the_suites_are_exact() {
    let folder = std::fs::read_dir("perft").expect("the folder perft");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "epd"));
    let lines = read_cases(&files).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(lines.skipped, 0);
    let cases = lines.read;
    assert!(cases.len() > 1_300, "only {} lines were found", cases.len());

    let threads = available_parallelism().map_or(1, usize::from);
    let summary = check(&cases, MAX_NODES, threads, |_| {});
    assert!(summary.mismatches.is_empty(), "{:#?}", summary.mismatches);
    assert_eq!(summary.positions, cases.len());
    assert!(summary.counts > 4 * cases.len());
}
