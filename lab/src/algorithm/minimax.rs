//! Minimax: the value by its definition, with a player who maximizes and one who minimizes.
//!
//! Source 003, F' and G'.

use crate::game_tree::{GameTree, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// The value of the root, for the side to move there. It visits every leaf.
pub fn minimax<T: GameTree, O: Observer>(tree: &T, observer: &mut O, depth: u32) -> Value {
    maximum(tree, observer, &tree.root(), depth)
}

/// F': the best of the sons for the player who maximizes.
fn maximum<T: GameTree, O: Observer>(tree: &T, observer: &mut O, node: &T::Node, depth: u32) -> Value {
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(tree, observer, node) };
    observer.enter(Window::Wide);
    let sons = (0..count).map(|index| minimum(tree, observer, &tree.child(node, &moves, index), depth - 1));
    sons.fold(Value::MIN, Value::max)
}

/// G': the worst of the sons. A leaf is worth to the other player the negative of what it is to this one.
fn minimum<T: GameTree, O: Observer>(tree: &T, observer: &mut O, node: &T::Node, depth: u32) -> Value {
    let Some((moves, count)) = expand(tree, node, depth) else { return -leaf(tree, observer, node) };
    observer.enter(Window::Wide);
    let sons = (0..count).map(|index| maximum(tree, observer, &tree.child(node, &moves, index), depth - 1));
    sons.fold(Value::MAX, Value::min)
}
