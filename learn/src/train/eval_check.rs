//! The command `eval-check`: do engine and trainer evaluate positions equally?

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;

use clap::Args;
use lancet::eval::nnue::Model;
use lancet::files::InputFile;
use lancet::position::Position;

use super::checkpoint::Checkpoint;
use super::quantized::{QuantizationError, Quantized};
use super::workspace::Workspace;
use crate::records::{Damage, Reader};
use crate::samples::Sample;
use crate::{LearnError, load_network};

/// Check that the engine, the quantized network and the floating-point network evaluate positions equally
#[derive(Args, Clone, PartialEq, Debug)]
pub struct EvalCheck {
    /// Files of games whose positions are evaluated
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<InputFile>,
    /// The network file
    #[arg(long, value_name = "FILE")]
    pub net: InputFile,
    /// The checkpoint from which the network was written, to compare with its floating-point weights, too
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<InputFile>,
    /// Number of positions
    #[arg(long, value_name = "N", default_value = "10000")]
    pub positions: NonZeroUsize,
}

impl EvalCheck {
    /// Compares the evaluations and prints the differences.
    ///
    /// # Errors
    /// [`LearnError::CheckFailed`] if evaluations differ too much; others if a file cannot be used.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        let model = load_network(&self.net)?;
        let quantized = Quantized::of(&model);
        let (samples, damage) = self.compare(&model, &quantized)?;
        damage.print(out)?;
        let different = samples.iter().filter(|(_, same)| !same).count();
        writeln!(out, "{} positions: engine and trainer differ on {different}", samples.len())?;
        let mut is_good = different == 0;
        if let Some(path) = &self.checkpoint {
            let samples: Vec<Sample> = samples.into_iter().map(|(sample, _)| sample).collect();
            let error = float_error(&self.net, path, &quantized, &samples)?;
            writeln!(out, "quantization error: {error}")?;
            is_good &= error.is_acceptable();
        }
        if is_good { Ok(()) } else { Err(LearnError::CheckFailed) }
    }

    /// Returns the positions, and whether engine and trainer evaluate each one equally. Also returns what was skipped of
    /// the files, which are read until there are enough positions.
    fn compare(
        &self,
        model: &Model,
        quantized: &Quantized,
    ) -> Result<(Vec<(Sample, bool)>, Damage), LearnError> {
        let (mut found, mut damage) = (Vec::new(), Damage::default());
        for path in &self.files {
            let before = found.len();
            if before == self.positions.get() {
                break;
            }
            let mut games = Reader::open(path)?.games();
            let mut is_empty = true;
            let read = games.by_ref().inspect(|_| is_empty = false);
            let positions = read.flat_map(|game| game.positions().collect::<Vec<_>>());
            let samples = positions.filter_map(|(position, _)| {
                let sample = sample(&position)?;
                Some((sample, model.evaluate(&position) == quantized.evaluate(&sample)))
            });
            found.extend(samples.take(self.positions.get() - before));
            damage.add(&games.finish(path)?);
            if found.len() == before {
                let path = path.to_path_buf();
                return Err(if is_empty { LearnError::NoGames(path) } else { LearnError::NoPositions(path) });
            }
        }
        Ok((found, damage))
    }
}

fn sample(position: &Position) -> Option<Sample> {
    Sample::new(position.board(), position.turn(), 0.5, 0.5, 0)
}

/// Returns the error of the quantized network, compared with the floating-point weights of a checkpoint.
fn float_error(
    network: &Path,
    path: &Path,
    quantized: &Quantized,
    samples: &[Sample],
) -> Result<QuantizationError, LearnError> {
    let checkpoint = Checkpoint::read(path)?;
    let architecture = checkpoint.plan.architecture;
    let expected = Quantized::new(architecture, &checkpoint.parameters.forward);
    if *quantized != expected.scaled(quantized.scale()) {
        return Err(LearnError::OtherCheckpoint { network: network.into(), checkpoint: path.into() });
    }
    let mut work = Workspace::new(architecture);
    work.is_rounded = checkpoint.parameters.is_quantized;
    let outputs = architecture.outputs(&checkpoint.parameters.forward, samples, &mut work);
    Ok(QuantizationError::new(quantized, samples, &outputs))
}
