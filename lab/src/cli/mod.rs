//! The command line.

mod golden;
mod trace;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use lancet::{console, files};

use crate::drivers::DriversArgs;
use crate::error::LabError;
use crate::experiment::{
    Experiment, aspiration::Aspiration, average_case::AverageCase, best_node::BestNodeSearch,
    branch_size::BranchSize, chess::Chess, counts::Counts, deepening::Deepening,
    distinct_leaves::DistinctLeaves, etc::Etc, examples::Examples, expected_ab::ExpectedAb,
    fail_soft::FailSoft, figure::Figure, model::Model, mtd_start::MtdStart, no_convergence::NoConvergence,
    node_types::NodeTypes, ordering::Ordering, parallel::Parallel, slide_loop::SlideLoop, speed::Speed,
    table_size::TableSize, two_bounds::TwoBounds, variants::Variants, window_levels::WindowLevels,
    without_memory::WithoutMemory,
};
use crate::paper::Paper;
use crate::report::All;
use crate::verify::Verify;
use golden::GoldenCommand;
use trace::Trace;

/// The laboratory of the narrow-window search family.
#[derive(Parser, Debug)]
#[command(name = "lancet-lab", version, verbatim_doc_comment)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The commands, one struct each.
#[derive(Subcommand, Debug)]
enum Command {
    Golden(GoldenCommand),
    Trace(Trace),
    Verify(Verify),
    Examples(Examples),
    Counts(Counts),
    NodeTypes(NodeTypes),
    Figure(Figure),
    Ordering(Ordering),
    Variants(Variants),
    Model(Model),
    AverageCase(AverageCase),
    ExpectedAb(ExpectedAb),
    MtdStart(MtdStart),
    FailSoft(FailSoft),
    Aspiration(Aspiration),
    TableSize(TableSize),
    WithoutMemory(WithoutMemory),
    SlideLoop(SlideLoop),
    NoConvergence(NoConvergence),
    WindowLevels(WindowLevels),
    BranchSize(BranchSize),
    DistinctLeaves(DistinctLeaves),
    Deepening(Deepening),
    BestNode(BestNodeSearch),
    Etc(Etc),
    TwoBounds(TwoBounds),
    Parallel(Parallel),
    Chess(Chess),
    Speed(Speed),
    All(All),
    Paper(Paper),
    Drivers(DriversArgs),
}

impl Command {
    fn run(self, out: &mut (dyn Write + Send)) -> Result<(), LabError> {
        match self {
            Command::Golden(golden) => golden.run(out),
            Command::Trace(trace) => trace.run(out),
            Command::Verify(verify) => verify.run(out),
            Command::All(all) => all.run(out),
            Command::Paper(paper) => paper.run(out),
            Command::Drivers(drivers) => drivers.run(out),
            command => command.experiment().map_or(Ok(()), |experiment| experiment.run(out)),
        }
    }

    /// The experiment of the command, if it is one.
    fn experiment(self) -> Option<Box<dyn Experiment>> {
        Some(match self {
            Command::Golden(_)
            | Command::Trace(_)
            | Command::Verify(_)
            | Command::All(_)
            | Command::Paper(_)
            | Command::Drivers(_) => return None,
            Command::Examples(examples) => Box::new(examples),
            Command::Counts(counts) => Box::new(counts),
            Command::NodeTypes(node_types) => Box::new(node_types),
            Command::Figure(figure) => Box::new(figure),
            Command::Ordering(ordering) => Box::new(ordering),
            Command::Variants(variants) => Box::new(variants),
            Command::Model(model) => Box::new(model),
            Command::AverageCase(average_case) => Box::new(average_case),
            Command::ExpectedAb(expected_ab) => Box::new(expected_ab),
            Command::MtdStart(mtd_start) => Box::new(mtd_start),
            Command::FailSoft(fail_soft) => Box::new(fail_soft),
            Command::Chess(chess) => Box::new(chess),
            Command::Aspiration(aspiration) => Box::new(aspiration),
            Command::TableSize(table_size) => Box::new(table_size),
            Command::WithoutMemory(without_memory) => Box::new(without_memory),
            Command::SlideLoop(slide_loop) => Box::new(slide_loop),
            Command::NoConvergence(no_convergence) => Box::new(no_convergence),
            Command::WindowLevels(window_levels) => Box::new(window_levels),
            Command::BranchSize(branch_size) => Box::new(branch_size),
            Command::DistinctLeaves(distinct_leaves) => Box::new(distinct_leaves),
            Command::Deepening(deepening) => Box::new(deepening),
            Command::BestNode(best_node) => Box::new(best_node),
            Command::Etc(etc) => Box::new(etc),
            Command::TwoBounds(two_bounds) => Box::new(two_bounds),
            Command::Parallel(parallel) => Box::new(parallel),
            Command::Speed(speed) => Box::new(speed),
        })
    }
}

/// Parses the words of a command, for tests of the words that reports show.
#[cfg(test)]
pub(crate) fn parse_experiment(words: &[String]) -> Option<Box<dyn Experiment>> {
    let words = std::iter::once("lancet-lab").chain(words.iter().map(String::as_str));
    Cli::try_parse_from(words).ok()?.command.experiment()
}

/// Runs the command of the program's arguments.
///
/// The exit code is 1 if the result is not as required and 2 after an error. Both are printed: to standard error, or as an
/// expectation that does not hold. A closed pipe is not an error.
#[must_use]
pub fn run() -> ExitCode {
    console::run(std::env::args_os(), |cli: Cli| cli.command.run(&mut files::stdout()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_of_the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
    #[test]
    fn the_commands_of_the_readmes_parse() {
        let mut commands = 0;
        for readme in ["README.md", "../README.md"] {
            // A source package may come without the README of the repository.
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(readme);
            let text = std::fs::read_to_string(path).unwrap_or_default();
            for (_, arguments) in text.lines().filter_map(|line| line.split_once("-p lancet-lab -- ")) {
                let words = arguments.split('#').next().unwrap_or_default().replace('\'', "");
                let parsed =
                    Cli::try_parse_from(std::iter::once("lancet-lab").chain(words.split_whitespace()));
                assert!(parsed.is_ok(), "{words}: {parsed:?}");
                commands += 1;
            }
        }
        assert!(commands >= 2, "only {commands} commands");
    }
}
