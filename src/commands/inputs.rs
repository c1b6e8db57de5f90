//! Inputs: the positions and games that commands read.

mod positions;

pub use positions::Positions;

use std::convert::Infallible;
use std::fmt;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::vec;

use crate::console::warn;
use crate::epd::Epd;
use crate::error::Error;
use crate::files::{self, FileKind, MAX_TEXT, TEXT_PREFIX, UNLIMITED, check_text};
use crate::pgn::{PgnGame, PgnReader};

/// The maximum number of invalid lines of a file that are reported one by one.
const MAX_WARNINGS: usize = 20;

/// Reads the positions of an EPD file with their line numbers. Invalid lines are reported and skipped.
///
/// # Errors
/// [`Error::File`] if the file cannot be read or has no valid line.
pub fn read_epds(path: &Path) -> Result<Vec<(usize, Epd)>, Error> {
    let read = |_: &Path, number, epd| Ok::<_, Infallible>((number, epd));
    Positions::new(vec![path.to_owned()], MAX_TEXT, read, |message| warn(message)).collect()
}

/// Warns of the lines that are skipped; `what` is what the lines hold.
///
/// # Errors
/// [`Error::File`] if no line is valid, with the first reason.
pub fn report_skipped(path: &Path, valid: usize, errors: &[String], what: &str) -> Result<(), Error> {
    let all = valid + errors.len();
    if valid == 0 {
        return Err(no_valid_line(path, errors.first(), all, what));
    }
    if !errors.is_empty() {
        let shown = errors.iter().take(MAX_WARNINGS);
        shown.for_each(|error| warn(format_args!("{}, {error}", path.display())));
        warn(skipped_lines(path, errors.len(), all));
    }
    Ok(())
}

/// Returns the error of a file of which none of `all` lines is valid, with the first reason.
fn no_valid_line(path: &Path, first: Option<&String>, all: usize, what: &str) -> Error {
    match first {
        None => Error::unreadable(path, format!("no {what} in it")),
        Some(first) if all == 1 => Error::unreadable(path, first.as_str()),
        Some(first) => Error::unreadable(path, format!("{first} (none of {all} lines is valid)")),
    }
}

/// Says how many lines of a file are skipped.
fn skipped_lines(path: &Path, skipped: usize, all: usize) -> String {
    format!("{}: skipped {skipped} of {all} lines", path.display())
}

/// Opens a text of at most `max` bytes in a file, a pipe or standard input that is read piece by piece.
fn open(path: &Path, max: u64) -> Result<impl Read + Send + use<>, Error> {
    let mut input = files::open_stream(path, max).map_err(|error| Error::unreadable(path, error))?;
    let mut start = Vec::new();
    let first = input.by_ref().take(TEXT_PREFIX as u64).read_to_end(&mut start);
    first.map_err(|error| Error::unreadable(path, error))?;
    check_text(&start).map_err(|error| Error::unreadable(path, error))?;
    Ok(Cursor::new(start).chain(input))
}

/// Checks that texts can be opened, before the first one is read. Streams are not touched.
///
/// # Errors
/// [`Error::File`] for the first one that cannot be opened or is not a text.
pub fn check_readable(paths: &[PathBuf]) -> Result<(), Error> {
    let is_stream =
        |path: &Path| path.as_os_str() == "-" || matches!(FileKind::at(path), Ok(Some(FileKind::Pipe)));
    paths.iter().filter(|path| !is_stream(path)).try_for_each(|path| open(path, UNLIMITED).map(drop))
}

/// Reads the games of a PGN file and hands each to `take` with its number in the file, as [`Games`] returns them.
///
/// # Errors
/// [`Error::File`] if the file cannot be read or has no game that can be read.
pub fn read_games(path: &Path, take: impl FnMut(usize, PgnGame)) -> Result<(), Error> {
    take_all(Games::new(vec![path.to_owned()], |message| warn(message)), take)
}

/// Reads the games of a text that was read from `path`, as [`read_games`].
///
/// # Errors
/// [`Error::File`] if it has no game that can be read.
pub fn read_games_of_text(path: &Path, text: String, take: impl FnMut(usize, PgnGame)) -> Result<(), Error> {
    let open = Some(OpenFile::of_source(path.to_owned(), Box::new(Cursor::new(text))));
    take_all(Games { open, ..Games::new(Vec::new(), |message| warn(message)) }, take)
}

