//! The command `merge`: several files of games in one, in full blocks.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, Write};

use clap::Args;
use lancet::files::{InputFile, OutputFile, remove};
use lancet::rng::Rng;

use crate::LearnError;
use crate::parts;
use crate::records::{
    Block, BlockBuilder, Damage, DecodedGames, Game, Generator, Header, Reader, RecordError,
};
use crate::samples::game_hash;
use lancet::console::create_new;

/// Merge files of games into one, without corrupt blocks and duplicate games
///
/// Consecutive small blocks of a run become large ones, which compress slightly better.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Merge {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<InputFile>,
    /// The file to write; it must not exist
    #[arg(long, value_name = "FILE")]
    pub out: OutputFile,
    /// The files are parts of one run, in any order: refuse gaps, overlaps and other settings, and write what one process would
    #[arg(long)]
    pub parts: bool,
    /// Shuffle the blocks with this seed
    #[arg(long, value_name = "SEED", conflicts_with = "parts")]
    pub shuffle: Option<u64>,
}

impl Merge {
    /// Writes the file and prints its contents. If that fails, no file is left.
    ///
    /// # Errors
    /// [`LearnError`] if a file cannot be read or written or has no games, or two games have the same settings and number;
    /// those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        let file = create_new(&self.out)?;
        let Repacker { blocks, damage, duplicates, .. } =
            self.fill(file).inspect_err(|_| remove(&self.out))?;
        let games: u64 = blocks.iter().map(|block| u64::from(block.header.games)).sum();
        let positions: u64 = blocks.iter().map(|block| u64::from(block.header.positions)).sum();
        let bytes: u64 = blocks.iter().map(Block::size).sum();
        writeln!(out, "{} blocks, {games} games, {positions} positions, {bytes} bytes", blocks.len())?;
        if let (true, Some(first)) = (self.parts, blocks.first()) {
            let (start, seed) = (first.header.first_game, first.header.generator.seed);
            writeln!(out, "games {start} to {} of the run with seed {seed}", start + games - 1)?;
        }
        if duplicates > 0 {
            writeln!(out, "skipped             {duplicates} duplicate games")?;
        }
        Ok(damage.print(out)?)
    }

    /// Writes the merged blocks and returns them.
    fn fill(&self, file: File) -> Result<Repacker, LearnError> {
        let repacker = if self.parts {
            Repacker { blocks: parts::join(&self.files)?, ..Repacker::default() }
        } else {
            self.repack()?
        };
        let write_error = LearnError::write(&self.out);
        let mut sink = BufWriter::new(file);
        for block in &repacker.blocks {
            sink.write_all(&block.to_bytes()).map_err(&write_error)?;
        }
        let file = sink.into_inner().map_err(|error| write_error(error.into_error()))?;
        file.sync_all().map_err(&write_error)?;
        Ok(repacker)
    }

    /// Joins the consecutive blocks of the files.
    fn repack(&self) -> Result<Repacker, LearnError> {
        let mut repacker = Repacker::default();
        for path in &self.files {
            let mut reader = Reader::open(path)?;
            let mut is_empty = true;
            while let Some(block) = reader.next_block() {
                is_empty = false;
                repacker.add(&block)?;
            }
            repacker.damage.add(&reader.finish(path)?);
            if is_empty {
                return Err(LearnError::NoGames(path.to_path_buf()));
            }
        }
        repacker.close()?;
        if let Some(seed) = self.shuffle {
            Rng::of_game(seed, 0).shuffle(&mut repacker.blocks);
        }
        Ok(repacker)
    }
}

/// Joins consecutive blocks.
#[derive(Default)]
struct Repacker {
    blocks: Vec<Block>,
    open: Option<BlockBuilder>,
    /// Hashes of the moves of the games read so far, by generator and number.
    seen: HashMap<Generator, HashMap<u64, u64>>,
    /// The number of games that were read before.
    duplicates: u64,
    damage: Damage,
}

impl Repacker {
    /// Adds those games of a block that were not read before.
    fn add(&mut self, block: &Block) -> Result<(), LearnError> {
        let Header { generator, first_game, .. } = block.header;
        let Some(DecodedGames { games, .. }) = self.damage.decode(block) else { return Ok(()) };
        let mut new = Vec::new();
        for (number, game) in (first_game..).zip(&games) {
            if self.is_new(generator, number, game)? {
                new.push((number, game));
            }
        }
        self.duplicates += (games.len() - new.len()) as u64;
        let positions: usize = new.iter().map(|(_, game)| game.moves.len()).sum();
        for (place, (number, game)) in new.into_iter().enumerate() {
            let fits = self.open.as_ref().is_some_and(|open| {
                *open.generator() == generator
                    && open.next_game() == number
                    && (place > 0 || open.positions() as usize + positions <= BlockBuilder::FULL as usize)
            });
            if !fits {
                self.close()?;
            }
            self.open.get_or_insert_with(|| BlockBuilder::new(generator, number)).push(game)?;
        }
        Ok(())
    }

    /// Reports whether no game with this number was read before. Refuses another game with a number that was: rescored
    /// games keep the seed and the numbers of the run that played them, but not its network.
    fn is_new(&mut self, generator: Generator, number: u64, game: &Game) -> Result<bool, LearnError> {
        let moves = game_hash(game);
        match self.seen.entry(generator).or_default().insert(number, moves) {
            None => Ok(true),
            Some(before) if before == moves => Ok(false),
            Some(_) => Err(LearnError::OtherGame { number, seed: generator.seed }),
        }
    }

    fn close(&mut self) -> Result<(), RecordError> {
        if let Some(mut open) = self.open.take() {
            self.blocks.extend(open.take()?);
        }
        Ok(())
    }
}
