//! Output: files and streams that are written, and folders.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::apart::Identity;
use super::error::FileError;
use super::input::{open_options, set_blocking};
use super::kind::FileKind;
use super::lock::lock;

/// An output that is written piece by piece in its place, so that an interrupted command leaves what it has
/// written. An older file stays as it is until the first piece is written.
#[derive(Debug)]
pub struct Output {
    file: File,
    has_older: bool,
}

impl Output {
    /// Locks the output until it is closed, as [`lock`].
    ///
    /// # Errors
    /// [`FileError::Locked`] if another process holds the lock.
    pub fn lock(&self) -> Result<(), FileError> {
        lock(&self.file)
    }

    /// Reports whether what is written stays: in a regular file.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        FileKind::of_file(&self.file).is_ok_and(|kind| kind == FileKind::File)
    }

    /// Reports whether an older file is still there as it was.
    #[must_use]
    pub fn has_older(&self) -> bool {
        self.has_older
    }

    /// Cuts a file behind its first `length` bytes; writing goes on there.
    ///
    /// # Errors
    /// An I/O error of the file.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        self.has_older = false;
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::Start(length)).map(drop)
    }
}

impl Read for Output {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.read(buffer)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.has_older {
            self.file.set_len(0)?;
            self.has_older = false;
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Opens an output for writing it from its beginning to its end: a file, new or in place of one that exists, a
/// pipe with a reader, or the null device.
///
/// # Errors
/// A [`FileError`] if it cannot be opened or is something else.
pub fn create(path: &Path) -> Result<Output, FileError> {
    let file = open(path)?;
    let has_older = file.metadata()?.len() > 0;
    Ok(Output { file, has_older })
}

/// Opens an output of an earlier run, a regular file, for reading it and writing behind a part of it.
///
/// # Errors
/// A [`FileError`] if it cannot be opened or is something else.
pub fn reopen(path: &Path) -> Result<Output, FileError> {
    check_stream(path)?;
    let file = open_options().read(true).write(true).open(path)?;
    match FileKind::of_file(&file)? {
        FileKind::File => Ok(Output { file, has_older: false }),
        other => Err(FileError::NotAFile(other)),
    }
}

/// Opens an output without changing it.
fn open(path: &Path) -> Result<File, FileError> {
    check_stream(path)?;
    let opened = open_options().write(true).create(true).truncate(false).open(path);
    let file = opened.map_err(no_reader)?;
    match FileKind::of_file(&file)? {
        FileKind::File => {}
        FileKind::Pipe | FileKind::Null => set_blocking(&file)?,
        other => return Err(FileError::NotAFile(other)),
    }
    Ok(file)
}

/// Creates a file that does not exist yet.
///
/// # Errors
/// [`FileError::Exists`] if it exists; others if it cannot be created.
pub fn create_new(path: &Path) -> Result<File, FileError> {
    check_name(path)?;
    let created = open_options().read(true).write(true).create_new(true).open(path);
    created.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => FileError::Exists,
        _ => error.into(),
    })
}

/// Opens a file for reading it and writing behind its end; creates it if there is none. `is_own` decides by the
/// first bytes of an existing file, at most 64 KiB, whether it is `expected`; another one is refused.
///
/// # Errors
/// A [`FileError`] if it cannot be opened, is neither a regular file nor the null device, or has
/// other contents.
pub fn append(
    path: &Path,
    expected: &'static str,
    is_own: impl FnOnce(&[u8]) -> bool,
) -> Result<File, FileError> {
    check_name(path)?;
    match FileKind::at(path)? {
        None | Some(FileKind::File | FileKind::Null) => {}
        Some(other) => return Err(FileError::NotAFile(other)),
    }
    let mut file = open_options().read(true).append(true).create(true).open(path)?;
    match FileKind::of_file(&file)? {
        FileKind::File => {}
        FileKind::Null => return Ok(file),
        other => return Err(FileError::NotAFile(other)),
    }
    let mut start = Vec::new();
    (&file).take(1 << 16).read_to_end(&mut start)?;
    if !start.is_empty() && !is_own(&start) {
        return Err(FileError::Foreign(expected));
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// Writes a file under a temporary name beside it and renames it once it is complete and on disk, so that the
/// file is either complete or unchanged. A link is followed. A pipe and the null device are written directly.
///
/// # Errors
/// A [`FileError`] if `fill` or one of these steps fails, or if the path is something else.
pub fn write_atomic(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), FileError> {
    if let Some(FileKind::Pipe | FileKind::Null) = check_stream(path)? {
        return Ok(fill(&mut open(path)?)?);
    }
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    // A file that must not be written is not replaced either.
    if target.exists() {
        open_options().write(true).open(&target)?;
    }
    let (mut file, unfinished) = create_beside(&target)?;
    let written =
        fill(&mut file).and_then(|()| keep_permissions(&target, &file)).and_then(|()| file.sync_all());
    let renamed = written.and_then(|()| fs::rename(&unfinished, &target));
    renamed.map_err(|error| {
        // A leftover temporary file does no harm.
        let _ = fs::remove_file(&unfinished);
        error.into()
    })
}

/// Creates a temporary file with a name of its own in the folder of `target`.
fn create_beside(target: &Path) -> Result<(File, PathBuf), FileError> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = target.with_file_name(format!(".lancet-{}-{number}.unfinished", std::process::id()));
        match create_new(&path) {
            // Left over by an earlier process with the same number.
            Err(FileError::Exists) => {}
            created => return Ok((created?, path)),
        }
    }
}

