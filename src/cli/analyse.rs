//! Analyse: the command line of `analyse`.

use std::path::PathBuf;

use clap::Args;

use super::args::{LimitArgs, count};
use super::syzygy::SyzygyArgs;
use lancet::Error;
use lancet::commands::analyse::{Analyse, Format};
use lancet::commands::cores;
use lancet::search::Settings;
use lancet::tt::Tt;

#[derive(Args, Debug)]
pub(super) struct AnalyseArgs {
    /// PGN files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Output file [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// SVG file for the graph with boards at the turning points; numbered if there are several games
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// HTML file for a page with all games, graphs and boards
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    syzygy: SyzygyArgs,
    /// Concurrent searches [default: one per core]
    #[arg(long, value_name = "N", value_parser = count(Settings::MAX_THREADS))]
    threads: Option<u64>,
    /// Size of the transposition table of each search in MiB
    #[arg(long, value_name = "MB", default_value = "16", value_parser = count(Tt::MAX_MB))]
    hash: u64,
}

impl AnalyseArgs {
    /// Returns the review.
    pub fn command(self) -> Result<Analyse, Error> {
        Ok(Analyse {
            files: self.files,
            limits: self.limits.limits(),
            threads: self.threads.map_or_else(cores, |threads| threads as usize),
            hash_mb: self.hash as usize,
            format: self.format,
            output: self.output,
            svg: self.svg,
            html: self.html,
            syzygy: self.syzygy.options()?,
        })
    }
}
