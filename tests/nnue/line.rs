//! Line: accumulators updated along a line give the same values as an evaluation from scratch.

use std::sync::Arc;

use lancet::eval::nnue::features::View;
use lancet::eval::nnue::{Kernel, KingBuckets, Model, Runner};
use lancet::eval::trace;
use lancet::eval::wdl::Curve;
use lancet::position::Position;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use shakmaty::{CastlingSide, Move, Role};

use crate::common::boards;
use crate::samples::{bucketed, choose, games, layered, linear, network};

/// The number of evaluations and of special moves on the way.
#[derive(Default, Debug)]
struct Counts {
    evaluations: usize,
    castling: usize,
    half_castling: usize,
    en_passant: usize,
    promotions: usize,
    king_crossings: usize,
    bucket_changes: usize,
}

impl Counts {
    fn count(&mut self, position: &Position, m: Move) {
        match m {
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                let us = position.turn();
                self.castling += 1;
                self.half_castling += usize::from(side.king_to(us) == king || side.rook_to(us) == rook);
            }
            Move::EnPassant { .. } => self.en_passant += 1,
            Move::Normal { role: Role::King, from, to, .. } => {
                self.king_crossings += usize::from((u32::from(from) ^ u32::from(to)) & 4 != 0);
                let bucket = |king| View::new(position.turn(), king, KingBuckets::Four).king_bucket();
                self.bucket_changes += usize::from(bucket(from) != bucket(to));
            }
            Move::Normal { .. } => {}
            Move::Put { .. } => unreachable!("not a move of standard chess"),
        }
        self.promotions += usize::from(m.is_promotion());
    }
}

/// Walks from `root` forward and back at random, as a search does, and evaluates some positions.
fn wander(model: &Model, runner: &mut Runner, root: &Position, random: &mut StdRng, counts: &mut Counts) {
    runner.set_root(root);
    // Each position, and whether a null move led to it.
    let mut line = vec![(root.clone(), false)];
    for _ in 0..80 {
        let Some((position, by_null_move)) = line.last().cloned() else { return };
        let moves = position.legal_moves();
        let is_deep = line.len() > 30;
        if line.len() > 1 && (moves.is_empty() || is_deep || random.random_bool(0.4)) {
            line.pop();
            if !by_null_move {
                runner.leave();
            }
        } else if !by_null_move
            && random.random_bool(0.1)
            && let Some(child) = position.null_move()
        {
            line.push((child, true));
        } else if !moves.is_empty() {
            let m = choose(&moves, random);
            counts.count(&position, m);
            runner.enter(&position, m);
            line.push((position.play(m), false));
        }
        if random.random_bool(0.7)
            && let Some((position, _)) = line.last()
        {
            assert_eq!(runner.evaluate(position), model.evaluate(position), "{}", position.fen());
            counts.evaluations += 1;
        }
    }
}

#[test]
fn values_along_a_line_equal_those_from_scratch() {
    let mut counts = Counts::default();
    let mut random = StdRng::seed_from_u64(11);
    for kernel in Kernel::all() {
        for network in [
            network(32, 1, 12),
            network(96, 8, 12),
            network(512, 4, 12),
            bucketed(64, 8, KingBuckets::Four, 12),
            layered(96, 8, KingBuckets::One, 8, 12),
        ] {
            let model = Arc::new(Model::from(network).with_kernel(kernel));
            let mut runner = Runner::new(Arc::clone(&model));
            games(13, 600, |root| wander(&model, &mut runner, root, &mut random, &mut counts));
        }
    }
    assert!(counts.evaluations >= 100_000, "{counts:?}");
    let Counts { castling, half_castling, en_passant, promotions, king_crossings, bucket_changes, .. } =
        counts;
    for count in [castling, half_castling, en_passant, promotions, king_crossings, bucket_changes] {
        assert!(count > 100, "{counts:?}");
    }
}

#[test]
fn accumulators_that_wrap_around_agree_too() {
    // Weights of any size: no training gives them, but a file may contain them.
    let mut parameters = network(32, 2, 3).parameters();
    let mut random = StdRng::seed_from_u64(14);
    parameters.feature_weights.iter_mut().for_each(|weight| *weight = random.random());
    let network = lancet::eval::nnue::Network::new(&parameters).expect("a valid network");
    let model = Arc::new(Model::from(network));
    let mut runner = Runner::new(Arc::clone(&model));
    let mut counts = Counts::default();
    games(15, 100, |root| wander(&model, &mut runner, root, &mut random, &mut counts));
    assert!(counts.evaluations > 3_000);
}

#[test]
fn a_linear_model_ignores_the_line() {
    let model = Arc::new(Model::from(linear(4)));
    let mut runner = Runner::new(Arc::clone(&model));
    games(16, 300, |position| assert_eq!(runner.evaluate(position), model.evaluate(position)));
}

#[test]
fn the_trace_shows_piece_values_and_the_network() {
    let position = boards::position("4k3/8/8/8/8/8/PQ6/4K3 b - - 0 1");
    let text = trace(&Model::material(), &position);
    let values: Vec<&str> = text.split_whitespace().filter(|word| word.starts_with(['+', '-'])).collect();
    let values: Vec<&str> = values.into_iter().filter(|word| word.contains('.')).collect();
    let curve = Curve::of(&position);
    let expected = [100, 950, 1050, 1050].map(|units| format!("{:+.2}", curve.pawns(units)));
    assert_eq!(values, expected, "{text}");

    let model = Model::from(network(32, 8, 5));
    let text = trace(&model, &position);
    assert!(text.contains("network of 32 units and 8 buckets"), "{text}");
    assert!(text.contains(&format!("{:016x}", model.id())), "{text}");
    assert!(text.contains("Output bucket: 1 of 8") && !text.contains("King buckets"), "{text}");
    let total = curve.pawns(-model.evaluate(&position));
    assert!(text.contains(&format!("Model evaluation, White's view: {total:+.2}\n")), "{text}");

    let text = trace(&Model::from(bucketed(32, 8, KingBuckets::Four, 5)), &position);
    assert!(text.contains("network of 32 units, 4 king buckets and 8 buckets"), "{text}");
    assert!(text.contains("King buckets: White's 2, Black's 2 of 4"), "{text}");
}
