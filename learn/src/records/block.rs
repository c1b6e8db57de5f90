//! Block: a header that says what it is, and a body of games.

use xxhash_rust::xxh3::xxh3_64;

use super::codec::{Rows, read_games};
use super::{Game, Reader};

/// How a block begins.
pub const MAGIC: [u8; 8] = *b"LANCETGM";

/// The version of the format.
pub const VERSION: u16 = 1;

/// Bytes of a header, in every version; the last eight are its checksum.
pub const HEADER_BYTES: usize = 88;

/// More than this no body takes, packed or not.
const MAX_BODY_BYTES: u32 = 1 << 26;

const ZSTD_LEVEL: i32 = 19;

/// What made the games of a block: enough to make them again with the same program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Generator {
    /// The identity of the network, zero for the evaluation built in.
    pub network: u64,
    /// How the engine plays: nodes of a fixed set of small searches with this evaluation.
    pub signature: u64,
    /// The seed of the run; that of each game follows from it and the game's number.
    pub seed: u64,
    /// Nodes of a move after which no iteration begins.
    pub soft_nodes: u32,
    /// Nodes of a move after which its search ends.
    pub hard_nodes: u32,
    /// MiB of each game's hash table.
    pub hash_mb: u16,
    /// The version of the rules of self-play: openings and adjudication.
    pub rules: u16,
}

/// How the body of a block is packed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Coding {
    /// Not at all.
    Plain,
    /// By zstd.
    #[default]
    Zstd,
}

/// What is known of a block before its body is unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// What made the games.
    pub generator: Generator,
    /// The number of the first game within its run, from 0; the others follow without a gap.
    pub first_game: u64,
    /// Games.
    pub games: u32,
    /// Positions that were searched and have a score.
    pub positions: u32,
    /// How the body is packed.
    pub coding: Coding,
    /// Bytes of the body in the file.
    pub body_bytes: u32,
    /// Bytes of the body unpacked.
    pub raw_bytes: u32,
    body_check: u64,
}

/// A block whose checksums are right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// What is known of it.
    pub header: Header,
    pub(super) body: Vec<u8>,
}

/// The games of a block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Decoded {
    /// Those that replay.
    pub games: Vec<Game>,
    /// How many do not.
    pub dropped: u64,
}

/// Takes values off the front of a header.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (value, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*value)
    }

    fn u16(&mut self) -> Option<u16> {
        self.take().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }
}

/// Why bytes are no header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoHeader {
    /// They are damaged, or something else.
    Damaged,
    /// They are that of another version.
    OtherVersion,
}

impl Header {
    /// Reads a header with its magic.
    pub(super) fn read(bytes: &[u8; HEADER_BYTES]) -> Result<Header, NoHeader> {
        let (content, check) = bytes.split_at(HEADER_BYTES - 8);
        if xxh3_64(content).to_le_bytes() != *check || !content.starts_with(&MAGIC) {
            return Err(NoHeader::Damaged);
        }
        let mut fields = Fields(&content[MAGIC.len()..]);
        if fields.u16() != Some(VERSION) {
            return Err(NoHeader::OtherVersion);
        }
        Header::read_fields(&mut fields).filter(Header::is_bounded).ok_or(NoHeader::Damaged)
    }

    fn read_fields(fields: &mut Fields) -> Option<Header> {
        let coding = match fields.u16()? {
            0 => Coding::Plain,
            1 => Coding::Zstd,
            _ => return None,
        };
        Some(Header {
            coding,
            generator: Generator {
                rules: fields.u16()?,
                hash_mb: fields.u16()?,
                network: fields.u64()?,
                signature: fields.u64()?,
                seed: fields.u64()?,
                soft_nodes: fields.u32()?,
                hard_nodes: fields.u32()?,
            },
            first_game: fields.u64()?,
            games: fields.u32()?,
            positions: fields.u32()?,
            body_bytes: fields.u32()?,
            raw_bytes: fields.u32()?,
            body_check: fields.u64()?,
        })
    }

    fn is_bounded(&self) -> bool {
        self.body_bytes <= MAX_BODY_BYTES && self.raw_bytes <= MAX_BODY_BYTES && self.games <= self.raw_bytes
    }

    fn to_bytes(self) -> Vec<u8> {
        let generator = self.generator;
        let mut bytes = MAGIC.to_vec();
        for value in [VERSION, self.coding as u16, generator.rules, generator.hash_mb] {
            bytes.extend(value.to_le_bytes());
        }
        for value in [generator.network, generator.signature, generator.seed] {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend(generator.soft_nodes.to_le_bytes());
        bytes.extend(generator.hard_nodes.to_le_bytes());
        bytes.extend(self.first_game.to_le_bytes());
        for value in [self.games, self.positions, self.body_bytes, self.raw_bytes] {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend(self.body_check.to_le_bytes());
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }
}

impl Block {
    /// Packs games.
    pub(super) fn pack(
        generator: Generator,
        first_game: u64,
        games: u32,
        positions: u32,
        rows: &Rows,
    ) -> Result<Block, String> {
        let raw = rows.join();
        let packed = zstd::bulk::compress(&raw, ZSTD_LEVEL).unwrap_or_else(|_| raw.clone());
        let (coding, body) =
            if packed.len() < raw.len() { (Coding::Zstd, packed) } else { (Coding::Plain, raw.clone()) };
        let size = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let header = Header {
            generator,
            first_game,
            games,
            positions,
            coding,
            body_bytes: size(&body),
            raw_bytes: size(&raw),
            body_check: xxh3_64(&body),
        };
        if !header.is_bounded() {
            return Err(format!("{games} games are too many for one block"));
        }
        Ok(Block { header, body })
    }

    /// The body is the one that the header tells of.
    pub(super) fn is_whole(&self) -> bool {
        self.body.len() == self.header.body_bytes as usize && xxh3_64(&self.body) == self.header.body_check
    }

    /// The games; `None` where the body is not what it should be although its checksum is right.
    #[must_use]
    pub fn decode(&self) -> Option<Decoded> {
        let raw_bytes = self.header.raw_bytes as usize;
        let unpacked;
        let rows = match self.header.coding {
            Coding::Plain => &self.body,
            Coding::Zstd => {
                unpacked = zstd::bulk::decompress(&self.body, raw_bytes).ok()?;
                &unpacked
            }
        };
        if rows.len() != raw_bytes {
            return None;
        }
        read_games(rows, self.header.games as usize)
    }

    /// Bytes that it takes in a file.
    #[must_use]
    pub fn size(&self) -> u64 {
        HEADER_BYTES as u64 + self.body.len() as u64
    }

    /// As it stands in a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.header.to_bytes();
        bytes.extend(&self.body);
        bytes
    }

    /// Every block of a file held in memory, whatever lies between them left out.
    #[must_use]
    pub fn all_of(bytes: &[u8]) -> Vec<Block> {
        Reader::new(bytes).blocks().collect()
    }
}
