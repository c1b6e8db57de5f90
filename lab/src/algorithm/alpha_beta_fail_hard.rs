//! Alpha-beta, fail-hard below: the result is never less than `alpha`, but may exceed `beta`.
//!
//! Function F2 of source 003; the program in source 004 is the same.

use crate::game_tree::{GameTree, Value, expand};
use crate::observer::{End, Observer, Visit, leaf};

/// Returns `alpha` if the value of `node` is at most `alpha`, a lower bound of at least `beta` if it is at least
/// `beta`, else the value.
pub fn alpha_beta_fail_hard<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    alpha: Value,
    beta: Value,
    depth: u32,
) -> Value {
    let visit = Visit::new(tree, node, (alpha, beta), depth);
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(observer, visit) };
    observer.enter(visit);
    let mut end = End::Complete;
    let mut best = alpha;
    for index in 0..count {
        let child = tree.child(node, &moves, index);
        best = best.max(-alpha_beta_fail_hard(tree, observer, &child, -beta, -best, depth - 1));
        if best >= beta {
            end = End::Cutoff(index);
            break;
        }
    }
    observer.leave(visit, best, end);
    best
}
