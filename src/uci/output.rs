//! Output: the lines that the session writes, flushed one by one, and the debug log.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::files::{self, FileError};

/// Writes lines to the standard output and, if there is one, to the debug log. Its clones write to the same places:
/// the session and the search thread each have one.
#[derive(Clone)]
pub(super) struct Output(Arc<Mutex<Writer>>);

struct Writer {
    out: Box<dyn Write + Send>,
    log: Option<File>,
    /// A person reads, who needs no `info string` before messages.
    is_terminal: bool,
    /// Why the output is broken.
    failure: Option<io::Error>,
}

impl Output {
    pub fn new(out: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(Writer {
            out: Box::new(out),
            log: None,
            is_terminal: false,
            failure: None,
        })))
    }

    fn lock(&self) -> MutexGuard<'_, Writer> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a line.
    pub fn line(&self, line: impl AsRef<str>) {
        self.lock().line(line.as_ref());
    }

    /// Writes the last line of a search or task and sets `ended` at once: whoever sees `ended` writes after the line.
    pub fn last_line(&self, line: &str, ended: &AtomicBool) {
        let mut writer = self.lock();
        ended.store(true, Ordering::Release);
        writer.line(line);
    }

    /// Writes a line for a person, unless a program reads by now.
    pub fn line_for_person(&self, line: &str) {
        self.lock().line_for_person(line);
    }

    /// Writes the last line of a search for a person and sets `ended` at once, as [`Output::last_line`].
    pub fn last_line_for_person(&self, line: &str, ended: &AtomicBool) {
        let mut writer = self.lock();
        ended.store(true, Ordering::Release);
        writer.line_for_person(line);
    }

    /// Writes messages as a person reads them from now on, or again as UCI has them.
    pub fn set_terminal(&self, is_terminal: bool) {
        self.lock().is_terminal = is_terminal;
    }

    /// Writes a prompt: without the end of the line, and not to the log.
    pub fn prompt(&self, text: &str) {
        self.lock().write(text);
    }

    /// Writes an `info string`.
    pub fn info(&self, message: impl AsRef<str>) {
        self.message("", message.as_ref());
    }

    /// Writes an error: the command had no effect, or a part of it was ignored.
    pub fn error(&self, message: impl AsRef<str>) {
        self.message("error: ", message.as_ref());
    }

    /// Writes a warning: the command was changed to something valid.
    pub fn warning(&self, message: impl AsRef<str>) {
        self.message("warning: ", message.as_ref());
    }

    fn message(&self, kind: &str, message: &str) {
        self.line(self.message_line(kind, message));
    }

    /// Returns the line of a message; `kind` is its beginning, such as `error: `.
    pub fn message_line(&self, kind: &str, message: &str) -> String {
        let start = if self.lock().is_terminal { "" } else { "info string " };
        format!("{start}{kind}{message}")
    }

    /// Reports whether a write has failed, usually since the reader has closed the pipe.
    pub fn is_broken(&self) -> bool {
        self.lock().failure.is_some()
    }

    /// Takes note that the reader has closed the output.
    pub fn set_closed(&self) {
        self.lock().failure.get_or_insert_with(|| io::ErrorKind::BrokenPipe.into());
    }

    /// Returns the first failure of a write.
    ///
    /// # Errors
    /// That failure.
    pub fn result(&self) -> io::Result<()> {
        self.lock().failure.take().map_or(Ok(()), Err)
    }

    /// Adds a line of input to the log.
    pub fn log_input(&self, line: &str) {
        self.lock().log_line(">>", line);
    }

    /// Appends all further lines to the file at `path`; `None` closes the log. A file that is not empty must be
    /// a log: a book or a network that is named by mistake stays as it is.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened or is not a log; the old log stays open.
    pub fn set_log(&self, path: Option<&str>) -> Result<(), FileError> {
        let log = match path {
            Some(path) if files::is_standard_output(Path::new(path)) => {
                return Err(FileError::StandardOutput);
            }
            Some(path) => Some(files::append(Path::new(path), "a log of Lancet", is_log)?),
            None => None,
        };
        self.lock().log = log;
        Ok(())
    }
}

impl Writer {
    fn line(&mut self, line: &str) {
        self.log_line("<<", line);
        self.write(&format!("{line}\n"));
    }

    fn line_for_person(&mut self, line: &str) {
        if self.is_terminal {
            self.line(line);
        }
    }

    fn write(&mut self, text: &str) {
        if let Err(error) = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()) {
            self.failure.get_or_insert(error);
        }
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
