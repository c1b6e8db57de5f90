//! Parallel searches with a simulated clock.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{Test, on_all_trees};
use lancet_lab::algorithm::{TableUse, negamax, negascout_with_table};
use lancet_lab::parallel::{Method, Outcome, simulate};
use lancet_lab::tree::{Commuting, Order, TopDown};
use lancet_lab::{Counters, GameTree, INFINITY};

/// The nodes that NegaScout visits with a table, table cutoffs included.
fn sequential<T: GameTree>(tree: &T, depth: u32) -> u64 {
    let mut counters = Counters::default();
    let window = (-INFINITY, INFINITY);
    negascout_with_table(tree, &mut counters, window, depth, TableUse::TWO_BOUNDS).unwrap();
    counters.visits()
}

/// What holds on every tree.
struct Processors;

impl Test for Processors {
    fn run<T: GameTree>(&mut self, tree: &T, depth: u32) {
        let value = negamax(tree, &mut (), &tree.root(), depth);
        for method in Method::ALL {
            let one = simulate(tree, depth, method, 1).unwrap();
            let visits = sequential(tree, depth);
            assert_eq!(one, Outcome { value, processors: 1, ticks: visits, visits }, "{method:?}");
            for processors in [2, 3, 4, 7, 16, 64] {
                let found = simulate(tree, depth, method, processors).unwrap();
                assert_eq!((found.value, found.processors), (value, processors), "{method:?} {processors}");
                assert!(found.visits <= found.ticks * processors as u64, "{method:?} {found:?}");
                assert!((0.0..1.0).contains(&found.idle()), "{method:?} {found:?}");
                assert_eq!(simulate(tree, depth, method, processors).unwrap(), found);
            }
        }
    }
}

#[test]
fn every_method_finds_the_value_and_is_negascout_on_one_processor() {
    on_all_trees(&mut Processors);
}

/// Feldmann and others: young brothers wait has no search overhead on a minimal tree.
#[test]
fn in_perfect_order_splitting_searches_nothing_twice() {
    let tree = TopDown::new(6, Order::first(1.0), 1000, 5);
    let visits = sequential(&tree, 6);
    for processors in [2, 8, 64] {
        for method in [Method::PvSplitting, Method::YoungBrothersWait] {
            let found = simulate(&tree, 6, method, processors).unwrap();
            assert_eq!(found.visits, visits, "{method:?} {processors}");
            assert!(found.ticks < visits, "{method:?} {processors}");
        }
    }
}

#[test]
fn splitting_everywhere_keeps_more_processors_busy_than_splitting_the_first_line() {
    let tree = TopDown::new(8, Order::STRONG, 1_000_000, 17);
    let ticks = |method, processors| simulate(&tree, 6, method, processors).unwrap().ticks;
    let (line, all) = (ticks(Method::PvSplitting, 32), ticks(Method::YoungBrothersWait, 32));
    assert!(2 * all < line, "{line} {all}");
    for method in Method::ALL {
        assert!(ticks(method, 4) < ticks(method, 1), "{method:?}");
    }
}

/// The numbers of one tree and one graph, which no change of the program may alter by accident.
#[test]
fn counts_are_the_same_on_every_machine() {
    let tree = TopDown::new(5, Order::STRONG, 1_000_000, 17);
    let graph = Commuting::new(5, 1_000_000, 17);
    let counts = |processors| {
        Method::ALL.map(|method| {
            let (tree, graph) =
                (simulate(&tree, 6, method, processors), simulate(&graph, 6, method, processors));
            let (tree, graph) = (tree.unwrap(), graph.unwrap());
            [tree.ticks, tree.visits, graph.ticks, graph.visits]
        })
    };
    assert_eq!(counts(1), [[2080, 2080, 2038, 2038]; 4]);
    let eight =
        [[894, 2559, 976, 3351], [467, 3148, 562, 4065], [619, 4952, 660, 5280], [633, 5064, 695, 5560]];
    assert_eq!(counts(8), eight);
}
