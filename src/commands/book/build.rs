//! Build: building a book from opening lines or games.

use std::io::Write;
use std::path::PathBuf;

use super::{lines, weights};
use crate::book::{Book, BookBuilder, Entry, PositionCount, WeightedPosition};
use crate::console::{keep_apart, write_atomic};
use crate::error::Error;
use crate::files::PathSet;
use crate::types::Depth;

/// A build of a book.
///
/// The weight of a move is 2 for each game that its side won and 1 for each draw, each game without a result
/// and each opening line. With a depth, searches adjust the weights, and moves that lose too much are
/// skipped.
#[derive(Clone, Debug)]
pub struct Build {
    /// The inputs: games (`.pgn`), tables (`.tsv`) or lines of moves.
    pub files: Vec<PathBuf>,
    /// The output file.
    pub output: PathBuf,
    /// Maximum plies of a line or game.
    pub plies: usize,
    /// Moves in fewer games or lines are skipped.
    pub min_games: u64,
    /// The depth of the searches; `None` for no searches.
    pub depth: Option<Depth>,
    /// Threads of the searches; the book does not depend on it.
    pub threads: usize,
}

impl Build {
    /// Builds the book and writes its size.
    ///
    /// # Errors
    /// [`Error::File`] if an input is invalid, the output is an input or cannot be written, or the book would be
    /// empty; an error if memory or threads are missing; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let (inputs, outputs) = (self.files.clone(), vec![self.output.clone()]);
        keep_apart(&PathSet { inputs, outputs, ..PathSet::default() })?;
        let mut builder = BookBuilder::new();
        let mut lines = 0;
        for file in &self.files {
            lines += lines::count(file, self.plies, &mut builder)?;
        }
        let weighted = self.weighted(&builder.counted(self.min_games))?;
        let bytes = Book::write(&weighted);
        if bytes.is_empty() {
            let reason = "no moves are left for the book; lower --min-games or add lines";
            return Err(Error::unwritable(&self.output, reason));
        }
        let size = bytes.len();
        write_atomic(&self.output, |file| file.write_all(&bytes))?;
        writeln!(out, "Lines or games: {lines}")?;
        writeln!(out, "Positions: {}", weighted.len())?;
        writeln!(out, "Entries: {}, {size} bytes", size / Entry::SIZE)?;
        Ok(())
    }

    fn weighted(&self, counted: &[PositionCount]) -> Result<Vec<WeightedPosition>, Error> {
        let scores = match self.depth {
            Some(depth) => Some(weights::scores(counted, depth, self.threads)?),
            None => None,
        };
        let weights = |counted: &PositionCount| match &scores {
            Some(scores) => weights::weights(counted, scores),
            None => counted.moves.iter().map(|known| known.points).collect(),
        };
        let weighted = counted.iter().map(|counted| {
            let moves = counted.moves.iter().map(|known| known.m).zip(weights(counted)).collect();
            WeightedPosition { position: counted.position.clone(), moves }
        });
        // Rounding may leave all moves of a position without weight.
        Ok(weighted.filter(|weighted| weighted.moves.iter().any(|(_, weight)| *weight > 0)).collect())
    }
}
