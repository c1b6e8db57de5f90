//! Inputs: the positions and games that commands read.

use std::convert::Infallible;
use std::fmt::Display;
use std::io::{self, Cursor, Read};
use std::path::Path;

use crate::console::{read_text, warn};
use crate::epd::{self, Epd};
use crate::error::Error;
use crate::files::{self, TEXT_PREFIX, UNLIMITED, check_text};
use crate::pgn::{PgnGame, PgnReader};

/// The maximum number of invalid lines of a file that are reported one by one.
const MAX_WARNINGS: usize = 20;

/// What was read from the lines of a file.
#[derive(Clone, Debug)]
pub struct ReadLines<T> {
    /// The valid lines.
    pub read: Vec<T>,
    /// The number of invalid lines, which are reported and skipped.
    pub skipped: usize,
}

/// Reads the positions of an EPD file with their line numbers. Invalid lines are reported and skipped.
///
/// # Errors
/// [`Error::File`] if the file cannot be read or has no valid line.
pub fn read_epds(path: &Path) -> Result<Vec<(usize, Epd)>, Error> {
    read_epd_lines(path, |number, epd| Ok::<_, Infallible>((number, epd))).map(|lines| lines.read)
}

/// Reads the lines of an EPD file by `read`, which takes the number of a line and its position. Invalid lines
/// are reported and skipped.
///
/// # Errors
/// [`Error::File`] if the file cannot be read or has no valid line.
pub fn read_epd_lines<T, E: Display>(
    path: &Path,
    read: impl Fn(usize, Epd) -> Result<T, E>,
) -> Result<ReadLines<T>, Error> {
    let mut found = Vec::new();
    let mut errors = Vec::new();
    for line in epd::lines(&read_text(path)?) {
        let taken = line
            .map_err(|error| error.to_string())
            .and_then(|(number, epd)| read(number, epd).map_err(|error| format!("line {number}: {error}")));
        match taken {
            Ok(taken) => found.push(taken),
            Err(error) => errors.push(error),
        }
    }
    report_skipped(path, found.len(), &errors, "positions")?;
    Ok(ReadLines { read: found, skipped: errors.len() })
}

/// Warns of the lines that are skipped; `what` is what the lines hold.
///
/// # Errors
/// [`Error::File`] if no line is valid, with the first reason.
pub fn report_skipped(path: &Path, valid: usize, errors: &[String], what: &str) -> Result<(), Error> {
    let Some(first) = errors.first() else {
        return if valid == 0 { Err(Error::unreadable(path, format!("no {what} in it"))) } else { Ok(()) };
    };
    let all = valid + errors.len();
    if valid == 0 {
        let rest = if all == 1 { String::new() } else { format!(" (none of {all} lines is valid)") };
        return Err(Error::unreadable(path, format!("{first}{rest}")));
    }
    let shown = errors.iter().take(MAX_WARNINGS);
    shown.for_each(|error| warn(format_args!("{}, {error}", path.display())));
    warn(format_args!("{}: skipped {} of {all} lines", path.display(), errors.len()));
    Ok(())
}

/// Opens a text in a file, a pipe or standard input that is read piece by piece.
fn open(path: &Path) -> Result<impl Read, Error> {
    let mut input = files::open_stream(path, UNLIMITED).map_err(|error| Error::unreadable(path, error))?;
    let mut start = Vec::new();
    let first = input.by_ref().take(TEXT_PREFIX as u64).read_to_end(&mut start);
    first.map_err(|error| Error::unreadable(path, error))?;
    check_text(&start).map_err(|error| Error::unreadable(path, error))?;
    Ok(Cursor::new(start).chain(input))
}

/// Reads the games of a PGN file and hands each to `take`. Warns of games, or parts of games, that are
/// skipped; if the file becomes unreadable after at least one game, warns and stops there.
///
/// # Errors
/// [`Error::File`] if the file cannot be read or has no game that can be read.
pub fn read_games(path: &Path, mut take: impl FnMut(PgnGame)) -> Result<(), Error> {
    let unreadable = |error: io::Error| Error::unreadable(path, error);
    let warn_of =
        |number: usize, text: &dyn Display| warn(format_args!("{}, game {number}: {text}", path.display()));
    let mut is_empty = true;
    for (game, number) in PgnReader::new(open(path)?).zip(1..) {
        match game {
            Ok(Ok(game)) => {
                is_empty = false;
                game.warnings.iter().for_each(|warning| warn_of(number, warning));
                take(game);
            }
            Ok(Err(reason)) => warn_of(number, &reason),
            Err(error) if error.kind() == io::ErrorKind::InvalidData && number > 1 => {
                warn_of(number, &format!("{error}; skipping the rest of the file"));
                break;
            }
            Err(error) => return Err(unreadable(error)),
        }
    }
    if is_empty { Err(Error::unreadable(path, "no games in it")) } else { Ok(()) }
}
