//! Blocks of games: a header and a compressed body.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use super::codec::{GameEncoder, read_games};
use super::{Game, RecordError};

/// The first bytes of a block.
pub const MAGIC: [u8; 8] = *b"LANCETGM";

/// The version of the record format.
pub const VERSION: u16 = 1;

/// Bytes of a header in every version; the last eight are its checksum.
pub const HEADER_BYTES: usize = 84;

// The limits of a block.
const MAX_BODY_BYTES: u32 = 1 << 26;
const MAX_GAMES: u32 = 1 << 20;
const MAX_POSITIONS: u32 = 1 << 24;

/// What generated the games of a block: enough to reproduce them with the same program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Generator {
    /// The identity of the network.
    pub network: u64,
    /// The engine signature: a hash of node counts and scores of a fixed set of small searches with this
    /// network.
    pub signature: u64,
    /// The seed of the run, from which that of each game is derived.
    pub seed: u64,
    /// The soft node limit of a move: no iteration starts beyond it.
    pub soft_nodes: u32,
    /// The hard node limit of a move: its search ends there.
    pub hard_nodes: u32,
    /// The size of the transposition table of a game, in MiB.
    pub hash_mb: u16,
    /// The version of the self-play rules (openings, adjudication, which scores are recorded, and where
    /// searches are shorter). With the flag [`Generator::RESCORED`] the games were played by another
    /// generator and only the scores are by this one.
    pub rules: u16,
}

impl Generator {
    /// The flag of rescored games.
    pub const RESCORED: u16 = 1 << 15;
}

/// The header of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// What generated the games.
    pub generator: Generator,
    /// The number of the first game within its run, from 0; the others follow consecutively.
    pub first_game: u64,
    /// The number of games.
    pub games: u32,
    /// The number of searched positions.
    pub positions: u32,
    /// The size of the body in bytes.
    pub body_bytes: u32,
    body_check: u64,
}

/// A block with valid checksums.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The header.
    pub header: Header,
    pub(super) body: Vec<u8>,
}

/// The decoded games of a block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DecodedGames {
    /// The valid games.
    pub games: Vec<Game>,
    /// The number of invalid games.
    pub dropped: u64,
}

/// The remaining bytes of a header, from which fields are taken.
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

/// Why bytes are not a valid header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HeaderError {
    /// They are corrupt, or something else.
    Corrupt,
    /// They are a header of another version of the format.
    OtherVersion,
}

impl Header {
    /// Parses a header with its magic.
    pub(crate) fn parse(bytes: &[u8; HEADER_BYTES]) -> Result<Header, HeaderError> {
        let (content, check) = bytes.split_at(HEADER_BYTES - 8);
        if xxh3_64(content).to_le_bytes() != *check || !content.starts_with(&MAGIC) {
            return Err(HeaderError::Corrupt);
        }
        let mut fields = Fields(&content[MAGIC.len()..]);
        if fields.u16() != Some(VERSION) {
            return Err(HeaderError::OtherVersion);
        }
        Header::parse_fields(&mut fields).filter(Header::is_within_limits).ok_or(HeaderError::Corrupt)
    }

    fn parse_fields(fields: &mut Fields) -> Option<Header> {
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

    fn is_within_limits(&self) -> bool {
        self.body_bytes <= MAX_BODY_BYTES
            && self.games > 0
            && self.first_game.checked_add(self.games.into()).is_some()
            && Header::allows(self.games, self.positions)
    }

    /// Returns the numbers of the games.
    #[must_use]
    pub fn numbers(&self) -> Range<u64> {
        self.first_game..self.first_game + u64::from(self.games)
    }

    /// Reports whether a block can have this number of games and searched positions.
    #[must_use]
    pub fn allows(games: u32, positions: u32) -> bool {
        games <= MAX_GAMES && positions <= MAX_POSITIONS
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
    ///
    /// # Errors
    /// [`RecordError::BlockTooLarge`].
    pub(super) fn new(
        generator: Generator,
        first_game: u64,
        games: u32,
        positions: u32,
        encoder: GameEncoder,
    ) -> Result<Block, RecordError> {
        let body = encoder.finish();
        let body_bytes = u32::try_from(body.len()).unwrap_or(u32::MAX);
        let body_check = xxh3_64(&body);
        let header = Header { generator, first_game, games, positions, body_bytes, body_check };
        if header.is_within_limits() {
            Ok(Block { header, body })
        } else {
            Err(RecordError::BlockTooLarge { games, positions })
        }
    }

    /// Reports whether the body matches the header.
    pub(super) fn is_valid(&self) -> bool {
        self.body.len() == self.header.body_bytes as usize && xxh3_64(&self.body) == self.header.body_check
    }

    /// Decodes the games. Returns `None` if the body is invalid although its checksum is right.
    #[must_use]
    pub fn decode(&self) -> Option<DecodedGames> {
        read_games(&self.body, self.header.games as usize, self.header.positions as usize)
    }

    /// Returns its size in a file, in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        HEADER_BYTES as u64 + self.body.len() as u64
    }

    /// Returns the bytes of the block in a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.header.to_bytes();
        bytes.extend(&self.body);
        bytes
    }

    /// Returns xxh3 of the bytes of the block in a file.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        xxh3_64(&self.to_bytes())
    }
}
