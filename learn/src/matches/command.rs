//! Command: `match` on the command line.

use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use lancet::commands::cores;
use lancet_arena::openings::Openings;
use lancet_arena::report::{Progress, tell};
use lancet_arena::runner::{Contest, Ended};
use lancet_arena::statistics::{Sprt, Tally};
use lancet_arena::time_control::Pace;

use crate::play::{Evaluation, hard_limit, suitable_hash};
use crate::{LearnError, interrupt};

/// Nodes of a move where nothing else is said.
const NODES: u32 = 2000;

/// Games where nothing else is said; a sequential test ends long before.
const GAMES: u64 = 400;
const SPRT_GAMES: u64 = 40_000;

/// Let two evaluations play a match with the same search
///
/// An evaluation is a network file, or one of the words `material` and `built-in`. Games come in
/// pairs from the same opening with colours exchanged. Elo is that of the first over the second.
#[derive(Args, Clone, Debug)]
pub struct Match {
    /// The first: a network file, `material` or `built-in`
    #[arg(value_name = "A")]
    pub first: PathBuf,
    /// The second, likewise
    #[arg(value_name = "B")]
    pub second: PathBuf,
    /// Games, an even number [default: 400; at most 40000 with --sprt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// Nodes of a move [default: 2000]
    #[arg(long, value_name = "N", conflicts_with = "soft")]
    pub nodes: Option<NonZeroU32>,
    /// Nodes of a move after which no iteration begins, as in self-play
    #[arg(long, value_name = "N")]
    pub soft: Option<NonZeroU32>,
    /// The number that all chance follows from
    #[arg(long, value_name = "S", default_value = "1")]
    pub seed: u64,
    /// Threads, one for each core if not given; the results do not depend on it
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Begin in the positions of this file, instead of after random moves
    #[arg(long, value_name = "FILE.epd")]
    pub openings: Option<PathBuf>,
    /// Stop when it is clear whether the difference is rather E0 or E1 normalised Elo (5 % error)
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// The time after which no more games begin.
    #[arg(skip)]
    pub time: Option<Duration>,
}

impl Match {
    /// Plays, and tells how it went.
    ///
    /// # Errors
    /// A sentence where a file is not as it should be; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        self.play(Tally::default(), out).map(|_| ())
    }

    /// Plays what is left after the pairs of `before`, and tells how it went.
    ///
    /// # Errors
    /// As [`Match::run`].
    pub fn play(&self, before: Tally, out: &mut dyn Write) -> Result<Ended, LearnError> {
        let contest = self.contest()?;
        interrupt::install_handler();
        let mut progress = Progress::new(&contest);
        let ended = contest.play(before, |tally, _| {
            progress.show(tally);
            Ok::<_, LearnError>(())
        });
        progress.end();
        let ended = ended?;
        tell(&ended, self.sprt, out)?;
        Ok(ended)
    }

    fn contest(&self) -> Result<Contest, LearnError> {
        let openings = match &self.openings {
            Some(path) => Openings::read(path, self.seed)?,
            None => Openings::RANDOM,
        };
        let usual = if self.sprt.is_some() { SPRT_GAMES } else { GAMES };
        let pairs = self.games.unwrap_or(usual).div_ceil(2);
        let pairs = match openings.pairs() {
            Some(most) if most < pairs && self.games.is_some() => {
                return Err(LearnError::Engine(lancet::Error::Usage(format!(
                    "the openings are enough for {} games: from each come two",
                    2 * most
                ))));
            }
            Some(most) => pairs.min(most),
            None => pairs,
        };
        let nodes = self.soft.or(self.nodes).map_or(NODES, NonZeroU32::get);
        let pace =
            if self.soft.is_some() { Pace::Soft(nodes, hard_limit(nodes)) } else { Pace::Nodes(nodes) };
        let players = [Evaluation::named(&self.first)?.player(), Evaluation::named(&self.second)?.player()];
        Ok(Contest {
            hash_mb: suitable_hash(nodes).into(),
            openings,
            seed: self.seed,
            threads: self.threads.map_or_else(cores, NonZeroUsize::get),
            sprt: self.sprt,
            time: self.time,
            interrupted: interrupt::is_set,
            ..Contest::new(players, pace, pairs)
        })
    }
}
