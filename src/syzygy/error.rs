//! Errors of tablebase folders and files.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::files::{self, display};

/// Why a tablebase file cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be opened.
    #[error(transparent)]
    Open(#[from] files::FileError),
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is empty.
    #[error("empty file")]
    Empty,
    /// No complete file has this size in bytes.
    #[error("truncated: a size of {0} bytes is not 16 more than a multiple of 64")]
    Size(u64),
    /// The checksum does not match the contents.
    #[error("checksum mismatch: the file is damaged")]
    Checksum,
    /// The contents cannot be decoded.
    #[error("damaged, or not the table that its name says")]
    Contents,
}

impl FileError {
    /// Reports whether the file itself is wrong. Another error, such as too many open files, may pass.
    pub(super) fn is_of_contents(&self) -> bool {
        match self {
            FileError::Open(_) => false,
            // The file was truncated after its size was read.
            FileError::Io(error) => error.kind() == io::ErrorKind::UnexpectedEof,
            FileError::Empty | FileError::Size(_) | FileError::Checksum | FileError::Contents => true,
        }
    }
}

/// A folder or file of tablebases that cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TablebaseError {
    /// A folder cannot be read.
    #[error("cannot read tablebase folder '{}': {reason}", display(path))]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why it cannot be read.
        reason: files::FileError,
    },
    /// A file cannot be used.
    #[error("cannot use tablebase file '{}': {reason}", display(path))]
    File {
        /// The file, without its folder if the error is found during a probe.
        path: PathBuf,
        /// Why it cannot be used.
        reason: FileError,
    },
}
