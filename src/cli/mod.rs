//! Cli: the command line.

mod analyse;
mod book;
mod genfens;
mod manual;
mod tablebase;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, value_parser};

use analyse::AnalyseArgs;
use book::BookCommand;
use genfens::GenfensArgs;
use manual::{CompletionsArgs, ManArgs};
use tablebase::{TablebaseCommand, Tables};

use lancet::Error;
use lancet::commands::bench::{self, Bench};
use lancet::commands::go::Go;
use lancet::commands::suite::Suite;
use lancet::commands::{perft, perft_suite};
use lancet::console;
use lancet::eval::nnue::Model;
use lancet::position::{Game, Position, parse_fen, parse_move};
use lancet::search::{Limits, Settings};
use lancet::tt::Tt;
use lancet::types::{Depth, MAX_DEPTH};

/// A chess engine of the narrow-window search family.
///
/// Without a command it speaks UCI with a chess program: load it there as an engine.
/// The commands are for people and scripts.
#[derive(Parser, Debug)]
#[command(name = "lancet", version, verbatim_doc_comment)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Search a fixed set of positions; the last line is `N nodes N nps`
    Bench(BenchArgs),
    /// Count the tree of legal moves, of one position or of suites with known counts
    Perft(PerftArgs),
    /// Search positions whose best moves are known
    Suite(SuiteArgs),
    /// Search one position and tell about it
    Go(GoArgs),
    /// Review games: evaluations, mistakes, better lines, accuracy, graphs
    Analyse(AnalyseArgs),
    /// Show, check and make opening books
    #[command(subcommand, arg_required_else_help = false)]
    Book(BookCommand),
    /// Show and check endgame tables
    #[command(subcommand, arg_required_else_help = false)]
    Tablebase(TablebaseCommand),
    /// Make positions for games to begin from, as OpenBench asks for them
    Genfens(GenfensArgs),
    /// Write the manual page, or one for each command
    Man(ManArgs),
    /// Write the completions for a shell
    Completions(CompletionsArgs),
    /// Print the tunable numbers as inputs of a tuner: name, int, value, least, most, step, rate
    #[cfg(feature = "tune")]
    Spsa,
}

#[derive(Args, Debug)]
struct BenchArgs {
    /// The depth to which each position is searched
    #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = depth())]
    depth: Depth,
    /// A model to evaluate by, in place of the built-in network
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
    #[command(flatten)]
    machine: Machine,
}

#[derive(Args, Debug)]
struct PerftArgs {
    /// Plies
    #[arg(required_unless_present = "suite", value_parser = value_parser!(u32).range(0..=99))]
    depth: Option<u32>,
    /// The position, the start position if there is none
    #[arg(long)]
    fen: Option<String>,
    /// Tell the count behind each move
    #[arg(long)]
    divide: bool,
    /// Count by turns with shakmaty's perft and tell how much faster it goes here
    #[arg(long, conflicts_with_all = ["divide", "threads"])]
    compare: bool,
    /// Files with lines such as `FEN ;D1 20 ;D2 400`
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["depth", "fen", "divide", "compare"])]
    suite: Vec<PathBuf>,
    /// Leave out the counts of a suite that are larger
    #[arg(long, value_name = "N", requires = "suite")]
    max_nodes: Option<u64>,
    /// Threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = count(Settings::MAX_THREADS))]
    threads: u64,
}

