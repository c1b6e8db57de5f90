//! Training: gradients, convergence, checkpoints, quantization and the fit of the scale.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::unreachable, clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use crate::common::random_games;
use lancet::eval::nnue::features;
use lancet::eval::nnue::{KingBuckets, Model};
use lancet::position::Position;
use lancet::rng::Rng;
use lancet_learn::samples::{MAX_PIECES, Sample, Samples, fit_scale};
use lancet_learn::train::{
    Architecture, Checkpoint, LANES, MICRO_BATCH, NetworkLayout, Plan, QuantizationError, Quantized, Row,
    Trainer, Workspace, sigmoid, uniform,
};
use shakmaty::{Color, Role};

const SMALL: Architecture = Architecture::Network(NetworkLayout::new(64, 4));

/// A network with king buckets.
const BUCKETED: Architecture = Architecture::Network(NetworkLayout {
    fine_output: true,
    king_buckets: KingBuckets::Four,
    ..NetworkLayout::new(64, 4)
});

/// A network with a middle layer.
const LAYERED: Architecture =
    Architecture::Network(NetworkLayout { fine_output: true, middle: 8, ..NetworkLayout::new(64, 4) });

/// A network with everything, whose units fill several rows.
const FULL: Architecture = Architecture::Network(NetworkLayout {
    fine_output: true,
    king_buckets: KingBuckets::Four,
    middle: 16,
    counts_material: true,
    ..NetworkLayout::new(64, 8)
});

/// Returns positions of random games with a score by `value`, in internal units for the side to move.
fn samples(count: usize, seed: u64, value: impl Fn(&Position) -> f32) -> Vec<Sample> {
    let games = random_games(count / 20 + 10, seed);
    let positions = games.iter().flat_map(|game| game.positions().step_by(6).map(|(position, _)| position));
    positions
        .take(count)
        .filter_map(|position| {
            let win_probability = sigmoid(value(&position) / 400.0);
            Sample::new(position.board(), position.turn(), win_probability, 0.5, 0)
        })
        .collect()
}

/// An evaluation of material and centralization.
fn teacher(position: &Position) -> f32 {
    let board = position.board();
    let side = |color: Color| -> f32 {
        let values = [(Role::Pawn, 90.0), (Role::Knight, 300.0), (Role::Bishop, 320.0), (Role::Rook, 500.0)];
        let material: f32 =
            values.map(|(role, units)| units * board.by_piece(role.of(color)).count() as f32).iter().sum();
        let central = board.by_color(color).into_iter().filter(|square| {
            let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
            (2..6).contains(&file) && (2..6).contains(&rank)
        });
        material
            + 25.0 * central.count() as f32
            + 900.0 * board.by_piece(Role::Queen.of(color)).count() as f32
    };
    side(position.turn()) - side(!position.turn())
}

fn sample_sets(train: usize) -> Samples {
    Samples { train: samples(train, 1, teacher), held_out: samples(1500, 2, teacher) }
}

fn plan(architecture: Architecture, epochs: u32) -> Plan {
    let default = Plan::default_for(architecture, 0);
    Plan { epochs, batch: 512, rate: 4e-3, last_rate: 4e-5, rounded_epochs: epochs.div_ceil(4), ..default }
}

fn train(plan: Plan, samples: &Samples) -> Trainer<'_> {
    let mut trainer = Trainer::new(plan, samples).unwrap();
    for _ in 0..plan.epochs {
        trainer.epoch(&mut |_| {});
    }
    trainer
}

/// Returns the checkpoint of a complete training without the learning curve, which has times.
fn parameters(trainer: &Trainer) -> Checkpoint {
    let mut checkpoint = trainer.checkpoint();
    checkpoint.points.clear();
    checkpoint
}

/// Returns the loss of a micro-batch with these master weights; adds its gradient to `gradient`.
fn loss(architecture: Architecture, rows: &[Row], samples: &[Sample], gradient: Option<&mut [Row]>) -> f64 {
    let mut rows = rows.to_vec();
    architecture.merge(&mut rows);
    let mut work = Workspace::new(architecture);
    work.batch.fill(samples.iter().copied(), 0.0);
    architecture.forward(&rows, &mut work);
    let loss = work.compute_loss();
    if let Some(gradient) = gradient {
        architecture.backward(&rows, &mut work, gradient);
    }
    loss
}

