//! Build: a book from opening lines or games.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use super::{lines, weigh};
use crate::book::{Book, BookBuilder, Entry, PositionCount, WeightedPosition};
use crate::error::Error;
use crate::types::Depth;

/// How a book is made.
///
/// The weight of a move is what it earned: two for each game that its side won, one for each draw,
/// for each game without a result and for each opening line. With a depth it is weighed by searches
/// besides, and a move that loses too much is left out.
#[derive(Clone, Debug)]
pub struct Build {
    /// Games (`.pgn`), tables (`.tsv`), or lines of moves.
    pub files: Vec<PathBuf>,
    /// Where the book goes.
    pub output: PathBuf,
    /// Plies of each line or game that count.
    pub plies: usize,
    /// Moves in fewer games or lines are skipped.
    pub min_games: u64,
    /// The depth of the searches, if there are to be any.
    pub depth: Option<Depth>,
    /// Threads for the searches; the book does not depend on it.
    pub threads: usize,
}

impl Build {
    /// Makes the book and tells what is in it.
    ///
    /// # Errors
    /// A sentence for a file or line that cannot be read, for a book without moves, or where memory
    /// or threads cannot be had; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let mut builder = BookBuilder::new();
        let mut lines = 0;
        for file in &self.files {
            lines += lines::count(file, self.plies, &mut builder)?;
        }
        let weighed = self.weigh(&builder.counted(self.min_games))?;
        let bytes = Book::write(&weighed);
        if bytes.is_empty() {
            return Err(Error::sentence(
                "no move is left for the book: ask for fewer games or give more lines",
            ));
        }
        let size = bytes.len();
        fs::write(&self.output, bytes).map_err(|error| {
            Error::Sentence(format!("the book {} cannot be written: {error}", self.output.display()))
        })?;
        writeln!(out, "Lines or games: {lines}")?;
        writeln!(out, "Positions: {}", weighed.len())?;
        writeln!(out, "Entries: {}, {size} bytes", size / Entry::SIZE)?;
        Ok(())
    }

    fn weigh(&self, counted: &[PositionCount]) -> Result<Vec<WeightedPosition>, Error> {
        let values = match self.depth {
            Some(depth) => Some(weigh::values(counted, depth, self.threads)?),
            None => None,
        };
        let weights = |counted: &PositionCount| match &values {
            Some(values) => weigh::weights(counted, values),
            None => counted.moves.iter().map(|known| known.points).collect(),
        };
        let weighed = counted.iter().map(|counted| {
            let moves = counted.moves.iter().map(|known| known.m).zip(weights(counted)).collect();
            WeightedPosition { position: counted.position.clone(), moves }
        });
        // A position may be left with moves of no weight alone.
        Ok(weighed.filter(|weighed| weighed.moves.iter().any(|(_, weight)| *weight > 0)).collect())
    }
}
