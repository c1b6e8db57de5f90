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

pub use super::stream::Destination;

use std::io::Write;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossbeam_channel::unbounded;
use indicatif::ProgressBar;

use super::inputs::{Games, InputGame, check_readable};
use super::stream::{
    DigestWriter, Items, Numbered, Plan, Remaining, State, model_option, read_ahead, tables_option,
};
use super::threads::new_searcher;
use crate::console::{check_output, interrupt, keep_apart, progress_bar, progress_count, show_total, warn};
use crate::error::Error;
use crate::eval::nnue::Model;
use crate::files::PathSet;
use crate::pgn::PgnGame;
use crate::search::{Control, Limits, Searcher, SyzygyOptions};
use crate::workers::SearchStream;
use output::{ReviewWriter, add_outputs};
use pictures::candidates;
use search::{SearchResult, Segment, search_segment, segments};

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
    /// The network.
    pub model: Arc<Model>,
    /// The format of the output.
    pub format: Format,
    /// Where the games go; `None` writes none.
    pub output: Option<Destination>,
    /// Where the graph of a game goes, in SVG; numbered files if there are several games.
    pub svg: Option<Destination>,
    /// Where a page with all games goes, in HTML.
    pub html: Option<Destination>,
    /// Whether to go on where the same command was stopped.
    pub resume: bool,
    /// Whether the command says at its end what was written, unless an output is the standard output.
    pub says_end: bool,
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
    /// inputs or is another output, or cannot be continued; [`Error::NoInput`] without inputs; [`Error::Interrupted`] after
    /// Ctrl-C; an error if memory or threads are missing; those of `out`. What was reviewed before is written, and the
    /// outputs are complete.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        interrupt::catch();
        let plan = self.plan();
        self.check_outputs(&plan)?;
        check_readable(&self.files)?;
        let state = plan.start(self.resume)?;
        let bar = progress_count("positions");
        let segments = match self.read(&plan, state.as_ref(), bar.clone()) {
            Err(Error::Stopped) => return Err(plan.interrupted(state.as_ref())),
            Ok(None) if state.is_none() => return Err(Error::NoInput("games")),
            segments => segments?,
        };
        // A file that cannot be written is an error before the searches.
        let mut writer = ReviewWriter::open(self, &plan, state, out)?;
        let reviewed = segments.map_or(Ok(()), |segments| self.search(&segments, &bar, &mut writer));
        bar.finish_and_clear();
        let count = writer.end(reviewed)?;
        if self.says_end { self.write_end(count, out) } else { Ok(()) }
    }

    /// Says how many games are reviewed in which files.
    fn write_end(&self, count: u64, out: &mut dyn Write) -> Result<(), Error> {
        let outputs = [&self.output, &self.html, &self.svg].into_iter().flatten();
        let Some(paths) = outputs.map(Destination::path).collect::<Option<Vec<_>>>() else { return Ok(()) };
        let is_numbered =
            |path: &&Path| count > 1 && self.svg.as_ref().and_then(Destination::path) == Some(path);
        let names = paths.iter().map(|path| {
            let numbered = if is_numbered(path) { " (numbered)" } else { "" };
            format!("{}{numbered}", path.display())
        });
        let names: Vec<String> = names.collect();
        let games = if count == 1 { "game" } else { "games" };
        Ok(writeln!(out, "Reviewed {count} {games}: {}", names.join(", "))?)
    }

    /// Searches the positions of the games and writes their reviews.
    fn search(
        &self,
        segments: &Items<Segment>,
        bar: &ProgressBar,
        writer: &mut ReviewWriter<'_>,
    ) -> Result<(), Error> {
        self.search_segments(segments, |segment, results| {
            bar.inc(results.len() as u64);
            bar.suspend(|| writer.add(&segment, results))
        })
    }

    /// Searches the positions of segments. `done` receives the results in the order of the segments.
    fn search_segments(
        &self,
        segments: &Items<Segment>,
        done: impl FnMut(Segment, Vec<SearchResult>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let stream = SearchStream {
            threads: self.threads,
            new_searcher: || new_searcher(self.hash_mb, 1, &self.model),
            interrupted: interrupt::is_set,
        };
        let work = |searcher: &mut Searcher, control: &Control, segment: &Segment| {
            search_segment(self, searcher, control, segment)
        };
        stream.run(segments, work, done)
    }

    /// Starts to read the games that are not reviewed yet, and returns their segments; `None` if there is none.
    fn read(
        &self,
        plan: &Plan<'_>,
        state: Option<&State>,
        bar: ProgressBar,
    ) -> Result<Option<Items<Segment>>, Error> {
        let printer = bar.clone();
        let games = Games::new(self.files.clone(), move |message| printer.suspend(|| warn(message)));
        let feed = |InputGame { number, game }: &InputGame, digest: &mut DigestWriter| {
            // Writing to a digest does not fail.
            let _ = writeln!(digest, "{number}").and_then(|()| game.write(digest));
        };
        let games = Remaining::new(games, feed, state.and_then(|state| plan.done(state)));
        let mut segments = games.flat_map(|game| {
            let (game, error) = match game {
                Ok(game) => (Some(segments(game).map(Ok)), None),
                Err(error) => (None, Some(Err(error))),
            };
            game.into_iter().flatten().chain(error)
        });
        let mut positions = 0;
        let counted = iter::from_fn(move || {
            let segment = segments.next();
            match &segment {
                Some(Ok(segment)) => positions += segment.len() as u64,
                Some(Err(_)) => {}
                None => show_total(&bar, positions),
            }
            segment
        });
        read_ahead(counted, SEGMENTS_AHEAD)
    }

    /// Reviews one game and returns the review.
    ///
    /// # Errors
    /// [`Error::Stopped`] after Ctrl-C, if [`interrupt::catch`] was called; an error if memory or threads are missing.
    pub fn review(&self, game: &PgnGame) -> Result<Review, Error> {
        let (sender, items) = unbounded();
        // The receiver is there.
        let alone = Numbered::alone(InputGame { number: 1, game: game.clone() });
        segments(alone).for_each(|segment| _ = sender.send(Ok(segment)));
        drop(sender);
        let bar = progress_bar(game.line.moves.len() as u64 + 1, "positions");
        let mut results = Vec::new();
        let searched = self.search_segments(&items, |_, found| {
            bar.inc(found.len() as u64);
            results.extend(found);
            Ok(())
        });
        bar.finish_and_clear();
        searched.map(|()| Review::of(game, &results))
    }

    /// Returns what is written, and the options on which it depends.
    fn plan(&self) -> Plan<'_> {
        let Limits { depth, nodes, movetime, .. } = &self.limits;
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        let svg = self.svg.as_ref().and_then(Destination::path);
        let tables = self.syzygy.tables.as_ref();
        let options = vec![
            ("--format", self.output.as_ref().map(|_| format!("{:?}", self.format).to_lowercase())),
            ("--depth", depth.map(|depth| depth.to_string())),
            ("--nodes", number(*nodes)),
            ("--movetime", movetime.map(|time| time.as_millis().to_string())),
            ("--hash", number(Some(self.hash_mb as u64))),
            ("--eval-file", model_option(&self.model)),
            ("--svg", svg.map(|path| path.display().to_string())),
            ("--syzygy", tables.map(|tables| tables_option(tables))),
        ];
        let mut plan = Plan::new("analyse", "games", options);
        add_outputs(self, &mut plan);
        plan
    }

    /// Rejects an output that would overwrite an input or another output.
    fn check_outputs(&self, plan: &Plan<'_>) -> Result<(), Error> {
        let mut outputs = plan.files();
        if let Some(path) = self.svg.as_ref().and_then(Destination::path) {
            check_output(path)?;
            outputs.extend(candidates(path, &outputs));
        }
        keep_apart(&PathSet { inputs: self.files.clone(), outputs, ..PathSet::default() })
    }
}
