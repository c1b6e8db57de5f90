//! The three types of critical positions (Knuth and Moore 1975).
//!
//! Source 003. Type 1 nodes are on the principal variation, type 2 nodes are cut off by their first child (cut nodes),
//! and type 3 nodes must search all children (all nodes).

use crate::game_tree::{GameTree, expand};

/// The type of a critical position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeType {
    /// Type 1: on the principal variation.
    Principal,
    /// Type 2: only the first child is critical.
    Cut,
    /// Type 3: all children are critical.
    All,
}

impl NodeType {
    /// The type of the child at `index`, which starts at 0; `None` if the child is not critical.
    #[must_use]
    pub fn child(self, index: usize) -> Option<NodeType> {
        match (self, index) {
            (NodeType::Principal, 0) => Some(NodeType::Principal),
            (NodeType::Principal | NodeType::All, _) => Some(NodeType::Cut),
            (NodeType::Cut, 0) => Some(NodeType::All),
            (NodeType::Cut, _) => None,
        }
    }
}

/// Calls `found` with the key of every critical leaf, from left to right.
pub fn critical_leaves<T: GameTree>(
    tree: &T,
    node: &T::Node,
    depth: u32,
    kind: NodeType,
    found: &mut impl FnMut(u64),
) {
    let Some((moves, count)) = expand(tree, node, depth) else { return found(tree.key(node)) };
    for index in 0..count {
        if let Some(kind) = kind.child(index) {
            critical_leaves(tree, &tree.child(node, &moves, index), depth - 1, kind, found);
        }
    }
}

/// Adds the number of critical positions of each level to `levels`, whose length limits the depth.
pub fn count_critical<T: GameTree>(tree: &T, node: &T::Node, kind: NodeType, levels: &mut [u64]) {
    let Some((first, below)) = levels.split_first_mut() else { return };
    *first += 1;
    if below.is_empty() {
        return;
    }
    let moves = tree.moves(node);
    for index in 0..tree.len(&moves) {
        if let Some(kind) = kind.child(index) {
            count_critical(tree, &tree.child(node, &moves, index), kind, below);
        }
    }
}
