//! Play: games of the engine against itself, recorded.
//!
//! Every game has a number, and all that is random in it follows from the seed of the run and
//! that number: the same program makes the same games with any number of threads, and a file of
//! them can be continued. The games stand in the file in the order of their numbers.

mod evaluation;
mod file;
mod player;
mod progress;
mod run;

pub use evaluation::Evaluation;
pub use player::Player;
pub use run::{Bounds, Done, Run};

use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use lancet::commands::cores;
use lancet_arena::adjudication;

use crate::LearnError;
use crate::records::Generator;

/// Let the engine play against itself and record the games
///
/// It ends with the first bound that is reached, or by Ctrl-C. The same command again goes on
/// where the file ends.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Play {
    /// The file for the games; one that is there is continued
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// The network to play by, instead of the built-in one
    #[arg(long, value_name = "FILE", conflicts_with = "material")]
    pub net: Option<PathBuf>,
    /// Play by the values of the pieces alone
    #[arg(long)]
    pub material: bool,
    /// Nodes of a move after which no iteration begins
    #[arg(long, value_name = "N", default_value = "1000")]
    pub soft: NonZeroU32,
    /// Nodes of a move after which its search ends, five times the soft limit if not given
    #[arg(long, value_name = "N")]
    pub hard: Option<NonZeroU32>,
    /// The number that all chance follows from
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// MiB of hash for each game, what suits the limits if not given
    #[arg(long, value_name = "MiB", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub hash: Option<u16>,
    /// Threads, one for each core if not given
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Games in the file after which it ends
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,
    /// Positions in the file after which it ends
    #[arg(long, value_name = "N")]
    pub positions: Option<u64>,
    /// The time after which no more games begin, such as 45s, 90m or 2h30m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,
}

impl Play {
    /// Plays until a bound is reached, and tells what was done.
    ///
    /// # Errors
    /// A sentence where the file or the network is not as it should be; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        let done = self.to_run().and_then(|run| run.play(&self.out))?;
        writeln!(out, "{done}")?;
        Ok(())
    }

    /// The run that is asked for.
    ///
    /// # Errors
    /// A sentence where the network is not as it should be, or there is no memory or no thread.
    pub fn to_run(&self) -> Result<Run, LearnError> {
        let evaluation = match &self.net {
            Some(path) => Evaluation::open(path)?,
            None if self.material => Evaluation::material(),
            None => Evaluation::built_in(),
        };
        let soft_nodes = self.soft.get();
        let hard_nodes = self.hard.map_or_else(|| hard_limit(soft_nodes), NonZeroU32::get);
        let generator = Generator {
            seed: self.seed,
            soft_nodes,
            hard_nodes,
            hash_mb: self.hash.unwrap_or(suitable_hash(soft_nodes)),
            rules: adjudication::VERSION,
            ..Generator::default()
        };
        let bounds = Bounds { games: self.games, positions: self.positions, time: self.time };
        let mut run = Run::new(generator, evaluation)?;
        run.bounds = bounds;
        run.threads = self.threads.map_or_else(cores, NonZeroUsize::get);
        Ok(run)
    }
}

/// The hard limit that goes with a soft one: high enough that nearly all iterations are finished.
pub(crate) const fn hard_limit(soft_nodes: u32) -> u32 {
    soft_nodes.saturating_mul(5)
}

/// MiB of a table that a game at this limit can fill: clearing a larger one would take time.
pub(crate) fn suitable_hash(soft_nodes: u32) -> u16 {
    match soft_nodes {
        0..=500 => 2,
        501..=1500 => 4,
        1501..=4000 => 8,
        _ => 16,
    }
}

/// A time such as `2h30m`, `90m`, `45s` or `600` seconds.
pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no time; write it as 45s, 90m or 2h30m");
    let mut seconds = 0u64;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number: u64 = rest[..digits].parse().map_err(|_| wrong())?;
        let unit = rest[digits..].chars().next();
        let factor = match unit {
            Some('h') => 3600,
            Some('m') => 60,
            Some('s') | None => 1,
            Some(_) => return Err(wrong()),
        };
        let part = number.checked_mul(factor).ok_or_else(wrong)?;
        seconds = seconds.checked_add(part).ok_or_else(wrong)?;
        rest = &rest[digits + unit.map_or(0, char::len_utf8)..];
    }
    if text.is_empty() { Err(wrong()) } else { Ok(Duration::from_secs(seconds)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        let seconds = |text| parse_time(text).map(|time| time.as_secs());
        assert_eq!(seconds("2h30m"), Ok(9000));
        assert_eq!(seconds("90m"), Ok(5400));
        assert_eq!(seconds("1h1m1s"), Ok(3661));
        assert_eq!(seconds("45"), Ok(45));
        for wrong in ["", "h", "2d", "m5", "1.5h", "99999999999999999999s", "9999999999999999999h", "2ü"] {
            assert!(seconds(wrong).unwrap_err().contains("is no time"), "{wrong}");
        }
    }
}
