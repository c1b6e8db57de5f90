//! Files: tablebase files on disk, checked before they are used.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};

use crate::files::{self, Input};

use super::error::{FileError, TablebaseError};
use super::{Tablebases, checksum};

/// The maximum size in bytes of files whose checksum is verified when they are opened: larger ones take too
/// long during a game.
const MAX_CHECKED: u64 = 16 << 20;

/// The maximum size in bytes of files that are kept in memory, which is faster and needs no file descriptor.
const MAX_IN_MEMORY: u64 = 1 << 20;

/// A function that is called for each file that turns out to be damaged during a probe, and for the first I/O error of
/// each.
pub type WarningHandler = Box<dyn Fn(&TablebaseError) + Send + Sync>;

/// The kind of a tablebase file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Win, draw or loss.
    Wdl,
    /// Distance to the next zeroing move.
    Dtz,
}

impl Kind {
    /// The extension of the file name.
    pub const fn extension(self) -> &'static str {
        match self {
            Kind::Wdl => "rtbw",
            Kind::Dtz => "rtbz",
        }
    }
}

/// Returns the kind of a file and its number of pieces by its name, or `None` if it is not a tablebase name.
pub(super) fn kind_of(name: &str) -> Option<(Kind, usize)> {
    let (material, extension) = name.rsplit_once('.')?;
    let kind = [Kind::Wdl, Kind::Dtz].into_iter().find(|kind| kind.extension() == extension)?;
    let (white, black) = material.split_once('v')?;
    let (white, black) = (side(white)?, side(black)?);
    let pieces = white.len() + black.len();
    // The stronger side comes first.
    let in_order = (white.len(), &white) >= (black.len(), &black);
    (in_order && (3..=Tablebases::MAX_PIECES).contains(&pieces)).then_some((kind, pieces))
}

/// Returns the pieces of a side as numbers, if they are ordered by strength with one king.
fn side(letters: &str) -> Option<Vec<usize>> {
    let pieces: Vec<usize> = letters.chars().map(|letter| "PNBRQK".find(letter)).collect::<Option<_>>()?;
    let kings = pieces.iter().filter(|piece| **piece == 5).count();
    (kings == 1 && pieces.is_sorted_by(|a, b| a >= b)).then_some(pieces)
}

/// Returns the tablebase files in `folder` by name.
pub(super) fn list(folder: &Path) -> Result<BTreeMap<String, PathBuf>, files::FileError> {
    let mut listed = BTreeMap::new();
    for path in files::list_folder(folder)? {
        if let Some(name) = path.file_name().and_then(|name| name.to_str())
            && kind_of(name).is_some()
        {
            listed.insert(name.to_owned(), path);
        }
    }
    Ok(listed)
}

/// Opens the file at `path`, checks by its size that it can be a tablebase, and returns the size in bytes too.
pub(super) fn open(path: &Path) -> Result<(Input, u64), FileError> {
    let file = files::open(path, files::UNLIMITED)?;
    match file.size() {
        0 => Err(FileError::Empty),
        size if !checksum::is_valid_size(size) => Err(FileError::Size(size)),
        size => Ok((file, size)),
    }
}

/// Checks that the `size` bytes of a file match the checksum at its end.
pub(super) fn check_checksum(file: impl Read, size: u64) -> Result<(), FileError> {
    if checksum::matches(file, size)? { Ok(()) } else { Err(FileError::Checksum) }
}

/// The filesystem of the probing library: opens files, and refuses those that are damaged.
pub(super) struct Files {
    /// The state of the file of each name.
    states: HashMap<String, Arc<FileState>>,
    warn: WarningHandler,
}

/// What is known of a file.
#[derive(Default)]
struct FileState {
    /// Whether it is not used any more.
    is_refused: AtomicBool,
    /// Whether an I/O error was reported.
    has_warned: AtomicBool,
}

impl FileState {
    /// Takes an error into account. Returns whether it is to be reported.
    fn add(&self, error: &FileError) -> bool {
        if error.is_of_contents() {
            !self.is_refused.swap(true, Relaxed)
        } else {
            !self.is_refused.load(Relaxed) && !self.has_warned.swap(true, Relaxed)
        }
    }
}

impl Files {
    /// Returns a filesystem of the files with these names.
    pub fn new(names: impl Iterator<Item = String>, warn: WarningHandler) -> Files {
        Files { states: names.map(|name| (name, Arc::default())).collect(), warn }
    }

