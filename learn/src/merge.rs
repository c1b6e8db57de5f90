//! Merge: several files of games as one, in full blocks.

use std::collections::HashMap;
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::PathBuf;

use clap::Args;
use lancet::Error;
use lancet::rng::Rng;

use crate::output::create_new;
use crate::records::{Block, BlockBuilder, Damage, Decoded, Generator, Reader};

/// Make one file of games out of several, damage and doubles left out
///
/// Small blocks of one run that follow each other become large ones, which saves some bytes.
#[derive(Args, Clone, Debug)]
pub struct Merge {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The file to write; one that is there is not touched
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Put the blocks in random order, by this seed
    #[arg(long, value_name = "SEED")]
    pub shuffle: Option<u64>,
}

impl Merge {
    /// Writes the file and tells what is in it.
    ///
    /// # Errors
    /// A sentence where a file cannot be read or written; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let file = create_new(&self.out).map_err(Error::Sentence)?;
        let mut repacker = Repacker::default();
        for path in &self.files {
            let mut reader = Reader::open(path).map_err(Error::Sentence)?;
            while let Some(block) = reader.next_block() {
                repacker.add(&block).map_err(Error::Sentence)?;
            }
            repacker.damage.add(reader.damage());
        }
        repacker.close().map_err(Error::Sentence)?;
        let Repacker { mut blocks, damage, doubles, .. } = repacker;
        if let Some(seed) = self.shuffle {
            Rng::of_game(seed, 0).shuffle(&mut blocks);
        }
        let cannot = |error| Error::Sentence(format!("{} cannot be written: {error}", self.out.display()));
        let mut sink = BufWriter::new(file);
        for block in &blocks {
            sink.write_all(&block.to_bytes()).map_err(cannot)?;
        }
        sink.into_inner().map_err(|error| cannot(error.into_error()))?.sync_all().map_err(cannot)?;
        let games: u64 = blocks.iter().map(|block| u64::from(block.header.games)).sum();
        let positions: u64 = blocks.iter().map(|block| u64::from(block.header.positions)).sum();
        let bytes: u64 = blocks.iter().map(Block::size).sum();
        writeln!(out, "{} blocks, {games} games, {positions} positions, {bytes} bytes", blocks.len())?;
        if doubles > 0 {
            writeln!(out, "left out            {doubles} blocks that came twice")?;
        }
        damage.tell(out).map_err(Error::from)
    }
}

/// Takes blocks and gives larger ones.
#[derive(Default)]
struct Repacker {
    blocks: Vec<Block>,
    open: Option<BlockBuilder>,
    /// The games that came already, by their numbers.
    seen: HashMap<Generator, Vec<Range<u64>>>,
    doubles: u64,
    damage: Damage,
}

impl Repacker {
    fn add(&mut self, block: &Block) -> Result<(), String> {
        let header = block.header;
        let numbers = header.first_game..header.first_game + u64::from(header.games);
        let seen = self.seen.entry(header.generator).or_default();
        if seen.iter().any(|range| range.start <= numbers.start && numbers.end <= range.end) {
            self.doubles += 1;
            return Ok(());
        }
        if let Some(range) = seen.iter().find(|range| range.start < numbers.end && numbers.start < range.end)
        {
            return Err(format!(
                "games {numbers:?} of the run with seed {} overlap with games {range:?}, which came before; \
                 give the file with the larger blocks first",
                header.generator.seed
            ));
        }
        match seen.iter_mut().find(|range| range.end == numbers.start) {
            Some(range) => range.end = numbers.end,
            None => seen.push(numbers),
        }
        let Some(Decoded { games, dropped }) = self.damage.decode(block) else { return Ok(()) };
        if dropped > 0 {
            // The numbers of the games after it would no longer be right: it stays as it is.
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
        games.iter().try_for_each(|game| open.push(game))
    }

    fn close(&mut self) -> Result<(), String> {
        if let Some(mut open) = self.open.take() {
            self.blocks.extend(open.take()?);
        }
        Ok(())
    }
}
