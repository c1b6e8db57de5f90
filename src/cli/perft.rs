//! Perft: the command line of `perft`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::args::position;
use lancet::Error;
use lancet::commands::perft::{MAX_DEPTH, Perft, PerftSuite, compare};
use lancet::console::{count, integer, integer_from};
use lancet::files::InputStream;
use lancet::search::Settings;

#[derive(Args, Debug)]
pub(super) struct PerftArgs {
    /// Depth in plies
    #[arg(required_unless_present = "suite", value_parser = integer(0..=MAX_DEPTH))]
    depth: Option<u32>,
    /// Root position [default: start position]
    #[arg(long)]
    fen: Option<String>,
    /// Print the count of each root move
    #[arg(long)]
    divide: bool,
    /// Compare the speed with that of shakmaty's perft in alternating runs
    #[arg(long, conflicts_with_all = ["divide", "threads"])]
    compare: bool,
    /// EPD files with known counts, such as `FEN ;D1 20 ;D2 400`; `-` is standard input
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["depth", "fen", "divide", "compare"])]
    suite: Vec<InputStream>,
    /// Skip larger counts of a suite
    #[arg(long, value_name = "N", requires = "suite", conflicts_with = "depth", value_parser = integer_from(0_u64))]
    max_nodes: Option<u64>,
    /// Threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = count(Settings::MAX_THREADS))]
    threads: u64,
}

impl PerftArgs {
    /// Runs the perft, the comparison or the suites.
    pub fn run(self, out: &mut dyn Write) -> Result<(), Error> {
        let threads = self.threads as usize;
        let Some(depth) = self.depth else {
            let max_nodes = self.max_nodes.unwrap_or(u64::MAX);
            return PerftSuite {
                files: self.suite.into_iter().map(PathBuf::from).collect(),
                max_nodes,
                threads,
            }
            .run(out);
        };
        let position = position(self.fen.as_deref())?;
        if self.compare {
            compare(&position, depth, out)
        } else {
            Perft { position, depth, threads, divide: self.divide }.run(out)
        }
    }
}
