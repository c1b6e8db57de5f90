//! Commands: what the command line offers beside playing.

pub mod analyse;
pub mod bench;
pub mod book;
pub mod crew;
pub mod drivers;
pub mod genfens;
pub mod go;
mod goal;
pub mod matches;
pub mod perft;
pub mod perft_suite;
pub mod random;
mod share;
pub mod suite;
pub mod tablebase;
mod verdict;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::epd::{self, Epd};
use crate::error::Error;
use crate::pgn::{PgnGame, PgnReader};
use crate::search::Searcher;

/// Reads a text file; what is not UTF-8 in it is replaced.
fn read(path: &Path) -> Result<String, Error> {
    fs::read(path)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .map_err(|error| Error::unreadable(path, error))
}

/// The positions of an EPD file with the numbers of their lines.
fn read_epds(path: &Path) -> Result<Vec<(usize, Epd)>, Error> {
    epd::read_lines(&read(path)?).map_err(|error| Error::Sentence(format!("{}, {error}", path.display())))
}

/// Reads the games of a PGN file and tells on the standard error what of it had to be left out: behind
/// some games also the rest, where nothing can be made of it.
fn read_games(path: &Path, mut take: impl FnMut(PgnGame)) -> Result<(), Error> {
    let unreadable = |error: io::Error| Error::unreadable(path, error);
    let warn = |number: usize, sentence: &str| {
        // There is no one left to tell if this fails.
        let _ = writeln!(io::stderr(), "lancet: warning: {}, game {number}: {sentence}", path.display());
    };
    for (game, number) in PgnReader::new(File::open(path).map_err(unreadable)?).zip(1..) {
        match game {
            Ok(Ok(game)) => {
                game.warnings.iter().for_each(|warning| warn(number, warning));
                take(game);
            }
            Ok(Err(sentence)) => warn(number, &sentence),
            Err(error) if error.kind() == io::ErrorKind::InvalidData && number > 1 => {
                warn(number, &format!("{error}; the rest of the file is left out"));
                break;
            }
            Err(error) => return Err(unreadable(error)),
        }
    }
    Ok(())
}

/// A new file for what comes out, with nothing in it.
fn create(path: &Path) -> Result<BufWriter<File>, Error> {
    File::create(path).map(BufWriter::new).map_err(|error| Error::unwritable(path, error))
}

/// Refuses an output that is one of the inputs, by whatever name: it would be lost.
fn keep_apart(output: &Path, inputs: &[PathBuf]) -> Result<(), Error> {
    let file = |path: &Path| fs::canonicalize(path).ok().filter(|path| path.is_file());
    let Some(written) = file(output) else { return Ok(()) };
    if inputs.iter().any(|input| file(input).is_some_and(|input| input == written)) {
        return Err(Error::unwritable(output, "it is one of those that are read"));
    }
    Ok(())
}

/// As many threads as the machine runs at once.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The sentence for a thread that cannot be had.
#[must_use]
pub fn no_thread(error: io::Error) -> String {
    format!("a search thread cannot be started: {error}")
}

/// Does `work` on a thread with stack enough for a search.
fn on_search_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    thread::scope(|scope| {
        let handle = Searcher::thread().spawn_scoped(scope, work).map_err(no_thread)?;
        handle.join().map_err(|_| Error::sentence("the search ended before its time"))
    })
}

/// A bar of progress on the standard error, invisible where that is not a terminal.
fn progress_bar(length: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = format!("{{wide_bar}} {{human_pos}} of {{human_len}} {unit}, {{eta}} to go");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// A time for people, in seconds.
fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}
