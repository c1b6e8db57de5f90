//! Table: the bounds of every node that a search with memory has visited.

use std::fmt;

use crate::game_tree::{INFINITY, Value};

/// Between what bounds the value of a node lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// At least this.
    pub lower: Value,
    /// At most this.
    pub upper: Value,
}

impl Bounds {
    /// Nothing is known.
    pub const NONE: Bounds = Bounds { lower: -INFINITY, upper: INFINITY };

    /// A value that is known.
    #[must_use]
    pub fn exact(value: Value) -> Bounds {
        Bounds { lower: value, upper: value }
    }
}

/// The key of a node in the table. A graph may have the same position at several depths.
#[inline]
#[must_use]
pub fn key_at_depth(key: u64, depth: u32) -> u64 {
    key.wrapping_add(u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// A hash table that grows, never replaces, and says when it is full.
///
/// Open addressing, an entry of 16 bytes; keys are taken as they are, they are mixed already.
pub struct Table {
    entries: Vec<Entry>,
    used: usize,
    most: usize,
    full: bool,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    bounds: Bounds,
}

/// Where a node is in the table, or would be put.
#[derive(Clone, Copy, Debug)]
pub struct Place(usize);

const FREE: Entry = Entry { key: 0, bounds: Bounds { lower: INFINITY, upper: -INFINITY } };

/// Entries of the largest table: a gigabyte.
pub const MOST_ENTRIES: usize = 1 << 26;

/// The table had no room for all bounds, so that the counts are not what they should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableFull {
    /// Room that there was.
    pub entries: usize,
}

impl fmt::Display for TableFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the table of {} entries is full; search less deep", self.entries)
    }
}

impl std::error::Error for TableFull {}

impl Default for Table {
    fn default() -> Table {
        Table::new(MOST_ENTRIES)
    }
}

impl Table {
    /// An empty table that grows to at most so many entries, at least 1024.
    #[must_use]
    pub fn new(most: usize) -> Table {
        let most = most.max(1 << 10).next_power_of_two();
        Table { entries: vec![FREE; 1 << 10], used: 0, most, full: false }
    }

    /// Entries in use.
    #[must_use]
    pub fn used(&self) -> usize {
        self.used
    }

    /// Everything that was given to it is in it.
    ///
    /// # Errors
    /// [`TableFull`] where that is not so.
    pub fn check(&self) -> Result<(), TableFull> {
        if self.full { Err(TableFull { entries: self.entries.len() }) } else { Ok(()) }
    }

    /// The bounds of a node.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> Bounds {
        self.look_up(key).1
    }

    /// The place and the bounds of a node; the place is good until the table is changed.
    #[inline]
    #[must_use]
    pub fn look_up(&self, key: u64) -> (Place, Bounds) {
        let place = self.place(key);
        let entry = self.entries[place];
        (Place(place), if entry.is_free() { Bounds::NONE } else { entry.bounds })
    }

    /// Keeps the bounds of a node in place of those before.
    #[inline]
    pub fn set(&mut self, key: u64, bounds: Bounds) {
        self.set_at(Place(self.place(key)), key, bounds);
    }

    /// The same where the place is known.
    #[inline]
    pub fn set_at(&mut self, Place(place): Place, key: u64, bounds: Bounds) {
        if self.entries[place].is_free() {
            if self.used * 4 >= self.entries.len() * 3 {
                return self.set_in_larger(key, bounds);
            }
            self.used += 1;
        }
        self.entries[place] = Entry { key, bounds };
    }

    /// Where the key is, or where it would be put.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.entries.len() - 1;
        let mut place = key as usize & mask;
        while self.entries[place].key != key && !self.entries[place].is_free() {
            place = (place + 1) & mask;
        }
        place
    }

    #[cold]
    fn set_in_larger(&mut self, key: u64, bounds: Bounds) {
        if self.entries.len() >= self.most {
            self.full = true;
            return;
        }
        let larger = vec![FREE; (self.entries.len() * 4).min(self.most)];
        let entries = std::mem::replace(&mut self.entries, larger);
        for entry in entries.into_iter().filter(|entry| !entry.is_free()) {
            let place = self.place(entry.key);
            self.entries[place] = entry;
        }
        self.set(key, bounds);
    }
}

impl Entry {
    /// Bounds of a node are never the wrong way round.
    #[inline]
    fn is_free(&self) -> bool {
        self.bounds.lower > self.bounds.upper
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::mix;

    #[test]
    fn what_is_put_in_is_found_and_nothing_else() {
        let mut table = Table::default();
        for i in 0..50_000 {
            table.set(mix(i), Bounds::exact(i as Value));
        }
        table.set(0, Bounds { lower: -3, upper: 5 });
        assert_eq!(table.used(), 50_001);
        assert!((0..50_000).all(|i| table.get(mix(i)) == Bounds::exact(i as Value)));
        assert_eq!(table.get(0), Bounds { lower: -3, upper: 5 });
        assert!((50_000..60_000).all(|i| table.get(mix(i)) == Bounds::NONE));
        assert_eq!(table.check(), Ok(()));
    }

    #[test]
    fn a_full_table_says_so_and_keeps_what_it_has() {
        let mut table = Table::new(1024);
        (0..2000).for_each(|i| table.set(mix(i), Bounds::exact(1)));
        assert_eq!(table.used(), 768);
        assert_eq!(table.check(), Err(TableFull { entries: 1024 }));
        assert_eq!(table.get(mix(5)), Bounds::exact(1));
        table.set(mix(5), Bounds::exact(2));
        assert_eq!(table.get(mix(5)), Bounds::exact(2));
    }
}
