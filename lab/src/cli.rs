//! Cli: the command line.

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::golden::GoldenRow;
use crate::verify::Verify;

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
}

/// Runs the command that the arguments name.
#[must_use]
pub fn run() -> ExitCode {
    let cli = Cli::parse();
    let mut out = std::io::stdout();
    let result = match cli.command {
        Command::Golden(golden) => golden.run(&mut out),
        Command::Verify(verify) => verify.run(&mut out),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // There is no one left to tell if this fails.
            let _ = writeln!(std::io::stderr(), "lancet-lab: {error}");
            ExitCode::from(2)
        }
    }
}
