//! Reader: the blocks and games of a file, past whatever is damaged.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::block::{HEADER_BYTES, Header, MAGIC, NoHeader};
use super::{Block, Decoded, Game};

/// Bytes asked for at a time.
const CHUNK: usize = 1 << 16;

/// What a reader had to pass over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Damage {
    /// Blocks that are damaged or cut off, and stretches of bytes that are no block.
    pub blocks: u64,
    /// Blocks of a version that is not known here.
    pub other_versions: u64,
    /// Games of sound blocks that do not replay.
    pub games: u64,
    /// Bytes passed over.
    pub bytes: u64,
    /// Why the file could not be read to its end.
    pub error: Option<String>,
}

impl Damage {
    /// Nothing was passed over.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Damage::default()
    }

    /// The games of a block; those that are lost are counted.
    pub fn decode(&mut self, block: &Block) -> Option<Decoded> {
        let decoded = block.decode();
        match &decoded {
            Some(decoded) => self.games += decoded.dropped,
            None => self.blocks += 1,
        }
        decoded
    }

    /// Adds what another reader had to pass over.
    pub fn add(&mut self, other: &Damage) {
        self.blocks += other.blocks;
        self.other_versions += other.other_versions;
        self.games += other.games;
        self.bytes += other.bytes;
        self.error = self.error.take().or_else(|| other.error.clone());
    }

    /// Tells of it, a line for each kind; nothing where there is none.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn tell(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if self.blocks > 0 {
            let Damage { blocks, bytes, .. } = self;
            writeln!(out, "passed over         {blocks} damaged blocks or foreign stretches, {bytes} bytes")?;
        }
        if self.other_versions > 0 {
            writeln!(out, "passed over         {} blocks of another version", self.other_versions)?;
        }
        if self.games > 0 {
            writeln!(out, "dropped             {} games that do not replay", self.games)?;
        }
        match &self.error {
            Some(error) => writeln!(out, "reading broke off   {error}"),
            None => Ok(()),
        }
    }
}

/// Reads blocks one after the other.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    /// Bytes read and not yet used up.
    buffer: Vec<u8>,
    /// How many of them are used up.
    used: usize,
    ended: bool,
    /// What was passed over last belongs to one stretch.
    in_stretch: bool,
    offset: u64,
    damage: Damage,
}

impl Reader<File> {
    /// A reader of a file.
    ///
    /// # Errors
    /// A sentence where the file cannot be opened.
    pub fn open(path: &Path) -> Result<Reader<File>, String> {
        let cannot = |error: io::Error| format!("the file {} cannot be read: {error}", path.display());
        File::open(path).map(Reader::new).map_err(cannot)
    }
}

impl<R: Read> Reader<R> {
    /// A reader of whatever gives bytes.
    pub fn new(source: R) -> Reader<R> {
        Reader {
            source,
            buffer: Vec::new(),
            used: 0,
            ended: false,
            in_stretch: false,
            offset: 0,
            damage: Damage::default(),
        }
    }

    /// What was passed over so far.
    pub fn damage(&self) -> &Damage {
        &self.damage
    }

    /// Bytes up to the end of the last block that was given.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next block that is whole; `None` at the end.
    pub fn next_block(&mut self) -> Option<Block> {
        loop {
            self.fill(HEADER_BYTES);
            if self.rest().is_empty() {
                self.in_stretch = false;
                return None;
            }
            if !self.rest().starts_with(&MAGIC) {
                self.pass_to_magic();
                continue;
            }
            self.in_stretch = false;
            if let Some(block) = self.try_block() {
                return Some(block);
            }
            self.pass(MAGIC.len());
        }
    }

    /// The blocks.
    pub fn blocks(mut self) -> impl Iterator<Item = Block> {
        std::iter::from_fn(move || self.next_block())
    }

    /// The games of all blocks; [`Games::damage`] tells what was passed over.
    pub fn games(self) -> Games<R> {
        Games { reader: self, current: Vec::new().into_iter() }
    }

    /// Tries to read the block that seems to begin here.
    fn try_block(&mut self) -> Option<Block> {
        let header = match Header::read(self.rest().first_chunk()?) {
            Ok(header) => header,
            Err(NoHeader::Damaged) => return None,
            Err(NoHeader::OtherVersion) => {
                self.damage.other_versions += 1;
                return None;
            }
        };
        let whole = HEADER_BYTES + header.body_bytes as usize;
        self.fill(whole);
        let body = self.rest().get(HEADER_BYTES..whole)?.to_vec();
        let block = Block { header, body };
        if !block.is_whole() {
            return None;
        }
        self.advance(whole);
        self.in_stretch = false;
        Some(block)
    }

    fn rest(&self) -> &[u8] {
        &self.buffer[self.used..]
    }

    /// Passes over everything up to what may be the next magic.
    fn pass_to_magic(&mut self) {
        let found = self.rest().windows(MAGIC.len()).position(|window| window == MAGIC);
        // What is shorter than a magic may be the beginning of one.
        let tail = if self.ended { 0 } else { MAGIC.len() - 1 };
        let count = found.unwrap_or(self.rest().len().saturating_sub(tail));
        self.pass(count);
    }

    /// Passes over `count` bytes that belong to no block.
    fn pass(&mut self, count: usize) {
        let count = count.min(self.rest().len());
        if count > 0 && !self.in_stretch {
            self.in_stretch = true;
            self.damage.blocks += 1;
        }
        self.damage.bytes += count as u64;
        self.advance(count);
    }

    fn advance(&mut self, count: usize) {
        self.used += count;
        self.offset += count as u64;
    }

    /// Reads until `count` bytes lie ready or the source has ended. Takes no more memory than the
    /// source gives.
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
                self.damage.error = Some(error.to_string());
            }
        }
    }
}

/// The games of a file, in order.
#[derive(Debug)]
pub struct Games<R> {
    reader: Reader<R>,
    current: std::vec::IntoIter<Game>,
}

impl<R> Games<R> {
    /// What was passed over so far.
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
