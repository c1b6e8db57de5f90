//! Drivers: without the unsound rules all algorithms return the value of plain minimax.
//!
//! The switches exist in tuning builds only: `cargo test --features tune --test drivers`.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unreachable,
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "a test may panic"
)]
#![cfg(feature = "tune")]

mod common;

use common::boards::{self, KIWIPETE, START};
use lancet::eval::Evaluator;
use lancet::position::{Game, Path, Position};
use lancet::search::{
    Algorithm, DriverOptions, Info, Limits, MtdGuess, Parameters, Reporter, SearchStats, Searcher, Settings,
    experiment, params,
};
use lancet::types::{Bound, Depth, Score};
use rand::SeedableRng;
use rand::rngs::StdRng;
use shakmaty::{Move, Role};

/// Positions with trees small enough for minimax.
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

/// Positions with larger trees, on which the algorithms are compared with each other.
const LARGE: [&str; 4] = [
    START,
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
    KIWIPETE,
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPPQ2PP/2KR3R w - - 0 12",
];

/// Everything off but the rules of chess.
fn bare() -> Parameters {
    let mut parameters = Parameters::default();
    for (name, _) in params::SWITCHES {
        assert!(parameters.set_switch(name, *name == "use_draw_rules"), "{name}");
    }
    parameters
}

/// A plain search: the TT stays on, at equal depth only.
fn plain() -> Parameters {
    let mut parameters = Parameters::default();
    experiment::make_plain(&mut parameters);
    parameters
}

/// Every algorithm with all of its options.
fn settings(parameters: &Parameters) -> Vec<Settings> {
    let mut all = Vec::new();
    for algorithm in Algorithm::ALL {
        let default = DriverOptions::default();
        let mut options = vec![default];
        if !matches!(algorithm, Algorithm::MtdF | Algorithm::SssStar | Algorithm::DualStar) {
            options.push(DriverOptions { aspiration: false, ..default });
        }
        if algorithm == Algorithm::MtdF {
            options.push(DriverOptions { guess: MtdGuess::TwoBack, step: 5, ..default });
            options.push(DriverOptions { guess: MtdGuess::Mean, max_passes: 2, ..default });
        }
        let settings = |driver| {
            let parameters = parameters.clone();
            Settings { algorithm, driver, parameters, ..Settings::default() }
        };
        all.extend(options.into_iter().map(settings));
    }
    all
}

/// The scores by iteration and MultiPV rank.
#[derive(Default)]
struct Values(Vec<Vec<Score>>);

impl Reporter for Values {
    fn info(&mut self, info: &Info) {
        self.0.resize(self.0.len().max(info.depth as usize), Vec::new());
        let ranks = &mut self.0[info.depth as usize - 1];
        ranks.resize(ranks.len().max(info.multi_pv), Score::INFINITE);
        ranks[info.multi_pv - 1] = info.score;
    }
}

/// The scores of the iterations up to `depth`, with the statistics of the search.
fn values(position: &Position, depth: Depth, settings: &Settings) -> (Vec<Vec<Score>>, SearchStats) {
    let mut searcher = Searcher::new(8).expect("a small table");
    let mut values = Values::default();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let game = Game::new(position.clone());
    let outcome = boards::search(&mut searcher, &game, &limits, settings, &mut values);
    let mate = outcome.info.score.mate_plies().is_some();
    assert!(mate || outcome.info.bound == Bound::Exact, "{settings:?}: {}", position.fen());
    (values.0, outcome.stats)
}

/// Asserts that all algorithms return the same values up to `depth`.
fn assert_agreement(position: &Position, depth: Depth, multi_pv: usize) {
    let mut first = None;
    for settings in settings(&plain()) {
        let settings = Settings { multi_pv, ..settings };
        let (values, stats) = values(position, depth, &settings);
        let first = first.get_or_insert_with(|| values.clone());
        assert_eq!(values, *first, "{settings:?}: {}", position.fen());
        assert_eq!(stats.disagreements, 0, "{settings:?}: {}", position.fen());
    }
}

