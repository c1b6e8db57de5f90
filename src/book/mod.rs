//! Book: opening books in the Polyglot format.
//!
//! A book is a row of entries sorted by the key of the position ([`Entry`]), found by halving. What
//! cannot be right about it as a whole is refused when it is read; a move that is not legal in its
//! position is passed over when it is looked up, since a key may be there by chance. The format is
//! Fabien Letouzey's, described by Michel Van den Bergh.

mod builder;
mod entry;

pub use builder::{BookBuilder, MoveCount, PositionCount, WeightedPosition};
pub use entry::Entry;

use std::borrow::Cow;
use std::path::Path;
use std::{fmt, fs, io};

use shakmaty::Move;

use crate::position::Position;

/// An opening book.
#[derive(Clone)]
pub struct Book {
    bytes: Cow<'static, [u8]>,
}

/// A legal move of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub m: Move,
    /// Its weight against the others; a move of no weight is never chosen.
    pub weight: u16,
}

/// How to choose among the moves of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BookChoice {
    /// The move of the most weight, the first among equals.
    Best,
    /// By chance, each as often as it has weight.
    #[default]
    Weighted,
}

/// Why a book was refused.
#[derive(Debug)]
pub enum BookError {
    /// The file cannot be read.
    Io(io::Error),
    /// There is nothing in it.
    Empty,
    /// It has so many bytes, which is no whole number of entries.
    Size(usize),
    /// The entry of this number, from 1, has a smaller key than the one before.
    Unsorted(usize),
    /// The bytes of its numbers are in the wrong order.
    ByteOrder,
    /// The entry of this number, from 1, is one more than a position has moves.
    TooManyMoves(usize),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Io(error) => write!(f, "it cannot be read: {error}"),
            BookError::Empty => f.write_str("it is empty"),
            BookError::Size(bytes) => {
                write!(f, "its size, {bytes} bytes, is not a whole number of entries of 16 bytes")
            }
            BookError::Unsorted(number) => {
                write!(
                    f,
                    "entry {number} is out of order: a Polyglot book is sorted by the keys of positions"
                )
            }
            BookError::ByteOrder => f.write_str("the bytes of its numbers are in the wrong order"),
            BookError::TooManyMoves(number) => {
                write!(f, "with entry {number} a position has more than {} moves", Book::MAX_MOVES)
            }
        }
    }
}

impl std::error::Error for BookError {}

impl Book {
    /// The most moves that a legal position has.
    pub const MAX_MOVES: usize = 218;

    /// The book that comes with the engine; `book/README.md` tells how it was made.
    #[must_use]
    pub fn built_in() -> Book {
        Book { bytes: Cow::Borrowed(include_bytes!("../../book/lancet.bin")) }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// A [`BookError`] where it cannot be read or is no book.
    pub fn load(path: &Path) -> Result<Book, BookError> {
        Book::read(fs::read(path).map_err(BookError::Io)?)
    }

    /// Takes up the bytes of a book.
    ///
    /// # Errors
    /// A [`BookError`] where they are no book.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Book, BookError> {
        let bytes = bytes.into();
        if bytes.is_empty() {
            return Err(BookError::Empty);
        }
        if !bytes.len().is_multiple_of(Entry::SIZE) {
            return Err(BookError::Size(bytes.len()));
        }
        let book = Book { bytes };
        book.check_order()?;
        // A real book has the start position; where it is there backwards, so is all else.
        let start = Position::default().key();
        if book.entries(start).next().is_none() && book.entries(start.swap_bytes()).next().is_some() {
            return Err(BookError::ByteOrder);
        }
        Ok(book)
    }

    fn check_order(&self) -> Result<(), BookError> {
        let (mut last, mut same) = (0, 0);
        for (entry, number) in self.all().zip(1..) {
            if entry.key < last {
                return Err(BookError::Unsorted(number));
            }
            same = if entry.key == last { same + 1 } else { 1 };
            last = entry.key;
            if same > Self::MAX_MOVES {
                return Err(BookError::TooManyMoves(number));
            }
        }
        Ok(())
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() / Entry::SIZE
    }

