//! The command line of `lancet-arena`.
#![expect(clippy::cast_possible_truncation, reason = "clap has checked the ranges")]

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::ExitCode;
use std::slice;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, value_parser};

use lancet::commands::cores;
use lancet::console::{self, TableFormat, count, interrupt, warn};
use lancet::files::{self, InputFile, InputStream, OutputFile};
use lancet::search::Settings;
use lancet::tt::Tt;

use crate::adjudication::Adjudication;
use crate::driver_config::DriverConfig;
use crate::driver_match::DriverMatches;
use crate::error::ArenaError;
use crate::game_settings::GameSettings;
use crate::player::load_model;
use crate::report::warn_if_odd;
use crate::spsa::Tuning;
use crate::spsa::optimizer::Schedule;
use crate::statistics::Sprt;
use crate::time_control::TimeControl;

/// Default nodes per move.
const NODES: u32 = 10_000;

/// Default number of points in the table and the plot of a tuning.
const POINTS: u64 = 500;

/// Games between chess engines in one process
#[derive(Parser, Debug)]
#[command(name = "lancet-arena", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Match(Box<MatchArgs>),
    Spsa(Box<SpsaArgs>),
}

/// Runs the command that the arguments name.
#[must_use]
pub fn run() -> ExitCode {
    console::run(std::env::args_os(), execute)
}

fn execute(cli: Cli) -> Result<(), ArenaError> {
    interrupt::catch();
    let mut out = files::stdout();
    match cli.command {
        Command::Match(args) => args.matches()?.run(&mut out),
        Command::Spsa(args) => args.tuning()?.run(&mut out),
    }
}

/// Play matches between players, such as search drivers, each against the first
///
/// Games come in pairs from the same opening with colours reversed. Elo is relative to the first player, with
/// its 95 % error. Ctrl-C ends a match with the result so far; with --csv, the same command resumes it.
///
/// The settings of a player follow its driver: PVS:net=FILE plays with another network, PVS:null_base=3,use_razoring=false
/// with other search parameters and rules (needs a build with --features tune).
#[derive(Args, Debug)]
struct MatchArgs {
    /// Players, named by their drivers; the first is the opponent of the others. Options follow the name: -full for no
    /// aspiration, and for MTD(f) -twoback, -mean, -step8. Settings follow a colon
    #[arg(value_name = "PLAYER", default_values = DriverConfig::PLAYERS)]
    drivers: Vec<DriverConfig>,
    /// Games of each match, rounded up to an even number [default: 2000, with --sprt at most 40000; no more than two per opening of --openings]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    games: Option<u64>,
    #[command(flatten)]
    of_games: GameArgs,
    /// Search rules to switch off for all players, such as use_pass_researches (needs a tuning build)
    #[arg(long, value_name = "RULE,...", value_delimiter = ',')]
    without: Vec<String>,
    /// End a match by an SPRT of these hypotheses in normalized Elo (5 % error of either kind)
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Results file, one row per pair of games
    #[arg(long, value_name = "FILE")]
    csv: Option<OutputFile>,
    /// PGN file to which the games are appended, with scores in comments
    #[arg(long, value_name = "FILE")]
    pgn: Option<OutputFile>,
    /// Form of the table; with csv it is all that is printed, and the results of each match go to the standard error
    /// [default: table on a terminal, otherwise markdown]
    #[arg(long, value_name = "FORM")]
    format: Option<TableFormat>,
}

/// What all games share
#[derive(Args, Debug)]
struct GameArgs {
    /// Nodes per move [default: 10000]
    #[arg(long, value_name = "N", group = "time_control")]
    nodes: Option<NonZeroU32>,
    /// Milliseconds per move
    #[arg(long, value_name = "MS", group = "time_control")]
    movetime: Option<NonZeroU32>,
    /// Base time and increment in seconds, such as 8+0.08
    #[arg(long, value_name = "TIME", group = "time_control")]
    clock: Option<TimeControl>,
    /// Nodes that count as a millisecond of the clock, instead of real time
    #[arg(long, value_name = "N", requires = "clock", conflicts_with_all = ["nodes", "movetime"])]
    nodestime: Option<NonZeroU32>,
    /// EPD or PGN file with openings, instead of random ones
    #[arg(long, value_name = "FILE")]
    openings: Option<InputStream>,
    /// RNG seed
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Pairs of games played in parallel [default: one per processor]
    #[arg(long, value_name = "N", value_parser = count(Settings::MAX_THREADS))]
    threads: Option<u64>,
    /// Play on until the rules of chess end a game, or its 250th move; scores end none
    #[arg(long)]
    no_adjudication: bool,
    /// MiB of hash of each player
    #[arg(long, value_name = "MB", default_value_t = Tt::DEFAULT_MB as u64, value_parser = count(Tt::MAX_MB))]
    hash: u64,
    /// Network file of the players that have none of their own, instead of the built-in network
    #[arg(long, value_name = "FILE")]
    eval_file: Option<InputFile>,
}

