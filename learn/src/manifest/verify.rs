//! The command `verify`: files are compared with the manifest, or a block is played again.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;

use clap::Args;
use lancet::files::InputFile;

use super::again::Again;
use super::contents::{BlockEntry, Contents, difference};
use super::file::{FileEntry, Manifest};
use super::name_of;
use crate::LearnError;

/// Compare files of games with the manifest, or play a block of one again
///
/// With files, their sizes and checksums are compared with those in the manifest. With --block, the games of
/// that block are played again by this engine, encoded, and compared; the files need not be there. The exit
/// code is 1 if anything differs.
#[derive(Args, Clone, PartialEq, Debug, Default)]
pub struct Verify {
    /// Files of games to compare, without playing
    #[arg(value_name = "FILE", required_unless_present = "block", conflicts_with = "block")]
    pub files: Vec<InputFile>,
    /// The manifest
    #[arg(long, value_name = "FILE")]
    pub manifest: InputFile,
    /// The block to play again, counted from 0 over all files of the manifest in sequence
    #[arg(long, value_name = "N")]
    pub block: Option<usize>,
    /// The file whose blocks are counted instead, by its name in the manifest
    #[arg(long, value_name = "NAME", conflicts_with = "files")]
    pub file: Option<String>,
    /// The network to play with [default: the file that the manifest names]
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    pub net: Option<InputFile>,
    /// The games before rescoring, if the block is rescored
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    pub games: Option<InputFile>,
    /// A file with the games as another version of the engine has played them again, instead of playing them
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "net", "games", "threads"])]
    pub played: Option<InputFile>,
    /// Threads [default: one per core]
    #[arg(long, value_name = "N", conflicts_with = "files")]
    pub threads: Option<NonZeroUsize>,
}

impl Verify {
    /// Compares, and prints what.
    ///
    /// # Errors
    /// [`LearnError::CheckFailed`] after printing the differences; other [`LearnError`]s if something cannot
    /// be compared; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        let manifest = Manifest::read(&self.manifest)?;
        let is_equal = match self.block {
            Some(block) => self.verify_block(&manifest, block, out)?,
            None => self.verify_files(&manifest, out)?,
        };
        if is_equal { Ok(()) } else { Err(LearnError::CheckFailed) }
    }

    /// Compares the files with the manifest.
    fn verify_files(&self, manifest: &Manifest, out: &mut dyn Write) -> Result<bool, LearnError> {
        let find = |path: &Path| manifest.find(&name_of(path)?);
        let mut is_equal = true;
        for path in &self.files {
            let entry = find(path).map_err(LearnError::manifest(&self.manifest))?;
            let Contents { blocks, damage, .. } = Contents::read(path)?;
            let found = difference(&blocks, &entry.blocks);
            is_equal &= found.is_none() && damage.is_none();
            let name = &entry.name;
            match found {
                None if damage.is_none() => writeln!(out, "{entry}: equal")?,
                None => writeln!(out, "{name}: different: {} bytes that belong to no block", damage.bytes)?,
                Some(difference) => writeln!(out, "{name}: different: {difference}")?,
            }
        }
        Ok(is_equal)
    }

    /// Makes a block again and compares it with the manifest.
    fn verify_block(
        &self,
        manifest: &Manifest,
        block: usize,
        out: &mut dyn Write,
    ) -> Result<bool, LearnError> {
        let listed = manifest.block(self.file.as_deref(), block);
        let (entry, block) = listed.map_err(LearnError::manifest(&self.manifest))?;
        let again = Again { manifest: &self.manifest, entry, of: manifest, block };
        print_origin(entry, block, out)?;
        let made = match &self.played {
            Some(path) => again.read(path)?,
            None => again.make(self.net.as_deref(), self.games.as_deref(), self.threads)?,
        };
        let is_equal = print_comparison(&entry.blocks[block], &BlockEntry::new(&made), out)?;
        if !is_equal && self.played.is_none() {
            writeln!(
                out,
                "engines with the same signature can differ in rare positions; to exclude that, build commit {}, \
                 make the games with that engine, and pass its file with --played",
                entry.commit
            )?;
        }
        Ok(is_equal)
    }
}

fn print_origin(entry: &FileEntry, block: usize, out: &mut dyn Write) -> Result<(), LearnError> {
    let BlockEntry { first_game, games, .. } = entry.blocks[block];
    let FileEntry { name, commit, network, network_file, seed, soft_nodes, .. } = entry;
    writeln!(out, "block {block} of {name}: {games} games from number {first_game} on, seed {seed}")?;
    let title = if entry.rescored_from.is_some() { "rescored" } else { "played" };
    writeln!(
        out,
        "{title} at commit {commit} with {network_file} ({network:016x}), soft limit {soft_nodes} nodes"
    )?;
    Ok(out.flush()?)
}

/// Prints the two blocks side by side. Returns whether they are equal.
fn print_comparison(listed: &BlockEntry, made: &BlockEntry, out: &mut dyn Write) -> Result<bool, LearnError> {
    let checksum = |block: &BlockEntry| format!("{:016x}", block.checksum);
    writeln!(out, "{:<10} {:>16} {:>16}", "", "manifest", "again")?;
    for (name, listed, made) in [
        ("games", listed.games.to_string(), made.games.to_string()),
        ("positions", listed.positions.to_string(), made.positions.to_string()),
        ("bytes", listed.bytes.to_string(), made.bytes.to_string()),
        ("checksum", checksum(listed), checksum(made)),
    ] {
        writeln!(out, "{name:<10} {listed:>16} {made:>16}")?;
    }
    let differences = listed.differences(made);
    if differences.is_empty() {
        writeln!(out, "equal")?;
    } else {
        writeln!(out, "different: {}", differences.join(", "))?;
    }
    Ok(differences.is_empty())
}
