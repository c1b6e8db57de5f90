//! Minimax: the definition of the value, with a maximizing and a minimizing player.
//!
//! Functions F' and G' of source 003.

use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Observer, Visit, leaf};

/// Returns the value of the root for the side to move there. Visits every leaf.
pub fn minimax<T: GameTree, O: Observer<T>>(tree: &T, observer: &mut O, depth: u32) -> Value {
    maximum(tree, observer, &tree.root(), depth)
}

/// F': the maximum of the children, for the maximizing player.
fn maximum<T: GameTree, O: Observer<T>>(tree: &T, observer: &mut O, node: &T::Node, depth: u32) -> Value {
    let visit = Visit::new(tree, node, (-INFINITY, INFINITY), depth);
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(observer, visit) };
    observer.enter(visit);
    let children =
        (0..count).map(|index| minimum(tree, observer, &tree.child(node, &moves, index), depth - 1));
    let value = children.fold(Value::MIN, Value::max);
    observer.leave(visit, value, End::Complete);
    value
}

/// G': the minimum of the children, for the minimizing player. Leaf values are for the side to move, hence the sign.
fn minimum<T: GameTree, O: Observer<T>>(tree: &T, observer: &mut O, node: &T::Node, depth: u32) -> Value {
    let visit = Visit::new(tree, node, (-INFINITY, INFINITY), depth);
    let Some((moves, count)) = expand(tree, node, depth) else { return -leaf(observer, visit) };
    observer.enter(visit);
    let children =
        (0..count).map(|index| maximum(tree, observer, &tree.child(node, &moves, index), depth - 1));
    let value = children.fold(Value::MAX, Value::min);
    observer.leave(visit, -value, End::Complete);
    value
}
