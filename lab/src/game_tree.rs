//! The game tree interface that every search of the crate works on.

/// A score from the point of view of the side to move at its node (negamax).
pub type Value = i32;

/// A bound above every value of a tree.
///
/// A power of two, so that halving it stays exact.
pub const INFINITY: Value = 1 << 29;

/// A game tree that is generated while it is searched; no node has to be stored.
///
/// Artificial trees and chess positions implement it alike. All methods are deterministic: the same node always has
/// the same moves, value and key.
pub trait GameTree {
    /// A position.
    type Node: Clone;
    /// The moves of a node, generated once per visit: a move list, or an almost empty value where all nodes have the
    /// same number of children.
    type Moves;

    /// The root of the tree.
    fn root(&self) -> Self::Node;

    /// Generates the moves of a node.
    fn moves(&self, node: &Self::Node) -> Self::Moves;

    /// The number of moves; 0 if the game is over.
    fn len(&self, moves: &Self::Moves) -> usize;

    /// The child reached by the move at `index`, which starts at 0.
    fn child(&self, node: &Self::Node, moves: &Self::Moves, index: usize) -> Self::Node;

    /// The static value of a node for the side to move there, between -[`INFINITY`] and [`INFINITY`], both excluded. It must not
    /// depend on any search window.
    fn evaluate(&self, node: &Self::Node) -> Value;

    /// A hash key of the node: of its path in a tree, of its position in a graph.
    fn key(&self, node: &Self::Node) -> u64;
}

/// Returns the moves of an interior node and their number; `None` at depth 0 and where the game is over.
#[inline]
pub fn expand<T: GameTree>(tree: &T, node: &T::Node, depth: u32) -> Option<(T::Moves, usize)> {
    if depth == 0 {
        return None;
    }
    let moves = tree.moves(node);
    let count = tree.len(&moves);
    (count > 0).then_some((moves, count))
}
