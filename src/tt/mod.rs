//! The transposition table: search results by position key, shared by all threads without locks.
//!
//! Five entries share a cache line. An entry is 64 bits of data and a 32-bit tag: the low half of the
//! key, xored with the data. The two are written one after the other, so a reader may see halves of
//! different entries; then the tag does not match the key, and the probe misses.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an entry packs its fields into few bits, and a product's high half picks the cluster"
)]

mod entry;
mod error;

pub use entry::TtEntry;
pub use error::{ResizeError, TtError};

use std::iter;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::thread::{self, Builder};

use bytemuck::Zeroable;

use crate::memory::{Zeroed, may_allocate, prefetch};
use entry::Data;

/// Entries of a cluster.
const WAYS: usize = 5;

/// More threads than this do not clear a table faster.
const MAX_CLEARING_THREADS: usize = 256;

/// One cache line of entries.
#[repr(C, align(64))]
#[derive(Debug, Zeroable)]
struct Cluster {
    data: [AtomicU64; WAYS],
    tags: [AtomicU32; WAYS],
}

/// Clusters of a mebibyte; few in Miri, which would take minutes to clear it.
const CLUSTERS_PER_MIB: usize = if cfg!(miri) { 64 } else { (1 << 20) / size_of::<Cluster>() };

/// Clusters of the smallest page of memory.
const CLUSTERS_PER_PAGE: usize = 4096 / size_of::<Cluster>();

/// A transposition table.
#[derive(Debug)]
pub struct Tt {
    clusters: Zeroed<Cluster>,
    /// The size in MiB.
    mib: usize,
    generation: AtomicU8,
}

impl Tt {
    /// The largest size, in MiB.
    pub const MAX_MB: usize = 33_554_432;
    /// The size in MiB where nothing else is given, as in matches between engines.
    pub const DEFAULT_MB: usize = 16;

    /// Allocates an empty table of `mb` MiB, at most [`Tt::MAX_MB`], and prefaults it with `threads` threads.
    ///
    /// # Errors
    /// A [`TtError`] if the memory cannot be allocated.
    pub fn new(mb: usize, threads: usize) -> Result<Tt, TtError> {
        let tt = Tt::allocate(mb.clamp(1, Tt::MAX_MB))?;
        tt.prefault(threads);
        Ok(tt)
    }

    /// Allocates an empty table, without touching its memory.
    fn allocate(mib: usize) -> Result<Tt, TtError> {
        // With addresses of 32 bits the product may overflow.
        let clusters = mib.saturating_mul(CLUSTERS_PER_MIB);
        let clusters = Zeroed::new(clusters).map_err(|error| TtError::new(mib, error))?;
        Ok(Tt { clusters, mib, generation: AtomicU8::new(0) })
    }

    /// Replaces the table by an empty one of `mb` MiB, at most [`Tt::MAX_MB`], and prefaults it with `threads` threads.
    ///
    /// There is never memory in use for both tables. A table is allocated only if `is_enough` reports that enough
    /// memory is left beside it.
    ///
    /// # Errors
    /// A [`ResizeError`] if the memory cannot be allocated. If it could not even without this table, that stays as it is.
    /// Otherwise an empty table of the old size takes its place, or of half of it and so on if that cannot be allocated
    /// either.
    pub(crate) fn resize(
        &mut self,
        mb: usize,
        threads: usize,
        is_enough: impl Fn() -> bool,
    ) -> Result<(), ResizeError> {
        let mib = mb.clamp(1, Tt::MAX_MB);
        let allocate = |mib: usize| {
            let tt = Tt::allocate(mib)?;
            if is_enough() { Ok(tt) } else { Err(TtError::OutOfMemory { mib }) }
        };
        let old = self.mib;
        // Memory that is not touched takes address space only. Where that is short, the old table goes first, and the
        // smallest one holds its place.
        let found = match allocate(mib) {
            Err(error) if !self.may_be_replaced_by(mib) => return Err(ResizeError { error, in_use: old }),
            Err(error) => {
                *self = Tt::allocate(1).map_err(|_| ResizeError { error, in_use: old })?;
                allocate(mib)
            }
            found => found,
        };
        let result = match found {
            Ok(tt) => {
                *self = tt;
                Ok(())
            }
            Err(error) => {
                let sizes = iter::successors(Some(old), |size| Some(size / 2));
                let smaller = sizes.take_while(|size| self.mib < *size).find_map(|size| allocate(size).ok());
                smaller.into_iter().for_each(|tt| *self = tt);
                Err(ResizeError { error, in_use: self.mib })
            }
        };
        self.prefault(threads);
        result
    }

    /// Reports whether a table of `mib` MiB may have room once this one is dropped.
    fn may_be_replaced_by(&self, mib: usize) -> bool {
        mib.checked_mul(1 << 20).is_some_and(|bytes| may_allocate(bytes, self.mib << 20))
    }

