//! Check: what is in a book, and what is wrong with it.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

use super::load;
use crate::book::{Book, Entry};
use crate::error::Error;
use crate::position::Position;

/// Faults told one by one; the rest are only counted.
const MOST_TOLD: usize = 20;

/// Looks at every entry and walks through all that can be reached from the start position.
///
/// # Errors
/// A sentence where the book is refused; [`Error::Failed`] where something is wrong inside it;
/// those of `out`.
pub fn check(path: &Path, out: &mut dyn Write) -> Result<(), Error> {
    let book = load(Some(path))?;
    let mut survey = Survey::default();
    survey.look_at_all(&book);
    survey.walk(&book);
    survey.write(out)?;
    if survey.faults.is_empty() { Ok(()) } else { Err(Error::Failed) }
}

#[derive(Default)]
struct Survey {
    entries: usize,
    positions: usize,
    /// Positions that moves of the book lead to from the start position.
    reached: usize,
    /// How many moves the longest way to them has.
    plies: usize,
    faults: Vec<String>,
}

impl Survey {
    /// What can be seen without knowing the position.
    fn look_at_all(&mut self, book: &Book) {
        let mut last: Vec<Entry> = Vec::new();
        for (entry, number) in book.all().zip(1..) {
            if last.first().is_none_or(|first| first.key != entry.key) {
                self.end_position(&last);
                last.clear();
                self.positions += 1;
            }
            match entry.move_text() {
                None => self.faults.push(format!("entry {number}: {:#06x} means no move", entry.packed)),
                Some(text) if last.iter().any(|other| other.packed == entry.packed) => {
                    self.faults.push(format!("entry {number}: the move {text} is there already"));
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
            self.faults.push(format!("key {:016x}: no move has any weight", first.key));
        }
    }

    /// What can be seen on the way from the start position, nearest positions first.
    fn walk(&mut self, book: &Book) {
        let mut seen = HashSet::new();
        let mut now = vec![Position::default()];
        while !now.is_empty() {
            let mut next = Vec::new();
            for position in &now {
                if !seen.insert(position.key()) {
                    continue;
                }
                self.reached += usize::from(book.entries(position.key()).next().is_some());
                for entry in book.entries(position.key()) {
                    match (entry.legal_move(position), entry.move_text()) {
                        (Some(m), _) => next.push(position.play(m)),
                        (None, Some(text)) => {
                            self.faults.push(format!("the move {text} is not legal in {}", position.fen()));
                        }
                        (None, None) => {}
                    }
                }
            }
            self.plies += usize::from(!next.is_empty());
            now = next;
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "Entries: {}", self.entries)?;
        writeln!(out, "Positions: {}", self.positions)?;
        writeln!(out, "Reached from the start position: {}, by up to {} plies", self.reached, self.plies)?;
        writeln!(out, "Faults: {}", self.faults.len())?;
        for fault in self.faults.iter().take(MOST_TOLD) {
            writeln!(out, "  {fault}")?;
        }
        if self.faults.len() > MOST_TOLD {
            writeln!(out, "  and {} more", self.faults.len() - MOST_TOLD)?;
        }
        Ok(())
    }
}
