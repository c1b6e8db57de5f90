//! Search: the command lines of `bench`, `go` and `suite`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::args::{EngineArgs, LimitArgs, count, depth, load_model, position};
use super::syzygy::SyzygyArgs;
use lancet::Error;
use lancet::commands::bench::{self, Bench};
use lancet::commands::go::Go;
use lancet::commands::suite::Suite;
use lancet::console::integer_from;
use lancet::files::{InputFile, InputStream, OutputFile};
use lancet::position::{Game, parse_move};
use lancet::search::Settings;
use lancet::types::Depth;

#[derive(Args, Debug)]
pub(super) struct BenchArgs {
    /// Depth of each search
    #[arg(default_value_t = bench::DEFAULT_DEPTH, value_parser = depth())]
    depth: Depth,
    /// Network to use instead of the built-in one
    #[arg(long, value_name = "FILE")]
    eval_file: Option<InputFile>,
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
    /// Write the positions with the results: ce, acd, acn and pv
    #[arg(long, value_name = "FILE")]
    write: Option<OutputFile>,
}

#[derive(Args, Debug)]
pub(super) struct GoArgs {
    /// Position [default: start position]
    #[arg(long)]
    fen: Option<String>,
    /// Moves to play from there before the search, such as e2e4
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// End when a mate in N moves is found; sets no time limit
    #[arg(long, value_name = "N", value_parser = integer_from(1_u32))]
    mate: Option<u32>,
    /// Number of principal variations to print
    #[arg(long, value_name = "N", default_value = "1", value_parser = count(Settings::MAX_MULTI_PV))]
    multipv: u64,
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
            model: load_model(self.eval_file.as_deref())?,
        })
    }
}

impl SuiteArgs {
    /// Returns the run of test suites.
    pub fn command(self) -> Result<Suite, Error> {
        Ok(Suite {
            files: self.files.into_iter().map(PathBuf::from).collect(),
            limits: self.limits.limits(),
            settings: Settings { syzygy: self.syzygy.options()?, ..self.engine.settings() },
            hash_mb: self.engine.hash_mb(),
            json: self.json,
            write: self.write.map(PathBuf::from),
        })
    }
}

impl GoArgs {
    /// Returns the search.
    pub fn command(self) -> Result<Go, Error> {
        let mut game = Game::new(position(self.fen.as_deref())?);
        for text in self.moves.iter().flat_map(|words| words.split_whitespace()) {
            let m = parse_move(game.position(), text).map_err(|error| Error::invalid("move", text, error))?;
            game.play(m);
        }
        let mut limits = self.limits.limits();
        if let Some(moves) = self.mate {
            limits.mate = Some(moves);
            limits.movetime = self.limits.movetime.map(Duration::from_millis);
        }
        let syzygy = self.syzygy.options()?;
        let settings = Settings { multi_pv: self.multipv as usize, syzygy, ..self.engine.settings() };
        Ok(Go { game, limits, settings, hash_mb: self.engine.hash_mb() })
    }
}
