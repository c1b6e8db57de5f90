//! Drivers: the command line of the comparison of drivers, by searches and by games.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};

use super::{count, depth, load_model};
use lancet::Error;
use lancet::commands::cores;
use lancet::commands::drivers::{Contestant, Drivers, Games};
use lancet::commands::matches::{Pace, Sprt};
use lancet::search::Settings;
use lancet::tt::Tt;
use lancet::types::Depth;

/// Nodes of a move where nothing else is said.
const NODES: u32 = 10_000;

/// Compare the narrow-window drivers: nodes and time to a depth, by those of the first
///
/// With --csv the same command again goes on where it was broken off.
#[derive(Args, Debug)]
pub(super) struct DriversArgs {
    /// Drivers, each with parameters if wished: -full for no aspiration, and for MTD(f) -twoback, -mean, -step8
    #[arg(value_name = "DRIVER", default_values = Contestant::ALL)]
    contestants: Vec<Contestant>,
    /// The depth to which each position is searched
    #[arg(long, value_name = "D", default_value_t = 10, value_parser = depth())]
    depth: Depth,
    /// EPD files with positions, in place of positions from games against itself
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    epd: Vec<PathBuf>,
    /// How many positions at most
    #[arg(long, value_name = "N", default_value = "200", value_parser = count(100_000))]
    positions: u64,
    /// Sizes of the transposition table in MiB
    #[arg(long, value_name = "MB,...", default_value = "16", value_delimiter = ',', value_parser = count(Tt::MAX_MB))]
    hash: Vec<u64>,
    /// Bounds that the table keeps for a position, 1 or 2 (needs a tuning build)
    #[arg(long, value_name = "N,...", default_value = "1", value_delimiter = ',', value_parser = value_parser!(i32).range(1..=2))]
    bounds: Vec<i32>,
    /// What evaluations are multiples of (needs a tuning build)
    #[arg(long, value_name = "N,...", default_value = "1", value_delimiter = ',', value_parser = value_parser!(i32).range(1..=64))]
    grain: Vec<i32>,
    /// Only the table at equal depth and no other rule: all must find the same (needs a tuning build)
    #[arg(long)]
    plain: bool,
    /// Searches side by side; times are those of a machine with so much to do
    #[arg(long, value_name = "N", default_value = "1", value_parser = count(Settings::MAX_THREADS))]
    threads: u64,
    #[command(flatten)]
    engine: EngineArgs,
    /// A file for every single result
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

/// Let the narrow-window drivers play: each against the first
///
/// Games come in pairs from the same opening with colours exchanged; Elo is that of the driver over
/// the first one, with 95 % error. With --csv the same command again goes on where it was broken off.
#[derive(Args, Debug)]
pub(super) struct MatchArgs {
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

impl DriversArgs {
    /// The comparison that is asked for.
    pub fn comparison(self) -> Result<Drivers, Error> {
        Ok(Drivers {
            files: self.epd,
            positions: self.positions as usize,
            depth: self.depth,
            contestants: self.contestants,
            hash_mb: self.hash.into_iter().map(|mb| mb as usize).collect(),
            bounds: self.bounds,
            grains: self.grain,
            plain: self.plain,
            without: self.engine.without,
            model: load_model(self.engine.eval_file.as_deref())?,
            threads: self.threads as usize,
            csv: self.csv,
        })
    }
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