    /// There is no entry; never so in a book that was read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// All entries, in the order of their keys.
    pub fn all(&self) -> impl Iterator<Item = Entry> + '_ {
        self.bytes.chunks_exact(Entry::SIZE).map(Entry::from_bytes)
    }

    /// The entries of a key, good or bad.
    pub fn entries(&self, key: u64) -> impl Iterator<Item = Entry> + '_ {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.key_at(middle) < key { low = middle + 1 } else { high = middle }
        }
        let rest = &self.bytes[low * Entry::SIZE..];
        rest.chunks_exact(Entry::SIZE).map(Entry::from_bytes).take_while(move |entry| entry.key == key)
    }

    fn key_at(&self, index: usize) -> u64 {
        Entry::from_bytes(&self.bytes[index * Entry::SIZE..]).key
    }

    /// The legal moves for a position, each once, those of more weight first.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let mut moves: Vec<BookMove> = Vec::new();
        for entry in self.entries(position.key()) {
            if let Some(m) = entry.legal_move(position)
                && moves.iter().all(|known| known.m != m)
            {
                moves.push(BookMove { m, weight: entry.weight });
            }
        }
        moves.sort_by_key(|known| std::cmp::Reverse(known.weight));
        moves
    }
}

impl BookChoice {
    /// Both.
    pub const ALL: [BookChoice; 2] = [BookChoice::Best, BookChoice::Weighted];

    /// The name in the option `Book Choice`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BookChoice::Best => "Best",
            BookChoice::Weighted => "Weighted",
        }
    }

    /// A move of some weight, if there is one; `chance` is any number.
    #[must_use]
    pub fn among(self, moves: &[BookMove], chance: u64) -> Option<BookMove> {
        // In 64 bits, since a book may have many heavy moves.
        let total: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
        if total == 0 {
            return None;
        }
        let mut left = match self {
            BookChoice::Best => return moves.iter().copied().rev().max_by_key(|known| known.weight),
            BookChoice::Weighted => chance % total,
        };
        moves.iter().copied().find(|known| match left.checked_sub(u64::from(known.weight)) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(entries: &[(u64, u16)]) -> Vec<u8> {
        let entry = |&(key, packed)| Entry { key, packed, weight: 1, learn: 0 };
        entries.iter().map(entry).flat_map(Entry::to_bytes).collect()
    }

    #[test]
    fn the_entries_of_a_key_are_found_wherever_they_are() {
        let book = Book::read(entries(&[(1, 1), (1, 2), (3, 3), (u64::MAX, 4), (u64::MAX, 5)])).unwrap();
        let found = |key| book.entries(key).map(|entry| entry.packed).collect::<Vec<_>>();
        assert_eq!([found(0), found(1), found(2)], [vec![], vec![1, 2], vec![]]);
        assert_eq!([found(3), found(4), found(u64::MAX)], [vec![3], vec![], vec![4, 5]]);
    }

    #[test]
    fn what_is_no_book_is_refused_in_a_sentence() {
        let start = Position::default().key().swap_bytes();
        for (bytes, sentence) in [
            (vec![], "it is empty"),
            (vec![0; 17], "its size, 17 bytes, is not a whole number of entries of 16 bytes"),
            (
                entries(&[(2, 0), (2, 0), (1, 0)]),
                "entry 3 is out of order: a Polyglot book is sorted by the keys of positions",
            ),
            (entries(&[(start, 0)]), "the bytes of its numbers are in the wrong order"),
            (entries(&[(5, 0); 219]), "with entry 219 a position has more than 218 moves"),
        ] {
            let refused = Book::read(bytes).err().map(|error| error.to_string());
            assert_eq!(refused.as_deref(), Some(sentence));
        }
        assert!(Book::read(entries(&[(5, 0); 218])).is_ok());
        assert!(matches!(Book::load(Path::new("no such file")), Err(BookError::Io(_))));
    }

    #[test]
    fn moves_are_chosen_by_weight_and_none_of_no_weight() {
        let start = Position::default();
        let moves: Vec<BookMove> = start
            .legal_moves()
            .into_iter()
            .zip([0, 3, 7, 7])
            .map(|(m, weight)| BookMove { m, weight })
            .collect();
        assert_eq!(BookChoice::Best.among(&moves, 9), Some(moves[2]));
        let mut counts = [0; 4];
        for chance in 0..34 {
            let chosen = BookChoice::Weighted.among(&moves, chance).expect("a move");
            counts[moves.iter().position(|known| *known == chosen).unwrap()] += 1;
        }
        assert_eq!(counts, [0, 6, 14, 14]);
        assert_eq!(BookChoice::Weighted.among(&moves[..1], 5), None);
        assert_eq!(BookChoice::Best.among(&[], 5), None);
    }

    #[test]
    fn the_built_in_book_is_sound() {
        let bytes = Book::built_in().bytes;
        let book = Book::read(bytes).unwrap_or_else(|error| panic!("{error}"));
        assert!(book.moves(&Position::default()).len() > 3);
    }
}
