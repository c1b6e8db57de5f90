//! Arguments of a node: its type, and the window, depth and ply that it is searched with.

use crate::types::{Depth, Window};

/// The type of a node, by its place in the tree and not by its window.
pub(super) trait NodeType {
    /// The root.
    const ROOT: bool = false;
    /// A node on the principal variation.
    const PV: bool = false;
    /// A node that is re-searched with the bounds that the first search left in the TT.
    const RESEARCH: bool = false;
    /// The type of its first child.
    type FirstChild: NodeType;
}

/// The root.
pub(super) struct Root;
/// A node on the principal variation.
pub(super) struct Pv;
/// A node on the principal variation that is re-searched after a zero-window search.
pub(super) struct ReSearch;
/// Any other node.
pub(super) struct NonPv;

impl NodeType for Root {
    const ROOT: bool = true;
    const PV: bool = true;
    type FirstChild = Pv;
}
impl NodeType for Pv {
    const PV: bool = true;
    type FirstChild = Pv;
}
impl NodeType for ReSearch {
    const PV: bool = true;
    const RESEARCH: bool = true;
    type FirstChild = ReSearch;
}
impl NodeType for NonPv {
    type FirstChild = NonPv;
}

/// What a node is searched with.
#[derive(Clone, Copy)]
pub(super) struct NodeArgs {
    pub window: Window,
    pub depth: Depth,
    /// Plies from the root.
    pub ply: usize,
    /// A beta cutoff is expected.
    pub cut_node: bool,
}

impl NodeArgs {
    /// Arguments for a search of the root.
    pub fn root(window: Window, depth: Depth) -> NodeArgs {
        NodeArgs { window, depth, ply: 0, cut_node: false }
    }
}
