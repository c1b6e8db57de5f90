//! The time of an evaluation by a network, for each kernel and size, without and with a middle layer: `cargo bench --bench
//! nnue`.
#![allow(clippy::expect_used, clippy::print_stdout)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use lancet::eval::nnue::{
    Kernel, KingBuckets, MiddleParameters, Model, Network, NetworkParameters, OutputPrecision, Runner, SCALE,
    features,
};
use lancet::position::{Position, parse_fen};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use shakmaty::{Move, Role};

/// A middlegame position of 20 pieces.
const FEN: &str = "2r2rk1/pp3ppp/4bn2/8/8/4BN2/PP3PPP/2R2RK1 w - - 0 1";

fn network(hidden: usize, units: usize) -> Network {
    let mut random = StdRng::seed_from_u64(hidden as u64);
    let weights = (0..16 * hidden * units).map(|_| random.random_range(-60..=60)).collect();
    let mut values = |count: usize, most: i16| -> Vec<i16> {
        (0..count).map(|_| random.random_range(-most..=most)).collect()
    };
    let parameters = NetworkParameters {
        hidden,
        buckets: 8,
        scale: SCALE,
        king_buckets: KingBuckets::One,
        feature_weights: values(features::COUNT * hidden, 60),
        feature_bias: values(hidden, 120),
        middle: (units > 0).then(|| MiddleParameters { units, weights, bias: vec![6000; 8 * units] }),
        precision: OutputPrecision::Fine,
        output_weights: values(16 * if units > 0 { units } else { hidden }, 200),
        output_bias: vec![0; 8],
        material: None,
    };
    Network::new(&parameters).expect("a valid network")
}

/// Returns the nanoseconds per call in the fastest of several rounds.
fn nanoseconds(rounds: u32, mut work: impl FnMut()) -> f64 {
    const REPEATS: u32 = 20_000;
    let round = |_| {
        let start = Instant::now();
        (0..REPEATS).for_each(|_| work());
        start.elapsed().as_secs_f64() * 1e9 / f64::from(REPEATS)
    };
    (0..rounds).map(round).fold(f64::INFINITY, f64::min)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Without this argument, as in a test, one round suffices.
    let rounds = if std::env::args().any(|argument| argument == "--bench") { 30 } else { 1 };
    let position = Position::new(parse_fen(FEN)?.chess);
    let moves = position.legal_moves();
    let find = |fits: &dyn Fn(&Move) -> bool| moves.iter().copied().find(fits).ok_or("no such move");
    let quiet = find(&|m| m.role() == Role::Knight && !m.is_capture())?;
    let capture = find(&|m| m.is_capture())?;
    let children = [quiet, capture].map(|m| position.play(m));
    println!("Nanoseconds per evaluation, with 20 pieces on the board.");
    println!(
        "| hidden | middle | kernel | from the board | after a quiet move | after a capture | output alone |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (hidden, units) in [(64, 0), (128, 0), (256, 0), (512, 0), (1024, 0), (512, 8), (512, 16)] {
        for kernel in Kernel::all() {
            let model = Model::from(network(hidden, units)).with_kernel(kernel);
            let mut runner = Runner::new(Arc::new(model));
            let refresh = nanoseconds(rounds, || {
                runner.set_root(&position);
                black_box(runner.evaluate(&position));
            });
            let mut after = |m: Move, child: &Position| {
                nanoseconds(rounds, || {
                    runner.enter(&position, m);
                    black_box(runner.evaluate(child));
                    runner.leave();
                })
            };
            let (quiet, capture) = (after(quiet, &children[0]), after(capture, &children[1]));
            let output = nanoseconds(rounds, || {
                black_box(runner.evaluate(&position));
            });
            println!(
                "| {hidden} | {units} | {kernel} | {refresh:.0} | {quiet:.0} | {capture:.0} | {output:.0} |"
            );
        }
    }
    Ok(())
}
