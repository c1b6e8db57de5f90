//! Cli: the command line.
#![expect(clippy::cast_possible_truncation, reason = "the ranges of arguments are checked by clap")]

mod analyse;
mod args;
mod book;
mod eval;
mod genfens;
mod manual;
mod perft;
mod play;
mod search;
mod syzygy;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use analyse::AnalyseArgs;
use book::BookCommand;
use eval::EvalArgs;
use genfens::GenfensArgs;
use manual::{CompletionsArgs, ManArgs};
use perft::PerftArgs;
use play::PlayArgs;
use search::{BenchArgs, GoArgs, SuiteArgs};
use syzygy::TablebaseCommand;

use lancet::build_info::build_info;
use lancet::{Error, console, files};

/// A chess engine of the narrow-window search family.
///
/// Without a command it speaks UCI: load it as an engine in a chess program. On a
/// terminal it takes moves and positions: type help. The commands are for people
/// and scripts.
#[derive(Parser, Debug)]
#[command(name = "lancet", version, long_version = build_info(), verbatim_doc_comment)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    Play(PlayArgs),
    /// Search a fixed set of positions; the last line is `N nodes N nps`
    Bench(BenchArgs),
    /// Count the tree of legal moves of a position, or check suites of known counts
    Perft(PerftArgs),
    /// Solve test suites: positions whose best moves are known
    Suite(SuiteArgs),
    /// Search one position and print a table of the iterations
    Go(GoArgs),
    /// Explain the evaluation of a position
    Eval(EvalArgs),
    /// Review games: evaluations, mistakes, better lines, accuracy, graphs
    #[command(alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Show, check and build opening books
    #[command(subcommand, arg_required_else_help = false)]
    Book(BookCommand),
    /// Show and check Syzygy endgame tablebases
    #[command(subcommand, arg_required_else_help = false)]
    Tablebase(TablebaseCommand),
    /// Generate start positions for games, in the format of OpenBench
    Genfens(GenfensArgs),
    /// Speak UCI, on a terminal too
    Uci,
    /// Write the manual page, or one for each command
    Man(ManArgs),
    /// Write the completion script of a shell
    Completions(CompletionsArgs),
    /// Print the search parameters for an SPSA tuner: name, int, value, min, max, step, rate
    #[cfg(feature = "tune")]
    Spsa,
}

/// Runs the command that the arguments name.
pub fn run() -> ExitCode {
    console::run(genfens::split(std::env::args_os()), execute)
}

fn execute(cli: Cli) -> Result<(), Error> {
    let out = &mut files::stdout();
    match cli.command {
        None => {
            // RUST_LOG=debug writes every line of the conversation to stderr.
            env_logger::init();
            lancet::uci::run()
        }
        Some(Command::Uci) => {
            env_logger::init();
            lancet::uci::run_plain()
        }
        Some(Command::Play(args)) => args.command()?.run(out),
        Some(Command::Eval(args)) => args.run(out),
        Some(Command::Bench(args)) => args.command()?.run(out),
        Some(Command::Perft(args)) => args.run(out),
        Some(Command::Suite(args)) => args.command()?.run(out),
        Some(Command::Go(args)) => args.command()?.run(out),
        Some(Command::Analyse(args)) => args.command()?.run(out),
        Some(Command::Book(command)) => command.run(out),
        Some(Command::Tablebase(command)) => command.run(out),
        Some(Command::Genfens(args)) => args.command()?.run(out),
        Some(Command::Man(args)) => args.run(out),
        Some(Command::Completions(args)) => args.run(out),
        #[cfg(feature = "tune")]
        Some(Command::Spsa) => print_spsa(out),
    }
}

#[cfg(feature = "tune")]
fn print_spsa(out: &mut dyn std::io::Write) -> Result<(), Error> {
    for row in lancet::search::params::TABLE.iter().filter(|row| row.step > 0) {
        writeln!(out, "{}, int, {}, {}, {}, {}, 0.002", row.name, row.default, row.min, row.max, row.step)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::args::DEFAULT_MOVETIME;
    use super::*;
    use clap::{CommandFactory, FromArgMatches};
    use std::ffi::OsString;
    use std::time::Duration;

    fn parse(line: &str) -> Result<Cli, String> {
        let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let matches = console::command::<Cli>().try_get_matches_from(&arguments);
        matches
            .and_then(|mut matches| Cli::from_arg_matches_mut(&mut matches))
            .map_err(|error| console::usage_error(&error, &Cli::command(), &arguments).to_string())
    }

    #[test]
    fn clap_accepts_the_definition() {
        Cli::command().debug_assert();
    }

    #[test]
    fn movetime_of_go_is_a_second_without_other_limits() {
        let limits = |line: &str| match parse(line).unwrap().command {
            Some(Command::Go(args)) => args.command().unwrap().limits,
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
    fn usage_errors_are_one_line() {
        for line in [
            "lancet perft",
            "lancet perft x",
            "lancet nonsense",
            "lancet go --depth 0",
            "lancet bench 1 2",
            "lancet suite",
        ] {
            let message = parse(line).expect_err(line);
            assert!(!message.contains('\n') && !message.starts_with("error"), "{message}");
        }
        for (line, commands) in [("lancet book", "show, check, build"), ("lancet tablebase", "show, check")] {
            let message = parse(line).expect_err(line);
            assert!(message.starts_with(&format!("'{line}' requires a subcommand")), "{message}");
            assert!(message.contains(&format!("[subcommands: {commands}, help]")), "{message}");
        }
    }
}
