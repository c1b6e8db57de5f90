//! Wdl: what a score means for the result of a game, fitted to the engine's own games.

mod calibration;
mod fit;
mod observe;

pub use calibration::{Bucket, Calibration};
pub use fit::{Cell, Fit, fit};
pub use observe::{Observation, Observations, Observer};

use std::collections::BTreeMap;
use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use clap::Args;
use lancet::Error;
use lancet::commands::cores;

use crate::play::Evaluation;
use crate::whole;

/// Parts of the games that are held out by turns.
const FOLDS: u32 = 5;

/// Fit the win-draw-loss model to games and write its numbers for the engine
///
/// Some positions of each game are searched by the network that is to be shipped; the results are those of
/// the games. Every game is held out once: the table shows how well those are predicted that the numbers
/// were not fitted to. The numbers that are written are fitted to all.
#[derive(Args, Clone, Debug)]
pub struct FitWdl {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The network to search by, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,
    /// Positions of each game
    #[arg(long, value_name = "N", default_value = "2")]
    pub sample: NonZeroUsize,
    /// Nodes of a search after which no iteration begins
    #[arg(long, value_name = "N", default_value = "2000")]
    pub soft: NonZeroU32,
    /// Threads, one for each core if not given
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// The file to write: src/eval/wdl/fitted.rs
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

impl FitWdl {
    /// Fits, writes and tells.
    ///
    /// # Errors
    /// A sentence where a file cannot be read or written, or the games do not determine the numbers; those
    /// of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let evaluation = match &self.net {
            Some(path) => Evaluation::open(path).map_err(Error::Sentence)?,
            None => Evaluation::built_in(),
        };
        let observer = Observer {
            evaluation,
            soft_nodes: self.soft.get(),
            sample: self.sample.get(),
            threads: self.threads.map_or_else(cores, NonZeroUsize::get),
        };
        let all = observer.observe(&self.files).map_err(Error::Sentence)?;
        writeln!(out, "{}", all.sentence())?;
        let held_out = held_out(&all.list).map_err(Error::Sentence)?;
        held_out.tell(out)?;
        let whole = fit(&cells(&all.list, |_| true)).map_err(Error::Sentence)?;
        whole.tell(out)?;
        if let Some(path) = &self.out {
            let source = whole.source(&[observer.sentence(), all.sentence()]);
            whole::write(path, |file| file.write_all(source.as_bytes())).map_err(Error::Sentence)?;
        }
        Ok(())
    }
}

/// Fits to all parts but one, by turns, and looks how the one is predicted.
fn held_out(all: &[Observation]) -> Result<Calibration, String> {
    let mut calibration = Calibration::default();
    for fold in 0..FOLDS {
        let is_out = |observation: &Observation| observation.number % FOLDS == fold;
        let curves = fit(&cells(all, |one| !is_out(one)))?.curves;
        for game in all.chunk_by(|a, b| a.game == b.game).filter(|game| is_out(&game[0])) {
            calibration.add_game(game, |one| curves.at(one.material));
        }
    }
    Ok(calibration)
}

/// The observations that are wanted, those alike taken together.
fn cells(all: &[Observation], wanted: impl Fn(&Observation) -> bool) -> Vec<Cell> {
    let mut counts: BTreeMap<(i32, u32), [f64; 3]> = BTreeMap::new();
    for one in all.iter().filter(|one| wanted(one)) {
        counts.entry((one.units, one.material)).or_default()[usize::from(one.points)] += 1.0;
    }
    let cell = |((units, material), counts): ((i32, u32), [f64; 3])| Cell {
        units: f64::from(units),
        material,
        counts,
    };
    counts.into_iter().map(cell).collect()
}
