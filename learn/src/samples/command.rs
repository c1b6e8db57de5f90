//! Command: what the command line says of samples.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use lancet::Error;

use super::{Filter, load, write_file};
use crate::train::fit_scale;

/// Write positions to learn from into a file, so that games need not be replayed again
#[derive(Args, Clone, Debug)]
pub struct MakeSamples {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub choice: Choice,
}

/// Which positions of the games are taken; files of samples are taken as they are.
#[derive(Args, Clone, Debug, Default)]
pub struct Choice {
    /// Take positions in check
    #[arg(long)]
    pub keep_checks: bool,
    /// Take positions whose best move is a capture or a promotion
    #[arg(long)]
    pub keep_captures: bool,
    /// Leave out positions before this ply [default: 16]
    #[arg(long, value_name = "PLY")]
    pub first_ply: Option<usize>,
    /// Leave out scores beyond so many centipawns [default: 2000]
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(i32).range(1..))]
    pub max_score: Option<i32>,
    /// Leave out positions with fewer men [default: 4]
    #[arg(long, value_name = "N")]
    pub min_men: Option<usize>,
    /// Merge positions with the same board into one with the mean of their scores
    #[arg(long)]
    pub merge: bool,
    /// The share of games that is held out [default: 0.02]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub held_out: Option<f64>,
}

/// A number from 0 to 1.
pub(crate) fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err(format!("{text} is not a number from 0 to 1")),
    }
}

impl Choice {
    /// The filter that it means.
    #[must_use]
    pub fn filter(&self) -> Filter {
        let usual = Filter::default();
        Filter {
            checks: self.keep_checks,
            captures: self.keep_captures,
            first_ply: self.first_ply.unwrap_or(usual.first_ply),
            max_score: self.max_score.unwrap_or(usual.max_score),
            min_men: self.min_men.unwrap_or(usual.min_men),
            merge: self.merge,
            held_out: self.held_out.unwrap_or(usual.held_out),
        }
    }
}

impl MakeSamples {
    /// Replays the games and writes the file.
    ///
    /// # Errors
    /// A sentence where files cannot be read or written; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let started = Instant::now();
        let (samples, counts) = load(&self.files, &self.choice.filter()).map_err(Error::Sentence)?;
        writeln!(out, "{} ({:.1} s)", counts.sentence(), started.elapsed().as_secs_f64())?;
        if let Some(scale) = fit_scale(&samples.train) {
            writeln!(out, "results fit sigmoid(score / {scale:.0}) best")?;
        }
        write_file(&self.out, &samples).map_err(Error::Sentence)?;
        let (learned, held_out) = (samples.train.len(), samples.held_out.len());
        writeln!(out, "{}: {learned} samples, and {held_out} held out", self.out.display())?;
        Ok(())
    }
}
