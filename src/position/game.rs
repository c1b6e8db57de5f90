//! Game: a position with the history that repetitions depend on.

use shakmaty::Move;

use super::{MoveError, Path, Position};

/// A position with the keys of the positions before it, for repetitions.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    path: Path,
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Position::default())
    }
}

impl<P: Into<Position>> From<P> for Game {
    fn from(position: P) -> Game {
        Game::new(position.into())
    }
}

impl Game {
    /// Returns a game that starts from `position`.
    #[must_use]
    pub fn new(position: Position) -> Game {
        let mut path = Path::new();
        path.push(&position);
        path.set_root();
        Game { position, path }
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] if it is not; the game stays as it was.
    pub fn play(&mut self, m: Move) -> Result<(), MoveError> {
        if !self.position.is_legal(m) {
            return Err(MoveError::Illegal);
        }
        self.play_unchecked(m);
        Ok(())
    }

    /// Plays a move that is known to be legal, such as one of the engine.
    ///
    /// Any other move, one of another position included, may panic or lead to a position that cannot be searched: use
    /// [`Game::play`] for it.
    pub fn play_unchecked(&mut self, m: Move) {
        self.position = self.position.play(m);
        self.path.push(&self.position);
        self.path.set_root();
    }

    /// Plays a null move, as in analysis. Returns whether that is possible: not in check.
    pub fn play_null_move(&mut self) -> bool {
        let Some(next) = self.position.null_move_in_game() else { return false };
        self.position = next;
        self.path.push_null_move(&self.position);
        self.path.set_root();
        true
    }

    /// Returns the game from its last irreversible move on, in which the same moves repeat positions.
    #[must_use]
    pub fn since_irreversible_move(&self) -> Game {
        Game { position: self.position.clone(), path: self.path.since_irreversible_move() }
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The keys of the positions of the game.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_move;

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut game = Game::default();
        let m = parse_move(game.position(), "e2e4").unwrap();
        assert_eq!(game.play(m), Ok(()));
        let before = game.position().clone();
        assert_eq!(game.play(m), Err(MoveError::Illegal));
        assert_eq!((game.position().fen(), game.position().key()), (before.fen(), before.key()));
    }
}
