//! Kind: what is behind a path.

use std::fmt;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;

use super::error::FileError;

/// What is behind a path, links followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A pipe, named or not.
    Pipe,
    /// A socket.
    Socket,
    /// The device that accepts everything and contains nothing.
    Null,
    /// Any other device.
    Device,
    /// A file that the kernel makes up.
    Kernel,
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileKind::File => "a regular file",
            FileKind::Folder => "a folder",
            FileKind::Pipe => "a pipe",
            FileKind::Socket => "a socket",
            FileKind::Null | FileKind::Device => "a device",
            FileKind::Kernel => "a file of the kernel",
        })
    }
}

impl FileKind {
    /// Returns the kind of what is at `path` without opening it; `None` if there is nothing.
    pub(crate) fn at(path: &Path) -> Result<Option<FileKind>, FileError> {
        if path.as_os_str().is_empty() {
            return Err(FileError::EmptyName);
        }
        match fs::metadata(path) {
            Ok(metadata) => Ok(Some(FileKind::of(&metadata))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if fs::symlink_metadata(path).is_ok() {
                    Err(FileError::DanglingLink)
                } else {
                    Ok(None)
                }
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the kind of an open file.
    pub(super) fn of_file(file: &File) -> io::Result<FileKind> {
        let kind = FileKind::of(&file.metadata()?);
        Ok(if kind == FileKind::File && is_of_kernel(file) { FileKind::Kernel } else { kind })
    }

    #[cfg(unix)]
    fn of(metadata: &Metadata) -> FileKind {
        use std::os::unix::fs::{FileTypeExt, MetadataExt};
        let kind = metadata.file_type();
        let is_null = || fs::metadata("/dev/null").is_ok_and(|null| null.rdev() == metadata.rdev());
        match () {
            () if kind.is_file() => FileKind::File,
            () if kind.is_dir() => FileKind::Folder,
            () if kind.is_fifo() => FileKind::Pipe,
            () if kind.is_socket() => FileKind::Socket,
            () if kind.is_char_device() && is_null() => FileKind::Null,
            () => FileKind::Device,
        }
    }

    #[cfg(not(unix))]
    fn of(metadata: &Metadata) -> FileKind {
        match () {
            () if metadata.is_file() => FileKind::File,
            () if metadata.is_dir() => FileKind::Folder,
            () => FileKind::Device,
        }
    }
}

/// Reports whether the file is on a filesystem of the kernel, whose files have no size and may block readers.
#[cfg(target_os = "linux")]
fn is_of_kernel(file: &File) -> bool {
    // proc, sysfs, debugfs and tracefs: linux/magic.h.
    const MAGIC: [u64; 4] = [0x9fa0, 0x6265_6572, 0x6462_6720, 0x7472_6163];
    rustix::fs::fstatfs(file)
        .is_ok_and(|status| u64::try_from(status.f_type).is_ok_and(|magic| MAGIC.contains(&magic)))
}

#[cfg(not(target_os = "linux"))]
fn is_of_kernel(_file: &File) -> bool {
    false
}
