//! The command `speed`: the throughput of the trainer.

use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Instant;

use clap::Args;
use lancet::commands::cores;
use lancet::eval::nnue::KingBuckets;
use lancet::position::Position;
use lancet::rng::Rng;

use super::architecture::{Architecture, ArchitectureError};
use super::network_layout::NetworkLayout;
use super::plan::Plan;
use super::random::uniform;
use super::trainer::Trainer;
use crate::LearnError;
use crate::samples::{Sample, Samples};

/// The length of random games, which leaves about as many pieces on average as games of engines.
const PLIES: usize = 200;

/// The most positions, which take 32 GB.
const MAX_POSITIONS: i64 = 1_000_000_000;

/// Measure the training speed on positions of random games
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Speed {
    /// Numbers of hidden units to measure
    #[arg(long, value_name = "N", num_args = 1.., default_values_t = [64, 128, 256, 512])]
    pub hidden: Vec<usize>,
    /// Output buckets
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub buckets: usize,
    /// King buckets
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub king_buckets: usize,
    /// Units of a middle layer; 0 measures networks without one
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub middle: usize,
    /// Positions per epoch
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=MAX_POSITIONS))]
    pub positions: u32,
    /// Epochs; the fastest one counts
    #[arg(long, value_name = "N", default_value = "3")]
    pub epochs: NonZeroU32,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

impl Speed {
    /// Measures and prints the speed of each network.
    ///
    /// # Errors
    /// [`LearnError::Architecture`] if a network is not supported; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        let architectures = self.architectures()?;
        let samples = Samples { train: random_samples(self.positions as usize, 1), held_out: Vec::new() };
        let pieces: usize = samples.train.iter().map(Sample::piece_count).sum();
        writeln!(
            out,
            "{} positions, {:.1} pieces on average",
            self.positions,
            pieces as f64 / f64::from(self.positions)
        )?;
        for (hidden, architecture) in self.hidden.iter().zip(architectures) {
            let threads = self.threads.map_or_else(cores, NonZeroUsize::get);
            let plan = Plan {
                batch: 16_384,
                epochs: self.epochs.get(),
                steps: None,
                rounded_epochs: 0,
                threads,
                ..Plan::default_for(architecture, self.positions as usize)
            };
            let mut trainer = Trainer::new(plan, &samples)?;
            let mut best = f64::MAX;
            for _ in 0..self.epochs.get() {
                let started = Instant::now();
                trainer.epoch(&mut |_| {});
                best = best.min(started.elapsed().as_secs_f64());
            }
            let speed = f64::from(self.positions) / best / 1e6;
            writeln!(out, "{hidden} units, {threads} threads: {speed:.3} million positions/s")?;
        }
        Ok(())
    }

    /// Returns the architecture of each network, all of which are supported.
    fn architectures(&self) -> Result<Vec<Architecture>, ArchitectureError> {
        let king_buckets = KingBuckets::with_count(self.king_buckets)
            .ok_or(ArchitectureError::KingBuckets(self.king_buckets))?;
        let of = |hidden: &usize| {
            let architecture = Architecture::Network(NetworkLayout {
                fine_output: true,
                king_buckets,
                middle: self.middle,
                ..NetworkLayout::new(*hidden, self.buckets)
            });
            architecture.check().map(|()| architecture)
        };
        self.hidden.iter().map(of).collect()
    }
}

/// Returns positions of random games with random targets.
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
            let target = uniform(&mut random, 0.5) + 0.5;
            samples.extend(Sample::new(
                position.board(),
                position.turn(),
                target,
                target,
                samples.len() as u32,
            ));
        }
    }
    samples
}
