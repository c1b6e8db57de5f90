//! Training: gradients are right, targets are learned, and nothing is lost on the way.

mod common;

use std::fs;
use std::path::Path;

use common::random_games;
use lancet::eval::nnue::Model;
use lancet::position::Position;
use lancet::rng::Rng;
use lancet_learn::samples::{Sample, Samples};
use lancet_learn::train::{
    Agreement, Checkpoint, LANES, Network, Plan, Quantised, Row, SLICE, Shape, Trainer, Work, fit_scale,
    sigmoid, uniform,
};
use shakmaty::{Color, Role};

const SMALL: Shape = Shape::Network(Network { hidden: 64, buckets: 4 });

/// Some positions of random games, worth what `value` says, in centipawns for the side to move.
fn samples(count: usize, seed: u64, value: impl Fn(&Position) -> f32) -> Vec<Sample> {
    let games = random_games(count / 20 + 10, seed);
    let positions = games.iter().flat_map(|game| game.positions().step_by(6).map(|(position, _)| position));
    positions
        .take(count)
        .filter_map(|position| {
            let chance = sigmoid(value(&position) / 400.0);
            Sample::new(position.board(), position.turn(), chance, 0.5, 0)
        })
        .collect()
}

/// Material, and a little for pieces that stand near the middle.
fn teacher(position: &Position) -> f32 {
    let board = position.board();
    let side = |color: Color| -> f32 {
        let worth = [(Role::Pawn, 90.0), (Role::Knight, 300.0), (Role::Bishop, 320.0), (Role::Rook, 500.0)];
        let material: f32 =
            worth.map(|(role, cp)| cp * board.by_piece(role.of(color)).count() as f32).iter().sum();
        let middle = board.by_color(color).into_iter().filter(|square| {
            let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
            (2..6).contains(&file) && (2..6).contains(&rank)
        });
        material + 25.0 * middle.count() as f32 + 900.0 * board.by_piece(Role::Queen.of(color)).count() as f32
    };
    side(position.turn()) - side(!position.turn())
}

fn lesson(train: usize) -> Samples {
    Samples { train: samples(train, 1, teacher), held_out: samples(1500, 2, teacher) }
}

fn plan(shape: Shape, epochs: u32) -> Plan {
    let usual = Plan::usual(shape, 0);
    Plan { epochs, batch: 512, rate: 4e-3, last_rate: 4e-5, rounded_epochs: epochs.div_ceil(4), ..usual }
}

fn train(plan: Plan, samples: &Samples) -> Trainer<'_> {
    let mut trainer = Trainer::new(plan, samples).unwrap();
    for _ in 0..plan.epochs {
        trainer.epoch(&mut |_| {});
    }
    trainer
}

/// The loss of a slice and its gradient.
fn loss(shape: Shape, rows: &[Row], samples: &[Sample], gradient: Option<&mut [Row]>) -> f64 {
    let mut work = Work::new(shape.blocks());
    work.slice.fill(samples.iter().copied(), 0.0);
    shape.forward(rows, &mut work);
    let loss = work.compare();
    if let Some(gradient) = gradient {
        shape.backward(rows, &mut work, gradient);
    }
    loss
}

#[test]
fn gradients_are_those_of_finite_differences() {
    // Less than a whole slice, so that what lies behind its end is seen not to matter.
    let samples = samples(SLICE - 6, 3, teacher);
    for shape in [Shape::Linear, SMALL] {
        let mut rows = shape.initial(7);
        let mut random = Rng::of_game(5, 0);
        for row in &mut rows {
            row.0.iter_mut().for_each(|number| *number += uniform(&mut random, 0.1));
        }
        let mut gradient = vec![Row::ZERO; rows.len()];
        loss(shape, &rows, &samples, Some(&mut gradient));
        let mut checked = 0;
        for place in 0..4000 {
            let (row, lane) = (random.below(rows.len()), place % LANES);
            // The last rows are few and would be missed: biases and output weights.
            let row = if place % 4 == 0 { rows.len() - 1 - row % 24 % rows.len() } else { row };
            let slope = 2.0 * f64::from(gradient[row].0[lane]);
            if slope.abs() < 0.02 {
                continue;
            }
            let at = |change: f32| {
                let mut rows = rows.clone();
                rows[row].0[lane] += change;
                loss(shape, &rows, &samples, None)
            };
            let difference = (at(0.002) - at(-0.002)) / 0.004;
            let error = (difference - slope).abs();
            assert!(error < 0.02 * slope.abs() + 0.002, "{shape:?} {row} {lane}: {slope} {difference}");
            checked += 1;
            if checked == 300 {
                break;
            }
        }
        assert!(checked >= 100, "{shape:?}: only {checked} slopes were large enough");
    }
}

