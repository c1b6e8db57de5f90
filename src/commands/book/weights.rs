//! Weights: the moves of a book weighted by searches of the positions after them.

use std::collections::{HashMap, HashSet};

use crossbeam_channel::unbounded;

use crate::book::PositionCount;
use crate::console::progress_bar;
use crate::error::Error;
use crate::position::{Game, Position};
use crate::search::{Control, Limits, Searcher, Settings};
use crate::types::{Depth, Score};
use crate::workers::SearchStream;

/// A move that scores this many evaluation units less than the best has no weight: about 1.0 pawns as they are
/// displayed in an opening, and 0.5 in an endgame.
const MARGIN: i32 = 60;

/// The factor of the best move.
const FULL: u64 = 1000;

/// Size of the transposition table in MiB. It is cleared before each position, so that the scores depend
/// neither on the order nor on the number of threads.
const HASH_MB: usize = 1;

/// Returns the scores, by searches to `depth`, of all positions before and after the moves.
pub(super) fn scores(
    counted: &[PositionCount],
    depth: Depth,
    threads: usize,
) -> Result<HashMap<u64, Score>, Error> {
    let (sender, items) = unbounded();
    let mut seen = HashSet::new();
    for PositionCount { position, moves } in counted {
        let children = moves.iter().map(|known| position.play(known.m));
        let new = std::iter::once(position.clone()).chain(children).filter(|new| seen.insert(new.key()));
        // The receiver is there.
        new.for_each(|position| _ = sender.send(Ok(position)));
    }
    drop(sender);
    let bar = progress_bar(seen.len() as u64, "positions");
    let mut scores = HashMap::new();
    let work = |searcher: &mut Searcher, control: &Control, position: &Position| {
        value(searcher, control, position, depth)
    };
    let stream =
        SearchStream { threads, new_searcher: || Ok(Searcher::new(HASH_MB)?), interrupted: || false };
    stream.run(&items, work, |position, score| {
        scores.insert(position.key(), score);
        bar.inc(1);
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(scores)
}

fn value(searcher: &mut Searcher, control: &Control, position: &Position, depth: Depth) -> Option<Score> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    searcher.clear(1);
    let game = Game::new(position.clone());
    let outcome = searcher.search(&game, &limits, &Settings::default(), control, &mut ());
    (!control.is_stopped()).then_some(outcome.info.score)
}

/// Returns the weight of each move: its frequency times a factor that falls quadratically with the loss
/// against the best known score. A loss of half the margin leaves a quarter.
pub(super) fn weights(counted: &PositionCount, values: &HashMap<u64, Score>) -> Vec<u64> {
    let value = |position: &Position| values.get(&position.key()).copied().unwrap_or_default();
    let scores: Vec<Score> =
        counted.moves.iter().map(|known| -value(&counted.position.play(known.m))).collect();
    let best = scores.iter().copied().chain([value(&counted.position)]).max().unwrap_or_default();
    let weigh = |(score, points): (&Score, u64)| {
        let left = u64::from((MARGIN - (best - *score)).max(0).unsigned_abs());
        let whole = u64::from(MARGIN.unsigned_abs());
        points * FULL * left * left / (whole * whole)
    };
    scores.iter().zip(counted.moves.iter().map(|known| known.points)).map(weigh).collect()
}
