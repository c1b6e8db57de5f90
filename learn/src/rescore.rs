//! The command `rescore`: new scores for old games by a stronger network.

use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::time::Duration;

use clap::Args;
use lancet::commands::cores;
use lancet::files::{InputFile, OutputFile};

use crate::LearnError;
use crate::duration::parse_time;
use crate::play::{Evaluation, Run, RunSummary, hard_limit, suitable_hash};
use crate::records::{Damage, Game, Generator, Reader};
use crate::samples::Filter;

/// Search the positions of games again and replace their scores
///
/// Moves and results are kept. Each position that training uses is searched and gets a new score; the others
/// keep theirs. Ctrl-C stops the run; the same command resumes it where the output file ends.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Rescore {
    /// A file of games of a single run
    #[arg(value_name = "FILE")]
    pub games: InputFile,
    /// The output file; an existing one is continued
    #[arg(long, value_name = "FILE")]
    pub out: OutputFile,
    /// The network to search with [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    pub net: Option<InputFile>,
    /// Soft node limit of a search: no iteration starts beyond it
    #[arg(long, value_name = "N", default_value = "300")]
    pub soft: NonZeroU32,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Time after which no further game is started, e.g. 45s, 90m or 2h30m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,
}

impl Rescore {
    /// Rescores all games and prints a summary.
    ///
    /// # Errors
    /// [`LearnError`] if a file or the network cannot be used; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        let (done, damage) = self.rescore()?;
        writeln!(out, "{done}")?;
        Ok(damage.print(out)?)
    }

    /// Rescores all games. Returns a summary and what was skipped of the input.
    ///
    /// # Errors
    /// [`LearnError`] if a file or the network cannot be used.
    pub fn rescore(&self) -> Result<(RunSummary, Damage), LearnError> {
        let (played_by, games, damage) = read_games(&self.games)?;
        let mut run = self.to_run(played_by)?;
        run.bounds.games = Some(games.len() as u64);
        Ok((run.rescore(&games, &Filter::default(), &self.out)?, damage))
    }

    /// Returns the engine signature with the network.
    ///
    /// # Errors
    /// [`LearnError`] if the network cannot be loaded, or there is no memory or no thread.
    pub fn signature(&self) -> Result<u64, LearnError> {
        self.to_run(Generator::default()).map(|run| run.generator().signature)
    }

    /// Returns the run that rescores games of a generator.
    fn to_run(&self, played_by: Generator) -> Result<Run, LearnError> {
        let evaluation = self.net.as_deref().map_or_else(|| Ok(Evaluation::built_in()), Evaluation::open)?;
        let soft_nodes = self.soft.get();
        let generator = Generator {
            soft_nodes,
            hard_nodes: hard_limit(soft_nodes),
            hash_mb: suitable_hash(soft_nodes),
            rules: played_by.rules | Generator::RESCORED,
            ..played_by
        };
        let mut run = Run::new(generator, evaluation)?;
        run.threads = self.threads.map_or_else(cores, NonZeroUsize::get);
        run.bounds.time = self.time;
        Ok(run)
    }
}

/// Reads the games of a file. Returns their generator and what was skipped, too.
///
/// # Errors
/// [`LearnError`] if the file cannot be read or has no games, or those of several runs.
pub(crate) fn read_games(path: &Path) -> Result<(Generator, Vec<Game>, Damage), LearnError> {
    let mut generator = None;
    let mut games = Vec::new();
    let mut damage = Damage::default();
    let mut reader = Reader::open(path)?;
    while let Some(block) = reader.next_block() {
        let of_block = block.header.generator;
        if *generator.get_or_insert(of_block) != of_block {
            return Err(LearnError::SeveralRuns(path.into()));
        }
        games.extend(damage.decode(&block).unwrap_or_default().games);
    }
    damage.add(reader.damage());
    if let Some(reason) = damage.error {
        return Err(LearnError::ReadAborted { path: path.into(), reason });
    }
    let generator = generator.ok_or_else(|| LearnError::NoGames(path.into()))?;
    Ok((generator, games, damage))
}
