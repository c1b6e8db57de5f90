//! Positions: the lines of EPD files, one after another.

use std::fmt::{self, Display};
use std::io::Read;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::vec;

use super::{MAX_WARNINGS, no_valid_line, open, skipped_lines};
use crate::epd::{Epd, EpdError, line_text};
use crate::error::Error;
use crate::files::LineReader;
use crate::position::FenWarning;

/// The maximum length of a line in bytes.
const MAX_LINE: usize = 1 << 20;

/// An iterator over the positions of EPD files, of which it holds one line at a time. Warns of invalid lines, which are
/// skipped, and of fields that are dropped.
///
/// An item is an [`Error::File`] if a file cannot be read or has no valid line; it is the last one.
pub struct Positions<F, W> {
    paths: vec::IntoIter<PathBuf>,
    max: u64,
    open: Option<OpenFile>,
    read: F,
    warn: W,
    skipped: Arc<AtomicUsize>,
}

impl<F, W> fmt::Debug for Positions<F, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Positions").field("skipped", &self.skipped).finish_non_exhaustive()
    }
}

/// The file whose lines are being read.
struct OpenFile {
    path: PathBuf,
    lines: LineReader<Box<dyn Read + Send>>,
    valid: usize,
    skipped: usize,
    /// The lines of which fields were dropped.
    changed: usize,
    /// The first warnings, as long as no line is valid.
    held: Vec<String>,
}

impl<T, E, F, W> Positions<F, W>
where
    E: Display,
    F: FnMut(&Path, usize, Epd) -> Result<T, E>,
    W: FnMut(fmt::Arguments<'_>),
{
    /// Returns the positions of files of at most `max` bytes. `read` takes the file, the number of the line and its
    /// position; `warn` is given each warning.
    pub fn new(paths: Vec<PathBuf>, max: u64, read: F, warn: W) -> Positions<F, W> {
        Positions { paths: paths.into_iter(), max, open: None, read, warn, skipped: Arc::default() }
    }

    /// Returns the number of invalid lines in the files that have been read, which grows as more are.
    pub fn skipped(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.skipped)
    }

    fn try_next(&mut self) -> Result<Option<T>, Error> {
        loop {
            let mut file = match self.open.take() {
                Some(file) => file,
                None => match self.paths.next() {
                    Some(path) => OpenFile::new(path, self.max)?,
                    None => return Ok(None),
                },
            };
            if let Some(position) = file.next(&mut self.read, &mut self.warn)? {
                self.open = Some(file);
                return Ok(Some(position));
            }
            self.skipped.fetch_add(file.skipped, Ordering::Relaxed);
        }
    }
}

impl<T, E, F, W> Iterator for Positions<F, W>
where
    E: Display,
    F: FnMut(&Path, usize, Epd) -> Result<T, E>,
    W: FnMut(fmt::Arguments<'_>),
{
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let position = self.try_next();
        if position.is_err() {
            self.paths = Vec::new().into_iter();
        }
        position.transpose()
    }
}

impl OpenFile {
    fn new(path: PathBuf, max: u64) -> Result<OpenFile, Error> {
        let source: Box<dyn Read + Send> = Box::new(open(&path, max)?);
        Ok(OpenFile {
            lines: LineReader::new(source, MAX_LINE),
            path,
            valid: 0,
            skipped: 0,
            changed: 0,
            held: Vec::new(),
        })
    }

    /// Returns the next position; `None` at the end of the file.
    fn next<T, E: Display>(
        &mut self,
        read: &mut impl FnMut(&Path, usize, Epd) -> Result<T, E>,
        warn: &mut impl FnMut(fmt::Arguments<'_>),
    ) -> Result<Option<T>, Error> {
        while let Some(line) = self.lines.next_line().map_err(|error| Error::unreadable(&self.path, error))? {
            let number = line.number;
            let position = match line.text.as_deref().map(line_text) {
                // A file of one long line has no positions.
                None if self.valid == 0 => {
                    let reason = format!("line {number} is longer than {} MiB", MAX_LINE >> 20);
                    return Err(Error::unreadable(&self.path, reason));
                }
                None => Err(format!("longer than {} MiB", MAX_LINE >> 20)),
                Some(None) => continue,
                Some(Some(text)) => self.read_line(number, text, read),
            };
            match position {
                Ok((position, warnings)) => {
                    self.valid += 1;
                    self.report_dropped(number, &warnings, warn);
                    self.held
                        .drain(..)
                        .for_each(|error| warn(format_args!("{}, {error}", self.path.display())));
                    return Ok(Some(position));
                }
                Err(error) => self.skip(format!("line {number}: {error}"), warn),
            }
        }
        if self.valid == 0 {
            return Err(no_valid_line(&self.path, self.held.first(), self.skipped, "positions"));
        }
        if self.changed > MAX_WARNINGS {
            let (path, changed) = (self.path.display(), self.changed);
            warn(format_args!("{path}: dropped fields that do not fit the board in {changed} lines"));
        }
        if self.skipped > 0 {
            warn(format_args!("{}", skipped_lines(&self.path, self.skipped, self.skipped + self.valid)));
        }
        Ok(None)
    }

    /// Reads a line; returns what `read` makes of its position, and the fields that were dropped.
    fn read_line<T, E: Display>(
        &self,
        number: usize,
        text: &str,
        read: &mut impl FnMut(&Path, usize, Epd) -> Result<T, E>,
    ) -> Result<(T, Vec<FenWarning>), String> {
        let mut epd: Epd = text.parse().map_err(|error: EpdError| error.to_string())?;
        let warnings = mem::take(&mut epd.warnings);
        let position = read(&self.path, number, epd).map_err(|error| error.to_string())?;
        Ok((position, warnings))
    }

    /// Warns of the fields of a line that were dropped, unless there were many before.
    fn report_dropped(
        &mut self,
        number: usize,
        warnings: &[FenWarning],
        warn: &mut impl FnMut(fmt::Arguments<'_>),
    ) {
        self.changed += usize::from(!warnings.is_empty());
        if self.changed <= MAX_WARNINGS {
            for warning in warnings {
                warn(format_args!("{}, line {number}: {warning}", self.path.display()));
            }
        }
    }

    fn skip(&mut self, error: String, warn: &mut impl FnMut(fmt::Arguments<'_>)) {
        self.skipped += 1;
        match self.skipped <= MAX_WARNINGS {
            true if self.valid == 0 => self.held.push(error),
            true => warn(format_args!("{}, {error}", self.path.display())),
            false => {}
        }
    }
}
