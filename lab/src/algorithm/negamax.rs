//! Negamax: minimax with one function for both players.
//!
//! Function F of source 003: the game is zero-sum, so values change their sign from ply to ply.

use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// Returns the value of `node` for its side to move. Visits every leaf.
pub fn negamax<T: GameTree, O: Observer>(tree: &T, observer: &mut O, node: &T::Node, depth: u32) -> Value {
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(tree, observer, node) };
    observer.enter(Window::Wide);
    let mut best = -INFINITY;
    for index in 0..count {
        best = best.max(-negamax(tree, observer, &tree.child(node, &moves, index), depth - 1));
    }
    best
}
