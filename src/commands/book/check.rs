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
    if survey.errors.is_empty() { Ok(()) } else { Err(Error::Failed) }
}

#[derive(Default)]
struct Survey {
    entries: usize,
    positions: usize,
    /// Positions of the book that its moves reach from the start position.
    reached: usize,
    /// Plies to the farthest of them.
    plies: usize,
    errors: Vec<String>,
}

impl Survey {
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
                None => self.errors.push(format!("entry {number}: {:#06x} is not a move", entry.packed)),
                Some(text) if last.iter().any(|other| other.packed == entry.packed) => {
                    self.errors.push(format!("entry {number}: duplicate move {text}"));
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
            self.errors.push(format!("key {:016x}: all moves have weight 0", first.key));
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
                            self.errors.push(format!("illegal move {text} in {}", position.fen()));
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
        writeln!(out, "Errors: {}", self.errors.len())?;
        for error in self.errors.iter().take(MAX_LISTED) {
            writeln!(out, "  {error}")?;
        }
        if self.errors.len() > MAX_LISTED {
            writeln!(out, "  and {} more", self.errors.len() - MAX_LISTED)?;
        }
        Ok(())
    }
}
