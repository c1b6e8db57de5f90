//! The transposition table of the searches with memory: bounds of every visited node.

use std::fmt;

use crate::game_tree::{INFINITY, Value};

/// A lower and an upper bound of the value of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: Value,
    /// The value is at most this.
    pub upper: Value,
}

impl Bounds {
    /// The bounds of an unknown value.
    pub const NONE: Bounds = Bounds { lower: -INFINITY, upper: INFINITY };

    /// The bounds of a known value.
    #[must_use]
    pub fn exact(value: Value) -> Bounds {
        Bounds { lower: value, upper: value }
    }

    /// The bounds that a search of the window from `lower` to `upper` with this result has found.
    #[inline]
    #[must_use]
    pub fn found(best: Value, (lower, upper): (Value, Value)) -> Bounds {
        let mut found = Bounds::NONE;
        if best > lower {
            found.lower = best;
        }
        if best < upper {
            found.upper = best;
        }
        found
    }

    /// The tighter of both bounds of two.
    #[inline]
    #[must_use]
    pub fn tightened(self, other: Bounds) -> Bounds {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Returns the result of a search with this window if the bounds make it unnecessary.
    #[inline]
    #[must_use]
    pub fn decides(self, (alpha, beta): (Value, Value)) -> Option<Value> {
        if self.lower >= beta {
            Some(self.lower)
        } else if self.upper <= alpha || self.lower == self.upper {
            Some(self.upper)
        } else {
            None
        }
    }
}

/// The table key of a node: in a graph the same position can occur at several depths.
#[inline]
#[must_use]
pub fn key_at_depth(key: u64, depth: u32) -> u64 {
    key.wrapping_add(u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// A hash table that grows, never replaces an entry, and reports when it is full.
///
/// Open addressing with linear probing, 16 bytes per entry. Keys are used as they are because they are hashes already.
/// A search whose counts must be exact cannot use a table that forgets.
#[derive(Debug)]
pub struct Table {
    entries: Vec<Entry>,
    used: usize,
    max_entries: usize,
    is_full: bool,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    bounds: Bounds,
}

/// The slot of a node, or the one that it would be stored in.
#[derive(Clone, Copy, Debug)]
pub struct Slot(usize);

const FREE: Entry = Entry { key: 0, bounds: Bounds { lower: INFINITY, upper: -INFINITY } };

/// The maximum number of entries of the default table, which are 1 GiB.
pub const MAX_ENTRIES: usize = 1 << 26;

/// The error of a search whose table became full, so that its counts are wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableFull {
    /// The number of entries of the full table.
    pub entries: usize,
}

impl fmt::Display for TableFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the table of {} entries is full; reduce the depth", self.entries)
    }
}

impl std::error::Error for TableFull {}

impl Default for Table {
    fn default() -> Table {
        Table::new(MAX_ENTRIES)
    }
}

impl Table {
    /// Creates an empty table that grows up to `max_entries`, rounded up to a power of two of at least 64. It takes entries until
    /// three quarters are in use.
    #[must_use]
    pub fn new(max_entries: usize) -> Table {
        let max_entries = max_entries.max(64).next_power_of_two();
        Table { entries: vec![FREE; max_entries.min(1 << 10)], used: 0, max_entries, is_full: false }
    }

    /// The number of entries in use.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used
    }

    /// Verifies that the table holds everything that was stored.
    ///
    /// # Errors
    /// [`TableFull`] if an entry did not fit.
    pub fn check(&self) -> Result<(), TableFull> {
        if self.is_full { Err(TableFull { entries: self.entries.len() }) } else { Ok(()) }
    }

    /// Returns the bounds of a node, [`Bounds::NONE`] if it is not in the table.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> Bounds {
        self.look_up(key).1
    }

    /// Returns the slot and the bounds of a node. The slot is valid until the table is modified.
    #[inline]
    #[must_use]
    pub fn look_up(&self, key: u64) -> (Slot, Bounds) {
        let index = self.find(key);
        let entry = self.entries[index];
        (Slot(index), if entry.is_free() { Bounds::NONE } else { entry.bounds })
    }

    /// Stores the bounds of a node and overwrites its previous ones.
    #[inline]
    pub fn set(&mut self, key: u64, bounds: Bounds) {
        self.set_at(Slot(self.find(key)), key, bounds);
    }

    /// Stores the bounds of a node in the slot that [`Table::look_up`] returned for its key.
    #[inline]
    pub fn set_at(&mut self, Slot(index): Slot, key: u64, bounds: Bounds) {
        if self.entries[index].is_free() {
            if self.used * 4 >= self.entries.len() * 3 {
                return self.grow_and_set(key, bounds);
            }
            self.used += 1;
        }
        self.entries[index] = Entry { key, bounds };
    }

    /// The index of the entry with this key, or of the free entry to store it in.
    #[inline]
    fn find(&self, key: u64) -> usize {
        let mask = self.entries.len() - 1;
        let mut index = key as usize & mask;
        while self.entries[index].key != key && !self.entries[index].is_free() {
            index = (index + 1) & mask;
        }
        index
    }

    #[cold]
    fn grow_and_set(&mut self, key: u64, bounds: Bounds) {
        if self.entries.len() >= self.max_entries {
            self.is_full = true;
            return;
        }
        let larger = vec![FREE; (self.entries.len() * 4).min(self.max_entries)];
        let entries = std::mem::replace(&mut self.entries, larger);
        for entry in entries.into_iter().filter(|entry| !entry.is_free()) {
            let index = self.find(entry.key);
            self.entries[index] = entry;
        }
        self.set(key, bounds);
    }
}

impl Entry {
    /// A free entry is marked by a lower bound above its upper bound.
    #[inline]
    fn is_free(&self) -> bool {
        self.bounds.lower > self.bounds.upper
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::splitmix64;

    #[test]
    fn stored_entries_are_found() {
        let mut table = Table::default();
        for i in 0..50_000 {
            table.set(splitmix64(i), Bounds::exact(i as Value));
        }
        table.set(0, Bounds { lower: -3, upper: 5 });
        assert_eq!(table.used(), 50_001);
        assert!((0..50_000).all(|i| table.get(splitmix64(i)) == Bounds::exact(i as Value)));
        assert_eq!(table.get(0), Bounds { lower: -3, upper: 5 });
        assert!((50_000..60_000).all(|i| table.get(splitmix64(i)) == Bounds::NONE));
        assert_eq!(table.check(), Ok(()));
    }

    #[test]
    fn a_full_table_reports_it_and_keeps_its_entries() {
        for entries in [64, 1024, 4096] {
            let mut table = Table::new(entries);
            (0..5000).for_each(|i| table.set(splitmix64(i), Bounds::exact(1)));
            assert_eq!(table.used(), entries / 4 * 3);
            assert_eq!(table.check(), Err(TableFull { entries }));
            assert_eq!(table.get(splitmix64(5)), Bounds::exact(1));
            table.set(splitmix64(5), Bounds::exact(2));
            assert_eq!(table.get(splitmix64(5)), Bounds::exact(2));
        }
    }
}
