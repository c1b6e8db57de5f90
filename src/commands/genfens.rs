//! Genfens: positions for games to begin from, made on demand as OpenBench asks for them.
//!
//! Random moves lead there from the start position or from one of a book. Positions in which a
//! small search thinks that one side has much the better game are left out, and none comes twice.
//! The same seed gives the same positions.

use std::collections::HashSet;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::on_search_stack;
use crate::console::read_text;
use crate::epd::Epd;
use crate::error::Error;
use crate::openings::{Assessment, BALANCE, Opening, RANDOM_PLIES};
use crate::position::{Game, Position};
use crate::rng::Rng;
use crate::search::{Control, Limits, Searcher, Settings};

/// Random plies from a position of a book, or one more.
const PLIES_FROM_BOOK: usize = 4;

/// Nodes of the search that tells whether a position is even.
const NODES: u64 = 2_000;

/// MiB of its table.
const HASH_MB: usize = 1;

/// Positions to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Genfens {
    /// How many.
    pub count: u64,
    /// The number that all chance follows from.
    pub seed: u64,
    /// An EPD file; without one all begins at the start position.
    pub book: Option<PathBuf>,
    /// Random plies, or one more; where this does not say, 8 from the start position and 4 from a
    /// book.
    pub plies: Option<usize>,
}

impl Genfens {
    /// Makes the positions and writes each as `info string genfens FEN` as soon as it is there.
    ///
    /// # Errors
    /// A sentence where the book cannot be used, where there are not so many positions, or where
    /// memory or thread cannot be had; those of `out`.
    pub fn run(&self, out: &mut (dyn Write + Send)) -> Result<(), Error> {
        let book = self.book.as_deref().map(Book::open).transpose()?;
        on_search_stack(|| self.make(book.as_ref(), out))?
    }

    fn make(&self, book: Option<&Book>, out: &mut (dyn Write + Send)) -> Result<(), Error> {
        let mut judge = Judge(Searcher::new(HASH_MB)?);
        let mut made = HashSet::new();
        for number in 0..self.count {
            let mut rng = Rng::of_game(self.seed, number);
            let position = self.one(book, &mut rng, &mut judge, &mut made)?;
            writeln!(out, "info string genfens {}", position.fen())?;
            // Whoever asks counts the seconds from one to the next.
            out.flush()?;
        }
        Ok(())
    }

    /// A position that was not there before.
    fn one(
        &self,
        book: Option<&Book>,
        rng: &mut Rng,
        judge: &mut Judge,
        made: &mut HashSet<u64>,
    ) -> Result<Position, Error> {
        let least = self.plies.unwrap_or(if book.is_some() { PLIES_FROM_BOOK } else { RANDOM_PLIES });
        let start = |rng: &mut Rng| book.map_or_else(|| Ok(Position::default()), |book| book.draw(rng));
        let opening = Opening::draw_from(rng, least, start, |opening| {
            let position = opening.game().position().clone();
            if made.contains(&position.key()) {
                Assessment::Reject
            } else if judge.is_even(&position) {
                Assessment::Accept
            } else {
                // A book may hold nothing but won positions.
                Assessment::Unbalanced
            }
        })?;
        let opening = opening.ok_or(Error::sentence("there are not so many different positions"))?;
        let position = opening.game().position().clone();
        made.insert(position.key());
        Ok(position)
    }
}

/// Tells whether both sides can live with a position.
struct Judge(Searcher);

impl Judge {
    fn is_even(&mut self, position: &Position) -> bool {
        self.0.clear(1);
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let found = self.0.search(
            &Game::new(position.clone()),
            &limits,
            &Settings::default(),
            &Control::new(false),
            &mut (),
        );
        found.info.score.units().abs() <= BALANCE
    }
}

/// The lines of an EPD file, each read only when it is drawn: books have millions.
struct Book {
    path: PathBuf,
    text: String,
    lines: Vec<Range<usize>>,
}

impl Book {
    fn open(path: &Path) -> Result<Book, Error> {
        let text = read_text(path)?;
        let mut lines = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let end = start + line.len();
            if !line.trim().is_empty() {
                lines.push(start..end);
            }
            start = end;
        }
        if lines.is_empty() {
            return Err(Error::Sentence(format!("the book {} is empty", path.display())));
        }
        Ok(Book { path: path.to_path_buf(), text, lines })
    }

    fn draw(&self, rng: &mut Rng) -> Result<Position, Error> {
        let line = self.text[self.lines[rng.below(self.lines.len())].clone()].trim();
        let refused = |error| {
            Error::Sentence(format!("the book {}: '{line}' is refused: {error}", self.path.display()))
        };
        line.parse::<Epd>().map(|epd| epd.position).map_err(refused)
    }
}
