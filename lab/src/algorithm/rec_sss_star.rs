//! Recursive SSS* and DUAL*: the same leaves in the same order, without the list OPEN.
//!
//! After de Bruin, Pijls and Plaat (1994). The states in OPEN form a solution tree: it has all children of the nodes of
//! one player, each with an upper bound, and one active child of the nodes of the other player. A pass tests whether
//! the best bound is reached, and visits only subtrees that can reach it; the next pass tests the bound that remains.

use super::last_ply::last_ply;
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// Returns the value of the root by SSS*.
pub fn rec_sss_star<T: GameTree, O: Observer>(tree: &T, observer: &mut O, depth: u32) -> Value {
    let (root, mut below) = (tree.root(), Below::Unvisited);
    passes(observer, |observer, bound| search_all(tree, observer, &root, depth, bound, &mut below))
}

/// Returns the value of the root by DUAL*.
pub fn rec_dual_star<T: GameTree, O: Observer>(tree: &T, observer: &mut O, depth: u32) -> Value {
    let (root, mut below) = (tree.root(), Child::new(INFINITY));
    -passes(observer, |observer, bound| search_one(tree, observer, &root, depth, bound, &mut below))
}

/// Runs passes until one reaches the bound that it tests.
fn passes<O: Observer>(observer: &mut O, mut pass: impl FnMut(&mut O, Value) -> Value) -> Value {
    let mut bound = INFINITY;
    loop {
        let value = pass(observer, bound);
        observer.pass(value == bound);
        if value == bound {
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
fn search_all<T: GameTree, O: Observer>(
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
    let Some((moves, count)) = expand(tree, node, depth) else {
        *below = Below::Exact;
        return leaf(tree, observer, node).min(bound);
    };
    if depth == 1 {
        *below = Below::Exact;
        return last_ply(tree, observer, node, (moves, count), (bound - 1, bound)).best.min(bound);
    }
    if let Below::Unvisited = below {
        observer.memory_changed(count as isize);
        *below = Below::Children((0..count).map(|_| Child::new(bound)).collect());
    }
    let Below::Children(children) = below else { return bound };
    observer.enter(Window::Null);
    let mut best = -INFINITY;
    for (index, child) in children.iter_mut().enumerate() {
        if child.bound == bound {
            child.bound =
                search_one(tree, observer, &tree.child(node, &moves, index), depth - 1, bound, child);
            if child.bound == bound {
                observer.cutoff(index, Window::Null);
                observer.memory_changed(-(count as isize));
                *below = Below::Unvisited;
                return bound;
            }
        }
        best = best.max(child.bound);
    }
    best
}

/// Searches a node of the other player, which has one child at a time in the solution tree.
///
/// Each of its children has to reach the bound.
fn search_one<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    depth: u32,
    bound: Value,
    child: &mut Child,
) -> Value {
    let Some((moves, count)) = expand(tree, node, depth) else {
        let was_visited = matches!(child.below, Below::Exact);
        child.below = Below::Exact;
        return if was_visited { bound } else { (-leaf(tree, observer, node)).min(bound) };
    };
    observer.enter(Window::Null);
    while (child.active as usize) < count {
        let next = tree.child(node, &moves, child.active as usize);
        let value = search_all(tree, observer, &next, depth - 1, bound, &mut child.below);
        if value < bound {
            return value;
        }
        child.active += 1;
        child.below = Below::Unvisited;
    }
    bound
}
