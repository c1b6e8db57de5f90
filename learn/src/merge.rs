//! The command `merge`: several files of games in one, in full blocks.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::ops::Range;

use clap::Args;
use lancet::files::{InputFile, OutputFile, remove};
use lancet::rng::Rng;

use crate::LearnError;
use crate::parts;
use crate::records::{Block, BlockBuilder, Damage, DecodedGames, Game, Generator, Reader, RecordError};
use crate::samples::game_hash;
use lancet::console::create_new;

/// Merge files of games into one, without corrupt and duplicate blocks
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
    /// [`LearnError`] if a file cannot be read or written or has no games, or blocks overlap; those of `out`.
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
            writeln!(out, "skipped             {duplicates} duplicate blocks")?;
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
    /// The games read so far, by generator.
    seen: HashMap<Generator, SeenGames>,
    duplicates: u64,
    damage: Damage,
}

/// The games of a generator that were read.
#[derive(Default)]
struct SeenGames {
    /// Their numbers.
    numbers: Vec<Range<u64>>,
    /// Hashes of their moves, by number.
    moves: HashMap<u64, u64>,
}

impl SeenGames {
    /// Refuses other games with numbers that were read: rescored games keep the seed and the numbers of the run that
    /// played them, but not its network.
    fn check_same(&self, block: &Block) -> Result<(), LearnError> {
        let games = block.decode().unwrap_or_default().games;
        let is_other = |(number, game): &(u64, Game)| {
            self.moves.get(number).is_some_and(|moves| *moves != game_hash(game))
        };
        match (block.header.first_game..).zip(games).find(is_other) {
            Some((number, _)) => Err(LearnError::OtherGame { number, seed: block.header.generator.seed }),
            None => Ok(()),
        }
    }
}

impl Repacker {
    fn add(&mut self, block: &Block) -> Result<(), LearnError> {
        let header = block.header;
        let numbers = header.numbers();
        let seen = self.seen.entry(header.generator).or_default();
        let overlaps = |range: &&Range<u64>| range.start < numbers.end && numbers.start < range.end;
        if let Some(range) = seen.numbers.iter().find(overlaps) {
            seen.check_same(block)?;
            if range.start <= numbers.start && numbers.end <= range.end {
                self.duplicates += 1;
                return Ok(());
            }
            let (before, seed) = (range.clone(), header.generator.seed);
            return Err(LearnError::Overlap { games: numbers, before, seed });
        }
        match seen.numbers.iter_mut().find(|range| range.end == numbers.start) {
            Some(range) => range.end = numbers.end,
            None => seen.numbers.push(numbers),
        }
        let Some(DecodedGames { games, dropped }) = self.damage.decode(block) else { return Ok(()) };
        seen.moves.extend((header.first_game..).zip(games.iter().map(game_hash)));
        if dropped > 0 {
            // Without the invalid games the following ones would be renumbered: the block is kept as it is.
            self.close()?;
            self.blocks.push(block.clone());
            return Ok(());
        }
        let fits = self.open.as_ref().is_some_and(|open| {
            *open.generator() == header.generator
                && open.next_game() == header.first_game
                && open.positions() + header.positions <= BlockBuilder::FULL
        });
        if !fits {
            self.close()?;
        }
        let open = self.open.get_or_insert_with(|| BlockBuilder::new(header.generator, header.first_game));
        games.iter().try_for_each(|game| open.push(game))?;
        Ok(())
    }

    fn close(&mut self) -> Result<(), RecordError> {
        if let Some(mut open) = self.open.take() {
            self.blocks.extend(open.take()?);
        }
        Ok(())
    }
}
