//! Files: the tables on the disk; each is looked at before it is believed.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};

use super::checksum;

/// A file up to this size is hashed when it is first needed; a larger one would keep a game waiting.
const HASHED_UP_TO: u64 = 16 << 20;

/// A file up to this size stays in memory, which is faster and needs no descriptor.
const KEPT_UP_TO: u64 = 1 << 20;

/// The most men on a board of the tables.
const MOST_MEN: usize = 7;

/// Who is told, once for each file, that it is not used and why.
pub type WarningHandler = Box<dyn Fn(&str) + Send + Sync>;

/// Which tables a file has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Won, drawn or lost.
    Wdl,
    /// The distance to the next capture or pawn move.
    Dtz,
}

impl Kind {
    /// The ending of the file's name.
    pub const fn ending(self) -> &'static str {
        match self {
            Kind::Wdl => "rtbw",
            Kind::Dtz => "rtbz",
        }
    }
}

/// What the name of a file says: its kind and the men; `None` where it is not the name of tables.
pub(super) fn kind_of(name: &str) -> Option<(Kind, usize)> {
    let (material, ending) = name.rsplit_once('.')?;
    let kind = [Kind::Wdl, Kind::Dtz].into_iter().find(|kind| kind.ending() == ending)?;
    let (white, black) = material.split_once('v')?;
    let (white, black) = (side(white)?, side(black)?);
    let men = white.len() + black.len();
    // The stronger side has the first place.
    let in_order = (white.len(), &white) >= (black.len(), &black);
    (in_order && (3..=MOST_MEN).contains(&men)).then_some((kind, men))
}

/// One king and other men, the strongest first, as numbers.
fn side(letters: &str) -> Option<Vec<usize>> {
    let men: Vec<usize> = letters.chars().map(|letter| "PNBRQK".find(letter)).collect::<Option<_>>()?;
    let kings = men.iter().filter(|man| **man == 5).count();
    (kings == 1 && men.is_sorted_by(|a, b| a >= b)).then_some(men)
}

/// The tables in `folder`, by name.
pub(super) fn list(folder: &Path) -> io::Result<BTreeMap<String, PathBuf>> {
    let mut listed = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let Some(name) = path.file_name().and_then(|name| name.to_str())
            && kind_of(name).is_some()
        {
            listed.insert(name.to_owned(), path);
        }
    }
    Ok(listed)
}

/// Why the file at `path` cannot be one of tables, by its size alone.
pub(super) fn misfit(path: &Path) -> Option<String> {
    match fs::metadata(path) {
        Err(error) => Some(unreadable(&error)),
        Ok(data) if !data.is_file() => Some("it is no file".into()),
        Ok(data) if data.len() == 0 => Some("it is empty".into()),
        Ok(data) => {
            (!checksum::is_valid_size(data.len())).then(|| "its size is not that of a whole file".into())
        }
    }
}

fn unreadable(error: &io::Error) -> String {
    format!("it cannot be read: {error}")
}

/// Opens files, and remembers those that are not to be used.
pub(super) struct Files {
    refused: HashMap<String, Arc<AtomicBool>>,
    complain: WarningHandler,
}

impl Files {
    /// Files of these names.
    pub fn new(names: impl Iterator<Item = String>, complain: WarningHandler) -> Files {
        Files { refused: names.map(|name| (name, Arc::default())).collect(), complain }
    }

    /// The file of that name is not used any more; it is told why if that is new.
    pub fn refuse(&self, name: &str, why: &str) {
        let is_known = self.refused.get(name).is_none_or(|refused| refused.swap(true, Relaxed));
        if !is_known {
            (self.complain)(&format!("the tablebase file {name} is not used: {why}"));
        }
    }

    /// Looks at a file and makes it ready to be read; `refused` tells when that is over.
    fn look_at(path: &Path, refused: &Arc<AtomicBool>) -> Result<Box<dyn RandomAccessFile>, String> {
        if let Some(why) = misfit(path) {
            return Err(why);
        }
        let size = fs::metadata(path).map_err(|error| unreadable(&error))?.len();
        if size <= KEPT_UP_TO {
            let bytes = fs::read(path).map_err(|error| unreadable(&error))?;
            broken(checksum::matches(&bytes[..], bytes.len() as u64)).map_or(Ok(()), Err)?;
            return Ok(Box::new(Kept(bytes)));
        }
        if size <= HASHED_UP_TO {
            damage(path).map_or(Ok(()), Err)?;
        }
        let file = OsFilesystem::new().open(path).map_err(|error| unreadable(&error))?;
        Ok(Box::new(OnDisk { file, refused: Arc::clone(refused) }))
    }
}

/// What is wrong with a file, all of which is read and compared with its seal.
pub(super) fn damage(path: &Path) -> Option<String> {
    let size = fs::metadata(path).map(|data| data.len());
    broken(size.and_then(|size| checksum::matches(File::open(path)?, size)))
}

fn broken(holds: io::Result<bool>) -> Option<String> {
    match holds {
        Ok(true) => None,
        Ok(false) => Some("it is damaged, its checksum is wrong".into()),
        Err(error) => Some(unreadable(&error)),
    }
}

fn refusal() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the file is not used")
}

impl Filesystem for Files {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        Ok(fs::metadata(path)?.len())
    }

    /// Folders are listed before there is anything to open.
    fn read_dir(&self, _path: &Path) -> io::Result<Vec<PathBuf>> {
        Ok(Vec::new())
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(refused) = self.refused.get(name).filter(|refused| !refused.load(Relaxed)) else {
            return Err(refusal());
        };
        Files::look_at(path, refused).map_err(|why| {
            self.refuse(name, &why);
            refusal()
        })
    }
}

/// A file that is read where and when it is needed, until it is refused.
struct OnDisk {
    file: Box<dyn RandomAccessFile>,
    refused: Arc<AtomicBool>,
}

impl RandomAccessFile for OnDisk {
    fn read_at(&self, buffer: &mut [u8], offset: u64, hint: ReadHint) -> io::Result<usize> {
        if self.refused.load(Relaxed) {
            return Err(refusal());
        }
        self.file.read_at(buffer, offset, hint)
    }
}

/// A file in memory.
struct Kept(Vec<u8>);

impl RandomAccessFile for Kept {
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
    fn names_of_tables_and_others() {
        assert_eq!(kind_of("KQvK.rtbw"), Some((Kind::Wdl, 3)));
        assert_eq!(kind_of("KRBvKR.rtbz"), Some((Kind::Dtz, 5)));
        assert_eq!(kind_of("KBvKN.rtbw"), Some((Kind::Wdl, 4)));
        assert_eq!(kind_of("KPPvKRP.rtbw"), None, "KRPvKPP is its name");
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
