//! Search: models in searches. With debug assertions every evaluation is compared with one from scratch.

use std::sync::Arc;

use lancet::Engine;
use lancet::commands::bench::{Bench, signature};
use lancet::eval::nnue::{Kernel, KingBuckets, Model};
use lancet::position::{Game, Position};
use lancet::search::{Limits, Outcome, Searcher, Settings};
use lancet::types::Depth;

use crate::common::boards;
use crate::samples::{bucketed, network};

/// Searches the initial position to a depth with one thread.
fn search(searcher: &mut Searcher, depth: Depth) -> Outcome {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    boards::search(searcher, &Game::default(), &limits, &Settings::default(), &mut ())
}

/// The depth of a quick bench.
const DEPTH: Depth = 6;

/// The nodes of a quick bench with `model`.
fn nodes(model: Model) -> u64 {
    let bench = Bench { depth: DEPTH, model: Arc::new(model), ..Bench::default() };
    bench.measure().expect("a bench").nodes
}

#[test]
fn all_kernels_search_the_same_tree() {
    for network in [network(96, 8, 21), bucketed(96, 8, KingBuckets::Four, 21)] {
        let by = |kernel| nodes(Model::from(network.clone()).with_kernel(kernel));
        let scalar = by(Kernel::SCALAR);
        for kernel in Kernel::all() {
            assert_eq!(by(kernel), scalar, "{kernel}");
        }
        assert!(scalar > 20_000, "{scalar} nodes");
        assert_ne!(scalar, nodes(Model::material()));
    }
}

#[test]
fn the_bench_is_the_same_with_all_kernels() {
    let by = |kernel| nodes(Model::clone(&Model::built_in()).with_kernel(kernel));
    let scalar = by(Kernel::SCALAR);
    assert_eq!(scalar, signature(DEPTH).expect("a bench").nodes);
    for kernel in Kernel::all() {
        assert_eq!(by(kernel), scalar, "{kernel}");
    }
}

#[test]
fn replacing_and_restoring_the_model_restores_the_search() {
    let mut searcher = Searcher::new(4).expect("a small table");
    let before = search(&mut searcher, 8).info.nodes;
    searcher.set_model(Arc::new(Model::material())).expect("memory");
    let by_model = search(&mut searcher, 8).info.nodes;
    assert_ne!(by_model, before);
    searcher.set_model(Model::built_in()).expect("memory");
    assert_eq!(search(&mut searcher, 8).info.nodes, before);
}

#[test]
fn the_engine_searches_with_a_model() {
    let model = Arc::new(Model::material());
    let mut searcher = Searcher::new(4).expect("a small table");
    searcher.set_model(model.clone()).expect("memory");
    let wanted = search(&mut searcher, DEPTH);
    let mut engine = Engine::new(4).expect("an engine");
    engine.set_model(model).expect("memory");
    let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
    let search = engine.search(Position::default().chess().clone(), limits, Settings::default());
    let found = search.wait().expect("an outcome");
    assert_eq!((found.best, found.info.nodes), (wanted.best, wanted.info.nodes));
    assert_eq!(found.info.score, wanted.info.score);
}
