//! The command line of the comparison of drivers.

use std::path::PathBuf;

use clap::{Args, value_parser};
use lancet::console::{TableFormat, count};
use lancet::eval::nnue::Model;
use lancet::files::{InputFile, InputStream, OutputFile};
use lancet::search::Settings;
use lancet::tt::Tt;
use lancet::types::{Depth, MAX_DEPTH};
use lancet_arena::driver_config::DriverConfig;
use lancet_arena::player::load_model;

use super::Drivers;
use crate::error::LabError;

/// Compare the drivers of the engine: nodes and time to a depth, relative to the first driver
///
/// With --csv, the same command resumes an interrupted comparison.
#[derive(Args, Debug)]
pub struct DriversArgs {
    /// Drivers, optionally with parameters: -full for no aspiration; for MTD(f) -twoback, -mean, -step8
    #[arg(value_name = "DRIVER", default_values = DriverConfig::ALL)]
    drivers: Vec<DriverConfig>,
    /// Search depth in plies
    #[arg(long, value_name = "D", default_value_t = 10, value_parser = depth())]
    depth: Depth,
    /// EPD files with positions [default: positions from self-play, the same for the same engine]
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    epd: Vec<InputStream>,
    /// Maximum number of positions
    #[arg(long, value_name = "N", default_value = "200", value_parser = count(100_000))]
    positions: u64,
    /// Sizes of the transposition table in MiB
    #[arg(long, value_name = "MB,...", default_value = "16", value_delimiter = ',', value_parser = count(Tt::MAX_MB))]
    hash: Vec<u64>,
    /// Bounds kept per entry of the transposition table, 1 or 2 (needs a build with the feature tune)
    #[arg(long, value_name = "N,...", default_value = "1", value_delimiter = ',', value_parser = value_parser!(i32).range(1..=2))]
    bounds: Vec<i32>,
    /// Granularity of scores, in evaluation units (needs a build with the feature tune)
    #[arg(long, alias = "grain", value_name = "N,...", default_value = "1", value_delimiter = ',', value_parser = value_parser!(i32).range(1..=64))]
    granularity: Vec<i32>,
    /// Disable all rules except transposition table cutoffs at equal depth, so that all drivers must find the
    /// same score (needs a build with the feature tune)
    #[arg(long)]
    plain: bool,
    /// Number of concurrent searches; times include the other load
    #[arg(long, value_name = "N", default_value = "1", value_parser = count(Settings::MAX_THREADS))]
    threads: u64,
    #[command(flatten)]
    engine: EngineArgs,
    /// CSV file for the result of every search
    #[arg(long, value_name = "FILE")]
    csv: Option<OutputFile>,
    /// Form of the tables; with csv they are one, and all that is printed [default: table on a terminal, otherwise
    /// markdown]
    #[arg(long, value_name = "FORM")]
    format: Option<TableFormat>,
}

/// Engine options common to all drivers
#[derive(Args, Debug)]
struct EngineArgs {
    /// Search rules to disable, such as use_null_move (needs a build with the feature tune)
    #[arg(long, value_name = "RULE,...", value_delimiter = ',')]
    without: Vec<String>,
    /// Network file [default: the built-in network]
    #[arg(long, value_name = "FILE")]
    eval_file: Option<InputFile>,
}

impl DriversArgs {
    /// Runs the comparison.
    ///
    /// # Errors
    /// Those of [`Drivers::run`], and if the network cannot be loaded.
    pub fn run(self, out: &mut (dyn std::io::Write + Send)) -> Result<(), LabError> {
        self.command()?.run(out)
    }

    fn command(self) -> Result<Drivers, LabError> {
        Ok(Drivers {
            files: self.epd.into_iter().map(PathBuf::from).collect(),
            positions: self.positions as usize,
            depth: self.depth,
            drivers: self.drivers,
            hash_mb: self.hash.into_iter().map(|mb| mb as usize).collect(),
            bounds: self.bounds,
            granularities: self.granularity,
            plain: self.plain,
            without: self.engine.without,
            model: self.engine.eval_file.as_deref().map_or_else(|| Ok(Model::built_in()), load_model)?,
            threads: self.threads as usize,
            csv: self.csv.map(PathBuf::from),
            format: self.format.unwrap_or_default(),
        })
    }
}

fn depth() -> clap::builder::RangedI64ValueParser<Depth> {
    value_parser!(i32).range(1..=i64::from(MAX_DEPTH))
}
