//! A recorded game of self-play.

use lancet::position::Position;
use lancet_arena::termination::{GameResult, Termination};
use shakmaty::Move;

use super::WinProbability;

/// A game from the start position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Game {
    /// The random moves of the opening.
    pub opening: Vec<Move>,
    /// The searched moves.
    pub moves: Vec<ScoredMove>,
    /// The result.
    pub result: GameResult,
    /// The termination.
    pub termination: Termination,
}

/// A move played after a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The move.
    pub played: Move,
    /// The score of the position before the move, for the side to move.
    pub score: WinProbability,
}

/// Reports whether a position with this best move is quiet: not in check, and the move neither captures nor promotes.
pub(crate) fn is_quiet(position: &Position, best: Move) -> bool {
    !position.in_check() && !best.is_capture() && !best.is_promotion()
}

impl Game {
    /// Returns the position after the random opening.
    #[must_use]
    pub fn start(&self) -> Position {
        self.opening.iter().fold(Position::default(), |position, m| position.play(*m))
    }

    /// Iterates over the searched positions, each with the move played in it and its score.
    pub fn positions(&self) -> impl Iterator<Item = (Position, ScoredMove)> {
        let mut next = self.start();
        self.moves.iter().map(move |scored| {
            let after = next.play(scored.played);
            (std::mem::replace(&mut next, after), *scored)
        })
    }

    /// Iterates over all moves from the start position.
    pub fn all_moves(&self) -> impl Iterator<Item = Move> {
        self.opening.iter().copied().chain(self.moves.iter().map(|scored| scored.played))
    }
}
