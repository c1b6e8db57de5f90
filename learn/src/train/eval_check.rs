//! Eval check: the engine and the trainer come to the same values.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use lancet::Error;
use lancet::eval::nnue::Model;
use lancet::position::Position;

use super::checkpoint::Checkpoint;
use super::quantise::{Agreement, Quantised};
use super::work::Work;
use crate::model;
use crate::records::Reader;
use crate::samples::Sample;

/// Check that the engine, the trainer's whole numbers and its floats value positions alike
#[derive(Args, Clone, Debug)]
pub struct EvalCheck {
    /// Files of games; their positions are replayed
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The network file
    #[arg(long, value_name = "FILE")]
    pub net: PathBuf,
    /// The checkpoint that the network was written from: compares with its floats, too
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Positions
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub positions: usize,
}

impl EvalCheck {
    /// Checks, and tells the differences.
    ///
    /// # Errors
    /// A sentence where a file cannot be read; [`Error::Failed`] where values differ that must not.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let model = model::open(&self.net).map_err(Error::Sentence)?;
        let quantised = Quantised::of(&model);
        let samples = self.compare(&model, &quantised)?;
        let different = samples.iter().filter(|(_, same)| !same).count();
        writeln!(out, "{} positions: engine and trainer differ on {different}", samples.len())?;
        let mut is_good = different == 0 && !samples.is_empty();
        if let Some(path) = &self.checkpoint {
            let samples: Vec<Sample> = samples.into_iter().map(|(sample, _)| sample).collect();
            let agreement = against_floats(path, &quantised, &samples).map_err(Error::Sentence)?;
            writeln!(out, "floats and whole numbers: {agreement}")?;
            is_good &= agreement.is_good();
        }
        if is_good { Ok(()) } else { Err(Error::Failed) }
    }

    /// The positions, and whether engine and trainer value each alike.
    fn compare(&self, model: &Model, quantised: &Quantised) -> Result<Vec<(Sample, bool)>, Error> {
        let mut found = Vec::new();
        for path in &self.files {
            let games = Reader::open(path).map_err(Error::Sentence)?.games();
            let positions = games.flat_map(|game| game.positions().collect::<Vec<_>>());
            let samples = positions.filter_map(|(position, _)| {
                let sample = sample(&position)?;
                Some((sample, model.evaluate(&position) == quantised.evaluate(&sample)))
            });
            found.extend(samples.take(self.positions - found.len()));
        }
        Ok(found)
    }
}

fn sample(position: &Position) -> Option<Sample> {
    Sample::new(position.board(), position.turn(), 0.5, 0.5, 0)
}

fn against_floats(path: &Path, quantised: &Quantised, samples: &[Sample]) -> Result<Agreement, String> {
    let checkpoint = Checkpoint::read(path)?;
    let shape = checkpoint.plan.shape;
    let live = Quantised::new(shape, &checkpoint.parameters.live);
    if *quantised != live.scaled(quantised.scale()) {
        return Err("the network was not written from this checkpoint".into());
    }
    let mut work = Work::new(shape.blocks());
    let outputs = shape.outputs(&checkpoint.parameters.live, samples, &mut work);
    Ok(Agreement::of(quantised, samples, &outputs))
}
