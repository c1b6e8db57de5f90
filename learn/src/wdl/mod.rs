//! The command `wdl`: fits the win-draw-loss model to games of the engine.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "buckets are rounded from floats within their ranges"
)]

mod calibration;
mod fit;
mod observe;

pub use calibration::{Bucket, Calibration};
pub use fit::{Cell, Fit, FitError, fit};
pub use observe::{Observation, Observations, Observer};

use std::collections::BTreeMap;
use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};

use clap::Args;
use lancet::commands::cores;
use lancet::files::{InputFile, OutputFile};

use crate::LearnError;
use crate::play::Evaluation;
use crate::records::keep_games;
use lancet::console::{self, interrupt};

/// The folds of the cross-validation.
const FOLDS: u32 = 5;

/// Fit the win-draw-loss model to games and write its parameters for the engine
///
/// Some positions of each game are searched with the network that is to be built in and compared with the
/// result of the game. The table shows the calibration by cross-validation: each game is predicted by a model
/// fitted to the other folds. The written parameters are fitted to all games; none are written if a bucket of scores is
/// off by more than 2 % plus twice its standard error.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct FitWdl {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<InputFile>,
    /// The network to search with [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    pub net: Option<InputFile>,
    /// Positions per game
    #[arg(long, value_name = "N", default_value = "2")]
    pub sample: NonZeroUsize,
    /// Soft node limit of a search: no iteration starts beyond it
    #[arg(long, value_name = "N", default_value = "2000")]
    pub soft: NonZeroU32,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// The Rust file to write: src/eval/wdl/fitted.rs
    #[arg(long, value_name = "FILE")]
    pub out: Option<OutputFile>,
}

impl FitWdl {
    /// Fits the model, prints its calibration, and writes its parameters.
    ///
    /// # Errors
    /// [`LearnError::CheckFailed`] after printing if the model predicts held-out games too badly to be used; other
    /// [`LearnError`]s if a file cannot be read or written or the model cannot be fitted; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        self.out.as_deref().map_or(Ok(()), keep_games)?;
        let evaluation = match &self.net {
            Some(path) => Evaluation::open(path)?,
            None => Evaluation::built_in(),
        };
        let observer = Observer {
            evaluation,
            soft_nodes: self.soft.get(),
            sample: self.sample.get(),
            threads: self.threads.map_or_else(cores, NonZeroUsize::get),
        };
        let all = observer.observe(&self.files)?;
        writeln!(out, "{all}")?;
        let calibration = cross_validate(&all.list)?;
        calibration.print(out)?;
        let model = fit(&cells(&all.list, |_| true))?;
        model.print(out)?;
        if !calibration.is_acceptable() {
            let prefix = if self.out.is_some() { "not written: " } else { "" };
            let reason = "a bucket of scores is off by more than 2 % plus twice its standard error";
            writeln!(out, "{prefix}{reason}")?;
            return Err(LearnError::CheckFailed);
        }
        if interrupt::is_set() {
            return Err(LearnError::Interrupted);
        }
        if let Some(path) = &self.out {
            let source = model.source(&[observer.description(), all.to_string()]);
            console::write_atomic(path, |file| file.write_all(source.as_bytes()))?;
        }
        Ok(())
    }
}

/// Predicts each fold by a model fitted to the others.
fn cross_validate(all: &[Observation]) -> Result<Calibration, FitError> {
    let mut calibration = Calibration::default();
    for fold in 0..FOLDS {
        let is_held_out = |observation: &Observation| observation.number % FOLDS == fold;
        let curves = fit(&cells(all, |one| !is_held_out(one)))?.curves;
        for game in all.chunk_by(|a, b| a.game == b.game).filter(|game| is_held_out(&game[0])) {
            calibration.add_game(game, |one| curves.at(one.material));
        }
    }
    Ok(calibration)
}

/// Groups the selected observations by score and material.
fn cells(all: &[Observation], is_selected: impl Fn(&Observation) -> bool) -> Vec<Cell> {
    let mut counts: BTreeMap<(i32, u32), [f64; 3]> = BTreeMap::new();
    for one in all.iter().filter(|one| is_selected(one)) {
        counts.entry((one.units, one.material)).or_default()[usize::from(one.points)] += 1.0;
    }
    let cell = |((units, material), counts): ((i32, u32), [f64; 3])| Cell {
        units: f64::from(units),
        material,
        counts,
    };
    counts.into_iter().map(cell).collect()
}
