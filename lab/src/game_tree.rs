//! Game tree: what every search of the laboratory searches.

/// A value from the point of view of the side to move at its node (negamax).
pub type Value = i32;

/// Greater than every value of a tree. A power of two: halves of it are whole too.
pub const INFINITY: Value = 1 << 29;

/// A game tree that is made while it is searched; nothing of it need be stored.
///
/// Artificial trees and chess positions implement it alike.
pub trait GameTree {
    /// A position.
    type Node: Clone;
    /// The moves of a node, found once for each visit: a list, or next to nothing where all nodes have the
    /// same number of sons.
    type Moves;

    /// Where the search begins.
    fn root(&self) -> Self::Node;

    /// The moves of a node.
    fn moves(&self, node: &Self::Node) -> Self::Moves;

    /// How many there are; 0 where the game is over.
    fn len(&self, moves: &Self::Moves) -> usize;

    /// The son by the move `index`, from 0.
    fn child(&self, node: &Self::Node, moves: &Self::Moves, index: usize) -> Self::Node;

    /// The value of a leaf for the side to move there. It must not depend on any window.
    fn evaluate(&self, node: &Self::Node) -> Value;

    /// A number for the node: of the path in a tree, of the position in a graph.
    fn key(&self, node: &Self::Node) -> u64;
}

/// The moves of an interior node and their number; `None` at depth 0 and where the game is over.
#[inline]
pub fn expand<T: GameTree>(tree: &T, node: &T::Node, depth: u32) -> Option<(T::Moves, usize)> {
    if depth == 0 {
        return None;
    }
    let moves = tree.moves(node);
    let count = tree.len(&moves);
    (count > 0).then_some((moves, count))
}
