//! Block: a header that says what it is, and a body of games.

use xxhash_rust::xxh3::xxh3_64;

use super::codec::{GameEncoder, read_games};
use super::{Game, Reader};

/// How a block begins.
pub const MAGIC: [u8; 8] = *b"LANCETGM";

/// The version of the format.
pub const VERSION: u16 = 1;

/// Bytes of a header, in every version; the last eight are its checksum.
pub const HEADER_BYTES: usize = 84;

/// More than this no block holds.
const MAX_BODY_BYTES: u32 = 1 << 26;
const MAX_GAMES: u32 = 1 << 20;
const MAX_POSITIONS: u32 = 1 << 24;

/// What made the games of a block: enough to make them again with the same program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Generator {
    /// The identity of the model.
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
    /// The version of the rules of self-play: openings and adjudication. With [`Generator::JUDGED`]
    /// others have played by these rules, and only the scores are of this generator.
    pub rules: u16,
}

impl Generator {
    /// The mark of games that were judged again.
    pub const JUDGED: u16 = 1 << 15;
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
    /// Bytes of the body.
    pub body_bytes: u32,
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
        Some(Header {
            generator: Generator {
                rules: fields.u16()?,
                hash_mb: u16::try_from(fields.u32()?).ok()?,
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
            body_check: fields.u64()?,
        })
    }

    fn is_bounded(&self) -> bool {
        self.body_bytes <= MAX_BODY_BYTES && self.games <= MAX_GAMES && self.positions <= MAX_POSITIONS
    }

    fn to_bytes(self) -> Vec<u8> {
        let generator = self.generator;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(generator.rules.to_le_bytes());
        bytes.extend(u32::from(generator.hash_mb).to_le_bytes());
        for value in [generator.network, generator.signature, generator.seed] {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend(generator.soft_nodes.to_le_bytes());
        bytes.extend(generator.hard_nodes.to_le_bytes());
        bytes.extend(self.first_game.to_le_bytes());
        for value in [self.games, self.positions, self.body_bytes] {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend(self.body_check.to_le_bytes());
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }
}

impl Block {
    /// Makes a block of encoded games.
    pub(super) fn new(
        generator: Generator,
        first_game: u64,
        games: u32,
        positions: u32,
        encoder: GameEncoder,
    ) -> Result<Block, String> {
        let body = encoder.finish();
        let body_bytes = u32::try_from(body.len()).unwrap_or(u32::MAX);
        let body_check = xxh3_64(&body);
        let header = Header { generator, first_game, games, positions, body_bytes, body_check };
        if header.is_bounded() {
            Ok(Block { header, body })
        } else {
            Err(format!("{games} games with {positions} positions are too many for one block"))
        }
    }

    /// The body is the one that the header tells of.
    pub(super) fn is_whole(&self) -> bool {
        self.body.len() == self.header.body_bytes as usize && xxh3_64(&self.body) == self.header.body_check
    }

    /// The games; `None` where the body is not what it should be although its checksum is right.
    #[must_use]
    pub fn decode(&self) -> Option<Decoded> {
        read_games(&self.body, self.header.games as usize, self.header.positions as usize)
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