    /// Handles an error of the file with this name. A damaged file is refused from now on; an I/O error may pass, so that
    /// the next probe tries again. Warns of the first error of either kind.
    pub fn report(&self, name: &str, reason: FileError) {
        if self.states.get(name).is_some_and(|state| state.add(&reason)) {
            (self.warn)(&TablebaseError::File { path: name.into(), reason });
        }
    }

    /// Checks and opens a file, which can be read until it is refused.
    fn checked(path: &Path, state: &Arc<FileState>) -> Result<Box<dyn RandomAccessFile>, FileError> {
        let (mut input, size) = open(path)?;
        if size <= MAX_IN_MEMORY {
            let mut bytes = Vec::new();
            input.take(MAX_IN_MEMORY).read_to_end(&mut bytes)?;
            check_checksum(&bytes[..], bytes.len() as u64)?;
            return Ok(Box::new(InMemory(bytes)));
        }
        if size <= MAX_CHECKED {
            check_checksum(input.by_ref().take(size), size)?;
        }
        let file = input.into_file().ok_or(FileError::Empty)?;
        Ok(Box::new(OnDisk { file, state: Arc::clone(state) }))
    }
}

fn refusal() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the file is not used")
}

impl Filesystem for Files {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        Ok(files::open(path, files::UNLIMITED)?.size())
    }

    /// Unused: folders are listed before.
    fn read_dir(&self, _path: &Path) -> io::Result<Vec<PathBuf>> {
        Ok(Vec::new())
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(state) = self.states.get(name).filter(|state| !state.is_refused.load(Relaxed)) else {
            return Err(refusal());
        };
        Files::checked(path, state).map_err(|reason| {
            self.report(name, reason);
            refusal()
        })
    }
}

/// A file that is read from disk until it is refused.
struct OnDisk {
    file: File,
    state: Arc<FileState>,
}

impl RandomAccessFile for OnDisk {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _hint: ReadHint) -> io::Result<usize> {
        if self.state.is_refused.load(Relaxed) {
            return Err(refusal());
        }
        #[cfg(unix)]
        return std::os::unix::fs::FileExt::read_at(&self.file, buffer, offset);
        #[cfg(windows)]
        return std::os::windows::fs::FileExt::seek_read(&self.file, buffer, offset);
    }
}

/// A file in memory.
struct InMemory(Vec<u8>);

impl RandomAccessFile for InMemory {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _hint: ReadHint) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.0.get(offset..)).unwrap_or_default();
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_io_error_is_reported_once_and_does_not_refuse_the_file() {
        let state = FileState::default();
        let failed = |kind: io::ErrorKind| FileError::Io(kind.into());
        for (error, is_reported, is_refused) in [
            (FileError::Open(files::FileError::Io(io::ErrorKind::Other.into())), true, false),
            (failed(io::ErrorKind::TimedOut), false, false),
            (FileError::Checksum, true, true),
            (failed(io::ErrorKind::UnexpectedEof), false, true),
            (failed(io::ErrorKind::TimedOut), false, true),
            (FileError::Contents, false, true),
        ] {
            let found = (state.add(&error), state.is_refused.load(Relaxed));
            assert_eq!(found, (is_reported, is_refused), "{error}");
        }
        let truncated = FileState::default();
        assert!(truncated.add(&failed(io::ErrorKind::UnexpectedEof)) && truncated.is_refused.load(Relaxed));
    }

    #[test]
    fn only_tablebase_names_have_a_kind() {
        assert_eq!(kind_of("KQvK.rtbw"), Some((Kind::Wdl, 3)));
        assert_eq!(kind_of("KRBvKR.rtbz"), Some((Kind::Dtz, 5)));
        assert_eq!(kind_of("KBvKN.rtbw"), Some((Kind::Wdl, 4)));
        assert_eq!(kind_of("KPPvKRP.rtbw"), None, "its name is KRPvKPP");
        for name in [
            "KvK.rtbw",
            "KvKQ.rtbw",
            "KNvKB.rtbw",
            "KBQvK.rtbw",
            "QvK.rtbw",
            "KKvK.rtbw",
            "KQvK.rtbm",
            "KQvK (1).rtbw",
            "kqvk.rtbw",
            "KQvK",
            "KQQQQQQvK.rtbw",
            "KQvKv.rtbw",
            "README.md",
            ".rtbw",
        ] {
            assert_eq!(kind_of(name), None, "{name}");
        }
    }
}
