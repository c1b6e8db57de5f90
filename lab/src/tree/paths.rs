//! A tree whose nodes know their paths.

use std::fmt;
use std::str::FromStr;

use crate::game_tree::{GameTree, Value};

/// The path from the root to a node: the indices of the moves, which start at 0.
///
/// It is displayed in Dewey decimal notation, in which moves start at 1: `2.1` is the first child of the second child of
/// the root. The root is displayed as `root`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Path(Vec<usize>);

impl Path {
    /// The path of these indices.
    #[must_use]
    pub fn new(indices: Vec<usize>) -> Path {
        Path(indices)
    }

    /// The indices of the moves, which start at 0.
    #[must_use]
    pub fn indices(&self) -> &[usize] {
        &self.0
    }

    /// The number of moves.
    #[must_use]
    pub fn level(&self) -> usize {
        self.0.len()
    }

    /// The path of the child at `index`.
    #[must_use]
    pub fn child(&self, index: usize) -> Path {
        Path(self.0.iter().copied().chain([index]).collect())
    }

    /// The path of the parent; `None` for the root.
    #[must_use]
    pub fn parent(&self) -> Option<Path> {
        self.0.split_last().map(|(_, rest)| Path(rest.to_vec()))
    }

    /// Reports whether the node lies below the node of `other`, or is that node.
    #[must_use]
    pub fn is_at_or_below(&self, other: &Path) -> bool {
        self.0.starts_with(&other.0)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.0.split_first() else { return f.pad("root") };
        let text = rest.iter().fold((first + 1).to_string(), |text, index| format!("{text}.{}", index + 1));
        f.pad(&text)
    }
}

/// The error of reading a [`Path`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParsePathError(String);

impl fmt::Display for ParsePathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid path '{}': expected e.g. 2.1.3, or root", self.0)
    }
}

impl std::error::Error for ParsePathError {}

impl FromStr for Path {
    type Err = ParsePathError;

    fn from_str(text: &str) -> Result<Path, ParsePathError> {
        if text == "root" {
            return Ok(Path::default());
        }
        let index = |step: &str| step.parse::<usize>().ok().and_then(|step| step.checked_sub(1));
        let indices: Option<Vec<usize>> = text.split('.').map(index).collect();
        indices.map(Path).ok_or_else(|| ParsePathError(text.into()))
    }
}

/// A tree that searches as another one, with nodes that know their paths, for observers.
#[derive(Clone, Copy, Debug)]
pub struct Paths<'a, T> {
    tree: &'a T,
}

/// A node and its path.
#[derive(Clone, Debug)]
pub struct PathNode<N> {
    /// The node of the tree itself.
    pub node: N,
    /// Its path from the root.
    pub path: Path,
}

impl<'a, T: GameTree> Paths<'a, T> {
    /// Adds paths to the nodes of `tree`.
    #[must_use]
    pub fn new(tree: &'a T) -> Paths<'a, T> {
        Paths { tree }
    }
}

impl<T: GameTree> GameTree for Paths<'_, T> {
    type Node = PathNode<T::Node>;
    type Moves = T::Moves;

    fn root(&self) -> PathNode<T::Node> {
        PathNode { node: self.tree.root(), path: Path::default() }
    }

    fn moves(&self, node: &PathNode<T::Node>) -> T::Moves {
        self.tree.moves(&node.node)
    }

    fn len(&self, moves: &T::Moves) -> usize {
        self.tree.len(moves)
    }

    fn child(&self, node: &PathNode<T::Node>, moves: &T::Moves, index: usize) -> PathNode<T::Node> {
        PathNode { node: self.tree.child(&node.node, moves, index), path: node.path.child(index) }
    }

    fn evaluate(&self, node: &PathNode<T::Node>) -> Value {
        self.tree.evaluate(&node.node)
    }

    fn key(&self, node: &PathNode<T::Node>) -> u64 {
        self.tree.key(&node.node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_written_in_dewey_notation() {
        assert_eq!(Path::default().to_string(), "root");
        let path = Path::default().child(1).child(0);
        assert_eq!((path.to_string().as_str(), path.level()), ("2.1", 2));
        assert_eq!((path.parent(), Path::default().parent()), (Some(Path::new(vec![1])), None));
        assert!(path.is_at_or_below(&Path::new(vec![1])) && !path.is_at_or_below(&Path::new(vec![0])));
        for text in ["root", "2.1", "12.3.1"] {
            assert_eq!(text.parse().map(|path: Path| path.to_string()), Ok(text.to_string()));
        }
        for text in ["", "0", "1.", "1.x", "-1"] {
            let error = text.parse::<Path>().map_err(|error| error.to_string());
            assert_eq!(error, Err(format!("invalid path '{text}': expected e.g. 2.1.3, or root")));
        }
    }
}
