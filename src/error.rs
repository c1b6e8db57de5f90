//! Error: how a command ends where it does not end well.

use std::path::Path;
use std::process::ExitCode;
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

    /// How a program ends: 2 where what was asked could not be done, 1 where its result is not as it
    /// should be, and well where nobody wants to read more of it.
    #[must_use]
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Error::Failed => ExitCode::FAILURE,
            error if error.is_unheard() => ExitCode::SUCCESS,
            _ => ExitCode::from(2),
        }
    }

    /// What is to be said of it; nothing where all was said, or nobody listens.
    #[must_use]
    pub fn complaint(&self) -> Option<String> {
        let is_over = matches!(self, Error::Failed) || self.is_unheard();
        (!is_over).then(|| self.to_string())
    }

    /// Whoever read the output has closed the pipe.
    fn is_unheard(&self) -> bool {
        matches!(self, Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_pipe_is_no_complaint() {
        let failed = |kind: io::ErrorKind| Error::Output(kind.into());
        for (error, code, says) in [
            (Error::Sentence("no".into()), 2, true),
            (Error::Failed, 1, false),
            (failed(io::ErrorKind::BrokenPipe), 0, false),
            (failed(io::ErrorKind::StorageFull), 2, true),
        ] {
            assert_eq!(
                (error.exit_code(), error.complaint().is_some()),
                (ExitCode::from(code), says),
                "{error}"
            );
        }
    }
}
