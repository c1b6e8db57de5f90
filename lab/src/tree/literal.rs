//! Small trees written out, such as those printed in the papers.

use std::collections::HashMap;
use std::fmt;
use std::iter::Peekable;
use std::str::CharIndices;

use super::splitmix::{child_key, root_key};
use crate::game_tree::{GameTree, INFINITY, Value};

/// A tree as the papers print it: a leaf, or a list of children.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeLiteral {
    /// A leaf and its value from the root's point of view.
    Leaf(Value),
    /// An interior node.
    Node(Vec<TreeLiteral>),
    /// A position with a name, which is the same position wherever the name occurs.
    Named(String, Box<TreeLiteral>),
}

/// The error of [`TreeLiteral::parse`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseTreeError {
    /// The text ends inside a list.
    UnexpectedEnd,
    /// A character that is neither part of a tree nor of a number, and its byte offset.
    UnexpectedCharacter(char, usize),
    /// A leaf that is not an integer within the infinite values, and its byte offset.
    InvalidLeaf(String, usize),
    /// A list at this byte offset is nested too deeply.
    TooDeep(usize),
    /// A name that no position to the left has, and its byte offset.
    UnknownName(String, usize),
    /// A name that has a position already, and its byte offset.
    SecondMeaning(String, usize),
    /// The tree is too large if every name is replaced by its position.
    TooLarge,
}

/// The largest number of lists inside each other.
const MAX_HEIGHT: u32 = 64;

/// The largest number of nodes if every name is replaced by its position.
const MAX_NODES: usize = 1 << 20;

impl ParseTreeError {
    /// Returns the message, with the line of the text that has the error, and a caret below its place.
    #[must_use]
    pub fn pointed(&self, text: &str) -> String {
        let at = match self {
            ParseTreeError::UnexpectedEnd | ParseTreeError::TooLarge => text.trim_end().len(),
            ParseTreeError::UnexpectedCharacter(_, at)
            | ParseTreeError::InvalidLeaf(_, at)
            | ParseTreeError::UnknownName(_, at)
            | ParseTreeError::SecondMeaning(_, at)
            | ParseTreeError::TooDeep(at) => *at,
        };
        let before = text.get(..at).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |line_end| line_end + 1);
        let line = text[start..].lines().next().unwrap_or_default().trim_end().replace('\t', " ");
        format!("{self}\n  {line}\n  {}^", " ".repeat(before[start..].chars().count()))
    }
}

impl fmt::Display for ParseTreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseTreeError::UnexpectedEnd => f.write_str("invalid tree: unexpected end; expected ']'"),
            ParseTreeError::UnexpectedCharacter(found, at) => {
                write!(f, "invalid tree: unexpected '{found}' at byte {at}; expected e.g. [[1,5],[2,7]]")
            }
            ParseTreeError::InvalidLeaf(text, _) => {
                let largest = INFINITY - 2;
                write!(f, "invalid tree: leaf '{text}' is not an integer from -{largest} to {largest}")
            }
            ParseTreeError::TooDeep(at) => {
                write!(f, "invalid tree: more than {MAX_HEIGHT} lists inside each other at byte {at}")
            }
            ParseTreeError::UnknownName(name, at) => {
                write!(
                    f,
                    "invalid tree: unknown position '{name}' at byte {at}; expected {name}:[...] before"
                )
            }
            ParseTreeError::SecondMeaning(name, at) => {
                write!(f, "invalid tree: position '{name}' is defined again at byte {at}")
            }
            ParseTreeError::TooLarge => write!(f, "invalid tree: more than {MAX_NODES} nodes"),
        }
    }
}

impl std::error::Error for ParseTreeError {}

impl TreeLiteral {
    /// Parses a tree such as `[[1,5,6],[2,7],[[8,1],7]]`.
    ///
    /// A name, which begins with a capital letter, makes the tree a graph: in `[[3,A:[5,1]],[A,2]]` two paths lead to the
    /// position `A`. The name must be defined, as in `A:`, to the left of its uses.
    ///
    /// # Errors
    /// [`ParseTreeError`] if the text is not a nested list of integers and names.
    pub fn parse(text: &str) -> Result<TreeLiteral, ParseTreeError> {
        let characters = text.char_indices().peekable();
        let mut parser = Parser { text, characters, height: 0, named: HashMap::new(), nodes: 0 };
        let tree = parser.tree()?;
        match parser.next_token() {
            None => Ok(tree),
            Some((at, found)) => Err(ParseTreeError::UnexpectedCharacter(found, at)),
        }
    }

