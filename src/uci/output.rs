//! Output: the lines that the session writes, flushed one by one, and the debug log.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use crate::files::{self, FileError};

/// Writes lines to the standard output and, if there is one, to the debug log.
pub(super) struct Output {
    out: Box<dyn Write>,
    log: Option<File>,
    is_broken: bool,
}

impl Output {
    pub fn new(out: impl Write + 'static) -> Output {
        Output { out: Box::new(out), log: None, is_broken: false }
    }

    /// Writes a line.
    pub fn line(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        self.log_line("<<", line);
        let written = self.out.write_all(line.as_bytes()).and_then(|()| self.out.write_all(b"\n"));
        if written.and_then(|()| self.out.flush()).is_err() {
            self.is_broken = true;
        }
    }

    /// Writes an `info string`.
    pub fn info(&mut self, message: impl AsRef<str>) {
        self.line(format!("info string {}", message.as_ref()));
    }

    /// Writes an error: the command had no effect, or a part of it was ignored.
    pub fn error(&mut self, message: impl AsRef<str>) {
        self.info(format!("error: {}", message.as_ref()));
    }

    /// Writes a warning: the command was changed to something valid.
    pub fn warning(&mut self, message: impl AsRef<str>) {
        self.line(warning(message));
    }

    /// Reports whether a write has failed, usually since the reader has closed the pipe.
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Adds a line of input to the log.
    pub fn log_input(&mut self, line: &str) {
        self.log_line(">>", line);
    }

    /// Appends all further lines to the file at `path`; `None` closes the log. A file that is not empty must be
    /// a log: a book or a network that is named by mistake stays as it is.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened or is not a log; the old log stays open.
    pub fn set_log(&mut self, path: Option<&str>) -> Result<(), FileError> {
        self.log = match path {
            Some(path) if files::is_standard_output(Path::new(path)) => {
                return Err(FileError::StandardOutput);
            }
            Some(path) => Some(files::append(Path::new(path), "a log of Lancet", is_log)?),
            None => None,
        };
        Ok(())
    }

    fn log_line(&mut self, direction: &str, line: &str) {
        log::debug!("{direction} {line}");
        if let Some(log) = &mut self.log {
            // A full disk must not end a game.
            let _ = writeln!(log, "{direction} {line}");
        }
    }
}

/// Reports whether a file begins as a log does.
fn is_log(start: &[u8]) -> bool {
    start.starts_with(b">> ") || start.starts_with(b"<< ")
}

/// Returns the line that shows a warning.
pub(super) fn warning(message: impl AsRef<str>) -> String {
    format!("info string warning: {}", message.as_ref())
}

/// Returns at most the first 80 characters of `text`, without control characters, to quote it in a line.
pub(super) fn shorten(text: &str) -> String {
    const MAX_LENGTH: usize = 80;
    let ellipsis = if text.chars().nth(MAX_LENGTH).is_some() { "..." } else { "" };
    let visible = |c: char| if c.is_control() { '?' } else { c };
    text.chars().take(MAX_LENGTH).map(visible).chain(ellipsis.chars()).collect()
}
