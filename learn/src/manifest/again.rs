//! A block made again: played, rescored, or taken from a file that another version of the engine has made.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::Path;

use lancet::commands::cores;
use lancet::files::display;

use super::contents::{Contents, difference};
use super::file::{FileEntry, Manifest};
use super::{ManifestError, name_of};
use crate::LearnError;
use crate::play::{Evaluation, Run, is_known};
use crate::records::{Block, BlockBuilder};
use crate::rescore::PlayedGames;
use crate::samples::Filter;

/// A block that is to be made again.
pub struct Again<'a> {
    /// The path of the manifest.
    pub manifest: &'a Path,
    /// The manifest.
    pub of: &'a Manifest,
    /// The file of the block.
    pub entry: &'a FileEntry,
    /// The number of the block within the file.
    pub block: usize,
}

impl Again<'_> {
    /// Plays or rescores the games of the block with this engine.
    ///
    /// # Errors
    /// [`LearnError::OtherEngine`] if another engine has generated the games, and other [`LearnError`]s if
    /// the network or the games to rescore are not those of the manifest.
    pub fn make(
        &self,
        net: Option<&Path>,
        games: Option<&Path>,
        threads: Option<NonZeroUsize>,
    ) -> Result<Block, LearnError> {
        let mut run = self.run(net)?;
        run.threads = threads.map_or_else(cores, NonZeroUsize::get);
        match &self.entry.rescored_from {
            None if games.is_some() => Err(LearnError::PlayedBlock { name: self.entry.name.clone() }),
            None => run.play_block(self.numbers()),
            Some(from) => {
                let path = games.ok_or_else(|| LearnError::NoSource { name: from.clone() })?;
                self.check_source(path, from)?;
                let (games, _) = PlayedGames::read(path)?;
                run.rescore_block(&games.games, &Filter::default(), self.numbers())
            }
        }
    }

    /// Returns the numbers of the games.
    fn numbers(&self) -> Range<u64> {
        self.entry.blocks[self.block].numbers()
    }

    /// Returns a run with the generator of the games, if this engine can be that.
    fn run(&self, net: Option<&Path>) -> Result<Run, LearnError> {
        let FileEntry { name, network_file, network, rules, .. } = self.entry;
        let of_manifest = LearnError::manifest(self.manifest);
        if !is_known(*rules) {
            return Err(of_manifest(ManifestError::Rules { name: name.clone(), rules: *rules }));
        }
        let path = net.unwrap_or(Path::new(network_file));
        let evaluation = Evaluation::named(path)?;
        if evaluation.id() != *network {
            let (file, expected, found) = (display(path), *network, evaluation.id());
            return Err(of_manifest(ManifestError::Network { name: name.clone(), file, expected, found }));
        }
        let run = Run::new(self.entry.generator(), evaluation)?;
        let (expected, found) = (self.entry.signature, run.generator().signature);
        if found != expected {
            let (name, commit) = (name.clone(), self.entry.commit.clone());
            return Err(LearnError::OtherEngine { name, commit, expected, found });
        }
        Ok(run)
    }

    /// Checks that a file is the one whose games were rescored.
    fn check_source(&self, path: &Path, from: &str) -> Result<(), LearnError> {
        let found = Contents::read(path)?.blocks;
        let check = || -> Result<(), ManifestError> {
            match difference(&found, &self.of.find(from)?.blocks) {
                Some(difference) => Err(ManifestError::Listed { name: name_of(path)?, difference }),
                None => Ok(()),
            }
        };
        check().map_err(LearnError::manifest(self.manifest))
    }

    /// Encodes the games of the block as they are in a file that the engine of the manifest has made again.
    ///
    /// # Errors
    /// [`LearnError`] if the file cannot be read, has other games or none of the block, or is damaged and lacks some of them.
    pub fn read(&self, path: &Path) -> Result<Block, LearnError> {
        let (played, damage) = PlayedGames::read(path)?;
        if played.generator != self.entry.generator() {
            return Err(LearnError::OtherGenerator { path: path.into(), name: self.entry.name.clone() });
        }
        let numbers = self.numbers();
        let mut builder = BlockBuilder::new(played.generator, numbers.start);
        for (number, game) in &played.games {
            if numbers.contains(number) {
                builder.push(game)?;
            }
        }
        match builder.take()? {
            Some(block) if u64::from(block.header.games) == numbers.end - numbers.start => Ok(block),
            _ if !damage.is_none() => Err(LearnError::DamagedGames(path.into())),
            block => block.ok_or_else(|| LearnError::NoGames(path.into())),
        }
    }
}
