//! The command line of the comparison of drivers.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, value_parser};
use lancet::Error;
use lancet::eval::nnue::Model;
use lancet::search::Settings;
use lancet::tt::Tt;
use lancet::types::{Depth, MAX_DEPTH};
use lancet_arena::driver_config::Contestant;

use super::Drivers;

/// Compare the narrow-window drivers: nodes and time to a depth, by those of the first
///
/// With --csv the same command again goes on where it was broken off.
#[derive(Args, Debug)]
pub struct DriversArgs {
    /// Drivers, each with parameters if wished: -full for no aspiration, and for MTD(f) -twoback, -mean, -step8
    #[arg(value_name = "DRIVER", default_values = Contestant::ALL)]
    contestants: Vec<Contestant>,
    /// The depth to which each position is searched
    #[arg(long, value_name = "D", default_value_t = 10, value_parser = depth())]
    depth: Depth,
    /// EPD files with positions, in place of positions from games against itself
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    epd: Vec<PathBuf>,
    /// How many positions at most
    #[arg(long, value_name = "N", default_value = "200", value_parser = count(100_000))]
    positions: u64,
    /// Sizes of the transposition table in MiB
    #[arg(long, value_name = "MB,...", default_value = "16", value_delimiter = ',', value_parser = count(Tt::MAX_MB))]
    hash: Vec<u64>,
    /// Bounds that the table keeps for a position, 1 or 2 (needs a tuning build)
    #[arg(long, value_name = "N,...", default_value = "1", value_delimiter = ',', value_parser = value_parser!(i32).range(1..=2))]
    bounds: Vec<i32>,
    /// What evaluations are multiples of (needs a tuning build)
    #[arg(long, value_name = "N,...", default_value = "1", value_delimiter = ',', value_parser = value_parser!(i32).range(1..=64))]
    grain: Vec<i32>,
    /// Only the table at equal depth and no other rule: all must find the same (needs a tuning build)
    #[arg(long)]
    plain: bool,
    /// Searches side by side; times are those of a machine with so much to do
    #[arg(long, value_name = "N", default_value = "1", value_parser = count(Settings::MAX_THREADS))]
    threads: u64,
    #[command(flatten)]
    engine: EngineArgs,
    /// A file for every single result
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

/// What is the same for all drivers
#[derive(Args, Debug)]
struct EngineArgs {
    /// Rules to switch off, such as use_pass_again (needs a tuning build)
    #[arg(long, value_name = "RULE,...", value_delimiter = ',')]
    without: Vec<String>,
    /// A model to evaluate by, in place of the built-in network
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

impl DriversArgs {
    /// Compares the drivers.
    ///
    /// # Errors
    /// Those of [`Drivers::run`] and of the evaluation file.
    pub fn run(self, out: &mut (dyn std::io::Write + Send)) -> Result<(), Error> {
        self.comparison()?.run(out)
    }

    fn comparison(self) -> Result<Drivers, Error> {
        Ok(Drivers {
            files: self.epd,
            positions: self.positions as usize,
            depth: self.depth,
            contestants: self.contestants,
            hash_mb: self.hash.into_iter().map(|mb| mb as usize).collect(),
            bounds: self.bounds,
            grains: self.grain,
            plain: self.plain,
            without: self.engine.without,
            model: load_model(self.engine.eval_file.as_deref())?,
            threads: self.threads as usize,
            csv: self.csv,
        })
    }
}

fn depth() -> clap::builder::RangedI64ValueParser<Depth> {
    value_parser!(i32).range(1..=i64::from(MAX_DEPTH))
}

fn count(max: usize) -> clap::builder::RangedU64ValueParser<u64> {
    value_parser!(u64).range(1..=max as u64)
}

/// The model of a file, or the built-in network where none is named.
fn load_model(path: Option<&Path>) -> Result<Arc<Model>, Error> {
    let Some(path) = path else { return Ok(Model::built_in()) };
    let refused =
        |error| Error::sentence(format!("cannot load evaluation file '{}': {error}", path.display()));
    Model::load(path).map(Arc::new).map_err(refused)
}