fn keep_permissions(target: &Path, file: &File) -> io::Result<()> {
    match fs::metadata(target) {
        Ok(metadata) => file.set_permissions(metadata.permissions()),
        Err(_) => Ok(()),
    }
}

/// Checks that a path is a folder or can become one.
///
/// # Errors
/// A [`FileError`] if it is something else.
pub fn check_output_folder(path: &Path) -> Result<(), FileError> {
    match FileKind::at(path)? {
        None | Some(FileKind::Folder) => Ok(()),
        Some(other) => Err(FileError::NotAFolder(other)),
    }
}

/// Creates a folder and those above it, unless it exists.
///
/// # Errors
/// A [`FileError`] if it cannot be created or is something else.
pub fn create_folder(path: &Path) -> Result<(), FileError> {
    check_output_folder(path)?;
    Ok(fs::create_dir_all(path)?)
}

/// Returns the paths in a folder, in no order.
///
/// # Errors
/// A [`FileError`] if it cannot be read.
pub fn list_folder(path: &Path) -> Result<Vec<PathBuf>, FileError> {
    let entries = fs::read_dir(path)?;
    Ok(entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?)
}

/// Removes a file that this program has written, if it exists. A link stays.
pub fn remove(path: &Path) {
    if fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        // It is gone, or the next writer reports why it cannot be written.
        let _ = fs::remove_file(path);
    }
}

/// Reports whether the path is standard output: `-`, or another name of what standard output writes to.
#[must_use]
pub fn is_standard_output(path: &Path) -> bool {
    path.as_os_str() == "-"
        || Identity::of_standard_output().is_some_and(|output| Identity::of(path) == Some(output))
}

/// Checks, before the work begins, that a path can be an output: a new file in a folder that exists, or something
/// that can be written.
///
/// # Errors
/// The [`FileError`] with which opening it would fail, as far as it can be known.
pub fn check_output(path: &Path) -> Result<(), FileError> {
    let found = check_stream(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match found {
        None => check_writable(folder),
        // A file that must not be written is not replaced either.
        Some(FileKind::File) => check_writable(path),
        Some(_) => Ok(()),
    }
}

/// Checks that a file or folder exists and that its permissions, and its filesystem, allow to write to it.
fn check_writable(path: &Path) -> Result<(), FileError> {
    fs::metadata(path)?;
    #[cfg(unix)]
    rustix::fs::access(path, rustix::fs::Access::WRITE_OK).map_err(io::Error::from)?;
    Ok(())
}

fn check_name(path: &Path) -> Result<(), FileError> {
    match path.as_os_str() {
        name if name.is_empty() => Err(FileError::EmptyName),
        name if name == "-" => Err(FileError::StandardOutput),
        _ => Ok(()),
    }
}

/// Checks that the path can be written as a stream.
fn check_stream(path: &Path) -> Result<Option<FileKind>, FileError> {
    check_name(path)?;
    match FileKind::at(path)? {
        found @ (None | Some(FileKind::File | FileKind::Pipe | FileKind::Null)) => Ok(found),
        Some(other) => Err(FileError::NotAFile(other)),
    }
}

/// On Unix a pipe without a reader cannot be opened for writing.
fn no_reader(error: io::Error) -> FileError {
    #[cfg(unix)]
    if error.raw_os_error() == Some(rustix::io::Errno::NXIO.raw_os_error()) {
        return FileError::NoReader;
    }
    error.into()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn an_output_in_a_locked_folder_is_refused_before_the_work() {
        let folder = tempfile::tempdir().expect("a folder");
        let locked = folder.path().join("locked");
        fs::create_dir(&locked).expect("a folder");
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).expect("permissions");
        let path = locked.join("new");
        let is_allowed = check_output(&path).is_ok();
        // The superuser may write anywhere.
        assert_eq!(is_allowed, fs::write(&path, "text").is_ok());
        assert!(check_output(&folder.path().join("none/new")).is_err());
        assert!(check_output(&folder.path().join("new")).is_ok());
    }
}