impl GameArgs {
    fn time_control(&self) -> TimeControl {
        match (self.clock, self.movetime) {
            (Some(TimeControl::Clock { base, increment, .. }), _) => {
                let nodes_per_ms = self.nodestime.map_or(0, NonZeroU32::get);
                TimeControl::Clock { base, increment, nodes_per_ms }
            }
            (Some(other), _) => other,
            (None, Some(ms)) => TimeControl::MoveTime(Duration::from_millis(ms.get().into())),
            (None, None) => TimeControl::Nodes(self.nodes.map_or(NODES, NonZeroU32::get)),
        }
    }

    /// Warns of a network that no player uses.
    fn warn_of_idle_network(&self, players: &[DriverConfig]) {
        if self.eval_file.is_some() && players.iter().all(|player| player.network.is_some()) {
            warn("--eval-file: without effect, since every player has a network of its own");
        }
    }

    /// The settings that the arguments describe; Ctrl-C interrupts the games.
    fn settings(self) -> Result<GameSettings, ArenaError> {
        let mut settings = GameSettings {
            seed: self.seed,
            threads: self.threads.map_or_else(cores, |threads| threads as usize),
            hash_mb: self.hash as usize,
            interrupted: interrupt::is_set,
            ..GameSettings::new(self.time_control())
        };
        if self.no_adjudication {
            settings.adjudication = Adjudication::BY_RULES;
        }
        if let Some(path) = self.eval_file.as_deref() {
            settings.model = load_model(path)?;
        }
        settings.openings = self.openings.map(PathBuf::from);
        Ok(settings)
    }
}

/// Tune search parameters by games of a player against itself with other values (SPSA)
///
/// Each iteration perturbs all parameters at once, plays some pairs of games between the two sides, and moves the
/// parameters towards the winner. Ctrl-C ends a tuning with the values so far; with --checkpoint, the same command
/// resumes it. With --nodes, the same seed gives the same values with any number of threads. Needs a build with --features
/// tune.
#[derive(Args, Debug)]
struct SpsaArgs {
    /// Names of parameters; * stands for any letters, as in 'reverse_*'
    #[arg(value_name = "PARAMETER", required = true)]
    parameters: Vec<String>,
    /// Player whose parameters are the first values, such as PVS:null_base=3
    #[arg(long, value_name = "PLAYER", default_value = DriverConfig::BASELINE)]
    player: DriverConfig,
    /// Number of iterations
    #[arg(long, value_name = "N", default_value = "20000", value_parser = value_parser!(u64).range(1..1 << 32))]
    iterations: u64,
    /// Pairs of games of an iteration
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u64).range(1..1 << 20))]
    pairs: u64,
    /// Perturbation in the last iteration, in steps of the table of parameters
    #[arg(long, value_name = "STEPS", default_value = "1", value_parser = positive)]
    c_end: f64,
    /// Part of the perturbation by which a won game moves a parameter in the last iteration
    #[arg(long, value_name = "R", default_value = "0.002", value_parser = positive)]
    r_end: f64,
    /// Earlier iterations whose results an iteration may lack; at most (LAG + 1) times PAIRS threads are busy
    #[arg(long, value_name = "N", default_value = "8", value_parser = value_parser!(u64).range(0..1 << 16))]
    lag: u64,
    #[command(flatten)]
    of_games: GameArgs,
    #[command(flatten)]
    files: TrajectoryFiles,
    /// Iterations between two points of table and plot, which the checkpoint keeps [default: 500 points]
    #[arg(long, value_name = "N", requires = "TrajectoryFiles", value_parser = value_parser!(u64).range(1..))]
    every: Option<u64>,
}

