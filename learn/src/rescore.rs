//! Rescore: games that were played before, judged again by a stronger network.

use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use lancet::Error;
use lancet::commands::cores;

use crate::play::{Done, Evaluation, Run, hard_limit, parse_time, suitable_hash};
use crate::records::{Damage, Game, Generator, Reader};
use crate::samples::Filter;

/// Judge the positions of games again
///
/// Moves and results stay. Each position that training takes is searched, and its score is what is
/// found now; the others keep theirs. It ends by Ctrl-C, and the same command again goes on where
/// the file ends.
#[derive(Args, Clone, Debug)]
pub struct Rescore {
    /// A file of games of one run
    #[arg(value_name = "FILE")]
    pub games: PathBuf,
    /// The file for the games; one that is there is continued
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// The network to judge by, instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,
    /// Nodes of a search after which no iteration begins
    #[arg(long, value_name = "N", default_value = "300")]
    pub soft: NonZeroU32,
    /// Threads, one for each core if not given
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// The time after which no more games are begun, such as 45s, 90m or 2h30m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,
}

impl Rescore {
    /// Judges all games, and tells what was done.
    ///
    /// # Errors
    /// A sentence where a file or the network is not as it should be; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let (done, damage) = self.judge().map_err(Error::Sentence)?;
        writeln!(out, "{done}")?;
        Ok(damage.tell(out)?)
    }

    /// Judges all games, and tells what of the file had to be passed over.
    ///
    /// # Errors
    /// A sentence where a file or the network is not as it should be.
    pub fn judge(&self) -> Result<(Done, Damage), String> {
        let (played_by, games, damage) = read(&self.games)?;
        let mut run = self.to_run(played_by)?;
        run.bounds.games = Some(games.len() as u64);
        Ok((run.judge(&games, &Filter::default(), &self.out)?, damage))
    }

    /// A number that changes with the way the engine judges.
    ///
    /// # Errors
    /// A sentence where the network is not as it should be, or there is no memory or no thread.
    pub fn signature(&self) -> Result<u64, String> {
        self.to_run(Generator::default()).map(|run| run.generator().signature)
    }

    /// The run that judges games of a generator.
    fn to_run(&self, played_by: Generator) -> Result<Run, String> {
        let evaluation = self.net.as_deref().map_or_else(|| Ok(Evaluation::built_in()), Evaluation::open)?;
        let soft_nodes = self.soft.get();
        let generator = Generator {
            soft_nodes,
            hard_nodes: hard_limit(soft_nodes),
            hash_mb: suitable_hash(soft_nodes),
            rules: played_by.rules | Generator::JUDGED,
            ..played_by
        };
        let mut run = Run::new(generator, evaluation)?;
        run.threads = self.threads.map_or_else(cores, NonZeroUsize::get);
        run.bounds.time = self.time;
        Ok(run)
    }
}

/// The games of a file, what made all of them, and what is damaged.
fn read(path: &Path) -> Result<(Generator, Vec<Game>, Damage), String> {
    let name = path.display();
    let mut generator = None;
    let mut games = Vec::new();
    let mut damage = Damage::default();
    let mut reader = Reader::open(path)?;
    while let Some(block) = reader.next_block() {
        let of_block = block.header.generator;
        if *generator.get_or_insert(of_block) != of_block {
            return Err(format!("{name} holds games of several runs; give those of one"));
        }
        games.extend(damage.decode(&block).unwrap_or_default().games);
    }
    damage.add(reader.damage());
    match (generator, &damage.error) {
        (_, Some(error)) => Err(format!("{name} cannot be read to its end: {error}")),
        (None, None) => Err(format!("{name} holds no games that can be read")),
        (Some(generator), None) => Ok((generator, games, damage)),
    }
}
