//! The manifest file: JSON whose serialized names are part of the format.

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::ops::Range;
use std::path::Path;

use lancet::console;
use lancet::files::{self, FileError, MAX_TEXT};
use serde::{Deserialize, Serialize};

use super::ManifestError;
use super::contents::{BlockEntry, difference, totals};
use super::hex;
use crate::LearnError;
use crate::records::{Generator, Header};

/// The version of the file format. The serialized names of all fields are part of it.
pub const VERSION: u32 = 1;

/// The list of all files of games that were ever used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    version: u32,
    /// The files in the order in which they were listed.
    pub files: Vec<FileEntry>,
}

/// A file of games of a single run. It may be in the repository or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    /// The name, without folders.
    pub name: String,
    /// The commit of the engine that generated the games.
    pub commit: String,
    /// The identity of the network, in 16 hexadecimal digits.
    #[serde(with = "hex")]
    pub network: u64,
    /// The network file, from the root of the repository, or `material`.
    pub network_file: String,
    /// The engine signature with this network, in 16 hexadecimal digits.
    #[serde(with = "hex")]
    pub signature: u64,
    /// The seed of the run.
    pub seed: u64,
    /// The soft node limit of a search.
    pub soft_nodes: u32,
    /// The hard node limit of a search.
    pub hard_nodes: u32,
    /// The size of the transposition table in MiB.
    pub hash_mb: u16,
    /// The version of the rules of self-play.
    pub rules: u16,
    /// The name of the file whose games were rescored; absent if they were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rescored_from: Option<String>,
    /// The number of games.
    pub games: u64,
    /// The number of searched positions.
    pub positions: u64,
    /// The size in bytes.
    pub bytes: u64,
    /// A remark, for example where the file is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The blocks in sequence.
    pub blocks: Vec<BlockEntry>,
}

impl Default for Manifest {
    fn default() -> Manifest {
        Manifest { version: VERSION, files: Vec::new() }
    }
}

impl Manifest {
    /// Reads the file.
    ///
    /// # Errors
    /// [`LearnError::Manifest`] if it cannot be read or is not a valid manifest.
    pub fn read(path: &Path) -> Result<Manifest, LearnError> {
        Manifest::parse(path).map_err(LearnError::manifest(path))
    }

    /// Reads the file; returns an empty manifest if it does not exist.
    ///
    /// # Errors
    /// As [`Manifest::read`].
    pub fn read_or_new(path: &Path) -> Result<Manifest, LearnError> {
        match Manifest::parse(path) {
            Err(ManifestError::File(FileError::Io(error))) if error.kind() == ErrorKind::NotFound => {
                Ok(Manifest::default())
            }
            result => result.map_err(LearnError::manifest(path)),
        }
    }

    fn parse(path: &Path) -> Result<Manifest, ManifestError> {
        let manifest: Manifest = serde_json::from_slice(&files::read(path, MAX_TEXT)?)?;
        if manifest.version != VERSION {
            return Err(ManifestError::Version(manifest.version));
        }
        for (index, entry) in manifest.files.iter().enumerate() {
            if manifest.files[..index].iter().any(|before| before.name == entry.name) {
                return Err(ManifestError::Duplicate(entry.name.clone()));
            }
            entry.check()?;
        }
        Ok(manifest)
    }

    /// Writes the file atomically.
    ///
    /// # Errors
    /// [`LearnError`] if it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), LearnError> {
        Ok(console::write_atomic(path, |file| {
            let text = serde_json::to_string_pretty(self).map_err(io::Error::other)?;
            writeln!(file, "{text}")
        })?)
    }

    /// Returns the entry of a file.
    ///
    /// # Errors
    /// [`ManifestError::UnknownFile`].
    pub fn find(&self, name: &str) -> Result<&FileEntry, ManifestError> {
        let found = self.files.iter().find(|entry| entry.name == name);
        found.ok_or_else(|| ManifestError::UnknownFile(name.into()))
    }

    /// Returns a block of a file, and its number within the file. Without a name, the number counts the
    /// blocks of all files in sequence.
    ///
    /// # Errors
    /// [`ManifestError`] if the file or the block is not listed.
    pub fn block(&self, name: Option<&str>, block: usize) -> Result<(&FileEntry, usize), ManifestError> {
        let files = match name {
            Some(name) => std::slice::from_ref(self.find(name)?),
            None => &self.files[..],
        };
        let mut numbers = files.iter().flat_map(|entry| (0..entry.blocks.len()).map(move |n| (entry, n)));
        let blocks = files.iter().map(|entry| entry.blocks.len()).sum();
        numbers.nth(block).ok_or(ManifestError::UnknownBlock { block, blocks })
    }

    /// Adds a file, and returns whether it was not listed before. A note replaces that of a listed file.
    ///
    /// # Errors
    /// [`ManifestError`] if the file is listed with other contents or another origin.
    pub fn add(&mut self, entry: FileEntry) -> Result<bool, ManifestError> {
        let Some(listed) = self.files.iter_mut().find(|listed| listed.name == entry.name) else {
            self.files.push(entry);
            return Ok(true);
        };
        listed.check_equal(&entry)?;
        if entry.note.is_some() {
            listed.note = entry.note;
        }
        Ok(false)
    }
}

impl fmt::Display for FileEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FileEntry { name, games, positions, bytes, blocks, .. } = self;
        write!(f, "{name}: {} blocks, {games} games, {positions} positions, {bytes} bytes", blocks.len())
    }
}

impl FileEntry {
    /// Returns what generated the games.
    #[must_use]
    pub fn generator(&self) -> Generator {
        let flag = if self.rescored_from.is_some() { Generator::RESCORED } else { 0 };
        Generator {
            network: self.network,
            signature: self.signature,
            seed: self.seed,
            soft_nodes: self.soft_nodes,
            hard_nodes: self.hard_nodes,
            hash_mb: self.hash_mb,
            rules: self.rules | flag,
        }
    }

    /// Reports whether the games with these numbers are among those of the file.
    pub(super) fn has_games(&self, mut numbers: Range<u64>) -> bool {
        numbers.all(|number| self.blocks.iter().any(|block| block.numbers().contains(&number)))
    }

    /// Checks the numbers, which may have been edited by hand.
    fn check(&self) -> Result<(), ManifestError> {
        let is_possible = |block: &BlockEntry| {
            block.games > 0
                && Header::allows(block.games, block.positions)
                && block.first_game.checked_add(block.games.into()).is_some()
        };
        if let Some(block) = self.blocks.iter().position(|block| !is_possible(block)) {
            return Err(ManifestError::BlockSize { name: self.name.clone(), block });
        }
        if totals(&self.blocks) == [self.games, self.positions, self.bytes] {
            Ok(())
        } else {
            Err(ManifestError::Totals(self.name.clone()))
        }
    }

    /// Checks that a file of the same name is the same file.
    fn check_equal(&self, other: &FileEntry) -> Result<(), ManifestError> {
        let name = || self.name.clone();
        if let Some(difference) = difference(&other.blocks, &self.blocks) {
            return Err(ManifestError::Listed { name: name(), difference });
        }
        let from = |entry: &FileEntry| entry.rescored_from.clone().unwrap_or_default();
        let origins = [
            ("commit", self.commit.clone(), other.commit.clone()),
            ("network_file", self.network_file.clone(), other.network_file.clone()),
            ("rescored_from", from(self), from(other)),
        ];
        match origins.into_iter().find(|(_, listed, given)| listed != given) {
            Some((field, listed, given)) => Err(ManifestError::Origin { name: name(), field, listed, given }),
            None => Ok(()),
        }
    }
}