/// The files that keep the trajectory of the parameters
// The struct names the group of its arguments, which `--every` requires.
#[derive(Args, Debug)]
struct TrajectoryFiles {
    /// File from which the same command resumes; written every ten seconds and at Ctrl-C
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<OutputFile>,
    /// Table with the values of the parameters after some of the iterations
    #[arg(long, value_name = "FILE")]
    csv: Option<OutputFile>,
    /// Plot of the trajectory of each parameter
    #[arg(long, value_name = "FILE")]
    svg: Option<OutputFile>,
}

impl SpsaArgs {
    /// The tuning that the arguments describe.
    fn tuning(self) -> Result<Tuning, ArenaError> {
        let SpsaArgs { iterations, r_end, lag, .. } = self;
        self.of_games.warn_of_idle_network(slice::from_ref(&self.player));
        Ok(Tuning {
            parameters: self.parameters,
            player: self.player,
            c_end: self.c_end,
            schedule: Schedule { iterations, r_end, lag },
            pairs: self.pairs,
            settings: self.of_games.settings()?,
            checkpoint: self.files.checkpoint.map(PathBuf::from),
            csv: self.files.csv.map(PathBuf::from),
            svg: self.files.svg.map(PathBuf::from),
            every: self.every.unwrap_or(iterations.div_ceil(POINTS)),
        })
    }
}

/// Parses a number above zero.
fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (1e-9..=1e9).contains(number));
    number.ok_or_else(|| "expected a number above 0, from 1e-9 to 1e9".to_owned())
}

impl MatchArgs {
    /// The matches that the arguments describe.
    fn matches(self) -> Result<DriverMatches, ArenaError> {
        self.games.into_iter().for_each(warn_if_odd);
        self.of_games.warn_of_idle_network(&self.drivers);
        Ok(DriverMatches {
            drivers: self.drivers,
            games: self.games,
            settings: self.of_games.settings()?,
            without: self.without,
            sprt: self.sprt,
            csv: self.csv.map(PathBuf::from),
            pgn: self.pgn.map(PathBuf::from),
            format: self.format.unwrap_or_default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_of_nodes_needs_a_clock() {
        let parses = |arguments: &str| {
            let words = "lancet-arena match PVS C* --nodestime 5".split(' ').chain(arguments.split(' '));
            Cli::try_parse_from(words).is_ok()
        };
        assert!(parses("--clock 1+0.1"));
        assert!(!parses("--movetime 1") && !parses("--nodes 100") && !parses("--games 2"));
    }

    #[test]
    fn points_of_a_trajectory_need_a_file() {
        let parses = |arguments: &str| {
            let words = "lancet-arena spsa null_base --every 10".split(' ');
            Cli::try_parse_from(words.chain(arguments.split_whitespace())).is_ok()
        };
        assert!(!parses("") && !parses("--nodes 50"));
        for file in ["--checkpoint a", "--csv a", "--svg a", "--checkpoint a --csv b --svg c"] {
            assert!(parses(file), "{file}");
        }
        let without = "lancet-arena spsa null_base --csv a".split(' ');
        assert!(Cli::try_parse_from(without).is_ok());
    }

    #[test]
    fn the_commands_of_the_readmes_parse() {
        let is_built_in = |arguments: &str| {
            cfg!(feature = "tune") || !arguments.contains("null_base") && !arguments.starts_with("spsa")
        };
        for (readme, prompt, expected) in
            [("README.md", "$ lancet-arena ", 4), ("../README.md", "-p lancet-arena -- ", 1)]
        {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(readme);
            // A source package may come without the README of the repository.
            let Ok(text) = std::fs::read_to_string(path) else { continue };
            let commands = text.lines().filter_map(|line| line.split_once(prompt));
            let commands: Vec<&str> =
                commands.map(|(_, arguments)| arguments).filter(|arguments| is_built_in(arguments)).collect();
            for arguments in &commands {
                let words = arguments.split('#').next().unwrap_or_default().replace('\'', "");
                let words = std::iter::once("lancet-arena").chain(words.split_whitespace());
                let parsed = Cli::try_parse_from(words);
                assert!(parsed.is_ok(), "{arguments}: {parsed:?}");
            }
            assert!(commands.len() >= expected, "only {commands:?} in {readme}");
        }
    }
}
