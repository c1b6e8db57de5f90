//! Scout: test whether a son is better before it is evaluated (Pearl 1980).
//!
//! Sources 000 and 001. EVAL knows no bounds, so that what it searches again may lie outside the
//! tree of alpha-beta.

use crate::game_tree::{GameTree, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// EVAL: the value of `node`.
pub fn scout<T: GameTree, O: Observer>(tree: &T, observer: &mut O, node: &T::Node, depth: u32) -> Value {
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(tree, observer, node) };
    observer.enter(Window::Wide);
    let mut best = -scout(tree, observer, &tree.child(node, &moves, 0), depth - 1);
    for index in 1..count {
        let son = tree.child(node, &moves, index);
        // Better for this side: worse for the other than the best so far.
        if !reaches(tree, observer, &son, -best, depth - 1) {
            observer.research();
            observer.new_best();
            best = -scout(tree, observer, &son, depth - 1);
        }
    }
    best
}

/// TEST: whether the value of `node` is at least `bound`.
fn reaches<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    bound: Value,
    depth: u32,
) -> bool {
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(tree, observer, node) >= bound };
    observer.enter(Window::Null);
    for index in 0..count {
        // The son is worth at most `-bound` to the other side.
        if !reaches(tree, observer, &tree.child(node, &moves, index), 1 - bound, depth - 1) {
            observer.cut(index, Window::Null);
            return true;
        }
    }
    false
}
