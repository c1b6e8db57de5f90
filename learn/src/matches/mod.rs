//! The command `match`: two evaluations with the same search against each other.

use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Duration;

use clap::Args;
use lancet::commands::cores;
use lancet::console::{Status, interrupt};
use lancet::files::{InputFile, InputStream};
use lancet_arena::openings::Openings;
use lancet_arena::report::{status_line, warn_if_odd, write_result};
use lancet_arena::runner::{self, MatchResult};
use lancet_arena::statistics::{Sprt, Tally};
use lancet_arena::time_control::TimeControl;

use crate::LearnError;
use crate::play::{Evaluation, RULES, Run, hard_limit, suitable_hash};
use crate::records::Generator;

/// The seed unless one is given, which no run of self-play has by default.
const SEED: u64 = 1_000_000;

/// Default nodes per move.
const NODES: u32 = 2000;

/// Default games without a sequential test.
const GAMES: u64 = 400;

/// Play a match between two evaluations with the same search
///
/// An evaluation is a network file, `material` or `built-in`. Games come in pairs from the same opening with
/// colours reversed. Elo is that of the first evaluation over the second.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Match {
    /// First evaluation: a network file, `material` or `built-in`
    #[arg(value_name = "A")]
    pub first: InputFile,
    /// Second evaluation
    #[arg(value_name = "B")]
    pub second: InputFile,
    /// Games, rounded up to an even number [default: 400; at most 40000 with --sprt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// Nodes per move [default: 2000]
    #[arg(long, value_name = "N", conflicts_with = "soft")]
    pub nodes: Option<NonZeroU32>,
    /// Nodes per move after which no iteration starts, as in self-play
    #[arg(long, value_name = "N")]
    pub soft: Option<NonZeroU32>,
    /// RNG seed; games of self-play with the same seed begin with the same openings, so it should not be one of theirs
    #[arg(long, value_name = "S", default_value_t = SEED)]
    pub seed: u64,
    /// Threads; the results do not depend on their number [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// EPD or PGN file with openings, instead of random ones
    #[arg(long, value_name = "FILE")]
    pub openings: Option<InputStream>,
    /// End the match by an SPRT of these hypotheses in normalized Elo (5 % error of either kind)
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// The time after which no further game starts.
    #[arg(skip)]
    pub time: Option<Duration>,
}

impl Match {
    /// Plays the match and writes its result.
    ///
    /// # Errors
    /// [`LearnError::Interrupted`] after an interrupt, with the result so far; else as [`Match::play`].
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        self.games.into_iter().for_each(warn_if_odd);
        let result = self.play(Tally::default())?;
        self.write(&result, out)?;
        if result.complete { Ok(()) } else { Err(LearnError::Interrupted) }
    }

    /// Plays the pairs that follow those of `before`.
    ///
    /// # Errors
    /// [`LearnError`] if a network or the openings cannot be used, or there is no memory or no thread.
    pub fn play(&self, before: Tally) -> Result<MatchResult, LearnError> {
        let of_match = self.to_match()?;
        interrupt::catch();
        let mut status = Status::new(of_match.pairs, before.pair_count());
        let result = of_match.play(before, |tally, _| {
            status.update(tally.pair_count(), || status_line(tally, self.sprt));
            Ok::<_, LearnError>(())
        });
        status.finish();
        result
    }

    /// Writes the result of the match.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, result: &MatchResult, out: &mut dyn Write) -> Result<(), LearnError> {
        Ok(write_result(result, self.sprt, out)?)
    }

    /// Returns a hash that changes with the search and the two evaluations.
    ///
    /// # Errors
    /// [`LearnError`] if an evaluation cannot be loaded, or there is no memory or no thread.
    pub fn signature(&self) -> Result<u64, LearnError> {
        let nodes = self.node_limit();
        let generator = Generator {
            soft_nodes: nodes,
            hard_nodes: hard_limit(nodes),
            hash_mb: suitable_hash(nodes),
            rules: RULES,
            ..Generator::default()
        };
        let of = |name: &InputFile| -> Result<u64, LearnError> {
            Ok(Run::new(generator, Evaluation::named(name)?)?.generator().signature)
        };
        Ok(of(&self.first)?.rotate_left(1) ^ of(&self.second)?)
    }

    /// The nodes of a move, or after which no iteration starts.
    fn node_limit(&self) -> u32 {
        self.soft.or(self.nodes).map_or(NODES, NonZeroU32::get)
    }

    fn to_match(&self) -> Result<runner::Match, LearnError> {
        let openings = Openings::read_or(self.openings.as_deref(), self.seed, Openings::RANDOM)?;
        let default_games = if self.sprt.is_some() { runner::Match::SPRT_GAMES } else { GAMES };
        let pairs = openings.pairs(self.games, default_games)?;
        let nodes = self.node_limit();
        let time_control = if self.soft.is_some() {
            TimeControl::SoftNodes { soft: nodes, hard: hard_limit(nodes) }
        } else {
            TimeControl::Nodes(nodes)
        };
        let engines = [Evaluation::named(&self.first)?.engine(), Evaluation::named(&self.second)?.engine()];
        Ok(runner::Match {
            hash_mb: suitable_hash(nodes).into(),
            openings,
            seed: self.seed,
            threads: self.threads.map_or_else(cores, NonZeroUsize::get),
            sprt: self.sprt,
            time: self.time,
            interrupted: interrupt::is_set,
            ..runner::Match::new(engines, time_control, pairs)
        })
    }
}
