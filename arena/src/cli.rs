//! The command line of `lancet-arena`.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, value_parser};

use lancet::commands::cores;
use lancet::eval::nnue::Model;
use lancet::search::Settings;
use lancet::tt::Tt;
use lancet::{Error, console};

use crate::driver_config::Contestant;
use crate::driver_match::Games;
use crate::statistics::Sprt;
use crate::time_control::Pace;

/// Nodes of a move where nothing else is said.
const NODES: u32 = 10_000;

/// Games between chess engines in one process
#[derive(Parser, Debug)]
#[command(name = "lancet-arena", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Match(MatchArgs),
}

/// Runs the command that the arguments name.
#[must_use]
pub fn run() -> ExitCode {
    console::run(std::env::args_os(), execute)
}

fn execute(cli: Cli) -> Result<(), Error> {
    let mut out = std::io::stdout();
    match cli.command {
        Command::Match(args) => args.games()?.run(&mut out),
    }
}

/// Let the narrow-window drivers play: each against the first
///
/// Games come in pairs from the same opening with colours exchanged; Elo is that of the driver over
/// the first one, with 95 % error. With --csv the same command again goes on where it was broken off.
#[derive(Args, Debug)]
struct MatchArgs {
    /// Drivers as for `drivers`; the first is whom the others play against
    #[arg(value_name = "DRIVER", default_values = Contestant::PLAYERS)]
    contestants: Vec<Contestant>,
    /// Games of each match, an even number
    #[arg(long, value_name = "N", default_value = "2000", value_parser = value_parser!(u64).range(1..))]
    games: u64,
    /// Nodes of a move [default: 10000]
    #[arg(long, value_name = "N", group = "pace")]
    nodes: Option<NonZeroU32>,
    /// Milliseconds of a move
    #[arg(long, value_name = "MS", group = "pace")]
    movetime: Option<NonZeroU32>,
    /// Seconds of a game, and what each move adds, such as 8+0.08
    #[arg(long, value_name = "TIME", group = "pace")]
    clock: Option<Pace>,
    /// Begin where the lines of this EPD or PGN file end, instead of after random moves
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The number that all chance follows from
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Pairs of games side by side, one for each processor if nothing is said
    #[arg(long, value_name = "N", value_parser = count(Settings::MAX_THREADS))]
    threads: Option<u64>,
    /// MiB of the transposition table of each player
    #[arg(long, value_name = "MB", default_value = "16", value_parser = count(Tt::MAX_MB))]
    hash: u64,
    #[command(flatten)]
    engine: EngineArgs,
    /// Stop a match when it is clear whether the difference is rather E0 or E1 normalised Elo (5 % error)
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// A file for every pair of games
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// A file to which the games are added, with scores in comments
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

/// What is the same for all drivers
#[derive(Args, Debug)]
struct EngineArgs {
    /// Rules to switch off, such as use_pass_researches (needs a tuning build)
    #[arg(long, value_name = "RULE,...", value_delimiter = ',')]
    without: Vec<String>,
    /// A model to evaluate by, in place of the built-in network
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

impl MatchArgs {
    /// The matches that are asked for.
    pub fn games(self) -> Result<Games, Error> {
        let pace = match (self.clock, self.movetime) {
            (Some(clock), _) => clock,
            (None, Some(ms)) => Pace::MoveTime(Duration::from_millis(ms.get().into())),
            (None, None) => Pace::Nodes(self.nodes.map_or(NODES, NonZeroU32::get)),
        };
        Ok(Games {
            contestants: self.contestants,
            games: self.games,
            pace,
            openings: self.openings,
            seed: self.seed,
            threads: self.threads.map_or_else(cores, |threads| threads as usize),
            hash_mb: self.hash as usize,
            without: self.engine.without,
            model: load_model(self.engine.eval_file.as_deref())?,
            sprt: self.sprt,
            csv: self.csv,
            pgn: self.pgn,
        })
    }
}

fn count(max: usize) -> clap::builder::RangedU64ValueParser<u64> {
    value_parser!(u64).range(1..=max as u64)
}

/// The model of a file, or the built-in network where none is named.
fn load_model(path: Option<&Path>) -> Result<Arc<Model>, Error> {
    let Some(path) = path else { return Ok(Model::built_in()) };
    let refused =
        |error| Error::sentence(format!("cannot load evaluation file '{}': {error}", path.display()));
    Model::load(path).map(Arc::new).map_err(refused)
}
