//! Inputs: the positions and games that commands read.

use std::fmt::Display;
use std::io;
use std::path::Path;

use crate::console::{read_text, warn};
use crate::epd::{self, Epd};
use crate::error::Error;
use crate::files::{self, Input, UNLIMITED};
use crate::pgn::{PgnGame, PgnReader};

/// Reads the positions of an EPD file with their line numbers.
///
/// # Errors
/// [`Error::File`] if the file cannot be read or a line is invalid.
pub fn read_epds(path: &Path) -> Result<Vec<(usize, Epd)>, Error> {
    epd::read_lines(&read_text(path)?).map_err(|error| Error::unreadable(path, error))
}

/// Opens a file, a pipe or standard input that is read piece by piece.
fn open(path: &Path) -> Result<Input, Error> {
    files::open_stream(path, UNLIMITED).map_err(|error| Error::unreadable(path, error))
}

/// Reads the games of a PGN file and hands each to `take`. Warns of games, or parts of games, that are
/// skipped; if the file becomes unreadable after at least one game, warns and stops there.
///
/// # Errors
/// [`Error::File`] if the file cannot be read or does not begin with a game.
pub fn read_games(path: &Path, mut take: impl FnMut(PgnGame)) -> Result<(), Error> {
    let unreadable = |error: io::Error| Error::unreadable(path, error);
    let warn_of =
        |number: usize, text: &dyn Display| warn(format_args!("{}, game {number}: {text}", path.display()));
    for (game, number) in PgnReader::new(open(path)?).zip(1..) {
        match game {
            Ok(Ok(game)) => {
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
    Ok(())
}
