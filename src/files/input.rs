//! Input: files and streams that are read.

use std::fs::{File, OpenOptions};
#[cfg(unix)]
use std::io::IsTerminal;
use std::io::{self, Read};
use std::path::Path;
#[cfg(unix)]
use std::time::Duration;

use super::error::FileError;
use super::kind::FileKind;
use super::standard::{StandardInput, stdin};

/// The time that a pipe without a writer is waited for.
#[cfg(unix)]
const WRITER_PATIENCE: Duration = Duration::from_secs(2);

/// An open input that yields at most the bytes that its kind may have.
#[derive(Debug)]
pub struct Input {
    source: Source,
    /// The first byte of a pipe, read while its writer was awaited.
    first: Option<u8>,
    max: u64,
    left: u64,
}

#[derive(Debug)]
enum Source {
    File(File),
    Stdin(StandardInput),
}

/// Opens a regular file of at most `max` bytes, at its beginning.
///
/// # Errors
/// A [`FileError`] if it cannot be opened, is something else or is larger.
pub fn open(path: &Path, max: u64) -> Result<Input, FileError> {
    match FileKind::at(path)? {
        Some(FileKind::File) | None => {}
        Some(other) => return Err(FileError::NotAFile(other)),
    }
    let file = open_options().read(true).open(path)?;
    match FileKind::of_file(&file)? {
        FileKind::File => Input::of_file(file, max),
        other => Err(FileError::NotAFile(other)),
    }
}

/// Opens a regular file, a pipe or, as `-`, standard input for reading it once. At most `max` bytes are read.
///
/// A pipe that has no writer is waited for, but not for long.
///
/// # Errors
/// A [`FileError`] if it cannot be opened, is something else or is a file that is larger.
pub fn open_stream(path: &Path, max: u64) -> Result<Input, FileError> {
    if path.as_os_str() == "-" {
        return Ok(Input { source: Source::Stdin(stdin()?), first: None, max, left: max });
    }
    match FileKind::at(path)? {
        Some(FileKind::File | FileKind::Pipe) | None => {}
        Some(other) => return Err(FileError::NotAStream(other)),
    }
    let file = open_options().read(true).open(path)?;
    match FileKind::of_file(&file)? {
        FileKind::File => Input::of_file(file, max),
        FileKind::Pipe => {
            let first = await_writer(&file)?;
            set_blocking(&file)?;
            Ok(Input { source: Source::File(file), first, max, left: max })
        }
        other => Err(FileError::NotAStream(other)),
    }
}

/// Checks that standard input is neither a folder nor a device other than a terminal or the null device: a redirection
/// may name anything.
#[cfg(unix)]
pub(super) fn check_standard_input() -> Result<(), FileError> {
    use std::os::fd::AsFd;
    let input = io::stdin();
    if input.is_terminal() {
        return Ok(());
    }
    match FileKind::of_file(&File::from(input.as_fd().try_clone_to_owned()?))? {
        other @ (FileKind::Folder | FileKind::Device | FileKind::Kernel) => Err(FileError::NotAStream(other)),
        FileKind::File | FileKind::Pipe | FileKind::Socket | FileKind::Null => Ok(()),
    }
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on Unix")]
pub(super) fn check_standard_input() -> Result<(), FileError> {
    Ok(())
}

/// Reads a regular file of at most `max` bytes.
///
/// # Errors
/// As [`open`], and if it cannot be read.
pub fn read(path: &Path, max: u64) -> Result<Vec<u8>, FileError> {
    open(path, max)?.read_all()
}

/// Reads a regular file, a pipe or, as `-`, standard input, up to `max` bytes.
///
/// # Errors
/// As [`open_stream`], and if it cannot be read or is longer.
pub fn read_stream(path: &Path, max: u64) -> Result<Vec<u8>, FileError> {
    open_stream(path, max)?.read_all()
}

impl Input {
    fn of_file(file: File, max: u64) -> Result<Input, FileError> {
        if file.metadata()?.len() > max {
            return Err(FileError::TooLarge(max));
        }
        Ok(Input { source: Source::File(file), first: None, max, left: max })
    }

    /// Returns the size in bytes; 0 for a stream.
    #[must_use]
    pub fn size(&self) -> u64 {
        match &self.source {
            Source::File(file) => file.metadata().map_or(0, |metadata| metadata.len()),
            Source::Stdin(_) => 0,
        }
    }

    /// Returns the regular file itself, for reading at any place; `None` for a pipe and standard input.
    #[must_use]
    pub fn into_file(self) -> Option<File> {
        match self.source {
            Source::File(file) if FileKind::of_file(&file).is_ok_and(|kind| kind == FileKind::File) => {
                Some(file)
            }
            Source::File(_) | Source::Stdin(_) => None,
        }
    }

    fn read_all(mut self) -> Result<Vec<u8>, FileError> {
        let mut bytes = Vec::new();
        // Ignoring failure: reading allocates what it needs, and reports it if that fails.
        let _ = bytes.try_reserve_exact(usize::try_from(self.size()).unwrap_or(0));
        match self.read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            Err(error) => match error.downcast::<FileError>() {
                Ok(error) => Err(error),
                Err(error) => Err(error.into()),
            },
        }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        if let Some(first) = self.first.take() {
            buffer[0] = first;
            self.left = self.left.saturating_sub(1);
            return Ok(1);
        }
        // A byte more than allowed shows that the input is too long.
        let wanted =
            usize::try_from(self.left.saturating_add(1)).map_or(buffer.len(), |max| max.min(buffer.len()));
        let read = match &mut self.source {
            Source::File(file) => file.read(&mut buffer[..wanted])?,
            Source::Stdin(stdin) => stdin.read(&mut buffer[..wanted])?,
        };
        if read as u64 > self.left {
            return Err(FileError::TooLarge(self.max).into());
        }
        self.left -= read as u64;
        Ok(read)
    }
}

