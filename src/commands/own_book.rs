//! Own book: moves from an opening book instead of a search.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use shakmaty::Move;

use crate::book::{Book, BookChoice};
use crate::position::Game;
use crate::search::Limits;
use crate::types::Depth;

/// Depth in plies of the search of a book move, which gives it a score and a line.
const SEARCH_DEPTH: Depth = 4;

/// The opening book and how it is used.
#[derive(Clone, Debug)]
pub struct OwnBook {
    /// The book.
    pub book: Book,
    /// The engine plays from the book.
    pub is_on: bool,
    /// Plies of the game after which the book is not used.
    pub max_ply: u32,
    /// How a move is chosen.
    pub choice: BookChoice,
}

/// The book move that a search is restricted to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChosenBookMove {
    /// The move.
    pub m: Move,
    /// Its part of the weight of all moves of the position.
    pub percent: u64,
    /// The moves that the book has for the position.
    pub moves: usize,
}

impl Default for OwnBook {
    fn default() -> OwnBook {
        OwnBook {
            book: Book::built_in(),
            is_on: false,
            max_ply: OwnBook::DEFAULT_MAX_PLY,
            choice: BookChoice::default(),
        }
    }
}

impl OwnBook {
    /// Plies of the game after which the book is not used, until `Book Depth` changes it.
    pub const DEFAULT_MAX_PLY: u32 = 255;

    /// Restricts the search of `game` to a book move, if there is one, and returns it.
    ///
    /// Infinite, ponder and mate searches and those of given moves are analysis: they get no book move.
    #[must_use]
    pub fn restrict(&self, game: &Game, limits: &mut Limits) -> Option<ChosenBookMove> {
        let is_analysis =
            limits.infinite || limits.ponder || limits.mate.is_some() || !limits.search_moves.is_empty();
        let position = game.position();
        if !self.is_on || is_analysis || position.game_ply() >= self.max_ply {
            return None;
        }
        let moves = self.book.moves(position);
        let random = RandomState::new().build_hasher().finish();
        let chosen = self.choice.among(&moves, random)?;
        // With a clock a single legal move would not be searched at all.
        limits.clock = None;
        limits.search_moves = vec![chosen.m];
        limits.depth = Some(limits.depth.map_or(SEARCH_DEPTH, |depth| depth.min(SEARCH_DEPTH)));
        let total: u64 = moves.iter().map(|book_move| u64::from(book_move.weight)).sum();
        let percent = u64::from(chosen.weight) * 100 / total.max(1);
        Some(ChosenBookMove { m: chosen.m, percent, moves: moves.len() })
    }
}
