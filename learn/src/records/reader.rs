//! A reader of blocks and games that skips damaged parts of a file.

use std::io::{self, Read};
use std::path::Path;

use lancet::files::{self, Input, UNLIMITED};

use super::block::{HEADER_BYTES, Header, HeaderError, MAGIC};
use super::{Block, DecodedGames, Game};
use crate::LearnError;

/// Bytes per read.
const CHUNK: usize = 1 << 16;

/// What a reader skipped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Damage {
    /// Corrupt or truncated blocks, and ranges of bytes outside of blocks.
    pub blocks: u64,
    /// Blocks of an unknown version of the format.
    pub other_versions: u64,
    /// Invalid games in valid blocks.
    pub games: u64,
    /// Skipped bytes.
    pub bytes: u64,
}

impl Damage {
    /// Reports whether nothing was skipped.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Damage::default()
    }

    /// Returns the number of skipped blocks.
    #[must_use]
    pub fn unreadable_blocks(&self) -> u64 {
        self.blocks + self.other_versions
    }

    /// Decodes a block and counts its invalid games.
    pub fn decode(&mut self, block: &Block) -> Option<DecodedGames> {
        let decoded = block.decode();
        match &decoded {
            Some(decoded) => self.games += decoded.dropped,
            None => self.blocks += 1,
        }
        decoded
    }

    /// Adds what another reader skipped.
    pub fn add(&mut self, other: &Damage) {
        self.blocks += other.blocks;
        self.other_versions += other.other_versions;
        self.games += other.games;
        self.bytes += other.bytes;
    }

    /// Prints a line for each kind of damage.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn print(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if self.blocks > 0 {
            writeln!(out, "skipped             {} corrupt blocks or foreign parts", self.blocks)?;
        }
        if self.other_versions > 0 {
            writeln!(out, "skipped             {} blocks of an unknown version", self.other_versions)?;
        }
        if self.bytes > 0 {
            writeln!(out, "skipped             {} bytes in all", self.bytes)?;
        }
        if self.games > 0 {
            writeln!(out, "skipped             {} invalid games", self.games)?;
        }
        Ok(())
    }
}

/// Refuses to replace a file that begins with games.
///
/// # Errors
/// [`LearnError::HasGames`] if it does, and others if it cannot be read.
pub fn keep_games(path: &Path) -> Result<(), LearnError> {
    let has_games = path.is_file() && begins_with(path, &MAGIC)?;
    if has_games { Err(LearnError::HasGames(path.into())) } else { Ok(()) }
}

/// Reports whether a file begins with these bytes.
///
/// # Errors
/// [`LearnError`] if it cannot be read.
pub(crate) fn begins_with(path: &Path, magic: &[u8]) -> Result<bool, LearnError> {
    let mut start = Vec::new();
    let file = files::open(path, UNLIMITED).map_err(LearnError::read(path))?;
    file.take(magic.len() as u64).read_to_end(&mut start).map_err(LearnError::read(path))?;
    Ok(start == magic)
}

/// Reads blocks in sequence.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    /// Bytes read, from the last unconsumed one.
    buffer: Vec<u8>,
    /// The number of consumed bytes in `buffer`.
    used: usize,
    ended: bool,
    /// Whether the last consumed bytes were skipped; adjacent ones count once.
    is_skipping: bool,
    offset: u64,
    damage: Damage,
    /// The error that ended reading before the end of the source.
    error: Option<io::Error>,
}

impl Reader<Input> {
    /// Opens a file.
    ///
    /// # Errors
    /// [`LearnError`] if it cannot be read.
    pub fn open(path: &Path) -> Result<Reader<Input>, LearnError> {
        files::open(path, UNLIMITED).map(Reader::new).map_err(LearnError::read(path))
    }
}

impl<R: Read> Reader<R> {
    /// Creates a reader of a source of bytes.
    pub fn new(source: R) -> Reader<R> {
        Reader {
            source,
            buffer: Vec::new(),
            used: 0,
            ended: false,
            is_skipping: false,
            offset: 0,
            damage: Damage::default(),
            error: None,
        }
    }

    /// Returns what was skipped. `path` is the name of the source.
    ///
    /// # Errors
    /// [`LearnError::ReadAborted`] if reading failed before the end of the source.
    pub fn finish(self, path: &Path) -> Result<Damage, LearnError> {
        match self.error {
            Some(error) => Err(LearnError::ReadAborted { path: path.into(), reason: error.to_string() }),
            None => Ok(self.damage),
        }
    }

