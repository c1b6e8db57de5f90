//! Every example that the sources print: its tree, its searches, and what they visit and find.
//!
//! The tests, the command `trace --preset` and the report read the same data ([`PRINTED_TREES`]). Where a source prints a
//! part of a tree only, the note says what was filled in.

mod data;

pub use data::{PRINTED_PATHS, PRINTED_TREES};

use crate::algorithm::{Algorithm, Parameters, SearchError};
use crate::game_tree::Value;
use crate::trace::{Event, Recording, Searched, View};
use crate::tree::{Explicit, ParseTreeError, Path, TreeLiteral};

/// A tree that a source prints or describes leaf by leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintedTree {
    /// The name on command lines.
    pub name: &'static str,
    /// What the tree shows.
    pub title: &'static str,
    /// The source, by its number in the README, or the publication.
    pub source: &'static str,
    /// The place in the source.
    pub place: &'static str,
    /// What the source leaves open and is filled in here, in the tree or by further searches; empty if it prints everything.
    pub note: &'static str,
    /// The tree, with leaf values from the point of view of the root.
    pub text: &'static str,
    /// Its searches.
    pub searches: &'static [PrintedSearch],
}

/// A search of a printed tree. All values and windows are those of the player at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintedSearch {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its parameters.
    pub parameters: Parameters,
    /// Whether the source prints the search, at least in part. One that was added shows a statement or a comparison; it is no
    /// evidence for what the source prints.
    pub is_printed: bool,
    /// The result at the root.
    pub value: Value,
    /// The paths of the evaluated leaves in order, separated by spaces.
    pub leaves: &'static str,
    /// Nodes with a window in which they are searched: the lower and the upper end.
    pub windows: &'static [(&'static str, Value, Value)],
    /// Interior nodes with a result of their search.
    pub results: &'static [(&'static str, Value)],
    /// Nodes that a bound in memory decides.
    pub from_memory: &'static [&'static str],
    /// The bounds that the passes test, in order, for searches by passes.
    pub passes: &'static [Value],
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

    /// The source and the place in it, such as `003, slide 67`.
    #[must_use]
    pub fn origin(&self) -> String {
        if self.place.is_empty() { self.source.into() } else { format!("{}, {}", self.source, self.place) }
    }
}

impl PrintedSearch {
    /// Searches a printed tree.
    ///
    /// # Errors
    /// [`SearchError`]; a test shows that there is none.
    pub fn record(&self, literal: &TreeLiteral) -> Result<Recording, SearchError> {
        Recording::of(self.algorithm, &Explicit::new(literal), literal.height(), &self.parameters)
    }

    /// The number of evaluated leaves.
    #[must_use]
    pub fn count(&self) -> usize {
        self.leaves.split_whitespace().count()
    }

    /// Compares a search with what is printed or was added, and returns a sentence for each difference.
    #[must_use]
    pub fn differences(&self, found: &Recording) -> Vec<String> {
        let mut differences = Vec::new();
        if found.value != self.value {
            differences.push(format!("value {} instead of {}", found.value, self.value));
        }
        let leaves: Vec<String> = found.leaves().map(Path::to_string).collect();
        if leaves.join(" ") != self.leaves {
            differences.push(format!("leaves {} instead of {}", leaves.join(" "), self.leaves));
        }
        for (path, low, high) in self.windows {
            let is_same = |at: &&Searched| at.path.to_string() == *path && window(at) == (*low, *high);
            if !found.events.iter().filter_map(searched).any(|at| is_same(&at)) {
                differences.push(format!("{path} is never searched with the window ({low}, {high})"));
            }
        }
        for (path, value) in self.results {
            let is_same = |event: &Event| {
                matches!(event, Event::Leave { at, value: found, .. }
                if at.path.to_string() == *path && View::Root.value(&at.path, *found) == *value)
            };
            if !found.events.iter().any(is_same) {
                differences.push(format!("{path} never has the result {value}"));
            }
        }
        // Leaves are looked up in memory as well, but they are not results of searches.
        let is_leaf = |path: &String| leaves.contains(path);
        let from_memory: Vec<String> =
            found.events.iter().filter_map(decided).filter(|path| !is_leaf(path)).collect();
        if from_memory != self.from_memory {
            differences.push(format!("decided by memory: {from_memory:?} instead of {:?}", self.from_memory));
        }
        let passes: Vec<Value> = found.events.iter().filter_map(bound).collect();
        if !self.passes.is_empty() && passes != self.passes {
            differences.push(format!("passes {passes:?} instead of {:?}", self.passes));
        }
        differences
    }
}

/// The node of an event at which a search begins or memory decides.
fn searched(event: &Event) -> Option<&Searched> {
    match event {
        Event::Enter { at, .. } | Event::Leaf { at, .. } | Event::TableCutoff { at, .. } => Some(at),
        _ => None,
    }
}

/// The window of a node for the player at the root.
fn window(at: &Searched) -> (Value, Value) {
    if View::Root.negates(&at.path) { (-at.beta, -at.alpha) } else { (at.alpha, at.beta) }
}

/// The node above the search depth that memory decides in an event.
fn decided(event: &Event) -> Option<String> {
    match event {
        Event::TableCutoff { at, .. } if at.depth > 0 => Some(at.path.to_string()),
        _ => None,
    }
}

/// The bound that a pass tests.
fn bound(event: &Event) -> Option<Value> {
    match event {
        Event::BeginPass { bound, .. } => Some(*bound),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_texts_are_trees_with_distinct_names() {
        for (index, tree) in PRINTED_TREES.iter().enumerate() {
            assert!(tree.literal().is_ok(), "{}", tree.name);
            assert_eq!(PRINTED_TREES.iter().position(|other| other.name == tree.name), Some(index));
            assert_eq!(PrintedTree::of_name(tree.name), Some(tree));
            assert!(!tree.searches.is_empty() && !tree.title.is_empty() && !tree.source.is_empty());
        }
        assert_eq!(PrintedTree::of_name("oak"), None);
    }

    #[test]
    fn added_searches_have_a_note() {
        for tree in PRINTED_TREES {
            let has_added = tree.searches.iter().any(|search| !search.is_printed);
            assert_eq!(has_added, tree.note.contains("added here"), "{}", tree.name);
        }
    }

    #[test]
    fn every_difference_is_found() {
        let tree = PrintedTree::of_name("hsu-alpha").expect("an example");
        let literal = tree.literal().expect("a tree");
        let search = tree.searches[0];
        let found = search.record(&literal).expect("a small tree");
        assert_eq!(search.differences(&found), Vec::<String>::new());
        let wrong = PrintedSearch {
            value: 3,
            leaves: "1",
            windows: &[("2", 15, 16)],
            results: &[("2", 1)],
            from_memory: &["2"],
            passes: &[1],
            ..search
        };
        assert_eq!(wrong.differences(&found).len(), 6);
    }
}
