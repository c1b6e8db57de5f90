//! Check: the statistics and errors of a book.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

use super::load;
use crate::book::{Book, Entry};
use crate::error::Error;
use crate::position::Position;

/// Errors that are listed; further ones are only counted.
const MAX_LISTED: usize = 20;

/// Checks every entry, and every position that can be reached from the start position.
///
/// # Errors
/// [`Error::File`] if the file is not a book; [`Error::Failed`] if entries are wrong; those of `out`.
pub fn check(path: &Path, out: &mut dyn Write) -> Result<(), Error> {
    let book = load(Some(path))?;
    let mut survey = Survey::default();
    survey.check_entries(&book);
    survey.check_legality(&book);
    survey.write(out)?;
    if survey.errors == 0 { Ok(()) } else { Err(Error::Failed) }
}

#[derive(Default)]
struct Survey {
    entries: usize,
    positions: usize,
    /// Positions of the book that its moves reach from the start position.
    reached: usize,
    /// Plies to the farthest of them.
    plies: usize,
    errors: usize,
    /// The first errors.
    listed: Vec<String>,
}

impl Survey {
    /// Counts an error. A book may have millions of them: the text of those that are not listed is not even made.
    fn add_error(&mut self, text: impl FnOnce() -> String) {
        self.errors += 1;
        if self.listed.len() < MAX_LISTED {
            self.listed.push(text());
        }
    }

    /// Checks the entries without their positions, of which they hold only the keys.
    fn check_entries(&mut self, book: &Book) {
        let mut last: Vec<Entry> = Vec::new();
        for (entry, number) in book.all().zip(1..) {
            if last.first().is_none_or(|first| first.key != entry.key) {
                self.end_position(&last);
                last.clear();
                self.positions += 1;
            }
            match entry.move_text() {
                None => self.add_error(|| format!("entry {number}: {:#06x} is not a move", entry.packed)),
                Some(text) if last.iter().any(|other| other.packed == entry.packed) => {
                    self.add_error(|| format!("entry {number}: duplicate move {text}"));
                }
                Some(_) => {}
            }
            last.push(entry);
        }
        self.end_position(&last);
        self.entries = book.len();
    }

    fn end_position(&mut self, entries: &[Entry]) {
        if let Some(first) = entries.first()
            && entries.iter().all(|entry| entry.weight == 0)
        {
            self.add_error(|| format!("key {:016x}: all moves have weight 0", first.key));
        }
    }

    /// Checks that moves are legal, breadth-first from the start position.
    fn check_legality(&mut self, book: &Book) {
        let mut seen = HashSet::new();
        let mut now = vec![Position::default()];
        for ply in 0.. {
            if now.is_empty() {
                break;
            }
            let mut next = Vec::new();
            for position in &now {
                if !seen.insert(position.polyglot_key()) {
                    continue;
                }
                if book.entries(position.polyglot_key()).next().is_some() {
                    self.reached += 1;
                    self.plies = ply;
                }
                for entry in book.entries(position.polyglot_key()) {
                    match (entry.legal_move(position), entry.move_text()) {
                        (Some(m), _) => next.push(position.play(m)),
                        (None, Some(text)) => {
                            self.add_error(|| format!("illegal move {text} in {}", position.fen()));
                        }
                        (None, None) => {}
                    }
                }
            }
            now = next;
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "Entries: {}", self.entries)?;
        writeln!(out, "Positions: {}", self.positions)?;
        writeln!(out, "Reached from the start position: {}, in up to {} plies", self.reached, self.plies)?;
        writeln!(out, "Errors: {}", self.errors)?;
        for error in &self.listed {
            writeln!(out, "  {error}")?;
        }
        if self.errors > self.listed.len() {
            writeln!(out, "  and {} more", self.errors - self.listed.len())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_counted_and_the_first_ones_kept() {
        for (positions, more) in [(20, ""), (21, "\n  and 1 more"), (5_000, "\n  and 4980 more")] {
            // A move of weight 0 in each.
            let entry = |key| Entry { key, packed: 0x31c, weight: 0, learn: 0 }.to_bytes();
            let bytes: Vec<u8> = (1..=positions).flat_map(entry).collect();
            let mut survey = Survey::default();
            survey.check_entries(&Book::read(bytes).expect("a book"));
            assert_eq!((survey.errors as u64, survey.listed.len()), (positions, MAX_LISTED));
            let mut out = Vec::new();
            survey.write(&mut out).expect("a write");
            let text = String::from_utf8(out).expect("UTF-8");
            let last = format!("\n  key {MAX_LISTED:016x}: all moves have weight 0{more}\n");
            assert!(text.contains(&format!("\nErrors: {positions}\n")) && text.ends_with(&last), "{text}");
        }
    }
}
