//! Files: reading inputs and creating outputs.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// Reads a text file. Bytes that are not UTF-8 are replaced.
///
/// # Errors
/// [`Error::File`] if the file cannot be read.
pub fn read_text(path: &Path) -> Result<String, Error> {
    fs::read(path)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .map_err(|error| Error::unreadable(path, error))
}

/// Creates an empty file, in place of one that exists.
///
/// # Errors
/// [`Error::File`] if the file cannot be created.
pub fn create(path: &Path) -> Result<BufWriter<File>, Error> {
    File::create(path).map(BufWriter::new).map_err(|error| Error::unwritable(path, error))
}

/// Creates a file that does not exist yet.
///
/// # Errors
/// [`Error::File`] if the file exists or cannot be created.
pub fn create_new(path: &Path) -> Result<File, Error> {
    let created = OpenOptions::new().write(true).create_new(true).open(path);
    created.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Error::unwritable(path, "the file already exists; choose another name")
        }
        _ => Error::unwritable(path, error),
    })
}

/// Writes a file under a temporary name beside it and renames it once it is complete and on disk, so that
/// the file is either complete or unchanged.
///
/// # Errors
/// [`Error::File`] if `fill` or one of these steps fails.
pub fn write_atomic(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Error> {
    let unfinished = beside(path);
    let written = File::create(&unfinished)
        .and_then(|mut file| fill(&mut file).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&unfinished, path));
    written.map_err(|error| {
        // A leftover temporary file does no harm.
        let _ = fs::remove_file(&unfinished);
        Error::unwritable(path, error)
    })
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".unfinished");
    path.with_file_name(name)
}

/// Rejects an output that is one of the inputs, under whatever name: it would be overwritten.
///
/// # Errors
/// [`Error::File`] for such an output.
pub fn keep_apart(output: &Path, inputs: &[PathBuf]) -> Result<(), Error> {
    let file = |path: &Path| fs::canonicalize(path).ok().filter(|path| path.is_file());
    let Some(written) = file(output) else { return Ok(()) };
    if inputs.iter().any(|input| file(input).is_some_and(|input| input == written)) {
        return Err(Error::unwritable(output, "the file is also an input"));
    }
    Ok(())
}

/// Locks a file that is being written, until it is closed. Does nothing on systems without file locks.
///
/// # Errors
/// [`Error::File`] if another process holds the lock.
pub fn lock(path: &Path, file: &File) -> Result<(), Error> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Error::unwritable(path, "another process is writing to it")),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn atomic_write_replaces_the_file_only_when_complete() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        write_atomic(&path, |file| file.write_all(b"first")).expect("a write");
        let failed = write_atomic(&path, |file| {
            file.write_all(b"sec")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert!(failed.is_err_and(|error| error.to_string().ends_with("file': no storage space")));
        assert_eq!(fs::read(&path).expect("the file"), b"first");
        assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1);
    }

    #[test]
    fn create_new_and_keep_apart_protect_existing_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        create_new(&path).expect("a new file");
        assert!(create_new(&path).is_err_and(|error| error.to_string().contains("already exists")));
        let other_name = folder.path().join(".").join("file");
        assert!(keep_apart(&other_name, std::slice::from_ref(&path)).is_err());
        assert!(keep_apart(&folder.path().join("other"), &[path]).is_ok());
    }

    #[test]
    fn lock_excludes_a_second_writer() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        let (first, second) = (File::create(&path).expect("a file"), File::create(&path).expect("a file"));
        lock(&path, &first).expect("the lock");
        assert!(lock(&path, &second).is_err());
        drop(first);
        assert!(lock(&path, &second).is_ok());
    }
}
