//! Refresh cache: for each view, the last board seen in it with its accumulator.
//!
//! A refresh from there costs a row for each difference between two boards, which are mostly few, instead of one
//! for each piece.

use shakmaty::{Board, Color, Role};

use super::features::{Active, VIEWS, View};
use super::network::Network;
use super::vector::I16x32;
use crate::memory::{AllocError, try_filled};

/// A board and its accumulator for each view.
#[derive(Debug)]
pub(super) struct RefreshCache {
    boards: [Board; VIEWS],
    values: Box<[I16x32]>,
}

impl RefreshCache {
    /// Allocates a cache of empty boards; without a network it has no accumulators.
    ///
    /// # Errors
    /// An [`AllocError`] if the memory is missing.
    pub fn new(network: Option<&Network>) -> Result<RefreshCache, AllocError> {
        let bias = network.map_or(&[][..], Network::feature_bias);
        let mut values = try_filled(VIEWS * bias.len(), I16x32::ZERO)?;
        values.chunks_exact_mut(bias.len().max(1)).for_each(|entry| entry.copy_from_slice(bias));
        Ok(RefreshCache { boards: [const { Board::empty() }; VIEWS], values })
    }

    /// Sets `accumulator` to that of `board` in `view`.
    pub fn refresh(&mut self, network: &Network, board: &Board, view: View, accumulator: &mut [I16x32]) {
        let before = &mut self.boards[view.number()];
        let entry = &mut self.values[view.number() * accumulator.len()..][..accumulator.len()];
        let [added, removed] = differences(view, before, board);
        network.change(entry, &added, &removed, accumulator);
        entry.copy_from_slice(accumulator);
        before.clone_from(board);
    }
}

/// Returns the features that `board` activates in `view` and `before` does not, and vice versa.
fn differences(view: View, before: &Board, board: &Board) -> [Active; 2] {
    let mut differences = [Active::new(), Active::new()];
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = role.of(color);
            let (old, new) = (before.by_piece(piece), board.by_piece(piece));
            for (difference, squares) in differences.iter_mut().zip([new & !old, old & !new]) {
                difference.extend(squares.into_iter().map(|square| view.index(piece, square) as u16));
            }
        }
    }
    differences
}
