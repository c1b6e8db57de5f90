//! Game: one game of self-play, as it is recorded.

use lancet::position::Position;
use lancet_arena::termination::{End, Outcome};
use shakmaty::Move;

use super::Chance;

/// A game from the start position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Game {
    /// The random moves that it began with.
    pub opening: Vec<Move>,
    /// The moves that were searched.
    pub moves: Vec<Scored>,
    /// How it ended.
    pub result: Outcome,
    /// Why it ended.
    pub end: End,
}

/// A move that was played after a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scored {
    /// The move.
    pub played: Move,
    /// What the search found the position before it to be worth, from the side to move.
    pub score: Chance,
}

impl Game {
    /// The position in which the searched moves begin.
    #[must_use]
    pub fn start(&self) -> Position {
        self.opening.iter().fold(Position::default(), |position, m| position.play(*m))
    }

    /// Every searched position with the move played in it and its score.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Scored)> {
        let mut next = self.start();
        self.moves.iter().map(move |scored| {
            let after = next.play(scored.played);
            (std::mem::replace(&mut next, after), *scored)
        })
    }

    /// All moves from the start position on.
    pub fn all_moves(&self) -> impl Iterator<Item = Move> {
        self.opening.iter().copied().chain(self.moves.iter().map(|scored| scored.played))
    }
}
