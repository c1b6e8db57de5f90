//! Last ply: the node above the leaves, where the searches of the family do all the same.
//!
//! A leaf has the same value in every window, so there is nothing to test and to search again:
//! what is left is a loop, and a fast one.

use crate::game_tree::{GameTree, INFINITY, Value};
use crate::observer::{Observer, Window, leaf};

/// What was seen of the leaves below a node.
pub(super) struct Seen {
    /// The best of them, or the first that is as good as is asked for.
    pub(super) best: Value,
    /// Which one it is.
    pub(super) index: usize,
    /// The best of those left of it.
    pub(super) left: Value,
}

/// The best of the leaves below `node`, whose `moves` are `count`, up to the first that reaches `beta`.
#[inline]
pub(super) fn last_ply<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    (moves, count): (T::Moves, usize),
    (alpha, beta): (Value, Value),
) -> Seen {
    let window = Window::of(alpha, beta);
    observer.enter(window);
    let mut seen = Seen { best: -INFINITY, index: 0, left: -INFINITY };
    for index in 0..count {
        let value = -leaf(tree, observer, &tree.child(node, &moves, index));
        if value > seen.best {
            if index > 0 && window == Window::Wide && value > alpha {
                observer.new_best();
            }
            seen = Seen { best: value, index, left: seen.best };
            if value >= beta {
                observer.cut(index, window);
                break;
            }
        }
    }
    seen
}
