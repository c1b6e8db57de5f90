//! Perft suites, up to a limited number of nodes.

use std::path::PathBuf;
use std::thread::available_parallelism;

use lancet::commands::perft::PerftSuite;

/// Larger counts are checked by `lancet perft --suite` only.
const MAX_NODES: u64 = 10_000_000;

#[test]
fn perft_counts_of_the_suites_are_exact() {
    let folder = std::fs::read_dir("perft").expect("the folder perft");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "epd"));
    let threads = available_parallelism().map_or(1, usize::from);
    let suite = PerftSuite { files, max_nodes: MAX_NODES, threads };
    let summary = suite.check().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((summary.skipped, summary.wrong), (0, 0), "{:#?}", summary.first_wrong);
    assert!(summary.cases > 1_300, "only {} lines were found", summary.cases);
    assert_eq!(summary.positions, summary.cases);
    assert!(summary.counts > 4 * summary.cases);
}