    /// Removes all entries, with `threads` threads.
    pub fn clear(&self, threads: usize) {
        self.clear_on(threads, 1, Builder::new);
    }

    /// Prefaults a new table, whose memory is zero: writes to each page, so that no search waits for them.
    fn prefault(&self, threads: usize) {
        self.clear_on(threads, CLUSTERS_PER_PAGE, Builder::new);
    }

    /// Clears every `step`th cluster.
    fn clear_on(&self, threads: usize, step: usize, builder: fn() -> Builder) {
        let chunk_size = self.clusters.len().div_ceil(threads.clamp(1, MAX_CLEARING_THREADS)).max(1);
        thread::scope(|scope| {
            let mut chunks = self.clusters.chunks(chunk_size);
            let own = chunks.next();
            for chunk in chunks {
                let work = || chunk.iter().step_by(step).for_each(Cluster::clear);
                // If no thread can be spawned, this thread clears the chunk.
                if builder().spawn_scoped(scope, work).is_err() {
                    work();
                }
            }
            own.into_iter().flatten().step_by(step).for_each(Cluster::clear);
        });
        self.generation.store(0, Relaxed);
    }

    /// Starts a new search: all entries age by one generation.
    pub fn new_search(&self) {
        self.generation.store(self.generation.load(Relaxed).wrapping_add(1) & Data::MAX_GENERATION, Relaxed);
    }

    /// Returns the entry of the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        let cluster = self.cluster(key);
        for way in 0..WAYS {
            let data = Data(cluster.data[way].load(Relaxed));
            if cluster.tags[way].load(Relaxed) == tag(key, data) {
                return data.unpack();
            }
        }
        None
    }

    /// Stores `entry` for the position with this key, unless a much deeper one of this position and search is there
    /// ([`TtEntry`]s with an exact score replace any). In a full cluster it replaces the shallowest or oldest entry.
    #[inline]
    pub fn store(&self, key: u64, entry: TtEntry) {
        let cluster = self.cluster(key);
        let generation = self.generation.load(Relaxed);
        let mut victim = 0;
        let mut least = i32::MAX;
        for way in 0..WAYS {
            let old = Data(cluster.data[way].load(Relaxed));
            if old.is_empty() || cluster.tags[way].load(Relaxed) == tag(key, old) {
                if !old.is_empty() && !old.is_replaced_by(&entry, generation) {
                    return;
                }
                let best = if entry.best.is_none() { old.best() } else { entry.best };
                return cluster.write(way, key, Data::new(&TtEntry { best, ..entry }, generation));
            }
            let value = old.value(generation);
            if value < least {
                (victim, least) = (way, value);
            }
        }
        cluster.write(victim, key, Data::new(&entry, generation));
    }

    /// Prefetches the cluster of this key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    /// Returns the permille of entries that the current search has stored, from a sample.
    #[must_use]
    pub fn hashfull(&self) -> usize {
        let generation = self.generation.load(Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(200)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.data)
            .filter(|data| Data(data.load(Relaxed)).is_of(generation))
            .count();
        used * 1000 / (sample.len() * WAYS)
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }
}

#[inline]
fn tag(key: u64, data: Data) -> u32 {
    (key ^ data.0 ^ (data.0 >> 32)) as u32
}

impl Cluster {
    fn clear(&self) {
        self.data.iter().for_each(|data| data.store(0, Relaxed));
        self.tags.iter().for_each(|tag| tag.store(0, Relaxed));
    }

