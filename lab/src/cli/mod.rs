//! Cli: the command line.

mod golden;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use lancet::{Error, console};

use crate::drivers::DriversArgs;
use crate::experiment::{
    Experiment, average_case::AverageCase, chess::Chess, expected_ab::ExpectedAb, fail_soft::FailSoft,
    figure::Figure, model::Model, mtd_start::MtdStart, ordering::Ordering, speed::Speed, variants::Variants,
};
use crate::paper::Paper;
use crate::report::All;
use crate::verify::Verify;
use golden::GoldenRow;

/// The laboratory of the minimal-window search family.
#[derive(Parser, Debug)]
#[command(name = "lancet-lab", version, verbatim_doc_comment)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// One struct a command, with a method `run`.
#[derive(Subcommand, Debug)]
enum Command {
    Golden(GoldenRow),
    Verify(Verify),
    Figure(Figure),
    Ordering(Ordering),
    Variants(Variants),
    Model(Model),
    AverageCase(AverageCase),
    ExpectedAb(ExpectedAb),
    MtdStart(MtdStart),
    FailSoft(FailSoft),
    Chess(Chess),
    Speed(Speed),
    All(All),
    Paper(Paper),
    Drivers(DriversArgs),
}

/// Runs the command that the arguments name.
#[must_use]
pub fn run() -> ExitCode {
    console::run(std::env::args_os(), execute)
}

fn execute(cli: Cli) -> Result<(), Error> {
    let mut out = std::io::stdout();
    match cli.command {
        Command::Golden(golden) => golden.run(&mut out),
        Command::Verify(verify) => verify.run(&mut out),
        Command::Figure(figure) => figure.run(&mut out),
        Command::Ordering(ordering) => ordering.run(&mut out),
        Command::Variants(variants) => variants.run(&mut out),
        Command::Model(model) => model.run(&mut out),
        Command::AverageCase(average_case) => average_case.run(&mut out),
        Command::ExpectedAb(expected_ab) => expected_ab.run(&mut out),
        Command::MtdStart(mtd_start) => mtd_start.run(&mut out),
        Command::FailSoft(fail_soft) => fail_soft.run(&mut out),
        Command::Chess(chess) => chess.run(&mut out),
        Command::Speed(speed) => speed.run(&mut out),
        Command::All(all) => all.run(&mut out),
        Command::Paper(paper) => paper.run(&mut out),
        Command::Drivers(drivers) => drivers.run(&mut out),
    }
}
