//! Explicit: small trees written out, such as those of the papers.

use super::mix::{child_key, root_key};
use crate::game_tree::{GameTree, Value};

/// A tree as it is printed: a leaf, or a list of sons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// A leaf and its value from the root's point of view.
    Leaf(Value),
    /// An interior node.
    Sons(Vec<Written>),
}

impl Written {
    /// Reads a tree such as `[[1,5,6],[2,7],[[8,1],7]]`.
    ///
    /// # Errors
    /// A sentence where it is not written like that.
    pub fn parse(text: &str) -> Result<Written, String> {
        let json = serde_json::from_str(text).map_err(|error| format!("the tree cannot be read: {error}"))?;
        Written::of(&json)
    }

    fn of(json: &serde_json::Value) -> Result<Written, String> {
        if let Some(sons) = json.as_array() {
            return sons.iter().map(Written::of).collect::<Result<_, _>>().map(Written::Sons);
        }
        let value = json.as_i64().and_then(|value| Value::try_from(value).ok());
        value
            .map(Written::Leaf)
            .ok_or_else(|| format!("`{json}` is neither a whole number nor a list of sons"))
    }

    /// A uniform tree with these leaves from left to right.
    #[must_use]
    pub fn uniform(width: usize, leaves: &[Value]) -> Written {
        if let [value] = leaves {
            return Written::Leaf(*value);
        }
        let part = leaves.len().div_ceil(width.max(2)).max(1);
        Written::Sons(leaves.chunks(part).map(|part| Written::uniform(width, part)).collect())
    }

    /// Plies from here to the deepest leaf.
    #[must_use]
    pub fn height(&self) -> u32 {
        match self {
            Written::Leaf(_) => 0,
            Written::Sons(sons) => 1 + sons.iter().map(Written::height).max().unwrap_or(0),
        }
    }
}

/// A tree that was written out, to be searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explicit {
    nodes: Vec<Entry>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    key: u64,
    /// For the side to move.
    value: Value,
    sons: Vec<usize>,
}

impl Explicit {
    /// The tree with the leaves' values from the point of view of the side to move at the root.
    #[must_use]
    pub fn new(written: &Written) -> Explicit {
        let mut tree = Explicit { nodes: Vec::new() };
        tree.add(written, root_key(0), 1);
        tree
    }

    fn add(&mut self, written: &Written, key: u64, sign: Value) -> usize {
        let place = self.nodes.len();
        self.nodes.push(Entry { key, value: 0, sons: Vec::new() });
        match written {
            Written::Leaf(value) => self.nodes[place].value = sign * value,
            Written::Sons(sons) => {
                let sons = sons.iter().enumerate();
                let sons = sons.map(|(index, son)| self.add(son, child_key(key, index), -sign)).collect();
                self.nodes[place].sons = sons;
            }
        }
        place
    }
}

impl GameTree for Explicit {
    type Node = usize;
    type Moves = usize;

    fn root(&self) -> usize {
        0
    }

    fn moves(&self, node: &usize) -> usize {
        self.nodes[*node].sons.len()
    }

    fn len(&self, count: &usize) -> usize {
        *count
    }

    fn child(&self, node: &usize, _count: &usize, index: usize) -> usize {
        self.nodes[*node].sons[index]
    }

    fn evaluate(&self, node: &usize) -> Value {
        self.nodes[*node].value
    }

    fn key(&self, node: &usize) -> u64 {
        self.nodes[*node].key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_read_as_they_are_printed() {
        let written = Written::parse("[[1,5,6],[2,7],[[8,1],7]]").expect("Hsu's tree");
        assert_eq!(written.height(), 3);
        let tree = Explicit::new(&written);
        let second = tree.child(&tree.root(), &3, 1);
        assert_eq!(tree.evaluate(&tree.child(&second, &2, 0)), 2);
        let deep = tree.child(&tree.child(&tree.child(&0, &3, 2), &2, 0), &2, 1);
        assert_eq!(tree.evaluate(&deep), -1);
        assert!(Written::parse("[1, x]").unwrap_err().contains("cannot be read"));
        assert!(Written::parse("[1, 2.5]").unwrap_err().contains("`2.5` is neither"));
    }

    #[test]
    fn leaves_in_a_row_make_a_uniform_tree() {
        let written = Written::uniform(2, &[1, 2, 3, 4]);
        assert_eq!(written, Written::parse("[[1,2],[3,4]]").unwrap());
    }
}
