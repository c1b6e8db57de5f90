//! Error: why a file cannot be opened, read or written.

use std::io;

use thiserror::Error;

use super::kind::FileKind;

/// Why a file cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system refuses it.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The name is empty.
    #[error("the file name is empty")]
    EmptyName,
    /// It is not a regular file.
    #[error("not a regular file ({0})")]
    NotAFile(FileKind),
    /// It is not a folder.
    #[error("not a folder ({0})")]
    NotAFolder(FileKind),
    /// It can neither be read nor written as a stream.
    #[error("not a regular file or pipe ({0})")]
    NotAStream(FileKind),
    /// It is larger than this number of bytes.
    #[error("larger than {}", size(*.0))]
    TooLarge(u64),
    /// It is a symbolic link whose target does not exist.
    #[error("a symbolic link to a file that does not exist")]
    DanglingLink,
    /// It is a pipe into which nothing is written.
    #[error("a pipe without a writer")]
    NoWriter,
    /// It is a pipe that nothing reads.
    #[error("a pipe without a reader")]
    NoReader,
    /// It exists, but a new file is expected.
    #[error("the file already exists; choose another name")]
    Exists,
    /// Another process has locked it.
    #[error("another process is writing to it")]
    Locked,
    /// Its contents are not of the kind that would be appended.
    #[error("the file exists and is not {0}; choose another name")]
    Foreign(&'static str),
    /// It is `-`, but a file is expected.
    #[error("standard output is not possible here; expected a file")]
    StandardOutput,
}

impl From<FileError> for io::Error {
    fn from(error: FileError) -> io::Error {
        match error {
            FileError::Io(error) => error,
            error => io::Error::new(io::ErrorKind::InvalidInput, error),
        }
    }
}

fn size(bytes: u64) -> String {
    const MIB: u64 = 1 << 20;
    if bytes >= MIB { format!("{} MiB", bytes / MIB) } else { format!("{bytes} bytes") }
}
