//! Minimax: the definition of the value, with a maximizing and a minimizing player.
//!
//! Functions F' and G' of source 003.

use crate::game_tree::{GameTree, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// Returns the value of the root for the side to move there. Visits every leaf.
pub fn minimax<T: GameTree, O: Observer>(tree: &T, observer: &mut O, depth: u32) -> Value {
    maximum(tree, observer, &tree.root(), depth)
}

/// F': the maximum of the children, for the maximizing player.
fn maximum<T: GameTree, O: Observer>(tree: &T, observer: &mut O, node: &T::Node, depth: u32) -> Value {
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(tree, observer, node) };
    observer.enter(Window::Wide);
    let children =
        (0..count).map(|index| minimum(tree, observer, &tree.child(node, &moves, index), depth - 1));
    children.fold(Value::MIN, Value::max)
}

/// G': the minimum of the children, for the minimizing player. Leaf values are for the side to move, hence the sign.
fn minimum<T: GameTree, O: Observer>(tree: &T, observer: &mut O, node: &T::Node, depth: u32) -> Value {
    let Some((moves, count)) = expand(tree, node, depth) else { return -leaf(tree, observer, node) };
    observer.enter(Window::Wide);
    let children =
        (0..count).map(|index| maximum(tree, observer, &tree.child(node, &moves, index), depth - 1));
    children.fold(Value::MAX, Value::min)
}
