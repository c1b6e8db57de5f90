//! The contents of a file of games: the size and checksum of each block.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::hex;
use crate::LearnError;
use crate::records::{Block, Damage, Generator, Reader};

/// A block of a file of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlockEntry {
    /// The number of the first game within its run.
    pub first_game: u64,
    /// The number of games.
    pub games: u32,
    /// The number of searched positions.
    pub positions: u32,
    /// The size in bytes, with its header.
    pub bytes: u64,
    /// xxh3 (64 bits) of all its bytes, in 16 hexadecimal digits.
    #[serde(with = "hex")]
    pub checksum: u64,
}

impl BlockEntry {
    /// Returns the numbers of the games.
    #[must_use]
    pub fn numbers(&self) -> Range<u64> {
        self.first_game..self.first_game + u64::from(self.games)
    }

    /// Describes a block.
    #[must_use]
    pub fn new(block: &Block) -> BlockEntry {
        let header = block.header;
        BlockEntry {
            first_game: header.first_game,
            games: header.games,
            positions: header.positions,
            bytes: block.size(),
            checksum: block.checksum(),
        }
    }

    /// Returns the names of the fields in which another block differs.
    #[must_use]
    pub fn differences(&self, other: &BlockEntry) -> Vec<&'static str> {
        let equal = [
            ("first game", self.first_game == other.first_game),
            ("games", self.games == other.games),
            ("positions", self.positions == other.positions),
            ("bytes", self.bytes == other.bytes),
            ("checksum", self.checksum == other.checksum),
        ];
        equal.into_iter().filter(|(_, equal)| !equal).map(|(name, _)| name).collect()
    }
}

/// Returns the games, positions and bytes of all blocks. The numbers of a manifest may have been edited by hand: their
/// sums do not overflow.
pub fn totals(blocks: &[BlockEntry]) -> [u64; 3] {
    let sum = |field: fn(&BlockEntry) -> u64| blocks.iter().map(field).fold(0, u64::saturating_add);
    [sum(|block| block.games.into()), sum(|block| block.positions.into()), sum(|block| block.bytes)]
}

/// The first difference between the blocks of two files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// A block has other contents.
    Block {
        /// Its number.
        block: usize,
        /// The names of the fields that differ.
        fields: Vec<&'static str>,
    },
    /// One file has more blocks than the other.
    Count {
        /// The number of blocks found.
        found: usize,
        /// The number of blocks expected.
        expected: usize,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Block { block, fields } => {
                write!(f, "block {block} differs in {}", fields.join(", "))
            }
            Difference::Count { found, expected } => write!(f, "{found} blocks, expected {expected}"),
        }
    }
}

/// Returns the first difference of `found` from `expected`.
pub fn difference(found: &[BlockEntry], expected: &[BlockEntry]) -> Option<Difference> {
    let pairs = expected.iter().zip(found).enumerate();
    let mut differing = pairs.filter(|(_, (expected, found))| expected != found);
    if let Some((block, (expected, found))) = differing.next() {
        return Some(Difference::Block { block, fields: expected.differences(found) });
    }
    let (found, expected) = (found.len(), expected.len());
    (found != expected).then_some(Difference::Count { found, expected })
}

/// The contents of a file of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents {
    /// The generators of consecutive blocks, one for each run.
    pub generators: Vec<Generator>,
    /// The valid blocks.
    pub blocks: Vec<BlockEntry>,
    /// What was skipped.
    pub damage: Damage,
}

impl Contents {
    /// Reads a file. Checksums show damage: no game is decoded.
    ///
    /// # Errors
    /// [`LearnError`] if it cannot be read to its end.
    pub fn read(path: &Path) -> Result<Contents, LearnError> {
        let mut reader = Reader::open(path)?;
        let (mut generators, mut blocks) = (Vec::new(), Vec::new());
        while let Some(block) = reader.next_block() {
            generators.push(block.header.generator);
            generators.dedup();
            blocks.push(BlockEntry::new(&block));
        }
        Ok(Contents { generators, blocks, damage: reader.finish(path)? })
    }
}
