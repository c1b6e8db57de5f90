//! The last ply: nodes whose children are leaves.
//!
//! The value of a leaf does not depend on the window, so there is nothing to test and re-search. A simple and fast loop
//! remains, and each leaf is evaluated once: in alpha-beta (fail-soft), all forms of NegaScout, PVS, PNS, INS and recursive SSS*.
//! Scout, whose TEST and EVAL are separate programs, evaluates a leaf that is better a second time.

use crate::game_tree::{GameTree, INFINITY, Value};
use crate::observer::{End, Observer, Visit, Window, leaf};

/// The result of a search of the leaves below a node.
pub(super) struct LastPly {
    /// The value of the best leaf, or of the first one that reached `beta`.
    pub(super) best: Value,
    /// The index of that leaf.
    pub(super) index: usize,
    /// The value of the best leaf left of it.
    pub(super) left: Value,
}

/// Evaluates the leaves below a node, which has `count` moves, up to the first one that reaches `beta`.
#[inline]
pub(super) fn last_ply<T: GameTree, O: Observer<T>>(
    observer: &mut O,
    visit: Visit<'_, T>,
    (moves, count): (T::Moves, usize),
) -> LastPly {
    let Visit { tree, node, alpha, beta, .. } = visit;
    observer.enter(visit);
    let mut end = End::Complete;
    let mut result = LastPly { best: -INFINITY, index: 0, left: -INFINITY };
    for index in 0..count {
        let child = tree.child(node, &moves, index);
        let value = -leaf(observer, Visit::new(tree, &child, (-beta, -alpha.max(result.best)), 0));
        if value > result.best {
            if index > 0 && visit.window() == Window::Wide && value > alpha {
                observer.new_best();
            }
            result = LastPly { best: value, index, left: result.best };
            if value >= beta {
                end = End::Cutoff(index);
                break;
            }
        }
    }
    observer.leave(visit, result.best, end);
    result
}
