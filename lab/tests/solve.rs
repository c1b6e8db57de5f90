//! Every algorithm by its name: the value and the best line.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test may panic")]

mod common;

use lancet_lab::algorithm::{Algorithm, SearchError, negamax};
use lancet_lab::tree::Iid;
use lancet_lab::{GameTree, Value};

use common::{Test, on_all_trees};

/// The value of the node that a line leads to, for its side to move, and whether it is a leaf.
fn follow<T: GameTree>(tree: &T, depth: u32, line: &[usize]) -> (Value, bool) {
    let mut node = tree.root();
    for index in line {
        node = tree.child(&node, &tree.moves(&node), *index);
    }
    let rest = depth - u32::try_from(line.len()).unwrap();
    (negamax(tree, &mut (), &node, rest), rest == 0 || tree.len(&tree.moves(&node)) == 0)
}

struct BestLines;

impl Test for BestLines {
    fn run<T: GameTree>(&mut self, tree: &T, depth: u32) {
        let value = negamax(tree, &mut (), &tree.root(), depth);
        for algorithm in Algorithm::ALL {
            let solution = algorithm.solve(tree, depth).unwrap();
            assert_eq!(solution.value, value, "{algorithm}");
            // Every position on the line has the value of the root: no move loses anything.
            for plies in 0..=solution.line.len() {
                let (found, is_leaf) = follow(tree, depth, &solution.line[..plies]);
                let sign = if plies.is_multiple_of(2) { 1 } else { -1 };
                assert_eq!(sign * found, value, "{algorithm} {:?}", solution.line);
                assert_eq!(is_leaf, plies == solution.line.len(), "{algorithm} {:?}", solution.line);
            }
        }
    }
}

#[test]
fn every_algorithm_finds_the_value_and_a_best_line() {
    on_all_trees(&mut BestLines);
}

#[test]
fn trees_beyond_the_limits_of_open_are_reported() {
    let error = Algorithm::SssStar.solve(&Iid::new(2, 10, 1), 17).unwrap_err();
    assert!(matches!(error, SearchError::TreeTooLarge(_)));
    assert_eq!(error.to_string(), "depth 17 is too large for SSS* with a list: at most 16 plies");
}