#[test]
fn gradients_match_finite_differences() {
    // Fewer samples than a micro-batch, to check that memory beyond the end is not used.
    let samples = samples(MICRO_BATCH - 6, 3, teacher);
    for architecture in [Architecture::Linear, SMALL, BUCKETED, LAYERED, FULL] {
        let mut rows = architecture.initial(7);
        let mut random = Rng::of_game(5, 0);
        for row in &mut rows {
            row.0.iter_mut().for_each(|number| *number += uniform(&mut random, 0.1));
        }
        let mut gradient = vec![Row::ZERO; rows.len()];
        loss(architecture, &rows, &samples, Some(&mut gradient));
        // The slope changes where a unit of a middle layer, on which all positions depend, is at a bound.
        let has_middle = [LAYERED, FULL].contains(&architecture);
        let (mut checked, mut kinks) = (0, 0);
        for place in 0..4000 {
            let (row, lane) = (random.below(rows.len()), place % LANES);
            // The last rows (biases and output weights) are few and need a larger sample.
            let row = if place % 4 == 0 { rows.len() - 1 - row % 24 % rows.len() } else { row };
            let slope = 2.0 * f64::from(gradient[row].0[lane]);
            if slope.abs() < 0.02 {
                continue;
            }
            let at = |change: f32| {
                let mut rows = rows.clone();
                rows[row].0[lane] += change;
                loss(architecture, &rows, &samples, None)
            };
            let difference = (at(0.002) - at(-0.002)) / 0.004;
            let error = (difference - slope).abs();
            if error >= 0.02 * slope.abs() + 0.002 {
                assert!(has_middle, "{architecture:?} {row} {lane}: {slope} {difference}");
                kinks += 1;
            }
            checked += 1;
            if checked == 300 {
                break;
            }
        }
        assert!(50 * kinks <= checked, "{architecture:?}: {kinks} of {checked} gradients differ");
        assert!(checked >= 100, "{architecture:?}: only {checked} gradients were large enough");
    }
}

#[test]
fn training_converges() {
    let samples = sample_sets(12_000);
    for (architecture, limit) in
        [(Architecture::Linear, 2e-3), (SMALL, 3e-3), (BUCKETED, 5e-3), (LAYERED, 3e-3), (FULL, 5e-3)]
    {
        let trainer = train(plan(architecture, 12), &samples);
        let (first, last) = (trainer.points()[0], trainer.points()[11]);
        let held_out = last.held_out.unwrap();
        assert!(
            held_out < limit && held_out < first.held_out.unwrap(),
            "{architecture:?}: {first:?} {last:?}"
        );
    }
}

#[test]
fn training_is_deterministic_across_checkpoints() {
    let samples = sample_sets(4000);
    let plan = Plan { lambda: 0.25, threads: 3, ..plan(SMALL, 4) };
    let [a, b] = [(), ()].map(|()| train(plan, &samples));
    assert_eq!(a.forward_weights(), b.forward_weights());
    let other = train(Plan { seed: 2, ..plan }, &samples);
    assert_ne!(a.forward_weights(), other.forward_weights());

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    let mut begun = Trainer::new(plan, &samples).unwrap();
    for _ in 0..2 {
        begun.epoch(&mut |_| {});
    }
    begun.checkpoint().write(&path).unwrap();
    let read = Checkpoint::read(&path).unwrap();
    assert_eq!(read.epochs(), 2);
    let mut resumed = Trainer::resume(read.clone(), &path, &samples).unwrap();
    for _ in 2..4 {
        resumed.epoch(&mut |_| {});
    }
    assert!(parameters(&a) == parameters(&resumed));
    let losses = |trainer: &Trainer| -> Vec<_> {
        trainer.points().iter().map(|point| (point.train, point.held_out)).collect()
    };
    assert_eq!(losses(&a), losses(&resumed));

    let refused = Trainer::resume(read.clone(), &path, &sample_sets(3000)).err().unwrap().to_string();
    let expected = "checkpoint': the training began with other samples; pass the same files";
    assert!(refused.contains(expected), "{refused}");
    let refused = Trainer::from(Plan { architecture: Architecture::Linear, ..plan }, &samples, &read)
        .err()
        .unwrap()
        .to_string();
    assert!(refused.contains("expected a linear"), "{refused}");
    let tuned = Trainer::from(plan, &samples, &read).unwrap();
    assert_eq!((tuned.unquantized_weights(), tuned.epochs()), (begun.unquantized_weights(), 0));
}

/// A checkpoint at any step is resumed with the same result: in the middle of an epoch, before and after the
/// beginning of quantization, and in a partial last epoch.
#[test]
fn training_is_resumed_at_any_step() {
    for architecture in [SMALL, BUCKETED, LAYERED] {
        resume_at_any_step(architecture);
    }
}