/// Hands each game to `take` with its number.
fn take_all<W: FnMut(fmt::Arguments<'_>)>(
    mut games: Games<W>,
    mut take: impl FnMut(usize, PgnGame),
) -> Result<(), Error> {
    games.try_for_each(|game| game.map(|InputGame { number, game }| take(number, game)))
}

/// A game of the inputs of a command.
#[derive(Clone, Debug)]
pub struct InputGame {
    /// Its number among the games of all files, from 1, those counted that are skipped.
    pub number: usize,
    /// The game.
    pub game: PgnGame,
}

/// An iterator over the games of PGN files, of which it holds one at a time. Warns of games, or parts of games, that
/// are skipped.
///
/// An item is an [`Error::File`] if a file cannot be read or has no game that can be read; it is the last one.
pub struct Games<W> {
    paths: vec::IntoIter<PathBuf>,
    open: Option<OpenFile>,
    /// The games of the files before the open one, with those that are skipped.
    before: usize,
    warn: W,
}

impl<W> fmt::Debug for Games<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Games").field("paths", &self.paths).finish_non_exhaustive()
    }
}

/// The file whose games are being read.
struct OpenFile {
    path: PathBuf,
    games: PgnReader<Box<dyn Read + Send>>,
    /// The games before the next one, with those that are skipped.
    number: usize,
    is_empty: bool,
}

impl<W: FnMut(fmt::Arguments<'_>)> Games<W> {
    /// Returns the games of the files; `warn` is given each warning.
    pub fn new(paths: Vec<PathBuf>, warn: W) -> Games<W> {
        Games { paths: paths.into_iter(), open: None, before: 0, warn }
    }

    fn try_next(&mut self) -> Result<Option<InputGame>, Error> {
        loop {
            let mut file = match self.open.take() {
                Some(file) => file,
                None => match self.paths.next() {
                    Some(path) => OpenFile::new(path)?,
                    None => return Ok(None),
                },
            };
            if let Some(game) = file.next(&mut self.warn)? {
                let number = self.before + file.number;
                self.open = Some(file);
                return Ok(Some(InputGame { number, game }));
            }
            self.before += file.number;
        }
    }
}

impl<W: FnMut(fmt::Arguments<'_>)> Iterator for Games<W> {
    type Item = Result<InputGame, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.try_next();
        if game.is_err() {
            self.paths = Vec::new().into_iter();
        }
        game.transpose()
    }
}

impl OpenFile {
    fn new(path: PathBuf) -> Result<OpenFile, Error> {
        let source = open(&path, UNLIMITED)?;
        Ok(OpenFile::of_source(path, Box::new(source)))
    }

    fn of_source(path: PathBuf, source: Box<dyn Read + Send>) -> OpenFile {
        OpenFile { games: PgnReader::new(source), path, number: 0, is_empty: true }
    }

    /// Returns the next game; `None` at the end of the file.
    fn next(&mut self, warn: &mut impl FnMut(fmt::Arguments<'_>)) -> Result<Option<PgnGame>, Error> {
        for game in self.games.by_ref() {
            self.number += 1;
            let (path, number) = (self.path.display(), self.number);
            match game {
                Ok(Ok(game)) => {
                    self.is_empty = false;
                    let warnings = game.warnings.iter();
                    warnings.for_each(|warning| warn(format_args!("{path}, game {number}: {warning}")));
                    return Ok(Some(game));
                }
                Ok(Err(reason)) => warn(format_args!("{path}, game {number}: {reason}")),
                Err(error) => return Err(Error::unreadable(&self.path, error)),
            }
        }
        if self.is_empty { Err(Error::unreadable(&self.path, "no games in it")) } else { Ok(None) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn games_that_cannot_be_read_are_counted_in_all_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let [good, bad] = ["1. e4 *\n\n", "[FEN \"nonsense\"]\n\n1. d4 *\n\n"];
        let files =
            [("one.pgn", [bad, good, bad, good, bad].concat()), ("two.pgn", [good, bad, good].concat())];
        let paths = files.map(|(name, text)| {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("a file");
            path
        });
        let mut warnings = Vec::new();
        let games = Games::new(paths.to_vec(), |message| warnings.push(message.to_string()));
        let numbers: Vec<usize> = games.map(|game| game.expect("a game").number).collect();
        assert_eq!(numbers, [2, 4, 6, 8]);
        // A warning has the number in the file that it names.
        for (warning, place) in
            warnings.iter().zip(["one.pgn, game 1", "one.pgn, game 3", "one.pgn, game 5", "two.pgn, game 2"])
        {
            assert!(warning.contains(place), "{warning}");
        }
        assert_eq!(warnings.len(), 4);
    }
}
