//! Loading of games and samples, on all cores.

use std::collections::HashSet;
use std::path::Path;

use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use super::{Filter, FilterCounts, Sample, Samples, file, merge_duplicates};
use crate::LearnError;
use crate::records::{Block, Game, Reader};

/// Blocks that are replayed in parallel.
const BLOCKS_AT_ONCE: usize = 16;

/// Loads files of games or of samples, in the given order. Corrupt blocks and invalid games are skipped and
/// counted; so are games that occur more than once, which are kept.
///
/// # Errors
/// [`LearnError`] if a file cannot be read, a file of samples is corrupt, the filter is to select among samples, which
/// were selected before, or no training sample remains.
pub fn load(files: &[impl AsRef<Path>], filter: &Filter) -> Result<(Samples, FilterCounts), LearnError> {
    load_until(files, filter, || false)
}

/// Loads files as [`load`] does, until `stop` returns true between parts of a file or at the end.
///
/// # Errors
/// [`LearnError::Interrupted`] then; those of [`load`].
pub(crate) fn load_until(
    files: &[impl AsRef<Path>],
    filter: &Filter,
    stop: fn() -> bool,
) -> Result<(Samples, FilterCounts), LearnError> {
    let mut loader = Loader::new(filter);
    for path in files.iter().map(AsRef::as_ref) {
        if stop() {
            return Err(LearnError::Interrupted);
        }
        if file::is_samples(path)? {
            if filter.selects() {
                return Err(LearnError::FilteredSamples(path.into()));
            }
            loader.replay();
            let samples = file::read_file_until(path, stop)?;
            loader.counts.samples += samples.len() as u64;
            loader.add(samples);
        } else {
            loader.read_games(path, stop)?;
        }
    }
    loader.replay();
    let Loader { mut samples, mut counts, .. } = loader;
    if filter.merge {
        counts.duplicates = merge_duplicates(&mut samples);
    }
    if stop() {
        return Err(LearnError::Interrupted);
    }
    if samples.train.is_empty() {
        let held_out = samples.held_out.len();
        let others = if held_out > 0 { format!("; {held_out} are held out") } else { String::new() };
        return Err(LearnError::NoSamples(format!("{counts}{others}")));
    }
    Ok((samples, counts))
}

struct Loader<'a> {
    filter: &'a Filter,
    /// Blocks that are read and not yet replayed.
    blocks: Vec<Block>,
    samples: Samples,
    counts: FilterCounts,
    /// The hashes of the games.
    seen: HashSet<u64>,
}

/// What a block holds.
#[derive(Default)]
struct Part {
    samples: Samples,
    counts: FilterCounts,
    /// The hash of each game.
    games: Vec<u64>,
}

impl Loader<'_> {
    fn new(filter: &Filter) -> Loader<'_> {
        let (blocks, samples, counts) = (Vec::new(), Samples::default(), FilterCounts::default());
        Loader { filter, blocks, samples, counts, seen: HashSet::new() }
    }

    fn add(&mut self, samples: Samples) {
        self.samples.train.extend(samples.train);
        self.samples.held_out.extend(samples.held_out);
    }

    fn read_games(&mut self, path: &Path, stop: fn() -> bool) -> Result<(), LearnError> {
        let mut reader = Reader::open(path)?;
        let mut is_empty = true;
        while let Some(block) = reader.next_block() {
            is_empty = false;
            self.blocks.push(block);
            if self.blocks.len() == BLOCKS_AT_ONCE {
                self.replay();
                if stop() {
                    return Err(LearnError::Interrupted);
                }
            }
        }
        self.counts.unreadable_blocks += reader.finish(path)?.unreadable_blocks();
        if is_empty {
            return Err(LearnError::NoGames(path.into()));
        }
        Ok(())
    }

    /// Replays the pending blocks on all cores.
    fn replay(&mut self) {
        let filter = self.filter;
        let parts: Vec<Part> =
            self.blocks.par_iter().with_max_len(1).map(|block| block_samples(block, filter)).collect();
        self.blocks.clear();
        // In the order of the blocks, so that the result does not depend on thread timing.
        for Part { samples, counts, games } in parts {
            self.add(samples);
            self.counts.add(&counts);
            self.counts.repeated_games +=
                games.into_iter().filter(|hash| !self.seen.insert(*hash)).count() as u64;
        }
    }
}

fn block_samples(block: &Block, filter: &Filter) -> Part {
    let mut part = Part::default();
    let Some(decoded) = block.decode() else {
        part.counts.unreadable_blocks += 1;
        return part;
    };
    part.counts.damaged_games += decoded.dropped;
    for game in &decoded.games {
        let hash = game_hash(game);
        let number = number_of(hash);
        let is_held_out = f64::from(number) < filter.held_out * f64::from(u32::MAX);
        let target = if is_held_out { &mut part.samples.held_out } else { &mut part.samples.train };
        add_game(game, number, filter, target, &mut part.counts);
        part.games.push(hash);
    }
    part
}

fn add_game(game: &Game, number: u32, filter: &Filter, samples: &mut Vec<Sample>, counts: &mut FilterCounts) {
    counts.games += 1;
    counts.positions += game.moves.len() as u64;
    for (index, (position, scored)) in game.positions().enumerate() {
        if filter.keeps(&position, &scored, game.opening.len() + index, counts) {
            let turn = position.turn();
            let (win_probability, result) = (scored.score.expected(), game.result.points(turn));
            samples.extend(Sample::new(position.board(), turn, win_probability, result, number));
        }
    }
}

/// Returns a hash of the moves, uniformly distributed over all games. It decides which games are held out, so
/// that the same games are held out of every training run.
#[must_use]
pub fn game_number(game: &Game) -> u32 {
    number_of(game_hash(game))
}

fn number_of(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// Returns a hash of the moves.
pub(crate) fn game_hash(game: &Game) -> u64 {
    let mut hash = Xxh3::new();
    for m in game.all_moves() {
        let from = m.from().map_or(64, u8::from);
        let promotion = m.promotion().map_or(0, |role| role as u8);
        hash.update(&[from, u8::from(m.to()), promotion]);
    }
    hash.digest()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lancet::position::Position;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    #[test]
    fn an_interrupt_ends_the_loading() {
        let loaded = load_until(&["no.games"], &Filter::default(), || true);
        assert!(matches!(loaded, Err(LearnError::Interrupted)));
        // The file would have been an error.
        assert!(!matches!(load(&["no.games"], &Filter::default()), Err(LearnError::Interrupted) | Ok(_)));
    }

    /// The first check is before the file, the second one in it, and the third one at the end.
    #[test]
    fn an_interrupt_ends_the_loading_of_samples() {
        static LEFT: AtomicU32 = AtomicU32::new(0);
        let is_last = || LEFT.fetch_sub(1, Relaxed) == 1;
        let start = Position::default();
        let sample = Sample::new(start.board(), start.turn(), 0.5, 1.0, 7).expect("a sample");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("samples");
        file::write_file(&path, &Samples { train: vec![sample], held_out: Vec::new() }).expect("written");
        for checks in 1..=3 {
            LEFT.store(checks, Relaxed);
            let loaded = load_until(&[&path], &Filter::default(), is_last);
            assert!(matches!(loaded, Err(LearnError::Interrupted)), "check {checks}");
        }
        assert!(load(&[&path], &Filter::default()).is_ok());
    }
}
