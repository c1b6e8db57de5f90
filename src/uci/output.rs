//! Output: the one writer of the session, a flush for every line.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};

/// Writes lines, to the log file too if there is one.
pub(super) struct Output<W: Write> {
    out: W,
    log: Option<File>,
    /// The reader has gone.
    broken: bool,
}

impl<W: Write> Output<W> {
    pub fn new(out: W) -> Output<W> {
        Output { out, log: None, broken: false }
    }

    /// Writes one line.
    pub fn line(&mut self, line: impl AsRef<str>) {
        let line = line.as_ref();
        self.note("<<", line);
        let written = self.out.write_all(line.as_bytes()).and_then(|()| self.out.write_all(b"\n"));
        if written.and_then(|()| self.out.flush()).is_err() {
            self.broken = true;
        }
    }

    /// Writes a sentence for people.
    pub fn say(&mut self, sentence: impl AsRef<str>) {
        self.line(format!("info string {}", sentence.as_ref()));
    }

    /// Writes what is wrong.
    pub fn error(&mut self, sentence: impl AsRef<str>) {
        self.say(format!("error: {}", sentence.as_ref()));
    }

    /// Notes a line that was read.
    pub fn heard(&mut self, line: &str) {
        self.note(">>", line);
    }

    /// Nobody reads any more.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Copies all lines to the end of the file at `path`, or to no file.
    ///
    /// # Errors
    /// Where the file cannot be opened; the one before stays.
    pub fn set_log(&mut self, path: Option<&str>) -> io::Result<()> {
        self.log = match path {
            Some(path) => Some(OpenOptions::new().create(true).append(true).open(path)?),
            None => None,
        };
        Ok(())
    }

    fn note(&mut self, mark: &str, line: &str) {
        log::debug!("{mark} {line}");
        if let Some(log) = &mut self.log {
            // A log that cannot be written must not end a game.
            let _ = writeln!(log, "{mark} {line}");
        }
    }
}
