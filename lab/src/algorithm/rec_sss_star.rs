//! Recursive SSS* and DUAL*: the same leaves in the same order, without the list OPEN.
//!
//! After de Bruin, Pijls and Plaat (1994). The states in OPEN form a solution tree: it has all children of the nodes of
//! one player, each with an upper bound, and one active child of the nodes of the other player. A pass tests whether
//! the best bound is reached, and visits only subtrees that can reach it; the next pass tests the bound that remains.

use super::last_ply::last_ply;
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Memory, Observer, Visit, leaf};

/// Returns the value of the root by SSS*.
pub fn rec_sss_star<T: GameTree, O: Observer<T>>(tree: &T, observer: &mut O, depth: u32) -> Value {
    let (root, mut below) = (tree.root(), Below::Unvisited);
    passes::<T, O>(observer, false, |observer, bound| {
        search_all(tree, observer, &root, depth, bound, &mut below)
    })
}

/// Returns the value of the root by DUAL*.
pub fn rec_dual_star<T: GameTree, O: Observer<T>>(tree: &T, observer: &mut O, depth: u32) -> Value {
    let (root, mut below) = (tree.root(), Child::new(INFINITY));
    -passes::<T, O>(observer, true, |observer, bound| {
        search_one(tree, observer, &root, depth, bound, &mut below)
    })
}

/// Runs passes until one reaches the bound that it tests.
///
/// In DUAL* bounds are negated: the value of the root is at most `-bound`, or reaches `1 - bound`, which the pass tests.
fn passes<T: GameTree, O: Observer<T>>(
    observer: &mut O,
    is_dual: bool,
    mut pass: impl FnMut(&mut O, Value) -> Value,
) -> Value {
    let mut bound = INFINITY;
    loop {
        observer.begin_pass(if is_dual { 1 - bound } else { bound });
        let value = pass(observer, bound);
        let is_last = value == bound;
        observer.end_pass(is_last != is_dual);
        if is_last {
            return value;
        }
        bound = value;
    }
}

/// The part of the solution tree below a node that has all its children in it.
enum Below {
    Unvisited,
    /// The value of the node is known: it is a leaf or lies one ply above the leaves.
    Exact,
    Children(Vec<Child>),
}

impl Below {
    /// The number of entries in memory.
    fn entries(&self) -> isize {
        match self {
            Below::Unvisited | Below::Exact => 0,
            Below::Children(children) => children.iter().map(|child| 1 + child.below.entries()).sum(),
        }
    }
}

/// A node that has one child at a time in the solution tree.
struct Child {
    bound: Value,
    active: u32,
    below: Below,
}

impl Child {
    fn new(bound: Value) -> Child {
        Child { bound, active: 0, below: Below::Unvisited }
    }
}

/// Searches a node that has all its children in the solution tree.
///
/// Returns `bound` if the node reaches it, else a lower upper bound.
fn search_all<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    depth: u32,
    bound: Value,
    below: &mut Below,
) -> Value {
    if let Below::Exact = below {
        return bound;
    }
    let visit = Visit::new(tree, node, (bound - 1, bound), depth);
    let Some((moves, count)) = expand(tree, node, depth) else {
        *below = Below::Exact;
        return leaf(observer, visit).min(bound);
    };
    if depth == 1 {
        *below = Below::Exact;
        return last_ply(observer, visit, (moves, count)).best.min(bound);
    }
    if let Below::Unvisited = below {
        observer.memory_changed(count as isize);
        *below = Below::Children((0..count).map(|_| Child::new(bound)).collect());
    }
    let Below::Children(children) = below else { return bound };
    observer.enter(visit);
    let mut best = -INFINITY;
    for (index, child) in children.iter_mut().enumerate() {
        if child.bound == bound {
            let next = tree.child(node, &moves, index);
            child.bound = search_one(tree, observer, &next, depth - 1, bound, child);
            report_bound(tree, observer, &next, child.bound);
            if child.bound == bound {
                observer.leave(visit, bound, End::Cutoff(index));
                observer.forgotten(tree, node);
                if O::MEMORY {
                    observer.memory_changed(-below.entries());
                }
                *below = Below::Unvisited;
                return bound;
            }
        }
        best = best.max(child.bound);
    }
    observer.leave(visit, best, End::Complete);
    best
}

/// Reports the upper bound that the solution tree stores for a node, from the point of view of its parent.
#[inline]
fn report_bound<T: GameTree, O: Observer<T>>(tree: &T, observer: &mut O, node: &T::Node, bound: Value) {
    if O::STORED {
        observer.stored(tree, node, Memory::Bounds { lower: -bound, upper: INFINITY });
    }
}

/// Searches a node of the other player, which has one child at a time in the solution tree.
///
/// Each of its children has to reach the bound.
fn search_one<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    depth: u32,
    bound: Value,
    child: &mut Child,
) -> Value {
    let visit = Visit::new(tree, node, (-bound, 1 - bound), depth);
    let Some((moves, count)) = expand(tree, node, depth) else {
        let was_visited = matches!(child.below, Below::Exact);
        child.below = Below::Exact;
        return if was_visited { bound } else { (-leaf(observer, visit)).min(bound) };
    };
    observer.enter(visit);
    while (child.active as usize) < count {
        let next = tree.child(node, &moves, child.active as usize);
        let value = search_all(tree, observer, &next, depth - 1, bound, &mut child.below);
        if value < bound {
            observer.leave(visit, -value, End::Cutoff(child.active as usize));
            return value;
        }
        child.active += 1;
        child.below = Below::Unvisited;
    }
    observer.leave(visit, -bound, End::Complete);
    bound
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Counters;
    use crate::tree::{Iid, Incremental};

    /// Searches a tree by SSS* and checks that the entries that are counted are those in memory after each pass; returns the
    /// largest number of them.
    fn checked_peak<T: GameTree>(tree: &T, depth: u32) -> usize {
        let (root, mut below, mut counters) = (tree.root(), Below::Unvisited, Counters::default());
        passes::<T, Counters>(&mut counters, false, |counters, bound| {
            let value = search_all(tree, counters, &root, depth, bound, &mut below);
            assert_eq!(counters.entries() as isize, below.entries(), "bound {bound}");
            value
        });
        counters.peak_entries
    }

    #[test]
    fn the_entries_below_a_node_that_is_dropped_are_no_longer_counted() {
        for seed in 0..20 {
            let iid = Iid::new(4, 1000, seed);
            // A solution tree has at most this many nodes that have an entry: all children of every other level.
            assert!(checked_peak(&iid, 6) <= 4 + 4 * 4 + 4 * 4 * 4, "seed {seed}");
            assert!(checked_peak(&Incremental::new(4, 1000, 0.5, seed), 5) <= 4 + 4 * 4, "seed {seed}");
        }
    }
}