    /// Returns what was skipped so far.
    pub fn damage(&self) -> &Damage {
        &self.damage
    }

    /// Returns the number of bytes up to the end of the last returned block.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the next valid block, `None` at the end.
    pub fn next_block(&mut self) -> Option<Block> {
        loop {
            self.fill(HEADER_BYTES);
            if self.rest().is_empty() {
                self.is_skipping = false;
                return None;
            }
            if !self.rest().starts_with(&MAGIC) {
                self.skip_to_magic();
                continue;
            }
            self.is_skipping = false;
            if let Some(block) = self.try_block() {
                return Some(block);
            }
            self.skip(MAGIC.len());
        }
    }

    /// Iterates over the valid blocks.
    pub fn blocks(mut self) -> impl Iterator<Item = Block> {
        std::iter::from_fn(move || self.next_block())
    }

    /// Iterates over the games of all blocks; [`Games::damage`] returns what was skipped.
    pub fn games(self) -> Games<R> {
        Games { reader: self, current: Vec::new().into_iter() }
    }

    /// Tries to read a block whose magic is next.
    fn try_block(&mut self) -> Option<Block> {
        let header = match Header::parse(self.rest().first_chunk()?) {
            Ok(header) => header,
            Err(HeaderError::Corrupt) => return None,
            Err(HeaderError::OtherVersion) => {
                self.damage.other_versions += 1;
                // The size of its body is not known; what follows up to the next header belongs to it.
                self.is_skipping = true;
                return None;
            }
        };
        let whole = HEADER_BYTES + header.body_bytes as usize;
        self.fill(whole);
        let body = self.rest().get(HEADER_BYTES..whole)?.to_vec();
        let block = Block { header, body };
        if !block.is_valid() {
            return None;
        }
        self.advance(whole);
        self.is_skipping = false;
        Some(block)
    }

    fn rest(&self) -> &[u8] {
        &self.buffer[self.used..]
    }

    /// Skips everything up to what may be the next magic.
    fn skip_to_magic(&mut self) {
        let found = self.rest().windows(MAGIC.len()).position(|window| window == MAGIC);
        // The last bytes may be the start of a magic.
        let tail = if self.ended { 0 } else { MAGIC.len() - 1 };
        let count = found.unwrap_or(self.rest().len().saturating_sub(tail));
        self.skip(count);
    }

    /// Skips `count` bytes that belong to no block.
    fn skip(&mut self, count: usize) {
        let count = count.min(self.rest().len());
        if count > 0 && !self.is_skipping {
            self.is_skipping = true;
            self.damage.blocks += 1;
        }
        self.damage.bytes += count as u64;
        self.advance(count);
    }

    fn advance(&mut self, count: usize) {
        self.used += count;
        self.offset += count as u64;
    }

    /// Reads until `count` bytes are buffered or the source ends. Allocates no more than the source provides,
    /// whatever a corrupt header says.
    fn fill(&mut self, count: usize) {
        if self.rest().len() >= count || self.ended {
            return;
        }
        self.buffer.drain(..self.used);
        self.used = 0;
        let missing = count.max(CHUNK) - self.buffer.len();
        match self.source.by_ref().take(missing as u64).read_to_end(&mut self.buffer) {
            Ok(read) => self.ended = read < missing,
            Err(error) => {
                self.ended = true;
                self.error = Some(error);
            }
        }
    }
}

/// An iterator over the games of a file.
#[derive(Debug)]
pub struct Games<R> {
    reader: Reader<R>,
    current: std::vec::IntoIter<Game>,
}

impl<R: Read> Games<R> {
    /// As [`Reader::finish`].
    ///
    /// # Errors
    /// As there.
    pub fn finish(self, path: &Path) -> Result<Damage, LearnError> {
        self.reader.finish(path)
    }

    /// Returns what was skipped so far.
    pub fn damage(&self) -> &Damage {
        &self.reader.damage
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        loop {
            if let Some(game) = self.current.next() {
                return Some(game);
            }
            let block = self.reader.next_block()?;
            if let Some(decoded) = self.reader.damage.decode(&block) {
                self.current = decoded.games.into_iter();
            }
        }
    }
}
