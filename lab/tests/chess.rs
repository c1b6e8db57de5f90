//! The searches of the laboratory on chess positions, compared with plain negamax.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use lancet::position::{Position, parse_fen};
use lancet_lab::algorithm::{
    Fail, Options, alpha_beta_fail_soft, ins, mtd_f, negamax, negascout, pns, rec_dual_star, rec_sss_star,
    scout, sss_star,
};
use lancet_lab::chess::{
    ChessTree, LeafEvaluation, LeafKind, MATE, SearchOptions, Searcher, material_and_squares,
};
use lancet_lab::{GameTree, INFINITY};

const FENS: [&str; 5] = [
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "k7/8/KQ6/8/8/8/8/8 w - - 0 1",
    "7k/5Q2/8/6K1/8/8/8/8 b - - 0 1",
];

fn position(fen: &str) -> Position {
    Position::new(parse_fen(fen).unwrap().chess)
}

/// The largest depth for negamax, which runs a quiescence search at every leaf.
fn deepest(kind: LeafKind) -> u32 {
    if kind == LeafKind::Qs { 2 } else { 3 }
}

#[test]
fn every_algorithm_finds_the_value() {
    for (fen, kind) in FENS.iter().flat_map(|fen| [(fen, LeafKind::Static), (fen, LeafKind::Qs)]) {
        let tree = ChessTree::new(position(fen), LeafEvaluation { kind, granularity: 1 });
        let root = tree.root();
        let full = (-INFINITY, INFINITY);
        for depth in 0..=deepest(kind) {
            let value = negamax(&tree, &mut (), &root, depth);
            let found = [
                alpha_beta_fail_soft(&tree, &mut (), &root, full.0, full.1, depth),
                negascout(&tree, &mut (), &root, full, depth, Options::FIGURE_1),
                negascout(&tree, &mut (), &root, full, depth, Options::PVS),
                scout(&tree, &mut (), &root, depth),
                pns(&tree, &mut (), &root, full.0, full.1, depth),
                ins(&tree, &mut (), &root, full.0, full.1, depth),
                rec_sss_star(&tree, &mut (), depth),
                rec_dual_star(&tree, &mut (), depth),
                sss_star(&tree, &mut (), depth).unwrap(),
            ];
            assert_eq!(found, [value; 9], "{fen} {kind:?} depth {depth}");
        }
    }
}

#[test]
fn the_searcher_finds_the_value_with_all_options() {
    for (fen, kind) in FENS.iter().flat_map(|fen| [(fen, LeafKind::Static), (fen, LeafKind::Qs)]) {
        let leaves = LeafEvaluation { kind, granularity: 5 };
        let tree = ChessTree::new(position(fen), leaves);
        let values: Vec<i32> =
            (0..=deepest(kind)).map(|depth| negamax(&tree, &mut (), &tree.root(), depth)).collect();
        for bits in 0..16 {
            let options = SearchOptions {
                fail: if bits & 1 == 0 { Fail::Soft } else { Fail::Hard },
                scout: bits & 2 != 0,
                informed: bits & 4 != 0,
                depth_rule: false,
                table: bits & 8 != 0,
                history: bits & 8 != 0,
            };
            let mut searcher = Searcher::new(leaves, options, 10);
            for (depth, value) in (0..).zip(&values) {
                let found = searcher.search_root(&tree.root(), -INFINITY, INFINITY, depth);
                assert_eq!(found, *value, "{fen} {leaves:?} depth {depth} {options:?}");
            }
        }
    }
}

#[test]
fn a_transposition_table_works_on_a_graph() {
    // Many paths of this endgame transpose into the same position.
    let tree = ChessTree::new(position(FENS[1]), LeafEvaluation { kind: LeafKind::Static, granularity: 1 });
    for depth in 1..=4 {
        let value = alpha_beta_fail_soft(&tree, &mut (), &tree.root(), -INFINITY, INFINITY, depth);
        assert_eq!(mtd_f(&tree, &mut (), 0, depth), Ok(value));
    }
}

#[test]
fn checkmate_and_stalemate_are_recognized() {
    let leaves = LeafEvaluation { kind: LeafKind::Static, granularity: 1 };
    let value = |fen: &str, depth: u32| {
        negamax(&ChessTree::new(position(fen), leaves), &mut (), &position(fen), depth)
    };
    assert_eq!(value(FENS[3], 1), MATE);
    assert_eq!(value("k7/1Q6/K7/8/8/8/8/8 b - - 0 1", 3), -MATE);
    assert_eq!(value("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", 2), 0);
}

#[test]
fn the_evaluation_is_symmetric() {
    for (white, black) in [
        ("4k3/8/8/8/8/2N5/PP6/4K3 w - - 0 1", "4k3/pp6/2n5/8/8/8/8/4K3 b - - 0 1"),
        ("r3k3/8/8/3Q4/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/3q4/8/8/R3K3 b - - 0 1"),
    ] {
        for granularity in [1, 10, 25] {
            let value = material_and_squares(&position(white), granularity);
            assert_eq!(value, material_and_squares(&position(black), granularity));
            assert_eq!(value % granularity, 0);
            assert!(value > 300);
        }
    }
}
