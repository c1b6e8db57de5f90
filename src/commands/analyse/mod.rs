//! Analyse: games reviewed move by move.
//!
//! Every position of a game is searched. The jobs are short segments of a game, each searched from its last
//! position to its first with a transposition table that is empty at the start: later positions help earlier
//! ones, a single long game keeps all threads busy, and the result does not depend on the number of threads.

mod accuracy;
mod annotate;
mod board;
mod export;
mod graph;
mod output;
mod page;
mod review;
mod search;
mod text;

pub use annotate::annotated;
pub use review::{Mark, MoveReview, Review, SideReview};

use std::io::Write;
use std::path::PathBuf;

use super::inputs::read_games;
use crate::console::{check_output, create, keep_apart, progress_bar};
use crate::error::Error;
use crate::files::PathSet;
use crate::pgn::PgnGame;
use crate::search::{Control, Limits, Searcher, SyzygyOptions};
use crate::workers::search_each;
use output::{ReviewWriter, picture_paths};
use search::{Segment, search_segment, segments};

/// A review of games.
#[derive(Clone, Debug)]
pub struct Analyse {
    /// The PGN files.
    pub files: Vec<PathBuf>,
    /// What ends the search of each position.
    pub limits: Limits,
    /// Concurrent searches.
    pub threads: usize,
    /// Size of the transposition table of each search in MiB.
    pub hash_mb: usize,
    /// The format of the output.
    pub format: Format,
    /// The output file, in place of the output of the command.
    pub output: Option<PathBuf>,
    /// An SVG file for the graph of a game; numbered if there are several games.
    pub svg: Option<PathBuf>,
    /// An HTML file for a page with all games.
    pub html: Option<PathBuf>,
    /// Endgame tablebases.
    pub syzygy: SyzygyOptions,
}

/// The format of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Format {
    /// The game with evaluations, marks and better lines.
    #[default]
    Pgn,
    /// An array with an object for each game.
    Json,
    /// A row for each move.
    Csv,
}

impl Analyse {
    /// Reviews all games and writes them in their order.
    ///
    /// # Errors
    /// [`Error::File`] if an input cannot be read, or if an output cannot be written, is one of the inputs or
    /// is another output; [`Error::NoInput`] without games; an error if memory or threads are missing; those
    /// of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let games = self.read_games()?;
        let pictures = self.svg.as_deref().map_or(Vec::new(), |path| picture_paths(path, games.len()));
        self.check_outputs(&pictures)?;
        // A file that cannot be written is an error before the searches.
        let mut file = self.output.as_deref().map(create).transpose()?;
        let page = self.html.as_deref().map(create).transpose()?;
        pictures.first().map(|path| check_output(path)).transpose()?;
        let out = match &mut file {
            Some(file) => file,
            None => out,
        };
        let segments: Vec<Segment> =
            games.iter().enumerate().flat_map(|(number, game)| segments(number, game)).collect();
        let mut writer = ReviewWriter::begin(self.format, &games, pictures, out, page)?;
        let positions: usize = segments.iter().map(|segment| segment.to - segment.from).sum();
        let bar = progress_bar(positions as u64, "positions");
        let work = |searcher: &mut Searcher, control: &Control, segment: &Segment| {
            search_segment(self, searcher, control, &games[segment.game], segment)
        };
        search_each(&segments, self.threads, self.hash_mb, work, |index, results| {
            bar.inc(results.len() as u64);
            bar.suspend(|| writer.add(&segments[index], results))
        })?;
        bar.finish_and_clear();
        writer.end()
    }

    fn read_games(&self) -> Result<Vec<PgnGame>, Error> {
        let mut games = Vec::new();
        for path in &self.files {
            read_games(path, |game| games.push(game))?;
        }
        if games.is_empty() { Err(Error::NoInput("games")) } else { Ok(games) }
    }

    /// Rejects an output that would overwrite an input or another output.
    fn check_outputs(&self, pictures: &[PathBuf]) -> Result<(), Error> {
        let outputs = self.output.iter().chain(&self.html).chain(pictures).cloned().collect();
        keep_apart(&PathSet { inputs: self.files.clone(), outputs, ..PathSet::default() })
    }
}
