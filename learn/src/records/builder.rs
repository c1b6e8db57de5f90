//! A builder of blocks.

use super::codec::GameEncoder;
use super::{Block, Game, Generator, RecordError};

/// Collects the games of a block.
#[derive(Debug)]
pub struct BlockBuilder {
    generator: Generator,
    first_game: u64,
    games: u32,
    positions: u32,
    encoder: GameEncoder,
}

impl BlockBuilder {
    /// The number of positions from which a block is full; larger blocks do not compress better.
    pub const FULL: u32 = 500_000;

    /// Creates an empty block for the games of a run, starting with number `first_game`.
    #[must_use]
    pub fn new(generator: Generator, first_game: u64) -> BlockBuilder {
        BlockBuilder { generator, first_game, games: 0, positions: 0, encoder: GameEncoder::default() }
    }

    /// Adds the next game.
    ///
    /// # Errors
    /// [`RecordError`] if the game cannot be recorded; it is not added then.
    pub fn push(&mut self, game: &Game) -> Result<(), RecordError> {
        self.encoder.push(game)?;
        self.games += 1;
        self.positions += game.moves.len() as u32;
        Ok(())
    }

    /// Returns what generated the games.
    #[must_use]
    pub fn generator(&self) -> &Generator {
        &self.generator
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Returns the number of searched positions.
    #[must_use]
    pub fn positions(&self) -> u32 {
        self.positions
    }

    /// Returns the number of the next game.
    #[must_use]
    pub fn next_game(&self) -> u64 {
        self.first_game + u64::from(self.games)
    }

    /// Reports whether the block is full.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.positions >= Self::FULL
    }

    /// Returns the block, `None` if it is empty, and starts the next one.
    ///
    /// # Errors
    /// [`RecordError::BlockTooLarge`].
    pub fn take(&mut self) -> Result<Option<Block>, RecordError> {
        if self.games == 0 {
            return Ok(None);
        }
        let next = BlockBuilder::new(self.generator, self.next_game());
        let BlockBuilder { generator, first_game, games, positions, encoder } = std::mem::replace(self, next);
        Block::new(generator, first_game, games, positions, encoder).map(Some)
    }
}
