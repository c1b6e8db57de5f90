//! The command `rescore`: new scores for old games by a stronger network.

use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;
use std::time::Duration;

use clap::Args;
use lancet::commands::cores;
use lancet::files::{InputFile, OutputFile};
use lancet::position::Position;

use crate::LearnError;
use crate::duration::parse_time;
use crate::play::{Evaluation, NumberedGame, Run, RunSummary, hard_limit, numbered, suitable_hash};
use crate::records::{Damage, Game, Generator, Reader, ScoredMove};
use crate::samples::{Filter, FilterCounts};

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
    /// [`LearnError::Interrupted`] after an interrupt, with the games so far in the file; other [`LearnError`]s if a file
    /// or the network cannot be used; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        let (games, damage) = PlayedGames::read(&self.games)?;
        let done = self.rescored(&games)?;
        writeln!(out, "{done}")?;
        let all = games.games.len();
        if done.games < all as u64 {
            writeln!(out, "{} of {all} games; run the same command to resume", done.games)?;
        }
        damage.print(out)?;
        done.damage.print(out)?;
        if done.interrupted { Err(LearnError::Interrupted) } else { Ok(()) }
    }

    /// Rescores all games. Returns a summary and what was skipped of the input.
    ///
    /// # Errors
    /// [`LearnError`] if a file or the network cannot be used.
    pub fn rescore(&self) -> Result<(RunSummary, Damage), LearnError> {
        let (games, damage) = PlayedGames::read(&self.games)?;
        Ok((self.rescored(&games)?, damage))
    }

    fn rescored(&self, games: &PlayedGames) -> Result<RunSummary, LearnError> {
        let mut run = self.to_run(games.generator)?;
        run.bounds.games = Some(games.games.len() as u64);
        if self.out.is_file() {
            games.check_origin(&self.out)?;
        }
        run.rescore(&games.games, &Filter::default(), &self.out)
    }

    /// Returns the engine signature with the network in rescored games that were played by this version of the rules.
    ///
    /// # Errors
    /// [`LearnError`] if the network cannot be loaded, or there is no memory or no thread.
    pub fn signature(&self, rules: u16) -> Result<u64, LearnError> {
        let played_by = Generator { rules, ..Generator::default() };
        self.to_run(played_by).map(|run| run.generator().signature)
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

/// The games of a run, in the order of their numbers.
pub(crate) struct PlayedGames {
    /// What played them.
    pub generator: Generator,
    /// The games, each once.
    pub games: Vec<NumberedGame>,
}

impl PlayedGames {
    /// Reads the games of a file. Returns what was skipped, too.
    ///
    /// # Errors
    /// [`LearnError`] if the file cannot be read or has no games, or those of several runs.
    pub fn read(path: &Path) -> Result<(PlayedGames, Damage), LearnError> {
        let mut generator: Option<Generator> = None;
        let mut games = Vec::new();
        let mut damage = Damage::default();
        let mut reader = Reader::open(path)?;
        while let Some(block) = reader.next_block() {
            let header = block.header;
            if *generator.get_or_insert(header.generator) != header.generator {
                return Err(LearnError::SeveralRuns(path.into()));
            }
            // Invalid games are the last ones of a block.
            games.extend((header.first_game..).zip(damage.decode(&block).unwrap_or_default().games));
        }
        damage.add(&reader.finish(path)?);
        // Files can be joined in any order, and with a block twice.
        games.sort_by_key(|(number, _)| *number);
        if games
            .windows(2)
            .any(|pair| pair[0].0 == pair[1].0 && !pair[0].1.all_moves().eq(pair[1].1.all_moves()))
        {
            return Err(LearnError::SeveralRuns(path.into()));
        }
        games.dedup_by_key(|(number, _)| *number);
        let generator = generator.ok_or_else(|| LearnError::NoGames(path.into()))?;
        Ok((PlayedGames { generator, games }, damage))
    }

    /// Checks that the games of `path` are rescored ones of these.
    fn check_origin(&self, path: &Path) -> Result<(), LearnError> {
        let mut reader = Reader::open(path)?;
        while let Some(block) = reader.next_block() {
            let rescored = block.decode().unwrap_or_default().games;
            for (number, rescored) in (block.header.first_game..).zip(&rescored) {
                let played = numbered(&self.games, number);
                if !played.is_some_and(|played| is_rescored(rescored, played)) {
                    let difference = format!("another game {number}");
                    return Err(LearnError::OtherRun { path: path.into(), difference });
                }
            }
        }
        Ok(())
    }
}

/// Reports whether a game is another one with new scores: those that rescoring keeps are the same.
fn is_rescored(rescored: &Game, played: &Game) -> bool {
    let is_kept = |(ply, ((position, scored), new)): (usize, ((Position, ScoredMove), &ScoredMove))| {
        new.score == scored.score
            || Filter::default().keeps(&position, &scored, ply, &mut FilterCounts::default())
    };
    rescored.all_moves().eq(played.all_moves())
        && (rescored.result, rescored.termination) == (played.result, played.termination)
        && (played.opening.len()..).zip(played.positions().zip(&rescored.moves)).all(is_kept)
}
