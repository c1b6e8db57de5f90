//! The small trees that the sources print.

use super::literal::{ParseTreeError, TreeLiteral};

/// A tree that a source prints or describes leaf by leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintedTree {
    /// The name on command lines.
    pub name: &'static str,
    /// What the tree shows.
    pub title: &'static str,
    /// The source, by its number in the README, or the publication.
    pub source: &'static str,
    /// The tree, with leaf values from the point of view of the root.
    pub text: &'static str,
}

impl PrintedTree {
    /// The tree of this name.
    #[must_use]
    pub fn of_name(name: &str) -> Option<&'static PrintedTree> {
        PRINTED_TREES.iter().find(|tree| tree.name == name)
    }

    /// The tree.
    ///
    /// # Errors
    /// If the text is no tree; a test shows that there is none.
    pub fn literal(&self) -> Result<TreeLiteral, ParseTreeError> {
        TreeLiteral::parse(self.text)
    }
}

/// The trees of the sources.
pub const PRINTED_TREES: &[PrintedTree] = &[
    PrintedTree {
        name: "hsu-complete",
        title: "Hsu's complete example: alpha-beta visits all 8 leaves",
        source: "003",
        text: "[[1,5,6],[2,7],[[8,1],7]]",
    },
    PrintedTree {
        name: "hsu-reordered",
        title: "Hsu's complete example in a better order: 4 of 8 leaves suffice",
        source: "003",
        text: "[[7,[8,1]],[2,7],[1,5,6]]",
    },
    PrintedTree {
        name: "hsu-perfect",
        title: "Perfect order is not always optimal: 3 leaves",
        source: "003",
        text: "[4,[[2,1],3]]",
    },
    PrintedTree {
        name: "hsu-better",
        title: "An order that is not perfect is better: 2 leaves",
        source: "003",
        text: "[4,[3,[2,1]]]",
    },
    PrintedTree {
        name: "stockman",
        title: "Stockman's example of SSS*: 8 leaves, alpha-beta visits 13",
        source: "Stockman 1979",
        text: "[[[[30,54],[21,73]],[[9,71],[43,91]]],[[[28,94],[78,52]],[[22,35],[53,80]]]]",
    },
    PrintedTree {
        name: "sss-misled",
        title: "SSS* visits more leaves than NegaScout: 8, and NegaScout 7",
        source: "000",
        text: "[[[3,5],[2,6]],[[7,4],[5,5]]]",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_texts_are_trees_with_distinct_names() {
        for (index, tree) in PRINTED_TREES.iter().enumerate() {
            assert!(tree.literal().is_ok(), "{}", tree.name);
            assert_eq!(PRINTED_TREES.iter().position(|other| other.name == tree.name), Some(index));
            assert_eq!(PrintedTree::of_name(tree.name), Some(tree));
        }
        assert_eq!(PrintedTree::of_name("oak"), None);
    }
}
