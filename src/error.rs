//! Error: how a command ends where it does not end well.

use std::path::Path;
use std::{fmt, io};

/// Why a command did not end well.
#[derive(Debug)]
pub enum Error {
    /// What was asked cannot be done; the sentence says why.
    Sentence(String),
    /// The work was done and told, and its result is not as it should be.
    Failed,
    /// What was to be told could not be written.
    Output(io::Error),
}

impl Error {
    /// An error told in a sentence.
    pub fn sentence(text: impl Into<String>) -> Error {
        Error::Sentence(text.into())
    }

    /// The sentence for a file that cannot be read.
    pub fn unreadable(path: &Path, why: impl fmt::Display) -> Error {
        Error::Sentence(format!("the file {} cannot be read: {why}", path.display()))
    }

    /// The sentence for a file that cannot be written.
    pub fn unwritable(path: &Path, why: impl fmt::Display) -> Error {
        Error::Sentence(format!("the file {} cannot be written: {why}", path.display()))
    }
}

impl From<String> for Error {
    fn from(sentence: String) -> Error {
        Error::Sentence(sentence)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Output(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Sentence(text) => f.write_str(text),
            Error::Failed => f.write_str("the result is not as it should be"),
            Error::Output(error) => write!(f, "the output cannot be written: {error}"),
        }
    }
}

impl std::error::Error for Error {}
