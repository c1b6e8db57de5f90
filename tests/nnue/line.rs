//! Line: following moves forth and back comes to what a look at the board alone comes to.

use std::sync::Arc;

use lancet::eval::nnue::{Kernel, Model, Runner};
use lancet::eval::trace;
use lancet::eval::wdl::Curve;
use lancet::position::Position;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use shakmaty::{CastlingSide, Move, Role};

use crate::common::boards;
use crate::samples::{choose, games, linear, network};

/// How often what came about.
#[derive(Default, Debug)]
struct Seen {
    evaluations: usize,
    castling: usize,
    half_castling: usize,
    en_passant: usize,
    promotions: usize,
    king_crossings: usize,
}

impl Seen {
    fn note(&mut self, position: &Position, m: Move) {
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
            }
            Move::Normal { .. } => {}
            Move::Put { .. } => unreachable!("no move of chess"),
        }
        self.promotions += usize::from(m.is_promotion());
    }
}

/// Goes forth and back from `root` at random, as a search might, and evaluates here and there.
fn wander(model: &Model, runner: &mut Runner, root: &Position, random: &mut StdRng, seen: &mut Seen) {
    runner.set_root(root);
    // With how each position was reached: by a pass or not.
    let mut line = vec![(root.clone(), false)];
    for _ in 0..80 {
        let Some((position, by_pass)) = line.last().cloned() else { return };
        let moves = position.legal_moves();
        let is_deep = line.len() > 30;
        if line.len() > 1 && (moves.is_empty() || is_deep || random.random_bool(0.4)) {
            line.pop();
            if !by_pass {
                runner.leave();
            }
        } else if !by_pass
            && random.random_bool(0.1)
            && let Some(child) = position.null_move()
        {
            line.push((child, true));
        } else if !moves.is_empty() {
            let m = choose(&moves, random);
            seen.note(&position, m);
            runner.enter(&position, m);
            line.push((position.play(m), false));
        }
        if random.random_bool(0.7)
            && let Some((position, _)) = line.last()
        {
            assert_eq!(runner.evaluate(position), model.evaluate(position), "{}", position.fen());
            seen.evaluations += 1;
        }
    }
}

#[test]
fn the_line_and_the_board_come_to_the_same() {
    let mut seen = Seen::default();
    let mut random = StdRng::seed_from_u64(11);
    for kernel in Kernel::all() {
        for hidden in [32, 96] {
            let model = Arc::new(Model::from(network(hidden, 8, 12)).with_kernel(kernel));
            let mut runner = Runner::new(Arc::clone(&model));
            games(13, 600, |root| wander(&model, &mut runner, root, &mut random, &mut seen));
        }
    }
    assert!(seen.evaluations >= 100_000, "{seen:?}");
    for count in [seen.castling, seen.half_castling, seen.en_passant, seen.promotions, seen.king_crossings] {
        assert!(count > 100, "{seen:?}");
    }
}

#[test]
fn sums_that_wrap_around_change_nothing() {
    // Weights as large as they can be: no training gives them, but a file may hold them.
    let mut numbers = network(32, 2, 3).parameters();
    let mut random = StdRng::seed_from_u64(14);
    numbers.feature_weights.iter_mut().for_each(|weight| *weight = random.random());
    let network = lancet::eval::nnue::Network::new(&numbers).expect("a sound network");
    let model = Arc::new(Model::from(network));
    let mut runner = Runner::new(Arc::clone(&model));
    let mut seen = Seen::default();
    games(15, 100, |root| wander(&model, &mut runner, root, &mut random, &mut seen));
    assert!(seen.evaluations > 3_000);
}

#[test]
fn a_linear_model_needs_no_line() {
    let model = Arc::new(Model::from(linear(4)));
    let mut runner = Runner::new(Arc::clone(&model));
    games(16, 300, |position| assert_eq!(runner.evaluate(position), model.evaluate(position)));
}

#[test]
fn the_explanation_tells_what_is_missed_without_a_piece() {
    let position = boards::position("4k3/8/8/8/8/8/PQ6/4K3 b - - 0 1");
    let text = trace(&Model::material(), &position);
    let worths: Vec<&str> = text.split_whitespace().filter(|word| word.starts_with(['+', '-'])).collect();
    let worths: Vec<&str> = worths.into_iter().filter(|word| word.contains('.')).collect();
    let curve = Curve::of(&position);
    let expected = [100, 950, 1050, 1050].map(|units| format!("{:+.2}", curve.pawns(units)));
    assert_eq!(worths, expected, "{text}");

    let model = Model::from(network(32, 8, 5));
    let text = trace(&model, &position);
    assert!(text.contains("network of 32 units and 8 buckets"), "{text}");
    assert!(text.contains(&format!("{:016x}", model.id())), "{text}");
    assert!(text.contains("Bucket: 1 of 8"), "{text}");
    let total = curve.pawns(-model.evaluate(&position));
    assert!(text.contains(&format!("The model's value: {total:+.2}\n")), "{text}");
}
