//! Node type: the three kinds of critical positions (Knuth and Moore 1975).
//!
//! Source 003. Those of type 1 are on the principal variation; a node of type 2 is cut off by its
//! first son, one of type 3 has to show all its sons.

use crate::game_tree::{GameTree, expand};

/// The kind of a critical position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeType {
    /// On the principal variation.
    Principal,
    /// The first son is critical alone.
    Cut,
    /// All sons are critical.
    All,
}

impl NodeType {
    /// The kind of the son `index`, from 0; `None` where it is not critical.
    #[must_use]
    pub fn son(self, index: usize) -> Option<NodeType> {
        match (self, index) {
            (NodeType::Principal, 0) => Some(NodeType::Principal),
            (NodeType::Principal | NodeType::All, _) => Some(NodeType::Cut),
            (NodeType::Cut, 0) => Some(NodeType::All),
            (NodeType::Cut, _) => None,
        }
    }
}

/// Tells the key of every critical leaf, from left to right.
pub fn critical_leaves<T: GameTree>(
    tree: &T,
    node: &T::Node,
    depth: u32,
    kind: NodeType,
    found: &mut impl FnMut(u64),
) {
    let Some((moves, count)) = expand(tree, node, depth) else { return found(tree.key(node)) };
    for index in 0..count {
        if let Some(kind) = kind.son(index) {
            critical_leaves(tree, &tree.child(node, &moves, index), depth - 1, kind, found);
        }
    }
}

/// Counts the critical positions of each level, as deep as `levels` has room for.
pub fn count_critical<T: GameTree>(tree: &T, node: &T::Node, kind: NodeType, levels: &mut [u64]) {
    let Some((first, below)) = levels.split_first_mut() else { return };
    *first += 1;
    if below.is_empty() {
        return;
    }
    let moves = tree.moves(node);
    for index in 0..tree.len(&moves) {
        if let Some(kind) = kind.son(index) {
            count_critical(tree, &tree.child(node, &moves, index), kind, below);
        }
    }
}
