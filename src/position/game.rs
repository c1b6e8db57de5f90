//! Game: a position and how it came about.

use shakmaty::Move;

use super::{Path, Position};

/// A position with the moves that led to it, as far as repetitions need them.
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
    /// A game that starts from `position`.
    #[must_use]
    pub fn new(position: Position) -> Game {
        let mut path = Path::new();
        path.push(&position);
        path.set_root();
        Game { position, path }
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        self.position = self.position.play(m);
        self.path.push(&self.position);
        self.path.set_root();
    }

    /// Passes, as in analysis; false, and nothing is done, where the side to move is in check.
    pub fn play_null_move(&mut self) -> bool {
        let Some(next) = self.position.null_move() else { return false };
        self.position = next;
        self.path.push_null_move(&self.position);
        self.path.set_root();
        true
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The keys of the positions so far.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}