    #[inline]
    fn write(&self, way: usize, key: u64, data: Data) {
        self.data[way].store(data.0, Relaxed);
        self.tags[way].store(tag(key, data), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::types::{Bound, PackedMove};

    fn entry(depth: i32, best: u16) -> TtEntry {
        TtEntry {
            best: PackedMove::from_bits(best),
            score: -123,
            eval: 45,
            depth,
            bound: Bound::Lower,
            pv: true,
        }
    }

    #[test]
    fn a_stored_entry_is_found() {
        let tt = Tt::new(1, 1).unwrap();
        assert_eq!(tt.probe(7), None);
        tt.store(7, entry(9, 77));
        let hit = tt.probe(7).unwrap();
        assert_eq!((hit.best.bits(), hit.score, hit.eval, hit.depth), (77, -123, 45, 9));
        assert_eq!((hit.bound, hit.pv), (Bound::Lower, true));
    }

    #[test]
    fn a_stored_move_is_kept_when_the_new_entry_has_none() {
        let tt = Tt::new(1, 1).unwrap();
        tt.store(7, entry(3, 77));
        tt.store(7, entry(9, 0));
        let hit = tt.probe(7).unwrap();
        assert_eq!((hit.best.bits(), hit.depth), (77, 9));
    }

    #[test]
    fn shallow_and_old_entries_are_replaced_first() {
        let tt = Tt::new(1, 1).unwrap();
        // Keys below 2^40 all fall into the first cluster of a small table.
        for key in 1..=5 {
            tt.store(key, entry(if key == 3 { 2 } else { 20 }, 1));
        }
        tt.store(6, entry(5, 1));
        assert!(tt.probe(3).is_none() && tt.probe(6).is_some());
        (0..8).for_each(|_| tt.new_search());
        tt.store(7, entry(1, 1));
        assert!(tt.probe(7).is_some() && tt.probe(6).is_none());
    }

    #[test]
    fn an_empty_table_misses_even_key_zero() {
        let tt = Tt::new(1, 2).unwrap();
        assert_eq!(tt.probe(0), None);
        assert_eq!(tt.hashfull(), 0);
        (0..1000).for_each(|key: u64| tt.store(key.wrapping_mul(0x9e37_79b9_7f4a_7c15), entry(1, 1)));
        tt.clear(3);
        assert!((0..1000).all(|key: u64| tt.probe(key.wrapping_mul(0x9e37_79b9_7f4a_7c15)).is_none()));
    }

    #[test]
    fn hashfull_counts_the_entries_of_the_current_search() {
        let tt = Tt::new(1, 1).unwrap();
        let keys = 0..4 * (CLUSTERS_PER_MIB * WAYS) as u64;
        keys.for_each(|key| tt.store(key.wrapping_mul(0x9e37_79b9_7f4a_7c15), entry(1, 1)));
        assert!(tt.hashfull() > 900, "{}", tt.hashfull());
        tt.new_search();
        assert_eq!(tt.hashfull(), 0);
    }

    #[test]
    fn the_table_is_cleared_even_if_no_thread_can_be_spawned() {
        let tt = Tt::new(1, 1).unwrap();
        let keys = || (0..1000_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        keys().for_each(|key| tt.store(key, entry(1, 1)));
        tt.clear_on(4, 1, || Builder::new().stack_size(1 << 60));
        assert!(keys().all(|key| tt.probe(key).is_none()));
    }

    #[test]
    fn a_new_size_comes_with_an_empty_table() {
        let mut tt = Tt::new(1, 1).unwrap();
        tt.store(7, entry(9, 77));
        assert_eq!(tt.resize(2, 1, || true), Ok(()));
        assert_eq!((tt.mib, tt.probe(7)), (2, None));
    }

    #[test]
    fn prefaulting_writes_one_cluster_of_each_page() {
        let tt = Tt::new(1, 1).unwrap();
        let keys = 0..4 * (CLUSTERS_PER_MIB * WAYS) as u64;
        keys.for_each(|key| tt.store(key.wrapping_mul(0x9e37_79b9_7f4a_7c15), entry(1, 1)));
        tt.prefault(2);
        let is_empty = |cluster: &Cluster| Data(cluster.data[0].load(Relaxed)).is_empty();
        let empty = tt.clusters.iter().filter(|cluster| is_empty(cluster)).count();
        assert!(empty > 0 && empty <= CLUSTERS_PER_MIB / 32, "{empty}");
    }

    #[test]
    fn a_size_that_cannot_be_allocated_leaves_the_old_one_or_half_of_it() {
        let mut tt = Tt::new(8, 1).unwrap();
        tt.store(7, entry(9, 77));
        let error = TtError::OutOfMemory { mib: Tt::MAX_MB };
        assert_eq!(tt.resize(Tt::MAX_MB, 1, || true), Err(ResizeError { error, in_use: 8 }));
        // Where the memory is known, the old table is not dropped in vain.
        assert_eq!((tt.mib, tt.probe(7).is_some()), (8, cfg!(all(target_os = "linux", not(miri)))));
        // The new size, beside the old table and without it, and the old size leave too little for the rest.
        let calls = Cell::new(0);
        let is_enough = || {
            calls.set(calls.get() + 1);
            calls.get() > 3
        };
        let error = ResizeError { error: TtError::OutOfMemory { mib: 16 }, in_use: 4 };
        assert_eq!(tt.resize(16, 1, is_enough), Err(error));
        assert_eq!((tt.mib, calls.get()), (4, 4));
        assert_eq!(
            error.to_string(),
            "cannot allocate a hash table of 16 MiB: not enough memory; using 4 MiB"
        );
        tt.store(7, entry(9, 77));
        assert!(tt.probe(7).is_some());
        assert_eq!(tt.resize(16, 1, || false).unwrap_err().in_use, 1);
    }

    #[test]
    fn a_size_beyond_the_memory_is_an_error() {
        let error = Tt::new(Tt::MAX_MB, 1).unwrap_err();
        assert_eq!(error, TtError::OutOfMemory { mib: Tt::MAX_MB });
        let text = "cannot allocate a hash table of 33554432 MiB: not enough memory";
        assert_eq!(error.to_string(), text);
    }
}
