//! Files: reading inputs and creating outputs.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::error::Error;
use crate::files::{self, FileError, MAX_TEXT, Output, PathSet, ReplacedFileLock, check_text, decode};

/// Reads a text from a file, a pipe or, as `-`, standard input. Bytes that are not UTF-8 are decoded as Windows-1252.
///
/// # Errors
/// [`Error::File`] if it cannot be read or is larger than [`MAX_TEXT`].
pub fn read_text(path: &Path) -> Result<String, Error> {
    let bytes = files::read_stream(path, MAX_TEXT).map_err(|error| Error::unreadable(path, error))?;
    check_text(&bytes).map_err(|error| Error::unreadable(path, error))?;
    Ok(decode(bytes))
}

/// Opens an output that is written piece by piece in its place, as [`files::create`].
///
/// # Errors
/// [`Error::File`] if it cannot be created.
pub fn create(path: &Path) -> Result<BufWriter<Output>, Error> {
    files::create(path).map(BufWriter::new).map_err(|error| Error::unwritable(path, error))
}

/// Checks that a path can be an output, as [`files::check_output`].
///
/// # Errors
/// [`Error::File`] if it cannot.
pub fn check_output(path: &Path) -> Result<(), Error> {
    files::check_output(path).map_err(|error| Error::unwritable(path, error))
}

/// Creates a file that does not exist yet.
///
/// # Errors
/// [`Error::File`] if the file exists or cannot be created.
pub fn create_new(path: &Path) -> Result<File, Error> {
    files::create_new(path).map_err(|error| Error::unwritable(path, error))
}

/// Opens a file for appending, as [`files::append`].
///
/// # Errors
/// [`Error::File`] if it cannot be opened or its contents are not `expected`.
pub fn append(
    path: &Path,
    expected: &'static str,
    is_own: impl FnOnce(&[u8]) -> bool,
) -> Result<File, Error> {
    files::append(path, expected, is_own).map_err(|error| Error::unwritable(path, error))
}

/// Opens a PGN file to append games, whose first begins after an empty line.
///
/// # Errors
/// [`Error::File`] if it cannot be opened or written, or begins otherwise than a PGN file: with a tag, a comment or
/// blank lines.
pub fn append_games(path: &Path) -> Result<File, Error> {
    let file = append(path, "a PGN file", is_pgn)?;
    separate(file).map_err(|error| Error::unwritable(path, error))
}

/// Opens a PGN file as [`append_games`] does, for this process alone.
///
/// # Errors
/// As [`append_games`], and [`Error::File`] if another process holds the lock.
pub fn append_games_alone(path: &Path) -> Result<File, Error> {
    let file = append(path, "a PGN file", is_pgn)?;
    lock(path, &file)?;
    separate(file).map_err(|error| Error::unwritable(path, error))
}

/// Reports whether a file begins as one of games.
fn is_pgn(start: &[u8]) -> bool {
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start();
    start.first().is_none_or(|first| b"[;%{".contains(first))
}

/// Ends a file that is not empty with an empty line.
fn separate(mut file: File) -> io::Result<File> {
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(4)))?;
    let mut end = Vec::new();
    (&file).take(4).read_to_end(&mut end)?;
    end.retain(|byte| *byte != b'\r');
    let missing: &[u8] = match end.as_slice() {
        [] | [.., b'\n', b'\n'] => b"",
        [.., b'\n'] => b"\n",
        _ => b"\n\n",
    };
    file.write_all(missing)?;
    Ok(file)
}

/// Writes a file that is either complete or unchanged, as [`files::write_atomic`].
///
/// # Errors
/// [`Error::File`] if it cannot be written.
pub fn write_atomic(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), Error> {
    files::write_atomic(path, fill).map_err(|error| Error::unwritable(path, error))
}

/// Refuses an output that is an input, another output or standard output, under whatever name.
///
/// # Errors
/// [`Error::File`] for such an output.
pub fn keep_apart(paths: &PathSet) -> Result<(), Error> {
    files::check_apart(paths).map_err(|conflict| Error::unwritable(&conflict.path.clone(), conflict))
}

/// Locks a file that is being written, until it is closed. Does nothing on systems without file locks.
///
/// # Errors
/// [`Error::File`] if another process holds the lock.
pub fn lock(path: &Path, file: &File) -> Result<(), Error> {
    files::lock(file).map_err(|error: FileError| Error::unwritable(path, error))
}

/// Locks a file that is replaced as a whole, as [`ReplacedFileLock`].
///
/// # Errors
/// [`Error::File`] if another process holds the lock, or it cannot be locked.
pub fn lock_replaced(path: &Path) -> Result<ReplacedFileLock, Error> {
    ReplacedFileLock::new(path).map_err(|error| Error::unwritable(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
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
    fn games_are_appended_after_an_empty_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pgn");
        for (before, after) in [
            ("", "[Event]"),
            ("[White]\n\n1. e4 *", "[White]\n\n1. e4 *\n\n[Event]"),
            ("[White]\n\n1. e4 *\n", "[White]\n\n1. e4 *\n\n[Event]"),
            ("[White]\r\n\r\n1. e4 *\r\n", "[White]\r\n\r\n1. e4 *\r\n\n[Event]"),
            ("\u{feff}[White]\n\n*\n\n", "\u{feff}[White]\n\n*\n\n[Event]"),
            ("\n", "\n\n[Event]"),
        ] {
            fs::write(&path, before).expect("a write");
            append_games(&path).and_then(|mut file| Ok(file.write_all(b"[Event]")?)).expect("a write");
            assert_eq!(fs::read_to_string(&path).expect("the file"), after);
        }
        fs::write(&path, "text").expect("a write");
        assert!(append_games(&path).is_err_and(|error| error.to_string().contains("not a PGN file")));
    }

    #[test]
    fn create_new_and_keep_apart_protect_existing_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        create_new(&path).expect("a new file");
        assert!(create_new(&path).is_err_and(|error| error.to_string().contains("already exists")));
        let apart = |output| {
            keep_apart(&PathSet { inputs: vec![path.clone()], outputs: vec![output], ..PathSet::default() })
        };
        assert!(apart(folder.path().join(".").join("file")).is_err());
        assert!(apart(folder.path().join("other")).is_ok());
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
