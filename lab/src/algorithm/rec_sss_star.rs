//! Recursive SSS* and DUAL*: the same leaves in the same order, without the list.
//!
//! After de Bruin, Pijls and Plaat (1994). What SSS* has in OPEN is a solution tree: at the nodes
//! of one player all sons, each with an upper bound, at those of the other one active son. A pass
//! asks whether the best bound is reached and goes only to where it could be; the next one asks for
//! the bound that is left.

use super::last_ply::last_ply;
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// The value of the root by SSS*.
pub fn rec_sss_star<T: GameTree, O: Observer>(tree: &T, observer: &mut O, depth: u32) -> Value {
    let (root, mut below) = (tree.root(), Below::Unseen);
    passes(observer, |observer, bound| all(tree, observer, &root, depth, bound, &mut below))
}

/// The value of the root by DUAL*.
pub fn rec_dual_star<T: GameTree, O: Observer>(tree: &T, observer: &mut O, depth: u32) -> Value {
    let (root, mut below) = (tree.root(), Son::new(INFINITY));
    -passes(observer, |observer, bound| one(tree, observer, &root, depth, bound, &mut below))
}

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

/// What is known below a node whose sons all count.
enum Below {
    Unseen,
    /// A leaf, or a node above leaves: its value is known.
    Exact,
    Sons(Vec<Son>),
}

/// A node of which one son at a time counts.
struct Son {
    bound: Value,
    active: u32,
    below: Below,
}

impl Son {
    fn new(bound: Value) -> Son {
        Son { bound, active: 0, below: Below::Unseen }
    }
}

/// `bound` if the node, whose sons all count, reaches it; else a new upper bound, which is less.
fn all<T: GameTree, O: Observer>(
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
    if let Below::Unseen = below {
        observer.stored(count as isize);
        *below = Below::Sons((0..count).map(|_| Son::new(bound)).collect());
    }
    let Below::Sons(sons) = below else { return bound };
    observer.enter(Window::Null);
    let mut best = -INFINITY;
    for (index, son) in sons.iter_mut().enumerate() {
        if son.bound == bound {
            son.bound = one(tree, observer, &tree.child(node, &moves, index), depth - 1, bound, son);
            if son.bound == bound {
                observer.cut(index, Window::Null);
                observer.stored(-(count as isize));
                *below = Below::Unseen;
                return bound;
            }
        }
        best = best.max(son.bound);
    }
    best
}

/// The same for a node that is the other player's: each of its sons has to reach the bound.
fn one<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    depth: u32,
    bound: Value,
    son: &mut Son,
) -> Value {
    let Some((moves, count)) = expand(tree, node, depth) else {
        let seen = matches!(son.below, Below::Exact);
        son.below = Below::Exact;
        return if seen { bound } else { (-leaf(tree, observer, node)).min(bound) };
    };
    observer.enter(Window::Null);
    while (son.active as usize) < count {
        let next = tree.child(node, &moves, son.active as usize);
        let value = all(tree, observer, &next, depth - 1, bound, &mut son.below);
        if value < bound {
            return value;
        }
        son.active += 1;
        son.below = Below::Unseen;
    }
    bound
}
