//! Syzygy: endgame tablebases of Ronald de Man, probed with [`shakmaty_syzygy`] of Niklas Fiekas.
//!
//! A position with few pieces is probed for its result, win, draw or loss (WDL, [`Tablebases::wdl`]), and for
//! the distance to the next zeroing move, a capture or pawn move (DTZ, [`Tablebases::dtz`]). Root moves are
//! ranked by both ([`Tablebases::rank`]). A probe fails if a file is missing, damaged or cannot be read at that time;
//! the last two are reported once.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "the file format has narrow fields, and hashes wrap on purpose"
)]

mod checksum;
mod cityhash;
mod error;
mod fifty_moves;
mod files;
mod rank;

#[doc(hidden)]
pub use checksum::with_checksum;
pub use error::{FileError, TablebaseError};
pub use files::WarningHandler;
pub use rank::{RankOptions, RankedMove, Ranking};
pub use shakmaty_syzygy::{Dtz, MaybeRounded, Wdl};

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fmt, io};

use shakmaty::Chess;
use shakmaty_syzygy::{Metric, ProbeError, SyzygyError, Tablebase};

use crate::position::Position;
use fifty_moves::FiftyMoves;
use files::{Files, Kind};

/// The tablebases of some folders.
pub struct Tablebases {
    tables: Tablebase<Chess>,
    files: Arc<Files>,
    names: Vec<String>,
    /// The number of files of each kind.
    wdl: usize,
    dtz: usize,
    max_pieces: usize,
}

/// The folders and files that cannot be used.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Warnings {
    /// Folders that cannot be read.
    pub folders: Vec<TablebaseError>,
    /// Files that have the name of a tablebase, but cannot be one.
    pub files: Vec<TablebaseError>,
}

/// Splits a list of folders at the separator of the system: a colon, or a semicolon on Windows.
#[must_use]
pub fn folders(list: impl AsRef<OsStr>) -> Vec<PathBuf> {
    env::split_paths(&list).filter(|folder| !folder.as_os_str().is_empty()).collect()
}

impl Tablebases {
    /// The maximum number of pieces of Syzygy tablebases.
    pub const MAX_PIECES: usize = 7;

    /// The probes that may decide whether the fifty-move rule takes a win away. With too few some positions are
    /// decided by parity alone; 134,000 are the most that was seen to be needed.
    pub const MAX_PROBES: u32 = 1_000_000;

    /// The same for the moves of a line, of which there are many.
    pub const MAX_LINE_PROBES: u32 = 1_000;

    /// Opens the tablebases in `folders`. Of several files with the same name, the first one of a valid size
    /// is used.
    ///
    /// Files are read during probes. A damaged one is not used from then on; after an I/O error the next probe tries again.
    /// `warn` is called with either once. Files larger than 1 MiB stay open from their first probe until the tablebases are
    /// dropped: the limit of open files must allow for all of them.
    #[must_use]
    pub fn open(folders: &[PathBuf], warn: WarningHandler) -> (Tablebases, Warnings) {
        let (all, mut warnings) = list(folders);
        let mut listed = BTreeMap::new();
        for (name, path) in all {
            if listed.contains_key(&name) {
                continue;
            }
            match files::open(&path) {
                Err(reason) => warnings.files.push(TablebaseError::File { path, reason }),
                Ok(_) => _ = listed.insert(name, path),
            }
        }
        let files = Arc::new(Files::new(listed.keys().cloned(), warn));
        let tables = Tablebase::with_filesystem(Arc::clone(&files) as Arc<_>);
        let mut all = Tablebases { tables, files, names: Vec::new(), wdl: 0, dtz: 0, max_pieces: 0 };
        for (name, path) in &listed {
            if let Some((kind, pieces)) = files::kind_of(name)
                && all.tables.add_file(path).is_ok()
            {
                all.names.push(name.clone());
                match kind {
                    Kind::Wdl => (all.wdl, all.max_pieces) = (all.wdl + 1, all.max_pieces.max(pieces)),
                    Kind::Dtz => all.dtz += 1,
                }
            }
        }
        (all, warnings)
    }

