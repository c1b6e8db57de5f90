//! Analyse: the command line of `analyse`.

use std::path::PathBuf;

use clap::Args;

use super::args::{LimitArgs, NetworkArgs, destination, with_standard_output};
use super::syzygy::SyzygyArgs;
use lancet::Error;
use lancet::commands::analyse::{Analyse, Format};
use lancet::commands::cores;
use lancet::console::{Screen, count};
use lancet::files::{InputStream, OutputStream};
use lancet::search::Settings;
use lancet::tt::Tt;

#[derive(Args, Debug)]
pub(super) struct AnalyseArgs {
    /// PGN files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<InputStream>,
    /// Output format [default: pgn]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Output file; `-` is standard output [default: standard output, but not on a terminal with --html or --svg]
    #[arg(long, short, value_name = "FILE")]
    output: Option<OutputStream>,
    /// SVG file for the graph with boards at the turning points; numbered if there are several games
    #[arg(long, value_name = "FILE")]
    svg: Option<OutputStream>,
    /// HTML file for a page with all games, graphs and boards; `-` writes it in place of the games
    #[arg(long, value_name = "FILE")]
    html: Option<OutputStream>,
    /// Go on where the same command was stopped; needs a file for --output or --html
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    syzygy: SyzygyArgs,
    /// Concurrent searches [default: one per core]
    #[arg(long, value_name = "N", value_parser = count(Settings::MAX_THREADS))]
    threads: Option<u64>,
    /// Size of the transposition table of each search in MiB
    #[arg(long, value_name = "MB", default_value_t = Tt::DEFAULT_MB as u64, value_parser = count(Tt::MAX_MB))]
    hash: u64,
    #[command(flatten)]
    network: NetworkArgs,
}

impl AnalyseArgs {
    /// Returns the review.
    pub fn command(self) -> Result<Analyse, Error> {
        let [svg, html] = [self.svg, self.html].map(|path| path.map(destination));
        // A person who requests a page or a picture alone does not want all games on the screen.
        let is_terminal = Screen::of_stdout().is_terminal();
        let is_quiet = is_terminal
            && self.output.is_none()
            && self.format.is_none()
            && (svg.is_some() || html.is_some());
        let outputs = [("--output", self.output.map(destination)), ("--svg", svg), ("--html", html)];
        let [output, svg, html] = with_standard_output(outputs)?;
        if self.format.is_some() && output.is_none() {
            let message =
                "standard output is --html or --svg, so --format has no output; give one of them a file";
            return Err(Error::Usage(message.into()));
        }
        let output = output.filter(|_| !is_quiet);
        Ok(Analyse {
            files: self.files.into_iter().map(PathBuf::from).collect(),
            limits: self.limits.limits(),
            threads: self.threads.map_or_else(cores, |threads| threads as usize),
            hash_mb: self.hash as usize,
            model: self.network.model()?,
            format: self.format.unwrap_or_default(),
            output,
            svg,
            html,
            resume: self.resume,
            says_end: is_terminal,
            syzygy: self.syzygy.options()?,
        })
    }
}
