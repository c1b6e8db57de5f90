//! The parts of a run that several machines played, joined to the file that one machine would have written.
//!
//! A game depends on the settings of the run and its number alone, and a block on its games, so that only the borders
//! of the blocks depend on who played: they are drawn anew.

use std::path::PathBuf;

use lancet::files::InputFile;

use crate::LearnError;
use crate::play::difference;
use crate::records::{Block, BlockBuilder, DecodedGames, Reader};

/// A block and its file.
struct Piece {
    path: PathBuf,
    block: Block,
}

impl Piece {
    /// The number of the first game.
    fn start(&self) -> u64 {
        self.block.header.first_game
    }

    /// The number of the game after the last one.
    fn end(&self) -> u64 {
        self.block.header.numbers().end
    }

    /// Checks that this piece continues `before`.
    fn check_after(&self, before: &Piece) -> Result<(), LearnError> {
        let (first, second) = (before.path.clone(), self.path.clone());
        if self.start() < before.end() {
            let games = self.start()..=before.end().min(self.end()) - 1;
            Err(LearnError::PartsOverlap { first, second, games })
        } else if self.start() > before.end() {
            Err(LearnError::PartsGap { first, second, games: before.end()..=self.start() - 1 })
        } else {
            Ok(())
        }
    }
}

/// Joins files that contain consecutive ranges of the games of one run, in any order of the files, in full blocks.
///
/// # Errors
/// [`LearnError`] if a file cannot be read, is damaged or has no games, if the files are of different runs, and if games
/// are missing between them or occur twice.
pub(crate) fn join(files: &[InputFile]) -> Result<Vec<Block>, LearnError> {
    let mut pieces: Vec<Piece> = Vec::new();
    for file in files {
        let path = file.to_path_buf();
        let mut reader = Reader::open(file)?;
        let before = pieces.len();
        while let Some(block) = reader.next_block() {
            pieces.push(Piece { path: path.clone(), block });
        }
        if !reader.finish(file)?.is_none() {
            return Err(LearnError::PartDamaged(path));
        }
        if pieces.len() == before {
            return Err(LearnError::NoGames(path));
        }
    }
    if let Some(first) = pieces.first() {
        for piece in &pieces {
            if let Some(difference) = difference(&piece.block.header.generator, &first.block.header.generator)
            {
                let (path, of) = (piece.path.clone(), first.path.clone());
                return Err(LearnError::PartOfOtherRun { path, of, difference });
            }
        }
    }
    pieces.sort_by_key(Piece::start);
    pieces.windows(2).try_for_each(|pair| pair[1].check_after(&pair[0]))?;
    blocks(&pieces)
}

/// Puts the games of consecutive blocks in blocks that are full, as a run does.
fn blocks(pieces: &[Piece]) -> Result<Vec<Block>, LearnError> {
    let Some(first) = pieces.first() else { return Ok(Vec::new()) };
    let mut builder = BlockBuilder::new(first.block.header.generator, first.start());
    let mut blocks = Vec::new();
    for piece in pieces {
        let Some(DecodedGames { games, dropped: 0 }) = piece.block.decode() else {
            return Err(LearnError::PartDamaged(piece.path.clone()));
        };
        for game in &games {
            builder.push(game)?;
            if builder.is_full() {
                blocks.extend(builder.take()?);
            }
        }
    }
    blocks.extend(builder.take()?);
    Ok(blocks)
}