    /// A uniform tree with these leaves from left to right.
    #[must_use]
    pub fn uniform(width: usize, leaves: &[Value]) -> TreeLiteral {
        if let [value] = leaves {
            return TreeLiteral::Leaf(*value);
        }
        let part = leaves.len().div_ceil(width.max(2)).max(1);
        TreeLiteral::Node(leaves.chunks(part).map(|part| TreeLiteral::uniform(width, part)).collect())
    }

    /// The number of plies from here to the deepest leaf.
    #[must_use]
    pub fn height(&self) -> u32 {
        match self {
            TreeLiteral::Leaf(_) => 0,
            TreeLiteral::Node(children) => 1 + children.iter().map(TreeLiteral::height).max().unwrap_or(0),
            TreeLiteral::Named(_, position) => position.height(),
        }
    }

    /// The number of nodes, each as often as paths lead to it.
    fn size(&self) -> usize {
        match self {
            TreeLiteral::Leaf(_) => 1,
            TreeLiteral::Node(children) => 1 + children.iter().map(TreeLiteral::size).sum::<usize>(),
            TreeLiteral::Named(_, position) => position.size(),
        }
    }
}

/// A recursive descent parser.
struct Parser<'a> {
    text: &'a str,
    characters: Peekable<CharIndices<'a>>,
    /// The number of lists that are open.
    height: u32,
    /// The positions with names.
    named: HashMap<String, TreeLiteral>,
    /// The number of nodes so far.
    nodes: usize,
}

impl Parser<'_> {
    /// Consumes and returns the next character that is not white space.
    fn next_token(&mut self) -> Option<(usize, char)> {
        self.characters.find(|(_, character)| !character.is_whitespace())
    }

    fn tree(&mut self) -> Result<TreeLiteral, ParseTreeError> {
        self.nodes += 1;
        match self.next_token() {
            Some((start, 'A'..='Z')) => self.name(start),
            Some((at, '[')) if self.height >= MAX_HEIGHT => Err(ParseTreeError::TooDeep(at)),
            Some((_, '[')) => self.children(),
            Some((start, character)) if character == '-' || character.is_ascii_digit() => self.leaf(start),
            Some((at, character)) => Err(ParseTreeError::UnexpectedCharacter(character, at)),
            None => Err(ParseTreeError::UnexpectedEnd),
        }
    }

    /// The rest of a list whose bracket was consumed.
    fn children(&mut self) -> Result<TreeLiteral, ParseTreeError> {
        let mut children = Vec::new();
        self.height += 1;
        loop {
            children.push(self.tree()?);
            match self.next_token() {
                Some((_, ',')) => {}
                Some((_, ']')) => {
                    self.height -= 1;
                    return Ok(TreeLiteral::Node(children));
                }
                Some((at, character)) => return Err(ParseTreeError::UnexpectedCharacter(character, at)),
                None => return Err(ParseTreeError::UnexpectedEnd),
            }
        }
    }

    /// The position whose name begins at `start`, where its first character was consumed.
    fn name(&mut self, start: usize) -> Result<TreeLiteral, ParseTreeError> {
        while self.characters.next_if(|(_, character)| character.is_ascii_alphanumeric()).is_some() {}
        let end = self.characters.peek().map_or(self.text.len(), |(at, _)| *at);
        let name = self.text[start..end].to_string();
        while self.characters.next_if(|(_, character)| character.is_whitespace()).is_some() {}
        if self.characters.next_if(|(_, character)| *character == ':').is_some() {
            if self.height >= MAX_HEIGHT {
                return Err(ParseTreeError::TooDeep(start));
            }
            self.height += 1;
            let position = self.tree()?;
            self.height -= 1;
            if self.named.insert(name.clone(), position.clone()).is_some() {
                return Err(ParseTreeError::SecondMeaning(name, start));
            }
            return Ok(TreeLiteral::Named(name, Box::new(position)));
        }
        let Some(position) = self.named.get(&name) else {
            return Err(ParseTreeError::UnknownName(name, start));
        };
        if self.height + position.height() > MAX_HEIGHT {
            return Err(ParseTreeError::TooDeep(start));
        }
        self.nodes += position.size();
        if self.nodes > MAX_NODES {
            return Err(ParseTreeError::TooLarge);
        }
        Ok(TreeLiteral::Named(name, Box::new(position.clone())))
    }

    /// The leaf whose first character, at `start`, was consumed.
    fn leaf(&mut self, start: usize) -> Result<TreeLiteral, ParseTreeError> {
        let is_inside = |character: &char| character.is_ascii_alphanumeric() || *character == '.';
        while self.characters.next_if(|(_, character)| is_inside(character)).is_some() {}
        let end = self.characters.peek().map_or(self.text.len(), |(at, _)| *at);
        let number = &self.text[start..end];
        match number.parse() {
            Ok(value) if 1 - INFINITY < value && value < INFINITY - 1 => Ok(TreeLiteral::Leaf(value)),
            _ => Err(ParseTreeError::InvalidLeaf(number.into(), start)),
        }
    }
}