/// Options that open without blocking, whatever is behind the path.
#[cfg(unix)]
pub(super) fn open_options() -> OpenOptions {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.custom_flags((OFlags::NONBLOCK | OFlags::NOCTTY).bits().cast_signed());
    options
}

#[cfg(not(unix))]
pub(super) fn open_options() -> OpenOptions {
    OpenOptions::new()
}

/// Lets reads and writes of an open pipe wait again.
#[cfg(unix)]
pub(super) fn set_blocking(file: &File) -> io::Result<()> {
    let flags = rustix::fs::fcntl_getfl(file)?;
    Ok(rustix::fs::fcntl_setfl(file, flags - rustix::fs::OFlags::NONBLOCK)?)
}

#[cfg(not(unix))]
pub(super) fn set_blocking(_file: &File) -> io::Result<()> {
    Ok(())
}

/// Waits until the pipe has a writer, and returns the first byte if it is written already.
#[cfg(unix)]
fn await_writer(mut pipe: &File) -> Result<Option<u8>, FileError> {
    let begin = std::time::Instant::now();
    let mut byte = [0];
    loop {
        match pipe.read(&mut byte) {
            Ok(0) if begin.elapsed() > WRITER_PATIENCE => return Err(FileError::NoWriter),
            Ok(0) => std::thread::sleep(Duration::from_millis(10)),
            Ok(_) => return Ok(Some(byte[0])),
            // There is a writer that has not written yet.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(None),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on Unix")]
fn await_writer(_pipe: &File) -> Result<Option<u8>, FileError> {
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::UNLIMITED;
    use std::fs;
    use std::io::Write;

    #[test]
    fn no_input_is_longer_than_its_kind_may_be() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, [7; 10]).expect("a file");
        assert_eq!(read(&path, 10).expect("ten bytes"), [7; 10]);
        assert!(matches!(read(&path, 9), Err(FileError::TooLarge(9))));
        assert!(matches!(open(&path, 9), Err(FileError::TooLarge(9))), "before it is read");
        // A file that grows after it was opened.
        let input = open(&path, 12).expect("a file");
        let mut more = OpenOptions::new().append(true).open(&path).expect("a file");
        more.write_all(&[8; 5]).expect("a write");
        assert!(matches!(input.read_all(), Err(FileError::TooLarge(12))));
        assert_eq!(read_stream(&path, UNLIMITED).expect("a file").len(), 15);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_read_up_to_its_limit_and_not_awaited_forever() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
        assert!(matches!(open(&path, 1), Err(FileError::NotAFile(FileKind::Pipe))));
        assert!(matches!(open_stream(&path, 1), Err(FileError::NoWriter)));
        for (length, max, is_short) in [(10, 10, true), (100_000, 99_999, false), (100_000, 100_000, true)] {
            let path_of_writer = path.clone();
            // The reader closes the pipe once it has read too much.
            let writer = std::thread::spawn(move || _ = fs::write(path_of_writer, vec![7; length]));
            let bytes = read_stream(&path, max);
            assert_eq!(bytes.as_ref().map(Vec::len).ok(), is_short.then_some(length), "{bytes:?}");
            writer.join().expect("no panic");
        }
    }
}
