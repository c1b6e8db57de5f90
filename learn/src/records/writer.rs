//! Writer: games into blocks, blocks into a file.

use std::io::{self, Write};

use super::codec::GameEncoder;
use super::{Block, Game, Generator};

/// Collects games for a block.
pub struct BlockBuilder {
    generator: Generator,
    first_game: u64,
    games: u32,
    positions: u32,
    encoder: GameEncoder,
}

impl BlockBuilder {
    /// A block takes no more positions than this; packing gains nothing beyond it.
    pub const FULL: u32 = 500_000;

    /// An empty block for the games of a run from number `first_game` on.
    #[must_use]
    pub fn new(generator: Generator, first_game: u64) -> BlockBuilder {
        BlockBuilder { generator, first_game, games: 0, positions: 0, encoder: GameEncoder::default() }
    }

    /// Adds the next game.
    ///
    /// # Errors
    /// A sentence where the game cannot be recorded; it is not added then.
    pub fn push(&mut self, game: &Game) -> Result<(), String> {
        self.encoder.push(game)?;
        self.games += 1;
        self.positions += game.moves.len() as u32;
        Ok(())
    }

    /// What made the games.
    #[must_use]
    pub fn generator(&self) -> &Generator {
        &self.generator
    }

    /// Games so far.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Positions so far.
    #[must_use]
    pub fn positions(&self) -> u32 {
        self.positions
    }

    /// The number that the next game would have.
    #[must_use]
    pub fn next_game(&self) -> u64 {
        self.first_game + u64::from(self.games)
    }

    /// There is enough for a block.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.positions >= Self::FULL
    }

    /// Gives the block and begins another behind it; `None` where there are no games.
    ///
    /// # Errors
    /// A sentence where the games are too many.
    pub fn take(&mut self) -> Result<Option<Block>, String> {
        if self.games == 0 {
            return Ok(None);
        }
        let next = BlockBuilder::new(self.generator, self.next_game());
        let BlockBuilder { generator, first_game, games, positions, encoder } = std::mem::replace(self, next);
        Block::new(generator, first_game, games, positions, encoder).map(Some)
    }
}

/// Writes games as full blocks.
pub struct Writer<W: Write> {
    sink: W,
    builder: BlockBuilder,
}

impl<W: Write> Writer<W> {
    /// A writer of the games of a run from number `first_game` on.
    pub fn new(sink: W, generator: Generator, first_game: u64) -> Writer<W> {
        Writer { sink, builder: BlockBuilder::new(generator, first_game) }
    }

    /// Adds the next game; writes a block where one is full.
    ///
    /// # Errors
    /// One where the game cannot be recorded or written.
    pub fn push(&mut self, game: &Game) -> io::Result<()> {
        self.builder.push(game).map_err(io::Error::other)?;
        if self.builder.is_full() { self.flush() } else { Ok(()) }
    }

    /// Writes what is not written yet, as a block of its own.
    ///
    /// # Errors
    /// One where it cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        if let Some(block) = self.builder.take().map_err(io::Error::other)? {
            self.sink.write_all(&block.to_bytes())?;
        }
        self.sink.flush()
    }

    /// Writes the last block and gives back where it was written to.
    ///
    /// # Errors
    /// One where it cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        Ok(self.sink)
    }
}