/// A tree built from a [`TreeLiteral`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explicit {
    nodes: Vec<Node>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Node {
    key: u64,
    /// For the side to move.
    value: Value,
    children: Vec<usize>,
}

impl Explicit {
    /// The tree whose leaf values are from the point of view of the side to move at the root.
    #[must_use]
    pub fn new(literal: &TreeLiteral) -> Explicit {
        let mut tree = Explicit { nodes: Vec::new() };
        tree.add(literal, root_key(0), 1, &mut HashMap::new());
        tree
    }

    /// Adds a subtree and returns the index of its root. `named` has the indices of the positions with names, by name and
    /// side to move.
    fn add<'l>(
        &mut self,
        literal: &'l TreeLiteral,
        key: u64,
        sign: Value,
        named: &mut HashMap<(&'l str, Value), usize>,
    ) -> usize {
        if let TreeLiteral::Named(name, position) = literal {
            let known = named.get(&(name.as_str(), sign)).copied();
            let place = known.unwrap_or_else(|| self.add(position, key, sign, named));
            named.insert((name, sign), place);
            return place;
        }
        let place = self.nodes.len();
        self.nodes.push(Node { key, value: 0, children: Vec::new() });
        match literal {
            TreeLiteral::Leaf(value) => self.nodes[place].value = sign * value,
            TreeLiteral::Node(children) => {
                let children = children.iter().enumerate();
                let add = |(index, child)| self.add(child, child_key(key, index), -sign, named);
                let children = children.map(add).collect();
                self.nodes[place].children = children;
            }
            TreeLiteral::Named(..) => {}
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
        self.nodes[*node].children.len()
    }

    fn len(&self, count: &usize) -> usize {
        *count
    }

    fn child(&self, node: &usize, _count: &usize, index: usize) -> usize {
        self.nodes[*node].children[index]
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
    fn parses_trees_as_printed() {
        let literal = TreeLiteral::parse("[[1, 5,6],[2,7],[[8,1],7]]").expect("Hsu's tree");
        assert_eq!(literal.height(), 3);
        let tree = Explicit::new(&literal);
        let second = tree.child(&tree.root(), &3, 1);
        assert_eq!(tree.evaluate(&tree.child(&second, &2, 0)), 2);
        let deep = tree.child(&tree.child(&tree.child(&0, &3, 2), &2, 0), &2, 1);
        assert_eq!(tree.evaluate(&deep), -1);
    }

    #[test]
    fn rejects_everything_else() {
        for (text, error) in [
            ("[1, x]", ParseTreeError::UnexpectedCharacter('x', 4)),
            ("[1 2]", ParseTreeError::UnexpectedCharacter('2', 3)),
            ("[]", ParseTreeError::UnexpectedCharacter(']', 1)),
            ("[1]]", ParseTreeError::UnexpectedCharacter(']', 3)),
            ("[1,", ParseTreeError::UnexpectedEnd),
            ("", ParseTreeError::UnexpectedEnd),
            ("[1, 2.5]", ParseTreeError::InvalidLeaf("2.5".into(), 4)),
            ("[99999999999]", ParseTreeError::InvalidLeaf("99999999999".into(), 1)),
            ("[-536870911]", ParseTreeError::InvalidLeaf("-536870911".into(), 1)),
        ] {
            assert_eq!(TreeLiteral::parse(text), Err(error), "{text}");
        }
    }

    #[test]
    fn deep_trees_are_rejected() {
        let nested = |height: usize| format!("{}1{}", "[".repeat(height), "]".repeat(height));
        assert_eq!(TreeLiteral::parse(&nested(64)).map(|tree| tree.height()), Ok(64));
        assert_eq!(TreeLiteral::parse(&nested(100_000)), Err(ParseTreeError::TooDeep(64)));
    }

    #[test]
    fn a_name_is_one_position_on_all_its_paths() {
        let literal = TreeLiteral::parse("[[3,A:[5,B:1]],[A,2],[[4,B]]]").expect("a graph");
        assert_eq!(literal.height(), 3);
        let tree = Explicit::new(&literal);
        let at = |path: &[usize]| {
            path.iter().fold(tree.root(), |node, index| tree.child(&node, &tree.moves(&node), *index))
        };
        assert_eq!(at(&[0, 1]), at(&[1, 0]));
        assert_eq!(at(&[0, 1, 1]), at(&[2, 0, 1]));
        assert_ne!(tree.key(&at(&[0, 0])), tree.key(&at(&[1, 1])));
        // The side to move is part of a position.
        let tree = Explicit::new(&TreeLiteral::parse("[A:[1],[A]]").expect("a graph"));
        let leaves = [
            tree.child(&tree.child(&0, &2, 0), &1, 0),
            tree.child(&tree.child(&tree.child(&0, &2, 1), &1, 0), &1, 0),
        ];
        assert_eq!(leaves.map(|leaf| tree.evaluate(&leaf)), [1, -1]);
        assert_ne!(tree.key(&leaves[0]), tree.key(&leaves[1]));
    }

    #[test]
    fn names_need_one_meaning_and_a_small_tree() {
        for (text, error) in [
            ("[A]", ParseTreeError::UnknownName("A".into(), 1)),
            ("[A:[A]]", ParseTreeError::UnknownName("A".into(), 4)),
            ("[A:1, A:2]", ParseTreeError::SecondMeaning("A".into(), 6)),
        ] {
            assert_eq!(TreeLiteral::parse(text), Err(error), "{text}");
        }
        let long = "A:".repeat(100_000);
        assert_eq!(TreeLiteral::parse(&long), Err(ParseTreeError::TooDeep(128)));
        let doubled = |last: u8| {
            let pairs = (b'B'..=last).map(|name| format!(",{}:[{1},{1}]", name as char, (name - 1) as char));
            format!("[A:[1,1]{}]", pairs.collect::<String>())
        };
        assert!(TreeLiteral::parse(&doubled(b'P')).is_ok());
        assert_eq!(TreeLiteral::parse(&doubled(b'Z')), Err(ParseTreeError::TooLarge));
    }

    #[test]
    fn errors_point_at_their_place() {
        let pointed = |text| TreeLiteral::parse(text).map_err(|error| error.pointed(text));
        let expected =
            "invalid tree: unexpected 'x' at byte 4; expected e.g. [[1,5],[2,7]]\n  [1, x]\n      ^";
        assert_eq!(pointed("[1, x]"), Err(expected.into()));
        let expected = "invalid tree: unexpected 'é' at byte 5; expected e.g. [[1,5],[2,7]]\n   é]\n   ^";
        assert_eq!(pointed("[1,\n é]"), Err(expected.into()));
        let expected = "invalid tree: unexpected end; expected ']'\n  [[1,2],\n         ^";
        assert_eq!(pointed("[[1,2], "), Err(expected.into()));
        assert!(pointed("[1, 2.5]").is_err_and(|text| text.ends_with("\n  [1, 2.5]\n      ^")));
    }

    #[test]
    fn a_sequence_of_leaves_makes_a_uniform_tree() {
        let literal = TreeLiteral::uniform(2, &[1, 2, 3, 4]);
        assert_eq!(TreeLiteral::parse("[[1,2],[3,4]]"), Ok(literal));
    }
}
