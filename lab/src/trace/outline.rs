//! A whole small tree, laid out for drawing.

use std::collections::HashMap;
use std::fmt;

use crate::game_tree::{GameTree, Value, expand};
use crate::theory::NodeKind;
use crate::tree::Path;

/// The largest number of nodes of a tree that is drawn.
pub const MAX_NODES: usize = 4000;

/// A tree with more nodes than can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyNodes {
    /// The largest number of nodes.
    pub limit: usize,
}

impl fmt::Display for TooManyNodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tree too large to show: it has more than {} nodes", self.limit)
    }
}

impl std::error::Error for TooManyNodes {}

/// All nodes of a tree, parents before their children.
#[derive(Clone, PartialEq, Debug)]
pub struct Outline {
    /// The nodes; the first one is the root.
    pub nodes: Vec<OutlineNode>,
    /// The number of leaves.
    pub leaves: usize,
    numbers: HashMap<Path, usize>,
}

/// A node of an [`Outline`].
#[derive(Clone, PartialEq, Debug)]
pub struct OutlineNode {
    /// Its path.
    pub path: Path,
    /// The number of its parent.
    pub parent: Option<usize>,
    /// The numbers of its children.
    pub children: Vec<usize>,
    /// Its minimax value for the player to move at the root.
    pub value: Value,
    /// Its kind, if it is critical in this order of the children.
    pub kind: Option<NodeKind>,
    /// The horizontal position: the first leaf is at 0, the next at 1; a parent is in the middle of its children.
    pub x: f64,
}

impl OutlineNode {
    /// Whether the player at the root is to move.
    #[must_use]
    pub fn is_max(&self) -> bool {
        self.path.level().is_multiple_of(2)
    }

    /// Whether the node has no children.
    #[must_use]
    pub fn is_leaf(&self) -> bool {
        self.children.is_empty()
    }
}

impl Outline {
    /// Visits all nodes of a tree.
    ///
    /// # Errors
    /// [`TooManyNodes`].
    pub fn of<T: GameTree>(tree: &T, depth: u32) -> Result<Outline, TooManyNodes> {
        let mut outline = Outline { nodes: Vec::new(), leaves: 0, numbers: HashMap::new() };
        outline.add(tree, &tree.root(), depth, (Path::default(), None))?;
        outline.numbers =
            outline.nodes.iter().enumerate().map(|(number, node)| (node.path.clone(), number)).collect();
        Ok(outline)
    }

    /// The number of the node at a path.
    #[must_use]
    pub fn number(&self, path: &Path) -> Option<usize> {
        self.numbers.get(path).copied()
    }

    /// The depth of the tree in plies.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.nodes.iter().map(|node| node.path.level()).max().unwrap_or(0)
    }

    /// The largest number of children of a node.
    #[must_use]
    pub fn width(&self) -> usize {
        self.nodes.iter().map(|node| node.children.len()).max().unwrap_or(0)
    }

    /// The number of leaves that are critical in this order of the children. Only if the tree is uniform are they as many
    /// as those of its minimal tree.
    #[must_use]
    pub fn critical_leaves(&self) -> usize {
        self.nodes.iter().filter(|node| node.is_leaf() && node.kind.is_some()).count()
    }

    fn add<T: GameTree>(
        &mut self,
        tree: &T,
        node: &T::Node,
        depth: u32,
        (path, parent): (Path, Option<usize>),
    ) -> Result<usize, TooManyNodes> {
        let number = self.nodes.len();
        if number >= MAX_NODES {
            return Err(TooManyNodes { limit: MAX_NODES });
        }
        let (kind, x) = (NodeKind::of(&path), self.leaves as f64);
        let sign = if path.level().is_multiple_of(2) { 1 } else { -1 };
        self.nodes.push(OutlineNode { path: path.clone(), parent, children: Vec::new(), value: 0, kind, x });
        let Some((moves, count)) = expand(tree, node, depth) else {
            self.leaves += 1;
            self.nodes[number].value = sign * tree.evaluate(node);
            return Ok(number);
        };
        let mut children = Vec::new();
        for index in 0..count {
            let child = tree.child(node, &moves, index);
            children.push(self.add(tree, &child, depth - 1, (path.child(index), Some(number)))?);
        }
        let ends = [children[0], children[count - 1]].map(|child| self.nodes[child].x);
        let values = children.iter().map(|child| sign * self.nodes[*child].value);
        let value = sign * values.max().unwrap_or(0);
        let this = &mut self.nodes[number];
        (this.x, this.value, this.children) = (f64::midpoint(ends[0], ends[1]), value, children);
        Ok(number)
    }
}
