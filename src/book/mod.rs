//! Book: opening books in the Polyglot format.
//!
//! A book is a sorted list of entries ([`Entry`]), searched for the key of a position. An invalid book is an
//! error when it is loaded; an illegal move is skipped when a position is looked up, since another position
//! may have the same key. The format is by Fabien Letouzey, described by Michel Van den Bergh.
#![expect(clippy::cast_possible_truncation, reason = "the file format has narrow fields")]

mod builder;
mod entry;

pub use builder::{BookBuilder, MoveCount, PositionCount, WeightedPosition};
pub use entry::Entry;

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

use shakmaty::Move;
use thiserror::Error;

use crate::files;
use crate::position::Position;

/// An opening book.
#[derive(Clone)]
pub struct Book {
    bytes: Cow<'static, [u8]>,
}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Book").field("bytes", &self.bytes.len()).finish_non_exhaustive()
    }
}

/// A legal move of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BookMove {
    /// The move.
    pub m: Move,
    /// The weight relative to the other moves; a move of weight 0 is never chosen.
    pub weight: u16,
}

/// How a move of a position is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum BookChoice {
    /// The move of the highest weight, the first one of several.
    Best,
    /// A random move with a probability proportional to its weight.
    #[default]
    Weighted,
    /// A random move with a weight above 0, each as likely as any other.
    Uniform,
}

/// Why a book cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookError {
    /// The file cannot be opened or read.
    #[error(transparent)]
    File(#[from] files::FileError),
    /// The book has no entries.
    #[error("empty file")]
    Empty,
    /// The size in bytes is not a multiple of that of an entry.
    #[error("not a Polyglot book (size of {0} bytes is not a multiple of 16)")]
    Size(usize),
    /// The entry of this number, from 1, has a smaller key than the one before.
    #[error("not a Polyglot book (entry {0} is not sorted by key)")]
    Unsorted(usize),
    /// The integers are little endian.
    #[error("not a Polyglot book (integers are little endian instead of big endian)")]
    ByteOrder,
    /// With the entry of this number, from 1, a position has more moves than are possible.
    #[error("not a Polyglot book (at entry {0} a position has more than {max} moves)", max = Book::MAX_MOVES)]
    TooManyMoves(usize),
}

impl Book {
    /// The maximum size of a file in bytes: 2 GiB, 134 million entries.
    pub const MAX_BYTES: u64 = 2 << 30;

    /// The maximum number of moves of a legal position.
    pub const MAX_MOVES: usize = 218;

    /// Returns the book that is compiled into the program; `book/README.md` describes how it was made.
    #[must_use]
    pub fn built_in() -> Book {
        Book { bytes: Cow::Borrowed(include_bytes!("../../book/lancet.bin")) }
    }

    /// Loads a book from a file.
    ///
    /// # Errors
    /// A [`BookError`] if the file cannot be read, is not a regular file, is larger than [`Book::MAX_BYTES`] or is
    /// not a Polyglot book.
    pub fn load(path: &Path) -> Result<Book, BookError> {
        Book::read(files::read(path, Book::MAX_BYTES)?)
    }

    /// Makes a book of the bytes of a file.
    ///
    /// # Errors
    /// A [`BookError`] if they are not a Polyglot book.
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
        // A book has the initial position: if its key is there in reverse, the byte order is wrong.
        let start = Position::default().polyglot_key();
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

    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len() / Entry::SIZE
    }

    /// Reports whether the book has no entries; never for one that was loaded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns all entries, sorted by key.
    pub fn all(&self) -> impl Iterator<Item = Entry> + '_ {
        self.bytes.chunks_exact(Entry::SIZE).map(Entry::from_bytes)
    }

    /// Returns the entries of a key, with legal moves or not.
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

    /// Returns the legal moves of a position without duplicates, sorted by descending weight.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let mut moves: Vec<BookMove> = Vec::new();
        for entry in self.entries(position.polyglot_key()) {
            if let Some(m) = entry.legal_move(position)
                && moves.iter().all(|other| other.m != m)
            {
                moves.push(BookMove { m, weight: entry.weight });
            }
        }
        moves.sort_by_key(|book_move| std::cmp::Reverse(book_move.weight));
        moves
    }
}

