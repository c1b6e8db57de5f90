//! Opening: moves from a book in the place of a search.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::Path;

use super::command::shorten;
use super::options::{BUILT_IN, Id, Value};
use crate::book::{Book, BookChoice};
use crate::position::Game;
use crate::search::Limits;
use crate::types::Depth;

/// How deep the move of a book is looked at, for a line and a score to tell with it.
const GLANCE: Depth = 4;

/// The book and what the options say about it.
pub(super) struct Opening {
    book: Book,
    is_used: bool,
    is_analysis: bool,
    plies: u32,
    choice: BookChoice,
}

impl Default for Opening {
    fn default() -> Opening {
        let choice = BookChoice::default();
        Opening { book: Book::built_in(), is_used: false, is_analysis: false, plies: 255, choice }
    }
}

impl Opening {
    /// Takes up the value of an option that has to do with the book.
    ///
    /// # Errors
    /// A sentence where the book is refused; the one before stays.
    pub fn set(&mut self, id: Id, value: &Value) -> Result<(), String> {
        match (id, value) {
            (Id::OwnBook, Value::Check(on)) => self.is_used = *on,
            (Id::AnalyseMode, Value::Check(on)) => self.is_analysis = *on,
            (Id::BookDepth, Value::Number(plies)) => self.plies = *plies as u32,
            (Id::BookChoice, Value::Text(name)) => {
                self.choice =
                    if name == BookChoice::Best.name() { BookChoice::Best } else { BookChoice::Weighted };
            }
            (Id::BookFile, Value::Text(path)) => self.book = load(path)?,
            _ => {}
        }
        Ok(())
    }

    /// Narrows the search of a game to a move of the book, if it has one; gives a sentence to tell.
    ///
    /// A search that goes on until it is stopped, that is on the opponent's time or that is asked
    /// for certain moves or a mate is analysis, and gets no move of a book.
    pub fn narrow(&self, game: &Game, limits: &mut Limits) -> Option<String> {
        let asked =
            limits.infinite || limits.ponder || limits.mate.is_some() || !limits.search_moves.is_empty();
        let position = game.position();
        if !self.is_used || self.is_analysis || asked || position.game_ply() >= self.plies {
            return None;
        }
        let moves = self.book.moves(position);
        let chance = RandomState::new().build_hasher().finish();
        let chosen = self.choice.among(&moves, chance)?;
        // Without the clock, which would not let a single move be looked at.
        limits.clock = None;
        limits.search_moves = vec![chosen.m];
        limits.depth = Some(limits.depth.map_or(GLANCE, |depth| depth.min(GLANCE)));
        let total: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
        let share = u64::from(chosen.weight) * 100 / total.max(1);
        let text = position.move_text(chosen.m);
        Some(format!("book: {text}, with {share} % of the weight of {} moves", moves.len()))
    }
}

/// The book in the file at `path`, or the one that comes with the engine.
fn load(path: &str) -> Result<Book, String> {
    match path {
        "" | BUILT_IN => Ok(Book::built_in()),
        path => Book::load(Path::new(path))
            .map_err(|error| format!("the book '{}' is refused: {error}", shorten(path))),
    }
}

/// The ways to choose, for the option.
pub(super) fn choices() -> Vec<&'static str> {
    BookChoice::ALL.iter().map(|choice| choice.name()).collect()
}