#[test]
fn a_target_is_learned() {
    let samples = lesson(12_000);
    for (shape, limit) in [(Shape::Linear, 2e-3), (SMALL, 3e-3)] {
        let trainer = train(plan(shape, 12), &samples);
        let (first, last) = (trainer.points()[0], trainer.points()[11]);
        let held_out = last.held_out.unwrap();
        assert!(held_out < limit && held_out < first.held_out.unwrap(), "{shape:?}: {first:?} {last:?}");
    }
}

#[test]
fn the_same_plan_gives_the_same_model_also_across_a_checkpoint() {
    let samples = lesson(4000);
    let plan = Plan { lambda: 0.25, threads: 3, ..plan(SMALL, 4) };
    let [a, b] = [(), ()].map(|()| train(plan, &samples));
    assert_eq!(a.live(), b.live());
    let other = train(Plan { seed: 2, ..plan }, &samples);
    assert_ne!(a.live(), other.live());

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let mut begun = Trainer::new(plan, &samples).unwrap();
    for _ in 0..2 {
        begun.epoch(&mut |_| {});
    }
    begun.checkpoint().write(&path).unwrap();
    let read = Checkpoint::read(&path).unwrap();
    assert_eq!(read.epochs(), 2);
    let mut resumed = Trainer::resume(read.clone(), &samples).unwrap();
    for _ in 2..4 {
        resumed.epoch(&mut |_| {});
    }
    assert_eq!((a.live(), a.exact()), (resumed.live(), resumed.exact()));
    let losses = |trainer: &Trainer| -> Vec<_> {
        trainer.points().iter().map(|point| (point.train, point.held_out)).collect()
    };
    assert_eq!(losses(&a), losses(&resumed));

    let refused = Trainer::resume(read.clone(), &lesson(3000)).err().unwrap();
    assert!(refused.contains("other samples"), "{refused}");
    let refused = Trainer::from(Plan { shape: Shape::Linear, ..plan }, &samples, &read).err().unwrap();
    assert!(refused.contains("not a linear"), "{refused}");
    let tuned = Trainer::from(plan, &samples, &read).unwrap();
    assert_eq!((tuned.exact(), tuned.epochs()), (begun.exact(), 0));
}

#[test]
fn floats_whole_numbers_and_engine_agree() {
    let samples = lesson(6000);
    for shape in [Shape::Linear, SMALL] {
        let mut trainer = train(plan(shape, 6), &samples);
        let quantised = Quantised::new(shape, trainer.live());
        assert_eq!(quantised, Quantised::new(shape, trainer.exact()), "rounding again changes nothing");
        let outputs = trainer.outputs(false, &samples.held_out);
        let agreement = Agreement::of(&quantised, &samples.held_out, &outputs);
        assert!(agreement.positions >= 1000 && agreement.is_good(), "{shape:?}: {agreement}");
        assert!(outputs.iter().any(|output| output.abs() > 0.5), "there is something to agree on");

        let model = quantised.model().unwrap();
        let read = Model::read(&model.to_bytes("a test")).unwrap();
        assert_eq!(Quantised::of(&read), quantised);
        let mut seen = 0;
        for game in random_games(30, 4) {
            for (position, _) in game.positions() {
                let sample = Sample::new(position.board(), position.turn(), 0.5, 0.5, 0).unwrap();
                assert_eq!(read.evaluate(&position), quantised.evaluate(&sample), "{}", position.fen());
                seen += 1;
            }
        }
        assert!(seen > 1000);
    }
}

#[test]
fn damaged_checkpoints_are_refused() {
    let samples = lesson(600);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    train(plan(Shape::Linear, 1), &samples).checkpoint().write(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let sentence = Checkpoint::read(&path).err().unwrap();
        assert!(
            sentence.starts_with("the checkpoint ") && sentence.contains("cannot be used: it "),
            "{sentence}"
        );
    };
    for place in (0..bytes.len()).step_by(97).chain([8, 9, 10, 11, 12, 13, bytes.len() - 1]) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x41;
        refused(&damaged);
    }
    for length in [0, 5, 8, 13, 14, 20, 200, bytes.len() / 2, bytes.len() - 1] {
        refused(&bytes[..length]);
    }
    assert!(Checkpoint::read(Path::new("/nowhere/at/all")).is_err());
}

#[test]
fn the_scale_of_results_is_found() {
    let mut random = Rng::of_game(8, 0);
    let start = Position::default();
    let samples: Vec<Sample> = (0..40_000)
        .map(|_| {
            let score = uniform(&mut random, 800.0);
            let won = f32::from(u8::from(uniform(&mut random, 0.5) + 0.5 < sigmoid(score / 250.0)));
            Sample::new(start.board(), start.turn(), sigmoid(score / 400.0), won, 0).unwrap()
        })
        .collect();
    let scale = fit_scale(&samples).unwrap();
    assert!((240.0..260.0).contains(&scale), "{scale}");
    assert_eq!(fit_scale(&[]), None);
}
