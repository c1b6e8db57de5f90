//! Analyse: games reviewed move by move.
//!
//! Every position of a game is searched. The jobs are short segments of a game, each searched from its last
//! position to its first with a transposition table that is empty at the start: later positions help earlier
//! ones, a single long game keeps all threads busy, and the result does not depend on the number of threads.
//! Games are read while others are searched, and each is written and dropped as soon as it is reviewed.

mod accuracy;
mod annotate;
mod board;
mod clocks;
mod export;
mod graph;
mod mark;
mod opening;
mod output;
mod page;
mod phases;
mod pictures;
mod review;
mod search;
mod text;

pub use annotate::annotated;
pub use mark::{Mark, MateChange};
pub use review::{MoveReview, Review, SideReview};

use std::io::Write;
use std::path::PathBuf;
use std::{iter, thread};

use crossbeam_channel::{Receiver, bounded};
use indicatif::ProgressBar;

use super::inputs::{Games, check_readable};
use crate::console::{check_output, create, keep_apart, progress_bar, progress_count, show_total, warn};
use crate::error::Error;
use crate::files::PathSet;
use crate::pgn::PgnGame;
use crate::search::{Control, Limits, Searcher, SyzygyOptions};
use crate::workers::{search_each, search_stream};
use output::ReviewWriter;
use pictures::candidates;
use search::{Segment, search_segment, segments};

/// The number of segments that are read before they are needed.
const SEGMENTS_AHEAD: usize = 64;

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
    /// Reviews the games and writes each, in their order, as soon as it is reviewed. Few games are held in memory at
    /// a time.
    ///
    /// # Errors
    /// [`Error::File`] if an input cannot be read or has no game, or if an output cannot be written, is one of the
    /// inputs or is another output; [`Error::NoInput`] without inputs; an error if memory or threads are missing;
    /// those of `out`. What was read before an error of an input is written.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        self.check_outputs()?;
        check_readable(&self.files)?;
        let bar = progress_count("positions");
        let printer = bar.clone();
        let mut games = Games::new(self.files.clone(), move |message| printer.suspend(|| warn(message)));
        let first = games.next().ok_or(Error::NoInput("games"))??;
        // A file that cannot be written is an error before the searches.
        let mut file = self.output.as_deref().map(create).transpose()?;
        let page = self.html.as_deref().map(create).transpose()?;
        self.svg.as_deref().map(check_output).transpose()?;
        let out = match &mut file {
            Some(file) => file,
            None => out,
        };
        let mut writer = ReviewWriter::begin(self.format, self.svg.as_deref(), out, page)?;
        let segments = read_ahead(iter::once(Ok(first)).chain(games), bar.clone())?;
        let work = |searcher: &mut Searcher, control: &Control, segment: &Segment| {
            search_segment(self, searcher, control, segment)
        };
        let reviewed = search_stream(&segments, self.threads, self.hash_mb, work, |segment, results| {
            bar.inc(results.len() as u64);
            bar.suspend(|| writer.add(&segment, results))
        });
        bar.finish_and_clear();
        match reviewed {
            // An input cannot be read: the games before it are whole.
            Ok(()) | Err(Error::File { action: "read", .. }) => reviewed.and(writer.end()),
            failed => failed,
        }
    }

    /// Reviews one game and returns the review.
    ///
    /// # Errors
    /// An error if memory or threads are missing.
    pub fn review(&self, game: &PgnGame) -> Result<Review, Error> {
        let segments: Vec<Segment> = segments(game.clone()).collect();
        let work = |searcher: &mut Searcher, control: &Control, segment: &Segment| {
            search_segment(self, searcher, control, segment)
        };
        let bar = progress_bar(game.line.moves.len() as u64 + 1, "positions");
        let mut results = Vec::new();
        search_each(&segments, self.threads, self.hash_mb, work, |_, found| {
            bar.inc(found.len() as u64);
            results.extend(found);
            Ok(())
        })?;
        bar.finish_and_clear();
        Ok(Review::of(game, &results))
    }

    /// Rejects an output that would overwrite an input or another output.
    fn check_outputs(&self) -> Result<(), Error> {
        let named = self.output.iter().chain(&self.html);
        let pictures = self.svg.as_deref().map_or(Vec::new(), |path| candidates(path, named.clone()));
        let outputs = named.chain(&pictures).cloned().collect();
        keep_apart(&PathSet { inputs: self.files.clone(), outputs, ..PathSet::default() })
    }
}

/// Starts a thread that reads games as long as there is room, so that a slow input does not hold up the reviews of
/// the games before, and returns their segments.
fn read_ahead(
    games: impl Iterator<Item = Result<PgnGame, Error>> + Send + 'static,
    bar: ProgressBar,
) -> Result<Receiver<Result<Segment, Error>>, Error> {
    let (sender, segments_read) = bounded(SEGMENTS_AHEAD);
    let read = move || {
        let mut positions = 0;
        for game in games {
            let game = match game {
                Ok(game) => game,
                Err(error) => {
                    // Without a receiver the command has ended.
                    let _ = sender.send(Err(error));
                    return;
                }
            };
            for segment in segments(game) {
                positions += segment.len() as u64;
                if sender.send(Ok(segment)).is_err() {
                    return;
                }
            }
        }
        show_total(&bar, positions);
    };
    // It is not joined: it may wait for an input that never ends.
    thread::Builder::new().name("games".into()).spawn(read).map_err(Error::Thread)?;
    Ok(segments_read)
}
