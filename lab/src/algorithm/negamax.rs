//! Negamax: minimax with one function for both players.
//!
//! Function F of source 003: the game is zero-sum, so values change their sign from ply to ply.

use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Observer, Visit, leaf};

/// Returns the value of `node` for its side to move. Visits every leaf.
pub fn negamax<T: GameTree, O: Observer<T>>(tree: &T, observer: &mut O, node: &T::Node, depth: u32) -> Value {
    let visit = Visit::new(tree, node, (-INFINITY, INFINITY), depth);
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(observer, visit) };
    observer.enter(visit);
    let mut best = -INFINITY;
    for index in 0..count {
        best = best.max(-negamax(tree, observer, &tree.child(node, &moves, index), depth - 1));
    }
    observer.leave(visit, best, End::Complete);
    best
}
