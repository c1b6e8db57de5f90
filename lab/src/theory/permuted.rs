//! A tree in which one child of some nodes is moved to the front.

use std::collections::HashMap;

use crate::game_tree::{GameTree, Value, expand};

/// A tree in which selected children come first; the others keep their order.
#[derive(Debug)]
pub struct Permuted<'a, T> {
    tree: &'a T,
    /// The child to move to the front, by the key of its parent.
    first: HashMap<u64, usize>,
}

impl<'a, T: GameTree> Permuted<'a, T> {
    /// The perfectly ordered tree: the best child of every node comes first.
    #[must_use]
    pub fn perfect(tree: &'a T, depth: u32) -> Permuted<'a, T> {
        let mut first = HashMap::new();
        note_best(tree, &tree.root(), depth, &mut first);
        Permuted { tree, first }
    }

    /// The tree with the children of `first`, which maps keys of parents to indices, moved to the front.
    #[must_use]
    pub fn new(tree: &'a T, first: HashMap<u64, usize>) -> Permuted<'a, T> {
        Permuted { tree, first }
    }
}

/// Notes the best child of every node and returns the value of `node`.
fn note_best<T: GameTree>(tree: &T, node: &T::Node, depth: u32, first: &mut HashMap<u64, usize>) -> Value {
    let Some((moves, count)) = expand(tree, node, depth) else { return tree.evaluate(node) };
    let children =
        (0..count).map(|index| -note_best(tree, &tree.child(node, &moves, index), depth - 1, first));
    let (mut best, mut value) = (0, Value::MIN);
    for (index, child) in children.enumerate() {
        if child > value {
            (best, value) = (index, child);
        }
    }
    first.insert(tree.key(node), best);
    value
}

impl<T: GameTree> GameTree for Permuted<'_, T> {
    type Node = T::Node;
    type Moves = T::Moves;

    fn root(&self) -> T::Node {
        self.tree.root()
    }

    fn moves(&self, node: &T::Node) -> T::Moves {
        self.tree.moves(node)
    }

    fn len(&self, moves: &T::Moves) -> usize {
        self.tree.len(moves)
    }

    fn child(&self, node: &T::Node, moves: &T::Moves, index: usize) -> T::Node {
        let first = self.first.get(&self.tree.key(node)).copied().unwrap_or(0);
        let index = match index {
            0 => first,
            index if index <= first => index - 1,
            index => index,
        };
        self.tree.child(node, moves, index)
    }

    fn evaluate(&self, node: &T::Node) -> Value {
        self.tree.evaluate(node)
    }

    fn key(&self, node: &T::Node) -> u64 {
        self.tree.key(node)
    }
}
