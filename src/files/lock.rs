//! Locks: one process at a time writes a file.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use super::error::FileError;
use super::input::open_options;
use super::kind::FileKind;

/// Locks a file that is being written, until it is closed. Does nothing on systems without file locks.
///
/// # Errors
/// [`FileError::Locked`] if another process holds the lock.
pub fn lock(file: &File) -> Result<(), FileError> {
    let is_regular = FileKind::of_file(file).is_ok_and(|kind| kind == FileKind::File);
    match file.try_lock() {
        Err(TryLockError::WouldBlock) if is_regular => Err(FileError::Locked),
        _ => Ok(()),
    }
}

/// The lock of a file that is replaced as a whole, again and again: it belongs to a file beside it, whose name has `.lock`
/// added. Dropping it removes that file.
#[derive(Debug)]
pub struct ReplacedFileLock {
    /// `None` for what is not a file and is not replaced: a pipe or the null device.
    beside: Option<(PathBuf, File)>,
}

impl ReplacedFileLock {
    /// Locks the file at this path, which need not exist.
    ///
    /// # Errors
    /// [`FileError::Locked`] if another process holds the lock; others if the file beside it cannot be created.
    pub fn new(path: &Path) -> Result<ReplacedFileLock, FileError> {
        if let Some(FileKind::Pipe | FileKind::Null) = FileKind::at(path)? {
            return Ok(ReplacedFileLock { beside: None });
        }
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(".lock");
        let path = target.with_file_name(name);
        let file = open_options().write(true).create(true).truncate(false).open(&path)?;
        lock(&file)?;
        Ok(ReplacedFileLock { beside: Some((path, file)) })
    }
}

impl Drop for ReplacedFileLock {
    fn drop(&mut self) {
        if let Some((path, _)) = &self.beside {
            // A leftover file that nobody has locked does no harm.
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replaced_file_has_one_lock_at_a_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state.json");
        let first = ReplacedFileLock::new(&path).expect("a lock");
        assert!(matches!(ReplacedFileLock::new(&path), Err(FileError::Locked)));
        fs::write(folder.path().join("new"), "text").expect("a write");
        fs::rename(folder.path().join("new"), &path).expect("a rename");
        assert!(matches!(ReplacedFileLock::new(&path), Err(FileError::Locked)));
        assert!(ReplacedFileLock::new(&folder.path().join("other.json")).is_ok());
        drop(first);
        let names = fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(names, 1, "only the file itself is left");
        assert!(ReplacedFileLock::new(&path).is_ok());
    }
}