#[derive(Args, Debug)]
struct SuiteArgs {
    /// EPD files with bm, am, dm or points for moves
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    end: End,
    #[command(flatten)]
    machine: Machine,
    #[command(flatten)]
    tables: Tables,
    /// One JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// A file for the positions with what was found: ce, acd, acn and pv
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

#[derive(Args, Debug)]
struct GoArgs {
    /// The position, the start position if there is none
    #[arg(long)]
    fen: Option<String>,
    /// Moves to play from there first, such as e2e4
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    #[command(flatten)]
    end: End,
    /// End when a mate in so many moves is found; the time is not limited then
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    mate: Option<u32>,
    /// Best lines to tell
    #[arg(long, value_name = "N", default_value = "1", value_parser = count(Settings::MAX_MULTI_PV))]
    multipv: u64,
    #[command(flatten)]
    machine: Machine,
    #[command(flatten)]
    tables: Tables,
}

/// What ends a search, whatever comes first
#[derive(Args, Debug)]
struct End {
    /// End after the iteration of this depth
    #[arg(long, value_name = "D", value_parser = depth())]
    depth: Option<Depth>,
    /// End after so many milliseconds; 1000 if neither depth nor nodes are given
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// End after so many nodes
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

#[derive(Args, Debug)]
struct Machine {
    /// Threads of a search
    #[arg(long, value_name = "N", default_value = "1", value_parser = count(Settings::MAX_THREADS))]
    threads: u64,
    /// MiB of the transposition table
    #[arg(long, value_name = "MB", default_value_t = bench::DEFAULT_HASH_MB as u64, value_parser = count(Tt::MAX_MB))]
    hash: u64,
}

fn depth() -> clap::builder::RangedI64ValueParser<Depth> {
    value_parser!(i32).range(1..=i64::from(MAX_DEPTH))
}

fn count(most: usize) -> clap::builder::RangedU64ValueParser<u64> {
    value_parser!(u64).range(1..=most as u64)
}

/// Runs the command that the arguments name.
pub fn run() -> ExitCode {
    console::run(genfens::split(std::env::args_os()), execute)
}

/// The model of a file, or the built-in network where none is named.
fn load_model(path: Option<&Path>) -> Result<Arc<Model>, Error> {
    let Some(path) = path else { return Ok(Model::built_in()) };
    let refused =
        |error| Error::Sentence(format!("the evaluation file '{}' is refused: {error}", path.display()));
    Model::load(path).map(Arc::new).map_err(refused)
}

fn execute(cli: Cli) -> Result<(), Error> {
    let out = &mut io::stdout();
    match cli.command {
        None => {
            // RUST_LOG=debug writes every line of the conversation to stderr.
            env_logger::init();
            lancet::uci::run()?;
        }
        Some(Command::Bench(args)) => {
            let BenchArgs { depth, eval_file, machine } = args;
            let model = load_model(eval_file.as_deref())?;
            Bench { depth, settings: machine.settings(), hash_mb: machine.hash_mb(), model }.run(out)?;
        }
        Some(Command::Perft(args)) => run_perft(args, out)?,
        Some(Command::Suite(args)) => {
            let suite = Suite {
                limits: args.end.limits(),
                settings: Settings { syzygy: args.tables.syzygy()?, ..args.machine.settings() },
                hash_mb: args.machine.hash_mb(),
                json: args.json,
                write: args.write,
            };
            suite.run(&args.files, out)?;
        }
        Some(Command::Go(args)) => args.search()?.run(out)?,
        Some(Command::Analyse(args)) => args.run(out)?,
        Some(Command::Book(command)) => command.run(out)?,
        Some(Command::Tablebase(command)) => command.run(out)?,
        Some(Command::Genfens(args)) => args.run(out)?,
        Some(Command::Man(args)) => args.run(out)?,
        Some(Command::Completions(args)) => args.run(out)?,
        #[cfg(feature = "tune")]
        Some(Command::Spsa) => {
            for row in lancet::search::params::TABLE.iter().filter(|row| row.step > 0) {
                writeln!(
                    out,
                    "{}, int, {}, {}, {}, {}, 0.002",
                    row.name, row.default, row.min, row.max, row.step
                )?;
            }
        }
    }
    Ok(())
}

fn run_perft(args: PerftArgs, out: &mut dyn Write) -> Result<(), Error> {
    let threads = args.threads as usize;
    let Some(depth) = args.depth else {
        return perft_suite::run(&args.suite, args.max_nodes.unwrap_or(u64::MAX), threads, out);
    };
    let position = position(args.fen.as_deref())?;
    if args.compare {
        perft::compare(&position, depth, out)
    } else {
        perft::run(&position, depth, threads, args.divide, out)
    }
}

/// The position of a FEN, or the start position. What had to be dropped is told as a warning.
fn position(fen: Option<&str>) -> Result<Position, Error> {
    let Some(fen) = fen else { return Ok(Position::default()) };
    let parsed =
        parse_fen(fen).map_err(|error| Error::Sentence(format!("the FEN '{fen}' is refused: {error}")))?;
    for warning in parsed.warnings {
        console::warn(warning);
    }
    Ok(Position::new(parsed.chess))
}

impl GoArgs {
    fn search(&self) -> Result<Go, Error> {
        let mut game = Game::new(position(self.fen.as_deref())?);
        for word in self.moves.iter().flat_map(|words| words.split_whitespace()) {
            let m = parse_move(game.position(), word)
                .map_err(|error| Error::Sentence(format!("the move '{word}' is refused: {error}")))?;
            game.play(m);
        }
        let mut limits = self.end.limits();
        if let Some(moves) = self.mate {
            limits.mate = Some(moves);
            limits.movetime = self.end.movetime.map(Duration::from_millis);
        }
        let syzygy = self.tables.syzygy()?;
        let settings = Settings { multi_pv: self.multipv as usize, syzygy, ..self.machine.settings() };
        Ok(Go { game, limits, settings, hash_mb: self.machine.hash_mb() })
    }
}

/// The time for a position where nothing says when to end.
const DEFAULT_MOVETIME: Duration = Duration::from_secs(1);

impl End {
    fn limits(&self) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime.map(Duration::from_millis),
            ..Limits::default()
        };
        if self.depth.is_none() && self.nodes.is_none() {
            limits.movetime.get_or_insert(DEFAULT_MOVETIME);
        }
        limits
    }
}

