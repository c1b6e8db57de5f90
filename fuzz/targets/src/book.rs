//! Polyglot books: a book is refused, or each of its choices is a legal move.

use lancet::book::{Book, BookChoice, Entry};
use lancet::position::Position;

use crate::{Target, seeds};

pub(crate) const TARGET: Target = Target {
    name: "book",
    check,
    seeds: seeds::books,
    tokens: &[],
    max_len: 4096,
    inputs: 150_000,
    max_memory: 1 << 20,
};

fn check(input: &[u8]) {
    let positions = seeds::positions();
    if let Ok(book) = Book::read(input.to_vec()) {
        assert_eq!(book.len() * Entry::SIZE, input.len());
        assert!(!book.is_empty() && book.all().is_sorted_by_key(|entry| entry.key));
        assert!(book.all().flat_map(Entry::to_bytes).eq(input.iter().copied()));
        positions.iter().for_each(|position| check_choices(&book, position));
    }
    check_choices_of(positions, input);
}

/// Checks a book that has the moves and weights of `input`, with the keys of positions that are looked up.
fn check_choices_of(positions: &[Position], input: &[u8]) {
    let mut entries: Vec<Entry> = input.chunks_exact(Entry::SIZE).map(Entry::from_bytes).collect();
    let count = positions.len() as u64;
    for entry in &mut entries {
        entry.key = positions[usize::try_from(entry.key % count).expect("an index")].polyglot_key();
    }
    entries.sort_by_key(|entry| entry.key);
    let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
    if let Ok(book) = Book::read(bytes) {
        positions.iter().for_each(|position| check_choices(&book, position));
    }
}

fn check_choices(book: &Book, position: &Position) {
    let moves = book.moves(position);
    let legal = position.legal_moves();
    assert!(moves.iter().all(|entry| legal.contains(&entry.m)), "{moves:?} in {}", position.fen());
    assert!(moves.is_sorted_by(|a, b| a.weight >= b.weight));
    for choice in BookChoice::ALL {
        for random in [0, 1, 65_535, u64::MAX] {
            let chosen = choice.among(&moves, random);
            assert!(chosen.is_none_or(|chosen| chosen.weight > 0 && moves.contains(&chosen)));
            assert_eq!(chosen.is_none(), moves.iter().all(|entry| entry.weight == 0));
        }
    }
}
