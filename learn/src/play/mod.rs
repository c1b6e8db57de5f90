//! Self-play.
//!
//! Every game has a number, and everything random in it follows from the seed of the run and that number: the
//! same program plays the same games with any number of threads, and their file can be continued. Games are
//! stored in the order of their numbers.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "progress is rounded from floats"
)]

mod bounds;
mod evaluation;
mod file;
mod player;
mod progress;
mod rules;
mod run;
mod value_search;

pub use bounds::Bounds;
pub use evaluation::Evaluation;
pub(crate) use file::difference;
pub use player::Player;
pub use rules::{FIRST_RULES, RULES, is_known};
pub(crate) use run::numbered;
pub use run::{NumberedGame, Run, RunSummary};
pub(crate) use value_search::ValueSearch;

use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Duration;

use clap::Args;
use lancet::commands::cores;
use lancet::files::{InputFile, OutputFile};

use crate::LearnError;
use crate::duration::parse_time;
use crate::records::Generator;

/// Play games of the engine against itself and record them
///
/// The run ends at the first bound that is reached, or by Ctrl-C. The same command continues the file.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Play {
    /// Record file; continued if it exists
    #[arg(long, value_name = "FILE")]
    pub out: OutputFile,
    /// Network file, instead of the built-in network
    #[arg(long, value_name = "FILE", conflicts_with = "material")]
    pub net: Option<InputFile>,
    /// Evaluate by material values alone
    #[arg(long)]
    pub material: bool,
    /// Nodes per move after which no iteration starts
    #[arg(long, value_name = "N", default_value = "1000")]
    pub soft: NonZeroU32,
    /// Nodes per move after which the search ends [default: five times the soft limit]
    #[arg(long, value_name = "N")]
    pub hard: Option<NonZeroU32>,
    /// RNG seed
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// MiB of hash [default: by the soft limit]
    #[arg(long, value_name = "MiB", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub hash: Option<u16>,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Number of the first game in the file: other machines play those before it
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub first_game: u64,
    /// Number of games in the file that ends the run
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,
    /// Number of positions in the file that ends the run
    #[arg(long, value_name = "N")]
    pub positions: Option<u64>,
    /// Time after which no further game starts, such as 45s, 90m or 2h30m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,
}

impl Play {
    /// Plays until a bound is reached and writes a summary.
    ///
    /// # Errors
    /// [`LearnError::Interrupted`] if an interrupt comes before a given bound, with the games so far in the file; other
    /// [`LearnError`]s if the file or the network cannot be used; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        let run = self.to_run()?;
        let summary = run.play(&self.out)?;
        writeln!(out, "{summary}")?;
        summary.damage.print(out)?;
        // Without a bound an interrupt is the only end.
        let is_bounded = run.bounds != Bounds::default();
        if summary.interrupted && is_bounded { Err(LearnError::Interrupted) } else { Ok(()) }
    }

    /// Returns the run of this command.
    ///
    /// # Errors
    /// [`LearnError`] if the hard limit is below the soft one, the network cannot be loaded, or there is no memory or no
    /// thread.
    pub fn to_run(&self) -> Result<Run, LearnError> {
        let evaluation = match &self.net {
            Some(path) => Evaluation::open(path)?,
            None if self.material => Evaluation::material(),
            None => Evaluation::built_in(),
        };
        let soft_nodes = self.soft.get();
        let hard_nodes = self.hard.map_or_else(|| hard_limit(soft_nodes), NonZeroU32::get);
        if soft_nodes > hard_nodes {
            let (smaller, larger) = (format!("--soft {soft_nodes}"), format!("--hard {hard_nodes}"));
            return Err(LearnError::Order { smaller, larger });
        }
        let generator = Generator {
            seed: self.seed,
            soft_nodes,
            hard_nodes,
            hash_mb: self.hash.unwrap_or(suitable_hash(soft_nodes)),
            rules: RULES,
            ..Generator::default()
        };
        let bounds = Bounds { games: self.games, positions: self.positions, time: self.time };
        let mut run = Run::new(generator, evaluation)?;
        run.first_game = self.first_game;
        run.bounds = bounds;
        run.threads = self.threads.map_or_else(cores, NonZeroUsize::get);
        Ok(run)
    }
}

/// Returns the hard limit for a soft limit: high enough that nearly all iterations are completed.
pub(crate) const fn hard_limit(soft_nodes: u32) -> u32 {
    soft_nodes.saturating_mul(5)
}

/// Returns the MiB of hash for a soft limit. A game would not fill a larger table, which takes time to clear.
pub(crate) fn suitable_hash(soft_nodes: u32) -> u16 {
    match soft_nodes {
        0..=500 => 2,
        501..=1500 => 4,
        1501..=4000 => 8,
        _ => 16,
    }
}