impl BookChoice {
    /// All choices.
    pub const ALL: [BookChoice; 3] = [BookChoice::Best, BookChoice::Weighted, BookChoice::Uniform];

    /// The value of the UCI option `Book Choice`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BookChoice::Best => "Best",
            BookChoice::Weighted => "Weighted",
            BookChoice::Uniform => "Uniform",
        }
    }

    /// Chooses a move with a weight above 0, if there is one; `random` is a random number.
    #[must_use]
    pub fn among(self, moves: &[BookMove], random: u64) -> Option<BookMove> {
        let mut moves = moves.iter().copied().filter(|book_move| book_move.weight > 0);
        let weight_of = |book_move: BookMove| match self {
            BookChoice::Best => 0,
            BookChoice::Weighted => u64::from(book_move.weight),
            BookChoice::Uniform => 1,
        };
        // The sum of weights may exceed 16 bits.
        let total: u64 = moves.clone().map(weight_of).sum();
        let Some(mut left) = random.checked_rem(total) else {
            // The first of several with the highest weight.
            return moves.rev().max_by_key(|book_move| book_move.weight);
        };
        moves.find(|book_move| match left.checked_sub(weight_of(*book_move)) {
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
    fn all_entries_of_a_key_are_found() {
        let book = Book::read(entries(&[(1, 1), (1, 2), (3, 3), (u64::MAX, 4), (u64::MAX, 5)])).unwrap();
        let found = |key| book.entries(key).map(|entry| entry.packed).collect::<Vec<_>>();
        assert_eq!([found(0), found(1), found(2)], [vec![], vec![1, 2], vec![]]);
        assert_eq!([found(3), found(4), found(u64::MAX)], [vec![3], vec![], vec![4, 5]]);
    }

    #[test]
    fn an_invalid_book_is_an_error() {
        let start = Position::default().polyglot_key().swap_bytes();
        for (bytes, message) in [
            (vec![], "empty file"),
            (vec![0; 17], "not a Polyglot book (size of 17 bytes is not a multiple of 16)"),
            (entries(&[(2, 0), (2, 0), (1, 0)]), "not a Polyglot book (entry 3 is not sorted by key)"),
            (
                entries(&[(start, 0)]),
                "not a Polyglot book (integers are little endian instead of big endian)",
            ),
            (
                entries(&[(5, 0); 219]),
                "not a Polyglot book (at entry 219 a position has more than 218 moves)",
            ),
        ] {
            let error = Book::read(bytes).err().map(|error| error.to_string());
            assert_eq!(error.as_deref(), Some(message));
        }
        assert!(Book::read(entries(&[(5, 0); 218])).is_ok());
        assert!(matches!(Book::load(Path::new("no such file")), Err(BookError::File(_))));
    }

    #[test]
    fn moves_are_chosen_by_their_weight_or_all_alike() {
        let start = Position::default();
        let moves: Vec<BookMove> = start
            .legal_moves()
            .into_iter()
            .zip([0, 3, 7, 7])
            .map(|(m, weight)| BookMove { m, weight })
            .collect();
        assert_eq!(BookChoice::Best.among(&moves, 9), Some(moves[2]));
        let mut counts = [0; 4];
        for random in 0..34 {
            let chosen = BookChoice::Weighted.among(&moves, random).expect("a move");
            counts[moves.iter().position(|book_move| *book_move == chosen).unwrap()] += 1;
        }
        assert_eq!(counts, [0, 6, 14, 14]);
        let uniform = [0, 1, 2, 3].map(|random| BookChoice::Uniform.among(&moves, random));
        assert_eq!(uniform, [1, 2, 3, 1].map(|index: usize| Some(moves[index])));
        for choice in BookChoice::ALL {
            assert_eq!((choice.among(&moves[..1], 5), choice.among(&[], 5)), (None, None));
        }
    }

    #[test]
    fn the_built_in_book_is_valid() {
        let bytes = Book::built_in().bytes;
        let book = Book::read(bytes).unwrap_or_else(|error| panic!("{error}"));
        assert!(book.moves(&Position::default()).len() > 3);
    }
}