impl Machine {
    fn hash_mb(&self) -> usize {
        self.hash as usize
    }

    fn settings(&self) -> Settings {
        Settings { threads: self.threads as usize, ..Settings::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::ffi::OsString;

    fn parse(line: &str) -> Result<Cli, String> {
        let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        Cli::try_parse_from(&arguments)
            .map_err(|error| console::usage_error(&error, &Cli::command(), &arguments).to_string())
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_search_ends_after_a_second_unless_something_else_is_said() {
        let limits = |line: &str| match parse(line).unwrap().command {
            Some(Command::Go(args)) => args.search().unwrap().limits,
            other => panic!("{other:?}"),
        };
        assert_eq!(limits("lancet go").movetime, Some(DEFAULT_MOVETIME));
        for line in ["lancet go --depth 3", "lancet go --nodes 9", "lancet go --mate 2"] {
            assert_eq!(limits(line).movetime, None, "{line}");
        }
        let both = limits("lancet go --mate 2 --movetime 70");
        assert_eq!((both.mate, both.movetime), (Some(2), Some(Duration::from_millis(70))));
    }

    #[test]
    fn errors_are_one_line() {
        for line in [
            "lancet perft",
            "lancet perft x",
            "lancet nonsense",
            "lancet go --depth 0",
            "lancet bench 1 2",
            "lancet suite",
        ] {
            let sentence = parse(line).expect_err(line);
            assert!(!sentence.contains('\n') && !sentence.starts_with("error"), "{sentence}");
        }
        for (line, commands) in [("lancet book", "show, check, build"), ("lancet tablebase", "show, check")] {
            let sentence = parse(line).expect_err(line);
            assert!(sentence.starts_with(&format!("'{line}' requires a subcommand")), "{sentence}");
            assert!(sentence.contains(&format!("[subcommands: {commands}, help]")), "{sentence}");
        }
    }
}
