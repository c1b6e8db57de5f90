//! Load: games into samples, on all cores.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use super::{Counts, Filter, Sample, Samples, file, merge_duplicates};
use crate::records::{Block, Game, Reader};

/// Blocks that are read before they are replayed together.
const BLOCKS_AT_ONCE: usize = 16;

/// Loads files of games, or of samples, in the given order. What is damaged is counted.
///
/// # Errors
/// A sentence where a file cannot be read, a file of samples is damaged, or nothing is left.
pub fn load(files: &[PathBuf], filter: &Filter) -> Result<(Samples, Counts), String> {
    let mut loader = Loader::new(filter);
    for path in files {
        if file::is_samples(path)? {
            loader.replay();
            let samples = file::read_file(path)?;
            loader.counts.positions += samples.len() as u64;
            loader.take(samples);
        } else {
            loader.read_games(path)?;
        }
    }
    loader.replay();
    let Loader { mut samples, mut counts, .. } = loader;
    if filter.merge {
        counts.duplicates = merge_duplicates(&mut samples);
    }
    if samples.train.is_empty() {
        return Err(format!("there is nothing to learn from: {}", counts.sentence()));
    }
    Ok((samples, counts))
}

struct Loader<'a> {
    filter: &'a Filter,
    /// Blocks that are read and not yet replayed.
    blocks: Vec<Block>,
    samples: Samples,
    counts: Counts,
}

impl Loader<'_> {
    fn new(filter: &Filter) -> Loader<'_> {
        Loader { filter, blocks: Vec::new(), samples: Samples::default(), counts: Counts::default() }
    }

    fn take(&mut self, samples: Samples) {
        self.samples.train.extend(samples.train);
        self.samples.held_out.extend(samples.held_out);
    }

    fn read_games(&mut self, path: &Path) -> Result<(), String> {
        let mut reader = Reader::open(path)?;
        let mut is_empty = true;
        while let Some(block) = reader.next_block() {
            is_empty = false;
            self.blocks.push(block);
            if self.blocks.len() == BLOCKS_AT_ONCE {
                self.replay();
            }
        }
        let damage = reader.damage();
        self.counts.damaged_blocks += damage.blocks;
        if let Some(error) = &damage.error {
            return Err(format!("the file {} cannot be read to its end: {error}", path.display()));
        }
        if is_empty {
            return Err(format!("the file {} holds no games that can be read", path.display()));
        }
        Ok(())
    }

    /// Replays the blocks that are waiting, on all cores.
    fn replay(&mut self) {
        let filter = self.filter;
        let parts: Vec<(Samples, Counts)> =
            self.blocks.par_iter().with_max_len(1).map(|block| of_block(block, filter)).collect();
        self.blocks.clear();
        // In order, so that the samples do not depend on who came first.
        for (samples, counts) in parts {
            self.take(samples);
            self.counts.add(&counts);
        }
    }
}

fn of_block(block: &Block, filter: &Filter) -> (Samples, Counts) {
    let mut counts = Counts::default();
    let Some(decoded) = block.decode() else {
        counts.damaged_blocks += 1;
        return (Samples::default(), counts);
    };
    counts.damaged_games += decoded.dropped;
    let mut samples = Samples::default();
    for game in &decoded.games {
        let number = game_number(game);
        let held_out = f64::from(number) < filter.held_out * f64::from(u32::MAX);
        let place = if held_out { &mut samples.held_out } else { &mut samples.train };
        of_game(game, number, filter, place, &mut counts);
    }
    (samples, counts)
}

fn of_game(game: &Game, number: u32, filter: &Filter, samples: &mut Vec<Sample>, counts: &mut Counts) {
    counts.games += 1;
    counts.positions += game.moves.len() as u64;
    for (index, (position, scored)) in game.positions().enumerate() {
        if filter.keeps(&position, &scored, game.opening.len() + index, counts) {
            let turn = position.turn();
            let (chance, result) = (scored.score.expected(), game.result.points(turn));
            samples.extend(Sample::new(position.board(), turn, chance, result, number));
        }
    }
}

/// A number that depends on the moves alone, even over all games: it decides which are held out,
/// so that the same games are, whatever else is loaded with them.
#[must_use]
pub fn game_number(game: &Game) -> u32 {
    let mut hash = Xxh3::new();
    for m in game.all_moves() {
        let from = m.from().map_or(64, u8::from);
        let promotion = m.promotion().map_or(0, |role| role as u8);
        hash.update(&[from, u8::from(m.to()), promotion]);
    }
    (hash.digest() >> 32) as u32
}
