//! Speed: how many positions the trainer learns from in a second.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use lancet::Error;
use lancet::commands::cores;
use lancet::position::Position;
use lancet::rng::Rng;

use super::network::Network;
use super::plan::Plan;
use super::random::uniform;
use super::shape::Shape;
use super::trainer::Trainer;
use crate::samples::{Sample, Samples};

/// Random games end after so many plies, which leaves about as many men as games of engines do.
const PLIES: usize = 200;

/// Measure how many positions a second are learned from, on positions of random games
#[derive(Args, Clone, Debug)]
pub struct Speed {
    /// Hidden units to measure
    #[arg(long, value_name = "N", num_args = 1.., default_values_t = [64, 128, 256, 512])]
    pub hidden: Vec<usize>,
    /// Output buckets
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub buckets: usize,
    /// Positions of an epoch
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub positions: usize,
    /// Epochs; the fastest counts
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub epochs: u32,
    /// Threads, as many as the machine has if none are given
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
}

impl Speed {
    /// Measures and tells.
    ///
    /// # Errors
    /// A sentence where a shape cannot be; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let samples = Samples { train: random_samples(self.positions, 1), held_out: Vec::new() };
        let men: usize = samples.train.iter().map(Sample::count).sum();
        writeln!(
            out,
            "{} positions, {:.1} men on average",
            self.positions,
            men as f64 / self.positions as f64
        )?;
        for hidden in &self.hidden {
            let shape = Shape::Network(Network { hidden: *hidden, buckets: self.buckets });
            shape.check().map_err(Error::Sentence)?;
            let threads = self.threads.unwrap_or_else(cores);
            let plan = Plan {
                batch: 16_384,
                epochs: self.epochs,
                rounded_epochs: 0,
                threads,
                ..Plan::usual(shape, self.positions)
            };
            let mut trainer = Trainer::new(plan, &samples).map_err(Error::Sentence)?;
            let mut best = f64::MAX;
            for _ in 0..self.epochs {
                let started = Instant::now();
                trainer.epoch(&mut |_| {});
                best = best.min(started.elapsed().as_secs_f64());
            }
            let speed = self.positions as f64 / best / 1e6;
            writeln!(out, "{hidden} units, {threads} threads: {speed:.3} million positions a second")?;
        }
        Ok(())
    }
}

/// Positions of games of random moves; what they are said to be worth is random, too.
pub(super) fn random_samples(count: usize, seed: u64) -> Vec<Sample> {
    let mut random = Rng::of_game(seed, 0);
    let mut samples = Vec::with_capacity(count);
    while samples.len() < count {
        let mut position = Position::default();
        for _ in 0..PLIES {
            let moves = position.legal_moves();
            if moves.is_empty() || samples.len() == count {
                break;
            }
            position = position.play(moves[random.below(moves.len())]);
            let chance = uniform(&mut random, 0.5) + 0.5;
            samples.extend(Sample::new(
                position.board(),
                position.turn(),
                chance,
                chance,
                samples.len() as u32,
            ));
        }
    }
    samples
}
