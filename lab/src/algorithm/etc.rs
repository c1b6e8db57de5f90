//! ETC: enhanced transposition cutoffs, which look up all children of a node before the first one is searched.
//!
//! A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, *Exploiting Graph Properties of Game Trees*, AAAI 1996. A child that
//! is in the table may produce a cutoff, wherever it stands in the order of the moves. In a tree without transpositions no
//! child is in the table when its parent is searched for the first time.

use super::table::{Table, key_at_depth};
use crate::game_tree::{GameTree, Value};
use crate::observer::{End, Visit};

/// Returns the lower bound and the end of a search if a child whose bound is in the table produces a cutoff.
pub(super) fn transposition_cutoff<T: GameTree>(
    table: &Table,
    visit: Visit<'_, T>,
    moves: &T::Moves,
    count: usize,
) -> Option<(Value, End)> {
    let Visit { tree, node, beta, depth, .. } = visit;
    let known = |index: usize| {
        let key = key_at_depth(tree.key(&tree.child(node, moves, index)), depth - 1);
        (-table.get(key).upper, index)
    };
    let (value, index) = (0..count).map(known).find(|(value, _)| *value >= beta)?;
    Some((value, End::Transposition(index)))
}
