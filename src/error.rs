//! Error: how a command ends where it does not end well.

use std::io::Write;
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

    /// How `program` ends: with 2 where what was asked could not be done, which is told to `complaints`,
    /// with 1 where its result is not as it should be, and well where nobody wants to read more of it.
    #[must_use]
    pub fn conclude(result: Result<(), Error>, program: &str, complaints: &mut dyn Write) -> ExitCode {
        match result {
            Ok(()) => ExitCode::SUCCESS,
            // Whoever closed the pipe wants to read no more.
            Err(Error::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(Error::Failed) => ExitCode::FAILURE,
            Err(error) => {
                // There is no one left to tell if this fails.
                let _ = writeln!(complaints, "{program}: {error}");
                ExitCode::from(2)
            }
        }
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
        for (result, code, says) in [
            (Ok(()), 0, ""),
            (Err(Error::Sentence("no".into())), 2, "lancet: no\n"),
            (Err(Error::Failed), 1, ""),
            (Err(failed(io::ErrorKind::BrokenPipe)), 0, ""),
            (
                Err(failed(io::ErrorKind::StorageFull)),
                2,
                "lancet: the output cannot be written: no storage space\n",
            ),
        ] {
            let mut said = Vec::new();
            assert_eq!(Error::conclude(result, "lancet", &mut said), ExitCode::from(code), "{says}");
            assert_eq!(String::from_utf8_lossy(&said), says);
        }
    }
}
