//! The command `manifest`: files of games are listed in a manifest.

use std::io::Write;
use std::path::Path;

use clap::Args;
use lancet::console;
use lancet::files::{InputFile, OutputFile};

use super::contents::{BlockEntry, Contents, totals};
use super::file::{FileEntry, Manifest};
use super::hex::is_hex;
use super::{ManifestError, name_of, unicode};
use crate::LearnError;
use crate::play::Evaluation;
use crate::records::Generator;

/// List files of games in a manifest
///
/// The manifest has the origin of each file, and the size and checksum of each block, so that `verify` can
/// compare files and play blocks again. Files of games are written once: one that is listed already must be
/// the same.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct ListGames {
    /// Files of games, each of a single run
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<InputFile>,
    /// The manifest; created if it does not exist
    #[arg(long, value_name = "FILE")]
    pub manifest: OutputFile,
    /// The commit of the engine that played or rescored the games
    #[arg(long, value_name = "HASH", value_parser = parse_commit)]
    pub commit: String,
    /// The network that they were played or rescored with [default: material values]
    #[arg(long, value_name = "FILE")]
    pub net: Option<InputFile>,
    /// The listed file whose games were rescored
    #[arg(long, value_name = "NAME")]
    pub from: Option<String>,
    /// A remark; it replaces that of a file that is listed already
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
}

fn parse_commit(text: &str) -> Result<String, String> {
    let is_hash = (7..=40).contains(&text.len()) && is_hex(text);
    if is_hash { Ok(text.into()) } else { Err("expected 7 to 40 hexadecimal digits in lower case".into()) }
}

impl ListGames {
    /// Adds the files and prints a line for each. The manifest changes only if all can be listed.
    ///
    /// # Errors
    /// [`LearnError`] if a file is damaged or of several runs, or listed already and different; those of
    /// `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        let _lock = console::lock_replaced(&self.manifest)?;
        let mut manifest = Manifest::read_or_new(&self.manifest)?;
        let network = match &self.net {
            Some(path) => Evaluation::open(path)?,
            None => Evaluation::material(),
        };
        let mut lines = Vec::new();
        for path in &self.files {
            let entry = self.entry(path, network.id(), &manifest)?;
            let line = entry.to_string();
            let is_new = manifest.add(entry).map_err(LearnError::manifest(&self.manifest))?;
            let state = match (is_new, &self.note) {
                (true, _) => "",
                (false, None) => "; listed before",
                (false, Some(_)) => "; listed before, note replaced",
            };
            lines.push(format!("{line}{state}"));
        }
        manifest.write(&self.manifest)?;
        Ok(lines.iter().try_for_each(|line| writeln!(out, "{line}"))?)
    }

    /// Describes a file whose games are by the network of this command.
    fn entry(&self, path: &Path, network: u64, manifest: &Manifest) -> Result<FileEntry, LearnError> {
        let Contents { generators, blocks, damage } = Contents::read(path)?;
        if !damage.is_none() {
            return Err(LearnError::Damaged { path: path.into(), bytes: damage.bytes });
        }
        let generator = match generators[..] {
            [] => return Err(LearnError::NoGames(path.into())),
            [generator] => generator,
            _ => return Err(LearnError::SeveralRuns(path.into())),
        };
        let origin = || -> Result<FileEntry, ManifestError> {
            let name = name_of(path)?;
            let network_file = self.net.as_deref().map_or_else(|| Ok("material".into()), unicode)?;
            if generator.network != network {
                let expected = generator.network;
                return Err(ManifestError::Network { name, file: network_file, expected, found: network });
            }
            self.check_from(&name, (&generator, &blocks), manifest)?;
            Ok(self.describe(name, network_file, &generator, blocks))
        };
        origin().map_err(LearnError::manifest(&self.manifest))
    }

    /// Checks that `--from` is given for rescored games, and names a listed file of the same run with their numbers.
    fn check_from(
        &self,
        name: &str,
        (generator, blocks): (&Generator, &[BlockEntry]),
        manifest: &Manifest,
    ) -> Result<(), ManifestError> {
        match (&self.from, generator.rules & Generator::RESCORED != 0) {
            (None, true) => Err(ManifestError::From(name.into())),
            (Some(_), false) => Err(ManifestError::Played(name.into())),
            (Some(from), true) => {
                let entry = manifest.find(from)?;
                let is_same = (entry.seed, entry.rules)
                    == (generator.seed, generator.rules & !Generator::RESCORED)
                    && blocks.iter().all(|block| entry.has_games(block.numbers()));
                let (name, from, seed) = (name.into(), from.clone(), generator.seed);
                if is_same { Ok(()) } else { Err(ManifestError::OtherFrom { name, from, seed }) }
            }
            (None, false) => Ok(()),
        }
    }

    fn describe(
        &self,
        name: String,
        network_file: String,
        generator: &Generator,
        blocks: Vec<BlockEntry>,
    ) -> FileEntry {
        let Generator { network, signature, seed, soft_nodes, hard_nodes, hash_mb, rules } = *generator;
        let rules = rules & !Generator::RESCORED;
        let [games, positions, bytes] = totals(&blocks);
        FileEntry {
            name,
            commit: self.commit.clone(),
            network,
            network_file,
            signature,
            seed,
            soft_nodes,
            hard_nodes,
            hash_mb,
            rules,
            rescored_from: self.from.clone(),
            games,
            positions,
            bytes,
            note: self.note.clone(),
            blocks,
        }
    }
}
