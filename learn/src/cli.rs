//! The command line.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use lancet::{console, files};

use crate::LearnError;
use crate::cycle::Cycle;
use crate::export::Export;
use crate::info::Info;
use crate::manifest::{ListGames, Verify};
use crate::matches::Match;
use crate::merge::Merge;
use crate::play::Play;
use crate::rescore::Rescore;
use crate::samples::MakeSamples;
use crate::train::{EvalCheck, Speed, Train};
use crate::wdl::FitWdl;

/// Train Lancet's evaluation from its own games: self-play, records, training, matches.
#[derive(Parser, Debug)]
#[command(name = "lancet-learn", version, verbatim_doc_comment)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The commands; each is a struct in a file of its own, with a method `run`.
#[derive(Subcommand, Debug)]
enum Command {
    Cycle(Cycle),
    Play(Play),
    Rescore(Rescore),
    Info(Info),
    Export(Export),
    Merge(Merge),
    Manifest(ListGames),
    Verify(Verify),
    Samples(MakeSamples),
    Train(Train),
    Match(Match),
    EvalCheck(EvalCheck),
    Speed(Speed),
    Wdl(FitWdl),
}

/// Parses the arguments, runs the command, and returns the exit code of the process.
#[must_use]
pub fn run() -> ExitCode {
    console::run(std::env::args_os(), execute)
}

fn execute(cli: Cli) -> Result<(), LearnError> {
    let mut out = files::stdout();
    match cli.command {
        Command::Cycle(cycle) => cycle.run(&mut out),
        Command::Play(play) => play.run(&mut out),
        Command::Rescore(rescore) => rescore.run(&mut out),
        Command::Info(info) => info.run(&mut out),
        Command::Export(export) => export.run(&mut out),
        Command::Merge(merge) => merge.run(&mut out),
        Command::Manifest(list) => list.run(&mut out),
        Command::Verify(verify) => verify.run(&mut out),
        Command::Samples(samples) => samples.run(&mut out),
        Command::Train(train) => train.run(&mut out),
        Command::Match(command) => command.run(&mut out),
        Command::EvalCheck(check) => check.run(&mut out),
        Command::Speed(speed) => speed.run(&mut out),
        Command::Wdl(wdl) => wdl.run(&mut out),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::iter;
    use std::path::Path;

    use super::*;

    /// The commands of a text, without comments.
    fn commands(text: &str) -> impl Iterator<Item = &str> {
        let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix("lancet-learn "));
        lines.map(|line| line.split(" #").next().unwrap_or_default())
    }

    #[test]
    fn the_commands_of_the_readmes_parse() {
        for (readme, expected) in [("README.md", 20), ("../nets/README.md", 90)] {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(readme);
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{readme}: {error}"));
            for command in commands(&text) {
                let words = iter::once("lancet-learn").chain(command.split_whitespace());
                let parsed = Cli::try_parse_from(words);
                assert!(parsed.is_ok(), "{readme}: {command}: {parsed:?}");
            }
            let count = commands(&text).count();
            assert!(count >= expected, "only {count} commands in {readme}");
        }
    }
}