    /// Returns the names of the opened files, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The maximum number of pieces of the opened tablebases; 0 without any.
    #[must_use]
    pub fn max_pieces(&self) -> usize {
        self.max_pieces
    }

    /// Returns the result of a position for the side to move, as if the halfmove clock were 0; `None` if the
    /// probe fails.
    #[must_use]
    pub fn wdl(&self, position: &Position) -> Option<Wdl> {
        let found = self.contains(position).then(|| self.tables.probe_wdl_after_zeroing(position.chess()))?;
        found.inspect_err(|error| self.report(error)).ok()
    }

    /// Returns the plies to the next zeroing move, positive if the side to move wins; `None` if the probe
    /// fails.
    #[must_use]
    pub fn dtz(&self, position: &Position) -> Option<MaybeRounded<Dtz>> {
        let found = self.contains(position).then(|| self.tables.probe_dtz(position.chess()))?;
        found.inspect_err(|error| self.report(error)).ok()
    }

    /// Returns the result of a position for the side to move with its halfmove clock: a win that the fifty-move
    /// rule takes away is a cursed one. `None` if a probe fails.
    ///
    /// In doubt at most `max_probes` positions are probed, such as [`Tablebases::MAX_PROBES`].
    #[must_use]
    pub fn outcome(&self, position: &Position, max_probes: u32) -> Option<Wdl> {
        Some(FiftyMoves::new(self, max_probes, &|| false).outcome(position)?.outcome)
    }

    /// Reports whether tablebases can contain the position.
    fn contains(&self, position: &Position) -> bool {
        position.piece_count() <= self.max_pieces && !position.can_castle()
    }

    /// Reports a file whose probe failed, and stops using it if it is damaged.
    fn report(&self, error: &SyzygyError) {
        let SyzygyError::ProbeFailed { metric, material, error } = error else { return };
        let kind = if *metric == Metric::Wdl { Kind::Wdl } else { Kind::Dtz };
        let name = format!("{material}.{}", kind.extension());
        let reason = match &**error {
            ProbeError::Read { error } => FileError::Io(io::Error::new(error.kind(), error.to_string())),
            _ => FileError::Contents,
        };
        self.files.report(&name, reason);
    }
}

/// Returns all tablebase files in `folders`, also those with the same name.
///
/// # Errors
/// A [`TablebaseError`] for the first folder that cannot be read.
pub fn list_files(folders: &[PathBuf]) -> Result<Vec<PathBuf>, TablebaseError> {
    let (listed, warnings) = list(folders);
    match warnings.folders.into_iter().next() {
        Some(error) => Err(error),
        None => Ok(listed.into_iter().map(|(_, path)| path).collect()),
    }
}

/// Reads a whole tablebase file and compares it with its checksum.
///
/// # Errors
/// A [`FileError`] if the file cannot be read or is damaged.
pub fn check_file(path: &Path) -> Result<(), FileError> {
    let (file, size) = files::open(path)?;
    files::check_checksum(file, size)
}

/// Returns the names and paths of the tablebase files in each different folder, in the order of the folders.
fn list(folders: &[PathBuf]) -> (Vec<(String, PathBuf)>, Warnings) {
    let (mut listed, mut warnings) = (Vec::new(), Warnings::default());
    let is_new = |(index, folder): &(usize, &PathBuf)| !folders[..*index].contains(folder);
    for (_, folder) in folders.iter().enumerate().filter(is_new) {
        match files::list(folder) {
            Ok(files) => listed.extend(files),
            Err(reason) => warnings.folders.push(TablebaseError::Folder { path: folder.clone(), reason }),
        }
    }
    (listed, warnings)
}

/// The number of files, as other engines report it.
impl fmt::Display for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tablebases { wdl, dtz, max_pieces, .. } = self;
        write!(f, "{wdl} WDL and {dtz} DTZ tablebase files (up to {max_pieces} pieces)")
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tablebases({self})")
    }
}

/// Equality is identity: files may change between two openings.
impl PartialEq for Tablebases {
    fn eq(&self, other: &Tablebases) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Tablebases {}
