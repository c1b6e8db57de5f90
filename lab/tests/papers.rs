//! The small trees that the sources print, leaf by leaf.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use lancet_lab::algorithm::{
    Options, alpha_beta_fail_soft, dual_star, minimax, negascout, rec_sss_star, sss_star,
};
use lancet_lab::tree::{Explicit, PrintedTree, TreeLiteral};
use lancet_lab::{Counters, GameTree, INFINITY, LeafTrace, Value};

const FULL: (Value, Value) = (-INFINITY, INFINITY);

fn tree(name: &str) -> (Explicit, u32) {
    let literal = PrintedTree::of_name(name).unwrap().literal().unwrap();
    (Explicit::new(&literal), literal.height())
}

/// The leaves of alpha-beta, NegaScout and SSS*; all algorithms must find the value.
fn leaves((tree, depth): &(Explicit, u32), value: Value) -> [u64; 3] {
    let root = tree.root();
    let mut counters = [const { None::<Counters> }; 3].map(|_| Counters::default());
    let [ab, ns, sss] = &mut counters;
    assert_eq!(alpha_beta_fail_soft(tree, ab, &root, FULL.0, FULL.1, *depth), value);
    assert_eq!(negascout(tree, ns, &root, FULL, *depth, Options::FIGURE_1), value);
    assert_eq!(sss_star(tree, sss, *depth), Ok(value));
    assert_eq!(rec_sss_star(tree, &mut (), *depth), value);
    assert_eq!(dual_star(tree, &mut (), *depth), Ok(value));
    counters.map(|counters| counters.leaves)
}

#[test]
fn the_tree_of_hsu() {
    let printed = tree("hsu-complete");
    assert_eq!(minimax(&printed.0, &mut (), printed.1), 7);
    assert_eq!(leaves(&printed, 7), [8, 11, 5]);
    assert_eq!(leaves(&tree("hsu-reordered"), 7)[0], 4);
}

#[test]
fn the_tree_of_stockman() {
    let values = [30, 54, 21, 73, 9, 71, 43, 91, 28, 94, 78, 52, 22, 35, 53, 80];
    let printed = tree("stockman");
    assert_eq!(printed.0, Explicit::new(&TreeLiteral::uniform(2, &values)));
    assert_eq!(leaves(&printed, 52), [13, 15, 8]);
}

#[test]
fn best_first_search_can_visit_more_leaves_than_negascout() {
    assert_eq!(leaves(&tree("sss-misled"), 5), [8, 7, 8]);
}

#[test]
fn perfect_order_is_not_always_optimal() {
    let leaves = |name: &str| {
        let (tree, depth) = tree(name);
        let mut trace = LeafTrace::default();
        assert_eq!(alpha_beta_fail_soft(&tree, &mut trace, &tree.root(), FULL.0, FULL.1, depth), 4);
        trace.leaves.len()
    };
    assert_eq!(leaves("hsu-perfect"), 3);
    assert_eq!(leaves("hsu-better"), 2);
}
