//! Book: the command line of opening books.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand, value_parser};

use super::{count, depth, position};
use lancet::Error;
use lancet::commands::book::{Build, check, show};
use lancet::search::Settings;
use lancet::types::Depth;

/// What to do with a book.
#[derive(Subcommand, Debug)]
pub(super) enum BookCommand {
    /// Show the moves of a book for a position
    Show(ShowArgs),
    /// Look at every entry of a book and tell what is wrong with it
    Check {
        /// The book
        file: PathBuf,
    },
    /// Make a book from opening lines or games
    Build(BuildArgs),
}

#[derive(Args, Debug)]
pub(super) struct ShowArgs {
    /// The position, the start position if there is none
    #[arg(long)]
    fen: Option<String>,
    /// The book, the built-in one if there is none
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct BuildArgs {
    /// Games (.pgn), tables with a column uci or pgn (.tsv), or lines of moves
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the book goes
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Plies of each line or game that count
    #[arg(long, value_name = "N", default_value = "40", value_parser = count(1000))]
    plies: u64,
    /// Leave out what was played in fewer games or lines
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u64).range(1..))]
    min_games: u64,
    /// Weigh the moves by searches of this depth too, and leave out those that lose much
    #[arg(long, value_name = "D", value_parser = depth())]
    depth: Option<Depth>,
    /// Threads for the searches; the book does not depend on it
    #[arg(long, value_name = "N", default_value = "1", value_parser = count(Settings::MAX_THREADS))]
    threads: u64,
}

impl BookCommand {
    /// Does it.
    pub fn run(self, out: &mut dyn Write) -> Result<(), Error> {
        match self {
            BookCommand::Show(args) => show(args.book.as_deref(), &position(args.fen.as_deref())?, out),
            BookCommand::Check { file } => check(&file, out),
            BookCommand::Build(args) => args.build().run(out),
        }
    }
}

impl BuildArgs {
    fn build(self) -> Build {
        Build {
            files: self.files,
            output: self.output,
            plies: self.plies as usize,
            games: self.min_games,
            depth: self.depth,
            threads: self.threads as usize,
        }
    }
}
