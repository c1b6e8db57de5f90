//! Scout: tests whether a child is better before it computes the value (Pearl 1980).
//!
//! Sources 000 and 001. EVAL has no bounds, so its re-searches may visit leaves that alpha-beta does not.

use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Observer, Visit, leaf};

/// EVAL: returns the value of `node`.
pub fn scout<T: GameTree, O: Observer<T>>(tree: &T, observer: &mut O, node: &T::Node, depth: u32) -> Value {
    let visit = Visit::new(tree, node, (-INFINITY, INFINITY), depth);
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(observer, visit) };
    observer.enter(visit);
    let mut best = -scout(tree, observer, &tree.child(node, &moves, 0), depth - 1);
    for index in 1..count {
        let child = tree.child(node, &moves, index);
        // The child is better than the best one so far if its value for the opponent is below `-best`.
        if !reaches(tree, observer, &child, -best, depth - 1) {
            observer.research(tree, &child);
            observer.new_best();
            best = -scout(tree, observer, &child, depth - 1);
        }
    }
    observer.leave(visit, best, End::Complete);
    best
}

/// TEST: reports whether the value of `node` is at least `bound`.
fn reaches<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    bound: Value,
    depth: u32,
) -> bool {
    let visit = Visit::new(tree, node, (bound - 1, bound), depth);
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(observer, visit) >= bound };
    observer.enter(visit);
    for index in 0..count {
        // The node reaches the bound if the value of the child for the opponent is at most `-bound`.
        if !reaches(tree, observer, &tree.child(node, &moves, index), 1 - bound, depth - 1) {
            observer.leave(visit, bound, End::Cutoff(index));
            return true;
        }
    }
    observer.leave(visit, bound - 1, End::Complete);
    false
}
