//! Tablebase: endgames that are known to the end, from files in the format of Syzygy.
//!
//! A position with few men is won, drawn or lost, and so many plies from the next capture or pawn
//! move on the way to that ([`Tablebases::wdl`], [`Tablebases::dtz`]); the moves of a position can be
//! put in order by it ([`Tablebases::rank`]). The format and the tables are Ronald de Man's, they are
//! read by Niklas Fiekas' [`shakmaty_syzygy`]. What cannot be answered, since a file is missing or
//! damaged, is unknown; whose fault it is is told once.

mod checksum;
mod cityhash;
mod clock;
mod files;
mod rank;

pub use files::WarningHandler;
pub use rank::{RankedMove, Ranking};
pub use shakmaty_syzygy::{Dtz, MaybeRounded, Wdl};

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fmt};

use shakmaty::Chess;
use shakmaty_syzygy::{Metric, ProbeError, SyzygyError, Tablebase};

use crate::position::Position;
use files::{Files, Kind};

/// The tables of some folders.
pub struct Tablebases {
    tables: Tablebase<Chess>,
    files: Arc<Files>,
    /// Files of each kind.
    wdl: usize,
    dtz: usize,
    men: usize,
}

/// What could not be taken up, a sentence each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Warnings {
    /// Folders that cannot be read.
    pub folders: Vec<String>,
    /// Files that are no tables in spite of their names.
    pub files: Vec<String>,
}

/// The folders of a list, between which stands what the system takes for its own lists: a colon, or
/// a semicolon on Windows.
#[must_use]
pub fn folders(list: impl AsRef<OsStr>) -> Vec<PathBuf> {
    env::split_paths(&list).filter(|folder| !folder.as_os_str().is_empty()).collect()
}

impl Tablebases {
    /// The most men on a board that there are tables for.
    pub const MAX_PIECES: usize = 7;

    /// The tables in `folders`. Where a name occurs twice, the file in the folder named first counts
    /// that is one of tables by its size.
    ///
    /// The files are read when they are needed. One that is not as it should be is left out from then
    /// on, and `complain` hears that once.
    #[must_use]
    pub fn open(folders: &[PathBuf], complain: WarningHandler) -> (Tablebases, Warnings) {
        let (all, mut warnings) = list(folders);
        let mut listed = BTreeMap::new();
        for (name, path) in all {
            if listed.contains_key(&name) {
                continue;
            }
            match files::misfit(&path) {
                Some(why) => {
                    warnings.files.push(format!("the tablebase file {} is left out: {why}", path.display()));
                }
                None => _ = listed.insert(name, path),
            }
        }
        let files = Arc::new(Files::new(listed.keys().cloned(), complain));
        let tables = Tablebase::with_filesystem(Arc::clone(&files) as Arc<_>);
        let mut all = Tablebases { tables, files, wdl: 0, dtz: 0, men: 0 };
        for (name, path) in &listed {
            if let Some((kind, men)) = files::kind_of(name)
                && all.tables.add_file(path).is_ok()
            {
                match kind {
                    Kind::Wdl => (all.wdl, all.men) = (all.wdl + 1, all.men.max(men)),
                    Kind::Dtz => all.dtz += 1,
                }
            }
        }
        (all, warnings)
    }

    /// The most men on a board that one of the tables is for; 0 without tables.
    #[must_use]
    pub fn max_pieces(&self) -> usize {
        self.men
    }

    /// What becomes of a position with the fifty-move clock at zero, for the side to move; `None`
    /// where the tables do not tell.
    #[must_use]
    pub fn wdl(&self, position: &Position) -> Option<Wdl> {
        let found = self.holds(position).then(|| self.tables.probe_wdl_after_zeroing(position.chess()))?;
        found.inspect_err(|error| self.note(error)).ok()
    }

    /// The plies to the next capture or pawn move, positive for the side that wins by it; `None`
    /// where the tables do not tell.
    #[must_use]
    pub fn dtz(&self, position: &Position) -> Option<MaybeRounded<Dtz>> {
        let found = self.holds(position).then(|| self.tables.probe_dtz(position.chess()))?;
        found.inspect_err(|error| self.note(error)).ok()
    }

    /// The position is of a kind that tables can have.
    fn holds(&self, position: &Position) -> bool {
        position.piece_count() <= self.max_pieces() && !position.can_castle()
    }

    /// A table that exists and does not answer is told of and used no more.
    fn note(&self, error: &SyzygyError) {
        let SyzygyError::ProbeFailed { metric, material, error } = error else { return };
        let kind = if *metric == Metric::Wdl { Kind::Wdl } else { Kind::Dtz };
        let name = format!("{material}.{}", kind.ending());
        match &**error {
            ProbeError::Read { error } => self.files.refuse(&name, &format!("it cannot be read: {error}")),
            _ => self.files.refuse(&name, "it is damaged or not what its name says"),
        }
    }
}

/// All files of tables in `folders`, also those that another of the same name hides.
///
/// # Errors
/// A sentence for the first folder that cannot be read.
pub fn list_files(folders: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let (listed, warnings) = list(folders);
    match warnings.folders.into_iter().next() {
        Some(sentence) => Err(sentence),
        None => Ok(listed.into_iter().map(|(_, path)| path).collect()),
    }
}

/// What is wrong with a file of tables, all of which is read; `None` where nothing is.
#[must_use]
pub fn check_file(path: &Path) -> Option<String> {
    files::misfit(path).or_else(|| files::damage(path))
}

/// The files of each folder once, with their names, in the order of the folders.
fn list(folders: &[PathBuf]) -> (Vec<(String, PathBuf)>, Warnings) {
    let (mut listed, mut warnings) = (Vec::new(), Warnings::default());
    let is_new = |(index, folder): &(usize, &PathBuf)| !folders[..*index].contains(folder);
    for (_, folder) in folders.iter().enumerate().filter(is_new) {
        match files::list(folder) {
            Ok(files) => listed.extend(files),
            Err(error) => {
                let sentence = format!("the tablebase folder {} cannot be read: {error}", folder.display());
                warnings.folders.push(sentence);
            }
        }
    }
    (listed, warnings)
}

/// How many there are, as other engines tell it.
impl fmt::Display for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tablebases { wdl, dtz, men, .. } = self;
        write!(f, "{wdl} WDL and {dtz} DTZ tablebase files (up to {men} pieces)")
    }
}

impl fmt::Debug for Tablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tablebases({self})")
    }
}

/// Only the same tables are the same: what is in the files can be different another time.
impl PartialEq for Tablebases {
    fn eq(&self, other: &Tablebases) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Tablebases {}
