//! The search of one node: where, with which window, how it ends, and what it stores.

use crate::game_tree::{GameTree, Value};

/// A node that is searched, with its window and depth.
#[derive(Debug)]
pub struct Visit<'a, T: GameTree> {
    /// The tree.
    pub tree: &'a T,
    /// The node.
    pub node: &'a T::Node,
    /// The lower end of the window, for the side to move at the node.
    pub alpha: Value,
    /// The upper end of the window.
    pub beta: Value,
    /// The number of plies that are still searched; 0 at the search depth.
    pub depth: u32,
}

impl<'a, T: GameTree> Visit<'a, T> {
    /// The search of `node` with a window and to a depth.
    #[inline]
    #[must_use]
    pub fn new(tree: &'a T, node: &'a T::Node, (alpha, beta): (Value, Value), depth: u32) -> Visit<'a, T> {
        Visit { tree, node, alpha, beta, depth }
    }

    /// The kind of the window.
    #[inline]
    #[must_use]
    pub fn window(&self) -> Window {
        Window::of(self.alpha, self.beta)
    }
}

// Derived implementations would require them of the tree as well.
impl<T: GameTree> Clone for Visit<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: GameTree> Copy for Visit<'_, T> {}

/// The two kinds of search windows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    /// No value lies strictly between the bounds: the search is a test against one bound.
    Zero,
    /// At least one value lies strictly between the bounds.
    Wide,
}

impl Window {
    /// The kind of the window from `alpha` to `beta`.
    #[inline]
    #[must_use]
    pub fn of(alpha: Value, beta: Value) -> Window {
        if beta - alpha <= 1 { Window::Zero } else { Window::Wide }
    }
}

/// Why the search of an interior node ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// No child is left.
    Complete,
    /// The child at this index, which starts at 0, produced a beta cutoff.
    Cutoff(usize),
    /// The bound of the child at this index, which starts at 0, lay in the table and produced a beta cutoff before any
    /// child was searched (enhanced transposition cutoff).
    Transposition(usize),
    /// The upper bound of the next child, known from a test, shows that no child left is better (prove best).
    ProveBest(Value),
    /// SSS* and DUAL* solved the node: by one child, or by the last one.
    Solved,
}

/// What a search stores about a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Memory {
    /// Bounds of the value.
    Bounds {
        /// The value is at least this.
        lower: Value,
        /// The value is at most this.
        upper: Value,
    },
    /// Upper bounds of the children, from the point of view of the node (INS and PNS).
    Children(Vec<Value>),
    /// The index of the best child, or of the one that produced a cutoff (INS and PNS).
    Best(usize),
}
