//! The examples that the sources print: leaves, windows, results and passes of every search.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;

use lancet_lab::algorithm::{Algorithm, Parameters};
use lancet_lab::printed::{PRINTED_PATHS, PRINTED_TREES, PrintedTree};
use lancet_lab::theory::NodeKind;
use lancet_lab::tree::{Explicit, Path, TreeLiteral};

#[test]
fn every_search_is_as_printed() {
    let (mut searches, mut all) = (0, Vec::new());
    for tree in PRINTED_TREES {
        let literal = tree.literal().unwrap();
        for search in tree.searches {
            let found = search.record(&literal).unwrap();
            let differences = search.differences(&found);
            let about = |text| format!("{}, {}: {text}", tree.name, search.algorithm);
            all.extend(differences.into_iter().map(about));
            searches += 1;
        }
    }
    assert_eq!(all, Vec::<String>::new());
    assert!(searches >= 30, "only {searches}");
}

#[test]
fn every_algorithm_finds_the_value_of_every_tree() {
    for tree in PRINTED_TREES {
        let literal = tree.literal().unwrap();
        let explicit = Explicit::new(&literal);
        // The windows of some searches are narrow, so the value is that of minimax.
        let find = |algorithm: Algorithm| {
            algorithm.search(&explicit, &mut (), literal.height(), &Parameters::DEFAULT).unwrap()
        };
        let value = find(Algorithm::Minimax);
        for algorithm in Algorithm::ALL {
            assert_eq!(find(algorithm), value, "{}, {algorithm}", tree.name);
        }
    }
}

#[test]
fn the_examples_come_from_all_sources() {
    let sources: BTreeSet<&str> = PRINTED_TREES.iter().map(|tree| tree.source).collect();
    assert_eq!(Vec::from_iter(sources), ["000", "001", "003", "004", "Stockman 1979"]);
}

#[test]
fn the_tree_of_stockman_is_uniform() {
    let values = [30, 54, 21, 73, 9, 71, 43, 91, 28, 94, 78, 52, 22, 35, 53, 80];
    let printed = PrintedTree::of_name("stockman").unwrap().literal().unwrap();
    assert_eq!(printed, TreeLiteral::uniform(2, &values));
}

#[test]
fn the_printed_paths_are_critical_or_not() {
    for (path, is_critical) in PRINTED_PATHS {
        let path: Path = path.parse().unwrap();
        assert_eq!(NodeKind::of(&path).is_some(), is_critical, "{path}");
    }
}