fn resume_at_any_step(architecture: Architecture) {
    let samples = sample_sets(4000);
    let count = samples.train.len();
    let plan = Plan { lambda: 0.25, rounded_epochs: 1, ..plan(architecture, 4) };
    let batches = plan.batches(count) as u64;
    let plan = plan.with_steps(3 * batches + 2, count);
    assert!(batches > 4 && plan.epochs == 4 && plan.total_steps(count) == 3 * batches + 2);
    let whole = train(plan, &samples);
    let quantized = 2 * batches + 2;
    assert_eq!((whole.epochs(), whole.steps()), (4, 3 * batches + 2));

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    for stops in [vec![1], vec![quantized - 1, quantized, quantized + 1], vec![batches, 3 * batches + 1]] {
        let mut trainer = Trainer::new(plan, &samples).unwrap();
        for stop in stops {
            while trainer.steps() < stop {
                trainer.step().unwrap();
            }
            assert_eq!(trainer.forward_weights() != trainer.unquantized_weights(), stop > quantized);
            trainer.checkpoint().write(&path).unwrap();
            trainer = Trainer::resume(Checkpoint::read(&path).unwrap(), &path, &samples).unwrap();
            assert_eq!(trainer.steps(), stop);
        }
        while trainer.step().is_some() {}
        assert!(parameters(&trainer) == parameters(&whole));
        let losses = |trainer: &Trainer| -> Vec<_> {
            trainer.points().iter().map(|point| (point.train, point.held_out, point.rate)).collect()
        };
        assert_eq!(losses(&trainer), losses(&whole));
    }
}

#[test]
fn floating_point_quantized_and_engine_evaluations_agree() {
    let samples = sample_sets(6000);
    for architecture in
        [Architecture::Linear, SMALL, SMALL.with_fine_output().unwrap(), BUCKETED, LAYERED, FULL]
    {
        let mut trainer = train(plan(architecture, 6), &samples);
        let quantized = Quantized::new(architecture, trainer.forward_weights());
        // Sums of rounded weights are not the rounded sums.
        if ![BUCKETED, FULL].contains(&architecture) {
            assert_eq!(
                quantized,
                Quantized::new(architecture, &trainer.unquantized_weights()),
                "quantization is idempotent"
            );
        }
        let outputs = trainer.outputs(false, &samples.held_out);
        let error = QuantizationError::new(&quantized, &samples.held_out, &outputs);
        assert!(error.positions >= 1000 && error.is_acceptable(), "{architecture:?}: {error}");
        assert!(outputs.iter().any(|output| output.abs() > 0.5), "outputs are not trivial");
        let broken: Vec<f32> = outputs.iter().map(|_| f32::NAN).collect();
        assert!(!QuantizationError::new(&quantized, &samples.held_out, &broken).is_acceptable());

        let model = quantized.model().unwrap();
        let read = Model::read(&model.to_bytes("a test")).unwrap();
        assert_eq!(Quantized::of(&read), quantized);
        let mut seen = 0;
        for game in random_games(30, 4) {
            for (position, _) in game.positions() {
                let sample = Sample::new(position.board(), position.turn(), 0.5, 0.5, 0).unwrap();
                assert_eq!(read.evaluate(&position), quantized.evaluate(&sample), "{}", position.fen());
                seen += 1;
            }
        }
        assert!(seen > 1000);
    }
}

#[test]
fn fine_output_weights_are_nearer_to_the_unrounded_ones() {
    let samples = sample_sets(6000);
    let mut trainer = train(plan(SMALL, 6), &samples);
    let outputs = trainer.outputs(true, &samples.held_out);
    let [coarse, fine] = [SMALL, SMALL.with_fine_output().unwrap()].map(|architecture| {
        let quantized = Quantized::new(architecture, &trainer.unquantized_weights());
        QuantizationError::new(&quantized, &samples.held_out, &outputs).mean
    });
    assert!(fine < coarse / 2.0, "{fine} units, coarse {coarse} units");
}

/// A bucket without samples evaluates like the factoriser, which all buckets have trained.
#[test]
fn a_king_bucket_without_samples_learns_from_the_others() {
    let is_third = |sample: &Sample| {
        let mut inputs = [[0; 2]; MAX_PIECES];
        let count = sample.inputs(KingBuckets::Four, &mut inputs);
        inputs[..count].iter().flatten().any(|input| usize::from(*input) / features::COUNT == 2)
    };
    let (held_out, train_set) = samples(24_000, 1, teacher).into_iter().partition(is_third);
    let samples = Samples { train: train_set, held_out };
    assert!(samples.train.len() > 4000 && samples.held_out.len() > 4000);
    let trainer = train(plan(BUCKETED, 12), &samples);
    let loss = trainer.points()[11].held_out.expect("a loss");
    assert!(loss < 0.01, "{loss}, at first {:?}", trainer.points()[0].held_out);
    let Quantized::Network(parameters) = Quantized::new(BUCKETED, trainer.forward_weights()) else {
        panic!("not a network");
    };
    let size = features::COUNT * parameters.hidden;
    let buckets: Vec<&[i16]> = parameters.feature_weights.chunks(size).collect();
    assert!(buckets.len() == 4 && buckets[0] != buckets[3]);
    assert!(buckets[2] != buckets[3]);
}

#[test]
fn corrupt_checkpoints_are_rejected() {
    let samples = sample_sets(600);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    train(plan(Architecture::Linear, 1), &samples).checkpoint().write(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let message = Checkpoint::read(&path).err().unwrap().to_string();
        assert!(message.starts_with("cannot use checkpoint '"), "{message}");
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
fn the_scale_of_results_is_recovered() {
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
