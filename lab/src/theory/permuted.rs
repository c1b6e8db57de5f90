//! Permuted: a tree with one son of some nodes moved to the front.

use std::collections::HashMap;

use crate::game_tree::{GameTree, Value, expand};

/// A tree in which chosen sons come first; the others keep their order.
pub struct Permuted<'a, T> {
    tree: &'a T,
    /// The son to come first, by the key of its father.
    first: HashMap<u64, usize>,
}

impl<'a, T: GameTree> Permuted<'a, T> {
    /// The tree with the best son of every node in front: perfectly ordered.
    #[must_use]
    pub fn perfect(tree: &'a T, depth: u32) -> Permuted<'a, T> {
        let mut first = HashMap::new();
        best_first(tree, &tree.root(), depth, &mut first);
        Permuted { tree, first }
    }

    /// The tree with the sons in front that `first` names by the keys of their fathers.
    #[must_use]
    pub fn new(tree: &'a T, first: HashMap<u64, usize>) -> Permuted<'a, T> {
        Permuted { tree, first }
    }
}

fn best_first<T: GameTree>(tree: &T, node: &T::Node, depth: u32, first: &mut HashMap<u64, usize>) -> Value {
    let Some((moves, count)) = expand(tree, node, depth) else { return tree.evaluate(node) };
    let sons = (0..count).map(|index| -best_first(tree, &tree.child(node, &moves, index), depth - 1, first));
    let (mut best, mut value) = (0, Value::MIN);
    for (index, son) in sons.enumerate() {
        if son > value {
            (best, value) = (index, son);
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
