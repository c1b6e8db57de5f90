//! Path: the keys of the game and of the search line, for repetitions.

use std::sync::LazyLock;

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::Position;
use super::keys::{piece_key, turn_key};

/// The positions that led to a node: those of the game, then those of the search.
#[derive(Clone, Debug, Default)]
pub struct Path {
    steps: Vec<Step>,
    /// How many of the steps belong to the game: the last of them is the root.
    game: usize,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// How many steps back a repetition may lie.
    reach: usize,
}

impl Path {
    /// An empty path.
    #[must_use]
    pub fn new() -> Path {
        Path::default()
    }

    /// Adds the position that the game or the line has come to.
    pub fn push(&mut self, position: &Position) {
        let reach = self.steps.last().map_or(0, |step| step.reach + 1).min(position.halfmoves() as usize);
        self.steps.push(Step { key: position.key(), reach });
    }

    /// Adds a position that a pass has led to: nothing before it can be repeated.
    pub fn push_null_move(&mut self, position: &Position) {
        self.steps.push(Step { key: position.key(), reach: 0 });
    }

    /// Leaves the last position.
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// Makes the last position the root: what comes from now on belongs to the search.
    pub fn set_root(&mut self) {
        self.game = self.steps.len();
    }

    /// The last position is a draw by repetition: it came once before in the search line, or
    /// twice before in the game.
    #[must_use]
    pub fn is_repetition(&self) -> bool {
        let Some((last, before)) = self.steps.split_last() else { return false };
        let mut seen_in_game = false;
        let mut back = 4;
        while back <= last.reach {
            let index = before.len() - back;
            if before[index].key == last.key {
                if index >= self.game || seen_in_game {
                    return true;
                }
                seen_in_game = true;
            }
            back += 2;
        }
        false
    }

    /// Some position has come twice since the last capture or pawn move.
    #[must_use]
    pub fn has_repeated(&self) -> bool {
        let reach = self.steps.last().map_or(0, |step| step.reach);
        let since = &self.steps[self.steps.len().saturating_sub(reach + 1)..];
        since
            .iter()
            .enumerate()
            .any(|(index, step)| since[..index].iter().any(|before| before.key == step.key))
    }

    /// The side to move in `position`, the last of the path, has a move that repeats a position
    /// of the search line: it can claim at least a draw.
    ///
    /// After M. van Kervinck's method: the keys of two positions that one reversible move
    /// connects differ by the key of that move, and those are few enough for a table.
    #[must_use]
    pub fn has_upcoming_repetition(&self, position: &Position) -> bool {
        let Some((last, before)) = self.steps.split_last() else { return false };
        let mut back = 3;
        while back <= last.reach {
            let index = before.len() - back;
            if index < self.game {
                return false;
            }
            if let Some((from, to)) = ReversibleMoves::get().find(last.key ^ before[index].key) {
                let ours = (position.us() & Bitboard::from(from).with(to)).any();
                let between = attacks::between(from, to);
                if ours && (between & position.board().occupied()).is_empty() {
                    return true;
                }
            }
            back += 2;
        }
        false
    }
}

const SLOTS: usize = 1 << 14;

/// Every reversible move of a piece other than a pawn, by the key that it changes.
struct ReversibleMoves {
    keys: Box<[u64]>,
    squares: Box<[(Square, Square)]>,
}

impl ReversibleMoves {
    fn get() -> &'static ReversibleMoves {
        static TABLE: LazyLock<ReversibleMoves> = LazyLock::new(ReversibleMoves::build);
        &TABLE
    }

    fn build() -> ReversibleMoves {
        let mut table = ReversibleMoves {
            keys: vec![0; SLOTS].into_boxed_slice(),
            squares: vec![(Square::A1, Square::A1); SLOTS].into_boxed_slice(),
        };
        for color in Color::ALL {
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                let piece = role.of(color);
                for from in Square::ALL {
                    let reach = attacks::attacks(from, piece, Bitboard::EMPTY);
                    for to in reach.into_iter().filter(|to| *to > from) {
                        let key = piece_key(piece, from) ^ piece_key(piece, to) ^ turn_key();
                        table.insert(key, from, to);
                    }
                }
            }
        }
        table
    }

    fn insert(&mut self, key: u64, from: Square, to: Square) {
        let mut slot = key as usize % SLOTS;
        while self.keys[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        self.keys[slot] = key;
        self.squares[slot] = (from, to);
    }

    #[inline]
    fn find(&self, key: u64) -> Option<(Square, Square)> {
        let mut slot = key as usize % SLOTS;
        while self.keys[slot] != 0 {
            if self.keys[slot] == key {
                return Some(self.squares[slot]);
            }
            slot = (slot + 1) % SLOTS;
        }
        None
    }
}
