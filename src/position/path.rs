//! Path: the keys of the game and of the line under search, for repetitions.
#![expect(clippy::cast_possible_truncation, reason = "the low bits of a key pick the slot")]

use std::sync::LazyLock;

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::Position;
use super::keys::{piece_key, turn_key};

/// The keys of the positions that led to a node: those of the game, then those of the search.
#[derive(Clone, Debug, Default)]
pub struct Path {
    steps: Vec<Step>,
    /// The number of steps that belong to the game; the last of them is the root.
    game: usize,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    /// The number of steps back to the last irreversible move.
    reach: usize,
}

impl Path {
    /// Returns an empty path.
    #[must_use]
    pub fn new() -> Path {
        Path::default()
    }

    /// Appends a position after a move.
    pub fn push(&mut self, position: &Position) {
        let reach = self.steps.last().map_or(0, |step| step.reach + 1).min(position.halfmoves() as usize);
        self.steps.push(Step { key: position.key(), reach });
    }

    /// Appends a position after a null move: positions before it do not count as repeated.
    pub fn push_null_move(&mut self, position: &Position) {
        self.steps.push(Step { key: position.key(), reach: 0 });
    }

    /// Removes the last position.
    pub fn pop(&mut self) {
        self.steps.pop();
    }

    /// Makes the last position the root: positions after it belong to the search.
    pub fn set_root(&mut self) {
        self.game = self.steps.len();
    }

    /// Returns the path from the last irreversible move on: no later position can repeat one before it.
    #[must_use]
    pub fn since_irreversible_move(&self) -> Path {
        let reach = self.steps.last().map_or(0, |step| step.reach);
        let first = self.steps.len().saturating_sub(reach + 1);
        Path { steps: self.steps[first..].to_vec(), game: self.game.saturating_sub(first) }
    }

    /// Reports whether the last position counts as a draw by repetition: it occurred once before in the
    /// search, or twice before in the game.
    #[must_use]
    pub fn is_repetition(&self) -> bool {
        self.repeated().is_some()
    }

    /// Returns which position, by its index in the path, makes the last one a draw by repetition.
    #[must_use]
    pub fn repeated(&self) -> Option<usize> {
        let (last, before) = self.steps.split_last()?;
        let mut seen_in_game = false;
        let mut back = 4;
        while back <= last.reach {
            let index = before.len() - back;
            if before[index].key == last.key {
                if index >= self.game || seen_in_game {
                    return Some(index);
                }
                seen_in_game = true;
            }
            back += 2;
        }
        None
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Reports whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns the key of the position `plies` plies before the last; `None` if the game is shorter.
    #[must_use]
    pub fn key_before(&self, plies: usize) -> Option<u64> {
        let index = self.steps.len().checked_sub(plies + 1)?;
        Some(self.steps[index].key)
    }

    /// Reports whether a position occurred twice since the last capture or pawn move.
    #[must_use]
    pub fn has_repeated(&self) -> bool {
        let reach = self.steps.last().map_or(0, |step| step.reach);
        let since = &self.steps[self.steps.len().saturating_sub(reach + 1)..];
        since
            .iter()
            .enumerate()
            .any(|(index, step)| since[..index].iter().any(|before| before.key == step.key))
    }

    /// Reports whether the side to move in `position`, the last of the path, has a move that repeats a
    /// position of the search, and so at least a draw.
    ///
    /// Method of M. van Kervinck: the keys of two positions that a reversible move connects differ by the
    /// key of that move, which is looked up in a hash table.
    #[must_use]
    pub fn has_upcoming_repetition(&self, position: &Position) -> bool {
        let count = self.steps.len();
        let Some(last) = self.steps.last().filter(|last| last.reach >= 3) else { return false };
        // The difference that a move has made, without the change of the turn.
        let change = |index: usize| self.steps[index].key ^ self.steps[index + 1].key ^ turn_key();
        // Those of the opponent must cancel each other out: only then can one move make up for the others.
        let mut by_opponent = change(count - 2);
        let mut back = 3;
        while back <= last.reach {
            let index = count - 1 - back;
            if index < self.game {
                return false;
            }
            by_opponent ^= change(index);
            if by_opponent == 0
                && let Some((from, to)) = ReversibleMoves::get().find(last.key ^ self.steps[index].key)
            {
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

/// A hash table of all reversible moves of pieces, by the difference that they make to the key.
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
