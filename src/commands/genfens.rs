//! Genfens: start positions for games, generated in the format of OpenBench.
//!
//! Each is reached by random moves from the start position or from a position of a book. Positions that a
//! small search finds unbalanced are skipped, and none occurs twice. The same seed gives the same positions.

use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::inputs::report_skipped;
use super::on_search_stack;
use crate::console::{keep_apart, read_text};
use crate::epd::{Epd, EpdError, text_lines};
use crate::error::Error;
use crate::files::PathSet;
use crate::openings::{Assessment, BALANCE, Opening, RANDOM_PLIES};
use crate::position::{Game, Position};
use crate::rng::Rng;
use crate::search::{Control, Limits, Searcher, Settings};

/// Random plies from a position of a book; one more in half of the positions.
const PLIES_FROM_BOOK: usize = 4;

/// Nodes of the search that decides whether a position is balanced.
const NODES: u64 = 2_000;

/// Size of its transposition table in MiB.
const HASH_MB: usize = 1;

/// A generation of start positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Genfens {
    /// The number of positions.
    pub count: u64,
    /// Seed of the random number generator.
    pub seed: u64,
    /// An EPD file with positions to start from, in place of the start position.
    pub book: Option<PathBuf>,
    /// Random plies, with one more in half of the positions. Default: 8 from the start position, 4 from a
    /// book.
    pub plies: Option<usize>,
}

impl Genfens {
    /// Generates the positions and writes each as `info string genfens FEN` at once.
    ///
    /// # Errors
    /// [`Error::File`] if the book cannot be read, has no valid line or is the standard output;
    /// [`Error::TooFewPositions`] if there are not enough different positions; an error if memory or a thread is
    /// missing; those of `out`.
    pub fn run(&self, out: &mut (dyn Write + Send)) -> Result<(), Error> {
        let Some(path) = &self.book else { return on_search_stack(|| self.generate(None, out))? };
        keep_apart(&PathSet { inputs: vec![path.clone()], ..PathSet::default() })?;
        let text = read_text(path)?;
        let mut book = Book::new(path, &text)?;
        let generated = on_search_stack(|| self.generate(Some(&mut book), out))?;
        let reported = book.report_skipped();
        generated.and(reported)
    }

    fn generate(&self, mut book: Option<&mut Book<'_>>, out: &mut (dyn Write + Send)) -> Result<(), Error> {
        let mut searcher = Searcher::new(HASH_MB)?;
        let mut found = HashSet::new();
        for number in 0..self.count {
            let mut rng = Rng::of_game(self.seed, number);
            let Some(position) = self.draw(book.as_deref_mut(), &mut rng, &mut searcher, &found)? else {
                return Err(Error::TooFewPositions { found: number, wanted: self.count });
            };
            found.insert(position.key());
            writeln!(out, "info string genfens {}", position.fen())?;
            // OpenBench times out if a position takes too long.
            out.flush()?;
        }
        Ok(())
    }

    /// Draws a position that is not yet in `found`.
    fn draw(
        &self,
        mut book: Option<&mut Book<'_>>,
        rng: &mut Rng,
        searcher: &mut Searcher,
        found: &HashSet<u64>,
    ) -> Result<Option<Position>, Error> {
        let plies = self.plies.unwrap_or(if book.is_some() { PLIES_FROM_BOOK } else { RANDOM_PLIES });
        let start = |rng: &mut Rng| match &mut book {
            Some(book) => book.draw(rng),
            None => Ok(Position::default()),
        };
        let opening = Opening::draw_from(rng, plies, start, |opening| {
            let position = opening.game().position().clone();
            if found.contains(&position.key()) {
                Assessment::Reject
            } else if is_balanced(searcher, position) {
                Assessment::Accept
            } else {
                // A book may hold nothing but won positions.
                Assessment::Unbalanced
            }
        })?;
        Ok(opening.map(|opening| opening.game().position().clone()))
    }
}

/// Reports whether a small search finds the position balanced.
fn is_balanced(searcher: &mut Searcher, position: Position) -> bool {
    searcher.clear(1);
    // The games begin here, without the moves that lead to the position.
    let game = Game::new(position);
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let outcome = searcher.search(&game, &limits, &Settings::default(), &Control::new(false), &mut ());
    outcome.info.score.units().abs() <= BALANCE
}

/// The lines of an EPD file. A line is parsed only when it is drawn: books have millions of lines.
struct Book<'a> {
    path: &'a Path,
    /// The lines with their numbers.
    lines: Vec<(usize, &'a str)>,
    /// The numbers of invalid lines that were drawn, each with its reason.
    invalid: BTreeMap<usize, EpdError>,
}

impl<'a> Book<'a> {
    fn new(path: &'a Path, text: &'a str) -> Result<Book<'a>, Error> {
        let book = Book { path, lines: text_lines(text).collect(), invalid: BTreeMap::new() };
        if book.lines.is_empty() { Err(Error::unreadable(path, "no positions in it")) } else { Ok(book) }
    }

    /// Draws a line, and takes the next valid one if it is invalid. So a position does not depend on those drawn
    /// before.
    fn draw(&mut self, rng: &mut Rng) -> Result<Position, Error> {
        let first = rng.below(self.lines.len());
        for (number, line) in self.lines[first..].iter().chain(&self.lines[..first]) {
            match line.parse::<Epd>() {
                Ok(epd) => return Ok(epd.position),
                Err(error) => drop(self.invalid.insert(*number, error)),
            }
        }
        self.report_skipped().and(Err(Error::unreadable(self.path, "no positions in it")))
    }

    /// Warns of the lines that were skipped.
    ///
    /// # Errors
    /// [`Error::File`] if all lines are invalid.
    fn report_skipped(&self) -> Result<(), Error> {
        let errors: Vec<_> =
            self.invalid.iter().map(|(number, error)| format!("line {number}: {error}")).collect();
        report_skipped(self.path, self.lines.len() - errors.len(), &errors, "positions")
    }
}
