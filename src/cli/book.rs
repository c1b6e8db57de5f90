//! Book: the command line of `book`.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::args::{depth, position};
use lancet::Error;
use lancet::commands::book::{Build, check, show};
use lancet::console::{count, integer_from};
use lancet::files::{InputFile, InputStream, OutputFile};
use lancet::search::Settings;
use lancet::types::Depth;

/// The subcommands of `book`.
#[derive(Subcommand, Debug)]
pub(super) enum BookCommand {
    /// Show the moves of a book for a position
    Show(ShowArgs),
    /// Check every entry of a book
    Check {
        /// Book
        file: InputFile,
    },
    /// Build a book from opening lines or games
    Build(BuildArgs),
}

#[derive(Args, Debug)]
pub(super) struct ShowArgs {
    /// Position [default: start position]
    #[arg(long)]
    fen: Option<String>,
    /// Book [default: built-in book]
    #[arg(long, value_name = "FILE")]
    book: Option<InputFile>,
}

#[derive(Args, Debug)]
pub(super) struct BuildArgs {
    /// Games (PGN), tables with a column uci or pgn (TSV), or files with a line of moves on each line; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<InputStream>,
    /// Output file
    #[arg(long, short, value_name = "FILE")]
    output: OutputFile,
    /// Maximum plies of a line or game
    #[arg(long, value_name = "N", default_value = "40", value_parser = count(1000))]
    plies: u64,
    /// Skip moves that occur in fewer games or lines
    #[arg(long, value_name = "N", default_value = "1", value_parser = integer_from(1_u64))]
    min_games: u64,
    /// Adjust the weights by searches of this depth, and skip moves that lose much
    #[arg(long, value_name = "D", value_parser = depth())]
    depth: Option<Depth>,
    /// Threads of the searches; the book does not depend on it
    #[arg(long, value_name = "N", default_value = "1", value_parser = count(Settings::MAX_THREADS))]
    threads: u64,
}

impl BookCommand {
    /// Runs the subcommand.
    pub fn run(self, out: &mut dyn Write) -> Result<(), Error> {
        match self {
            BookCommand::Show(args) => show(args.book.as_deref(), &position(args.fen.as_deref())?, out),
            BookCommand::Check { file } => check(&file, out),
            BookCommand::Build(args) => args.command().run(out),
        }
    }
}

impl BuildArgs {
    fn command(self) -> Build {
        Build {
            files: self.files.into_iter().map(PathBuf::from).collect(),
            output: self.output.into(),
            plies: self.plies as usize,
            min_games: self.min_games,
            depth: self.depth,
            threads: self.threads as usize,
        }
    }
}
