//! The transposition table of the chess search, of fixed size.

use shakmaty::Move;

use crate::Value;
use crate::algorithm::Bounds;

/// The entry of a position at a depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    pub bounds: Bounds,
    pub best: Option<Move>,
    depth: u8,
}

const FREE: Entry = Entry { key: 0, bounds: Bounds::NONE, best: None, depth: u8::MAX };

/// Buckets of two entries: the first prefers depth, the second is always replaced.
#[derive(Debug)]
pub(super) struct TranspositionTable(Vec<[Entry; 2]>);

impl TranspositionTable {
    pub fn new(buckets: usize) -> TranspositionTable {
        TranspositionTable(vec![[FREE; 2]; buckets.next_power_of_two()])
    }

    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.0.len() - 1)
    }

    /// The bounds of a position at exactly this depth.
    pub fn bounds(&self, key: u64, depth: u32) -> Bounds {
        let bucket = &self.0[self.bucket(key)];
        let found = bucket.iter().find(|entry| entry.key == key && u32::from(entry.depth) == depth);
        found.map_or(Bounds::NONE, |entry| entry.bounds)
    }

    /// The best move of a position, from the entry with the greatest depth.
    pub fn best(&self, key: u64) -> Option<Move> {
        let bucket = &self.0[self.bucket(key)];
        let known = bucket.iter().filter(|entry| entry.key == key && entry.depth != u8::MAX);
        known.filter(|entry| entry.best.is_some()).max_by_key(|entry| entry.depth)?.best
    }

    /// Stores the result of a search with the window from `alpha` to `beta`.
    pub fn store(
        &mut self,
        key: u64,
        depth: u32,
        (alpha, beta): (Value, Value),
        value: Value,
        best: Option<Move>,
    ) {
        let mut bounds = self.bounds(key, depth);
        if value > alpha {
            bounds.lower = bounds.lower.max(value);
        }
        if value < beta {
            bounds.upper = bounds.upper.min(value);
        }
        let index = self.bucket(key);
        let bucket = &mut self.0[index];
        let entry = Entry { key, bounds, best, depth: depth as u8 };
        let is_free = |entry: &Entry| entry.depth == u8::MAX;
        let same = bucket.iter().position(|old| old.key == key && old.depth == entry.depth);
        let slot = same.unwrap_or(usize::from(!is_free(&bucket[0]) && bucket[0].depth > entry.depth));
        let best = best.or(if same.is_some() { bucket[slot].best } else { None });
        if same.is_none() && slot == 0 && !is_free(&bucket[0]) {
            bucket[1] = bucket[0];
        }
        bucket[slot] = Entry { best, ..entry };
    }
}
