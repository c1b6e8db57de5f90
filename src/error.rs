//! Error: why a command fails.

use std::io;
use std::path::{Path, PathBuf};

use crate::files::{display, quoted};
use crate::tt::TtError;

/// The reason inside an [`Error`]: another error, or a message.
pub type Reason = Box<dyn std::error::Error + Send + Sync>;

/// Why a command fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The command line is invalid.
    #[error("{0}")]
    Usage(String),
    /// A file or folder cannot be used; `action` is a verb such as "read" or "open book".
    #[error("cannot {action} '{}': {reason}", display(path))]
    File {
        /// What failed.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// Why it failed.
        reason: Reason,
    },
    /// A value is invalid.
    #[error("invalid {what} '{}': {reason}", quoted(.value))]
    Invalid {
        /// What the value stands for.
        what: &'static str,
        /// The value as given.
        value: String,
        /// Why it is invalid.
        reason: Reason,
    },
    /// The inputs hold nothing to work on.
    #[error("no {0} in the input")]
    NoInput(&'static str),
    /// Fewer different positions exist than were requested.
    #[error("only {found} of {wanted} different positions found")]
    TooFewPositions {
        /// Positions found.
        found: u64,
        /// Positions requested.
        wanted: u64,
    },
    /// A thread cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// A search panicked.
    #[error("the search thread terminated unexpectedly")]
    SearchTerminated,
    /// The command was stopped before its end.
    #[error("stopped before the end")]
    Stopped,
    /// The command was interrupted, as by Ctrl-C; the text says how far it came.
    #[error("{0}")]
    Interrupted(String),
    /// The command ran to its end and reported that a check failed.
    #[error("the check failed")]
    Failed,
    /// The transposition table cannot be allocated.
    #[error(transparent)]
    Tt(#[from] TtError),
    /// The output of the command cannot be written.
    #[error("cannot write the output: {0}")]
    Output(io::Error),
    /// The reader of the standard output has closed it, so that a file may be incomplete.
    #[error("the output was closed before the end; '{}' may be incomplete", display(.0))]
    Incomplete(PathBuf),
    /// Any other error, such as one of another crate.
    #[error("{0}")]
    Other(Reason),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Output(error)
    }
}

impl Error {
    /// Returns an error that wraps another one or a message.
    pub fn other(error: impl Into<Reason>) -> Error {
        Error::Other(error.into())
    }

    /// Returns the error for a file or folder on which `action` fails.
    pub fn file(action: &'static str, path: &Path, reason: impl Into<Reason>) -> Error {
        Error::File { action, path: path.to_owned(), reason: reason.into() }
    }

    /// Returns the error for a file that cannot be read.
    pub fn unreadable(path: &Path, reason: impl Into<Reason>) -> Error {
        Error::file("read", path, reason)
    }

    /// Returns the error for a file that cannot be written.
    pub fn unwritable(path: &Path, reason: impl Into<Reason>) -> Error {
        Error::file("write", path, reason)
    }

    /// Returns the error for an invalid value of `what`.
    pub fn invalid(what: &'static str, value: impl Into<String>, reason: impl Into<Reason>) -> Error {
        Error::Invalid { what, value: value.into(), reason: reason.into() }
    }
}