/// Plain minimax with a minimax quiescence: no window, no TT, no move ordering.
struct Minimax {
    evaluator: Evaluator,
    path: Path,
}

impl Minimax {
    fn of_root(fen: &str, depth: Depth) -> Score {
        let game = Game::new(boards::position(fen));
        let mut minimax = Minimax { evaluator: Evaluator::default(), path: game.path().clone() };
        minimax.evaluator.set_root(game.position());
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

    /// The maximum of `floor` and the values after the moves.
    fn best(&mut self, position: &Position, moves: &[Move], floor: Score, depth: Depth, ply: usize) -> Score {
        let mut best = floor;
        for m in moves {
            let child = position.play(*m);
            self.path.push(&child);
            self.evaluator.enter(position, *m);
            best = best.max(-self.node(&child, (depth - 1).max(0), ply + 1));
            self.evaluator.leave();
            self.path.pop();
        }
        best
    }
}

/// The moves of quiescence: captures and queen promotions.
fn is_noisy(m: Move) -> bool {
    m.promotion().map_or(m.is_capture(), |role| role == Role::Queen)
}

#[test]
fn every_algorithm_returns_the_minimax_value() {
    for fen in SMALL {
        let truth: Vec<_> = (1..=3).map(|depth| vec![Minimax::of_root(fen, depth)]).collect();
        for settings in settings(&bare()) {
            let (found, _) = values(&boards::position(fen), 3, &settings);
            assert_eq!(found, truth, "{settings:?}: {fen}");
        }
    }
}

#[test]
fn algorithms_with_few_passes_return_the_deeper_minimax_value() {
    for fen in SMALL {
        let truth = Minimax::of_root(fen, 4);
        for settings in settings(&bare()).iter().filter(|settings| settings.driver.max_passes > 2) {
            let many_passes = matches!(settings.algorithm, Algorithm::SssStar | Algorithm::DualStar);
            if !many_passes {
                let (found, _) = values(&boards::position(fen), 4, settings);
                assert_eq!(found.last(), Some(&vec![truth]), "{settings:?}: {fen}");
            }
        }
    }
}

#[test]
fn algorithms_agree_in_middlegames() {
    for fen in LARGE {
        assert_agreement(&boards::position(fen), 5, 1);
    }
}

#[test]
fn algorithms_agree_in_random_positions() {
    let mut rng = StdRng::seed_from_u64(5);
    let (mut seen, mut agreed) = (0, 0);
    boards::walk(&mut rng, 1000, |position, _| {
        seen += 1;
        // Quiescence without pruning explodes on boards full of queens.
        let quiet = position.board().queens().count() <= 3;
        if seen % 3 == 0 && quiet && position.has_legal_move() {
            assert_agreement(position, 3, 1);
            agreed += 1;
        }
    });
    assert!(agreed >= 200, "only {agreed} positions");
}

#[test]
fn algorithms_agree_on_multi_pv_lines() {
    for fen in SMALL.iter().chain(&LARGE[..2]) {
        assert_agreement(&boards::position(fen), 3, 4);
    }
}

#[test]
fn passes_are_counted_and_limited() {
    let position = boards::position(LARGE[1]);
    let driver = DriverOptions { max_passes: 3, ..DriverOptions::default() };
    let algorithm = Algorithm::SssStar;
    let settings = Settings { algorithm, driver, parameters: plain(), ..Settings::default() };
    let (_, stats) = values(&position, 4, &settings);
    assert!(stats.pass_limit_hits > 0 && stats.passes > 12, "{stats:?}");
    let (_, stats) = values(&position, 4, &Settings { driver: DriverOptions::default(), ..settings });
    assert!(stats.pass_limit_hits == 0 && stats.passes > 12, "{stats:?}");
}
