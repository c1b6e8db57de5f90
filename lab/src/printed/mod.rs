//! Every example that the sources print: its tree, its searches, and what they visit and find.
//!
//! The tests, the command `trace --preset` and the report read the same data ([`PRINTED_TREES`]). Where a source prints a
//! part of a tree only, the note says what was filled in, and [`Printed`] which items of a search the source prints.

mod data;

pub use data::{PRINTED_PATHS, PRINTED_TREES};

use crate::algorithm::{Algorithm, Parameters, SearchError};
use crate::game_tree::Value;
use crate::trace::{Event, Recording, Searched, View, number};
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

/// The items of a search that its source prints. Only they are evidence for what the source states; the others were
/// computed here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Printed {
    /// Whether the result at the root is printed.
    pub value: bool,
    /// Whether the evaluated leaves are printed.
    pub leaves: bool,
    /// How many of the windows are printed: the first ones.
    pub windows: usize,
    /// How many of the results at nodes are printed: the first ones.
    pub results: usize,
    /// How many of the passes are printed: the first ones.
    pub passes: usize,
}

impl Printed {
    /// The source prints nothing of the search, which was added.
    pub const NOTHING: Printed = Printed { value: false, leaves: false, windows: 0, results: 0, passes: 0 };
}

/// A search of a printed tree. All values and windows are those of the player at the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintedSearch {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its parameters.
    pub parameters: Parameters,
    /// The items that the source prints.
    pub printed: Printed,
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

    /// Whether the source prints nothing of the search.
    #[must_use]
    pub fn is_added(&self) -> bool {
        self.printed == Printed::NOTHING
    }

    /// The items that the source prints, or those that were computed here, in words.
    #[must_use]
    pub fn items(&self, printed: bool) -> Vec<String> {
        let Printed { windows, results, passes, .. } = self.printed;
        let is_chosen = |flag: bool| flag == printed;
        let mut items = Vec::new();
        if is_chosen(self.printed.value) {
            items.push(format!("value {}", self.value));
        }
        if is_chosen(self.printed.leaves) {
            items.push(format!("{} leaves", self.count()));
        }
        let chosen = self.windows.iter().enumerate().filter(|(index, _)| is_chosen(*index < windows));
        items.extend(
            chosen.map(|(_, (path, low, high))| format!("{path} in ({}, {})", number(*low), number(*high))),
        );
        let chosen = self.results.iter().enumerate().filter(|(index, _)| is_chosen(*index < results));
        items.extend(chosen.map(|(_, (path, value))| format!("{path} = {value}")));
        let from_memory: &[&str] = if printed { &[] } else { self.from_memory };
        items.extend(from_memory.iter().map(|path| format!("{path} from memory")));
        let chosen = self.passes.iter().enumerate().filter(|(index, _)| is_chosen(*index < passes));
        items.extend(chosen.map(|(_, bound)| format!("pass ({}, {bound})", bound - 1)));
        items
    }

    /// Compares a search with every item, printed or computed here, and returns a sentence for each difference.
    #[must_use]
    pub fn differences(&self, found: &Recording) -> Vec<String> {
        let whole = Printed {
            value: true,
            leaves: true,
            windows: self.windows.len(),
            results: self.results.len(),
            passes: self.passes.len(),
        };
        let mut differences = self.differences_in(found, whole);
        // Leaves are looked up in memory as well, but they are not results of searches.
        let leaves: Vec<String> = found.leaves().map(Path::to_string).collect();
        let is_leaf = |path: &String| leaves.contains(path);
        let from_memory: Vec<String> =
            found.events.iter().filter_map(decided).filter(|path| !is_leaf(path)).collect();
        if from_memory != self.from_memory {
            differences.push(format!("decided by memory: {from_memory:?} instead of {:?}", self.from_memory));
        }
        differences
    }

    /// Compares a search with what its source prints, and returns a sentence for each difference.
    #[must_use]
    pub fn printed_differences(&self, found: &Recording) -> Vec<String> {
        self.differences_in(found, self.printed)
    }

    /// The differences of a search from some of the items.
    fn differences_in(&self, found: &Recording, items: Printed) -> Vec<String> {
        let mut differences = Vec::new();
        if items.value && found.value != self.value {
            differences.push(format!("value {} instead of {}", found.value, self.value));
        }
        let leaves = found.leaves().map(Path::to_string).collect::<Vec<String>>().join(" ");
        if items.leaves && leaves != self.leaves {
            differences.push(format!("leaves {leaves} instead of {}", self.leaves));
        }
        for (path, low, high) in self.windows.iter().take(items.windows) {
            let is_same = |at: &&Searched| at.path.to_string() == *path && window(at) == (*low, *high);
            if !found.events.iter().filter_map(searched).any(|at| is_same(&at)) {
                differences.push(format!("{path} is never searched with the window ({low}, {high})"));
            }
        }
        for (path, value) in self.results.iter().take(items.results) {
            let is_same = |event: &Event| {
                matches!(event, Event::Leave { at, value: found, .. }
                if at.path.to_string() == *path && View::Root.value(&at.path, *found) == *value)
            };
            if !found.events.iter().any(is_same) {
                differences.push(format!("{path} never has the result {value}"));
            }
        }
        let passes: Vec<Value> = found.events.iter().filter_map(bound).collect();
        // Further passes are a difference if all of them are compared.
        let is_whole = items.passes == self.passes.len();
        let compared = if is_whole { &passes[..] } else { &passes[..items.passes.min(passes.len())] };
        if items.passes > 0 && *compared != self.passes[..items.passes] {
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
            let has_added = tree.searches.iter().any(PrintedSearch::is_added);
            assert_eq!(has_added, tree.note.contains("added here"), "{}", tree.name);
        }
    }

    #[test]
    fn what_was_filled_in_is_not_printed() {
        let items = |name: &str, index: usize, printed: bool| {
            PrintedTree::of_name(name).map(|tree| tree.searches[index].items(printed).join(", "))
        };
        let printed = |name: &str| items(name, 0, true).unwrap_or_default();
        assert_eq!(
            printed("schaeffer-bisection"),
            "root = 1, root = 48, root = 24, pass (0, 1), pass (50, 51), pass (24, 25)"
        );
        assert_eq!(printed("eppstein-deep"), "1 = 12, 2.1.1 = 10");
        assert_eq!(printed("ignore-left"), "2 in (100, 101), 2 = 105");
        assert_eq!(printed("prove-best"), "2.1 = 88");
        assert_eq!(items("eppstein-deep", 1, true).as_deref(), Some(""));
        assert_eq!(items("eppstein-deep", 1, false).as_deref(), Some("value 12, 10 leaves"));
    }

    #[test]
    fn only_printed_items_are_evidence() {
        let tree = PrintedTree::of_name("schaeffer-bisection").expect("an example");
        let found = tree.searches[0].record(&tree.literal().expect("a tree")).expect("a small tree");
        let computed = PrintedSearch { value: 3, leaves: "1", passes: &[1, 51, 25, 14], ..tree.searches[0] };
        assert_eq!(computed.printed_differences(&found), Vec::<String>::new());
        assert_eq!(computed.differences(&found).len(), 3);
        let printed = PrintedSearch { passes: &[1, 51, 26, 13], results: &[("root", 2)], ..tree.searches[0] };
        assert_eq!(printed.printed_differences(&found).len(), 2);
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
