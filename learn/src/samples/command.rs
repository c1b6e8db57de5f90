//! The command `samples`.

use std::io::Write;
use std::time::Instant;

use clap::Args;
use lancet::files::{InputFile, OutputFile};

use super::{Filter, fit_scale, load, write_file};
use crate::LearnError;
use crate::records::keep_games;

/// Convert games into a file of training samples, which loads faster than games
#[derive(Args, Clone, PartialEq, Debug)]
pub struct MakeSamples {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<InputFile>,
    /// The file of samples to write
    #[arg(long, value_name = "FILE")]
    pub out: OutputFile,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub filter: Filter,
}

impl MakeSamples {
    /// Replays the games and writes the file.
    ///
    /// # Errors
    /// [`LearnError`] if a file cannot be read or written; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        keep_games(&self.out)?;
        let started = Instant::now();
        let (samples, counts) = load(&self.files, &self.filter)?;
        writeln!(out, "{counts} ({:.1} s)", started.elapsed().as_secs_f64())?;
        if let Some(scale) = fit_scale(&samples.train) {
            writeln!(out, "sigmoid(score / {scale:.0}) fits the results best")?;
        }
        write_file(&self.out, &samples)?;
        let (train, held_out) = (samples.train.len(), samples.held_out.len());
        writeln!(out, "{}: {train} training samples, {held_out} held-out samples", self.out.display())?;
        Ok(())
    }
}
