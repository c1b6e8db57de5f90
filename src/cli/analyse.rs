//! Analyse: the command line of reviews.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::tablebase::Tables;
use super::{End, count};
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
    /// The form of what is written
    #[arg(long, value_enum, default_value_t = FormatName::Pgn)]
    format: FormatName,
    /// Where it goes, the standard output if nothing is said
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// A picture of the evaluation with boards at the turning points; numbered if there are more games
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// A page with all games, graphs and boards
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    end: End,
    #[command(flatten)]
    tables: Tables,
    /// Searches side by side, as many as there are processors if nothing is said
    #[arg(long, value_name = "N", value_parser = count(Settings::MAX_THREADS))]
    threads: Option<u64>,
    /// MiB of the transposition table of each
    #[arg(long, value_name = "MB", default_value = "16", value_parser = count(Tt::MAX_MB))]
    hash: u64,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum FormatName {
    Pgn,
    Json,
    Csv,
}

impl AnalyseArgs {
    /// Reviews the games.
    pub fn run(self, out: &mut dyn Write) -> Result<(), Error> {
        let analyse = Analyse {
            limits: self.end.limits(),
            threads: self.threads.map_or_else(cores, |threads| threads as usize),
            hash_mb: self.hash as usize,
            format: match self.format {
                FormatName::Pgn => Format::Pgn,
                FormatName::Json => Format::Json,
                FormatName::Csv => Format::Csv,
            },
            output: self.output,
            svg: self.svg,
            html: self.html,
            syzygy: self.tables.syzygy()?,
        };
        analyse.run(&self.files, out)
    }
}
