//! Search: the command lines of `bench`, `go` and `suite`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::args::{
    AlgorithmArgs, EngineArgs, LIMITED, LimitArgs, PositionArgs, StrengthArgs, depth, destination,
    with_standard_output,
};
use super::syzygy::SyzygyArgs;
use lancet::Error;
use lancet::commands::bench::{self, Bench};
use lancet::commands::book;
use lancet::commands::go::Go;
use lancet::commands::own_book::OwnBook;
use lancet::commands::suite::Suite;
use lancet::console::{Screen, count, integer_from};
use lancet::files::{InputFile, InputStream, OutputStream};
use lancet::search::Settings;
use lancet::types::Depth;

#[derive(Args, Debug)]
pub(super) struct BenchArgs {
    /// Depth of each search
    #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = depth())]
    depth: Depth,
    #[command(flatten)]
    engine: EngineArgs,
}

#[derive(Args, Debug)]
pub(super) struct SuiteArgs {
    /// EPD files with bm, am, dm or points for moves; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<InputStream>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    syzygy: SyzygyArgs,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// File for the table or the JSON object [default: standard output, which is also called -]
    #[arg(long, short, value_name = "FILE")]
    output: Option<OutputStream>,
    /// Write the positions with the results: ce, acd, acn and pv; `-` writes them in place of the table
    #[arg(long, value_name = "FILE")]
    write: Option<OutputStream>,
    /// Go on where the same command was stopped; needs a file for --output or --write
    #[arg(long)]
    resume: bool,
}

#[derive(Args, Debug)]
pub(super) struct GoArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// End when a mate in N moves is found; sets no time limit
    #[arg(long, value_name = "N", conflicts_with = LIMITED, value_parser = integer_from(1_u32))]
    mate: Option<u32>,
    /// Number of principal variations to print
    #[arg(long, value_name = "N", default_value = "1", value_parser = count(Settings::MAX_MULTI_PV))]
    multipv: u64,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// Take the move of an opening book if it has one [default without FILE: built-in book]
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with = "mate")]
    book: Option<Option<InputFile>>,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    #[command(flatten)]
    strength: StrengthArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    syzygy: SyzygyArgs,
}

impl BenchArgs {
    /// Returns the bench.
    pub fn command(self) -> Result<Bench, Error> {
        Ok(Bench {
            depth: self.depth,
            settings: self.engine.settings(),
            hash_mb: self.engine.hash_mb(),
            model: self.engine.network.model()?,
        })
    }
}

impl SuiteArgs {
    /// Returns the run of test suites.
    pub fn command(self) -> Result<Suite, Error> {
        let outputs = [("--output", self.output), ("--write", self.write)];
        let [output, write] =
            with_standard_output(outputs.map(|(name, path)| (name, path.map(destination))))?;
        if self.json && output.is_none() {
            let message = "standard output is --write, so --json has no output; give one of them a file";
            return Err(Error::Usage(message.into()));
        }
        Ok(Suite {
            files: self.files.into_iter().map(PathBuf::from).collect(),
            limits: self.limits.limits(),
            settings: Settings { syzygy: self.syzygy.options()?, ..self.engine.settings() },
            hash_mb: self.engine.hash_mb(),
            model: self.engine.network.model()?,
            json: self.json,
            output,
            write,
            resume: self.resume,
        })
    }
}

impl GoArgs {
    /// Returns the search.
    pub fn command(self) -> Result<Go, Error> {
        let game = self.position.game()?;
        let mut limits = self.limits.limits();
        if let Some(moves) = self.mate {
            limits.mate = Some(moves);
            limits.movetime = self.limits.movetime.map(Duration::from_millis);
        }
        let settings = Settings {
            multi_pv: self.multipv as usize,
            algorithm: self.algorithm.algorithm,
            strength: self.strength.limit(),
            syzygy: self.syzygy.options()?,
            ..self.engine.settings()
        };
        Ok(Go {
            game,
            limits,
            settings,
            hash_mb: self.engine.hash_mb(),
            model: self.engine.network.model()?,
            book: self.book.map(|path| own_book(path.as_deref())).transpose()?,
            json: self.json,
            screen: Screen::of_stdout(),
        })
    }
}

/// Returns the book in a file, or the built-in one.
pub(super) fn own_book(path: Option<&Path>) -> Result<OwnBook, Error> {
    Ok(OwnBook { book: book::load(path)?, is_on: true, ..OwnBook::default() })
}
