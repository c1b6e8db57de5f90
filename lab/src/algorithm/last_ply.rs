//! Last ply: the node above the leaves, where the searches of the family do all the same.
//!
//! A leaf has the same value in every window, so there is nothing to test and to search again:
//! what is left is a loop, and a fast one.

use crate::game_tree::{GameTree, INFINITY, Value};
use crate::observer::{Observer, Window, leaf};

/// The best of the leaves below `node`, whose `moves` are `count`, up to the first that reaches `beta`.
#[inline]
pub fn last_ply<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    (moves, count): (T::Moves, usize),
    (alpha, beta): (Value, Value),
) -> Value {
    let window = Window::of(alpha, beta);
    observer.enter(window);
    let mut best = -INFINITY;
    for index in 0..count {
        let value = -leaf(tree, observer, &tree.child(node, &moves, index));
        if value > best {
            if index > 0 && window == Window::Wide && value > alpha {
                observer.new_best();
            }
            best = value;
            if best >= beta {
                observer.cut(index, window);
                break;
            }
        }
    }
    best
}
