//! Drivers: with every rule switched off they all give the value of plain minimax.
//!
//! The switches are there in a tuning build alone: `cargo test --features tune --test drivers`.
#![cfg(feature = "tune")]

mod support;

use std::sync::Once;

use lancet::eval::Evaluator;
use lancet::position::{Game, Path, Position};
use lancet::search::{Algorithm, Limits, Searcher, Settings, params};
use lancet::types::{Bound, Depth, Score};
use shakmaty::{Move, Role};

/// Small trees: minimax looks at every line of them.
const SMALL: [&str; 8] = [
    "8/8/8/2k5/8/2K5/2P5/8 w - - 0 1",
    "8/5k2/8/3n4/8/4P3/5K2/3B4 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "8/1P2k3/8/8/8/8/4K1p1/8 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 98 80",
    "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
];

/// Trees too large for minimax: the drivers are held against each other.
const LARGE: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPPQ2PP/2KR3R w - - 0 12",
];

/// Switches everything off, once for all tests of this file.
fn switch_off() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for (name, _) in params::SWITCHES {
            assert!(params::switch(name, *name == "use_draw_rules"), "{name}");
        }
        // Aspiration searches less deep after it has failed high: keep it out of these depths.
        assert!(params::set("aspiration_depth", 8));
    });
}

fn value(fen: &str, depth: Depth, algorithm: Algorithm) -> Score {
    switch_off();
    let mut searcher = Searcher::new(8).expect("a small table");
    let game = Game::new(support::position(fen));
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let settings = Settings { algorithm, ..Settings::default() };
    let info = support::search(&mut searcher, &game, &limits, &settings, &mut ()).info;
    assert_eq!((info.depth, info.bound), (depth, Bound::Exact), "{algorithm}: {fen}");
    info.score
}

/// Plain minimax, and quiescence by the same: no window, no table, no order.
struct Minimax {
    evaluator: Evaluator,
    path: Path,
}

impl Minimax {
    fn of_root(fen: &str, depth: Depth) -> Score {
        let game = Game::new(support::position(fen));
        let mut minimax = Minimax { evaluator: Evaluator::new(), path: game.path().clone() };
        minimax.best(game.position(), &game.position().legal_moves(), -Score::INFINITE, depth, 0)
    }

    fn node(&mut self, position: &Position, depth: Depth, ply: usize) -> Score {
        let moves = position.legal_moves();
        let mated = moves.is_empty() && position.in_check();
        if position.halfmoves() >= 100 || position.is_dead() || self.path.is_repetition() {
            return if mated { Score::mated_in(ply) } else { Score::DRAW };
        }
        if mated {
            return Score::mated_in(ply);
        }
        if depth > 0 {
            return if moves.is_empty() {
                Score::DRAW
            } else {
                self.best(position, &moves, -Score::INFINITE, depth, ply)
            };
        }
        if position.in_check() {
            return self.best(position, &moves, -Score::INFINITE, 0, ply);
        }
        let stand_pat = self.evaluator.evaluate(position).clamp_estimate();
        let noisy: Vec<Move> = moves.into_iter().filter(|m| is_noisy(*m)).collect();
        self.best(position, &noisy, stand_pat, 0, ply)
    }

    /// The best of `least` and what the moves lead to.
    fn best(&mut self, position: &Position, moves: &[Move], least: Score, depth: Depth, ply: usize) -> Score {
        let mut best = least;
        for m in moves {
            let child = position.play(*m);
            self.path.push(&child);
            best = best.max(-self.node(&child, (depth - 1).max(0), ply + 1));
            self.path.pop();
        }
        best
    }
}

/// What quiescence looks at: captures and promotions, but to minor pieces.
fn is_noisy(m: Move) -> bool {
    m.promotion().map_or(m.is_capture(), |role| role == Role::Queen)
}

#[test]
fn every_driver_gives_the_value_of_minimax() {
    for fen in SMALL {
        for depth in 1..=4 {
            let truth = Minimax::of_root(fen, depth);
            for algorithm in Algorithm::ALL {
                assert_eq!(value(fen, depth, algorithm), truth, "{algorithm} at depth {depth}: {fen}");
            }
        }
    }
}

#[test]
fn all_drivers_give_one_value() {
    for fen in LARGE {
        for depth in 1..=5 {
            let first = value(fen, depth, Algorithm::ALL[0]);
            for algorithm in Algorithm::ALL {
                assert_eq!(value(fen, depth, algorithm), first, "{algorithm} at depth {depth}: {fen}");
            }
        }
    }
}
