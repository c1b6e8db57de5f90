//! The events of a recorded search.

use crate::game_tree::Value;
use crate::observer::{End, Memory};
use crate::tree::Path;

/// A node as it is searched: with a window and to a depth. Values are those of its side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The path of the node.
    pub path: Path,
    /// The lower end of the window.
    pub alpha: Value,
    /// The upper end of the window.
    pub beta: Value,
    /// The number of plies that are still searched.
    pub depth: u32,
}

/// A step of a search. Values are those of the side to move at the node of the event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The search of an interior node begins.
    Enter {
        /// The node and its window.
        at: Searched,
        /// How often it was entered, this time included.
        visit: u32,
    },
    /// A leaf was evaluated.
    Leaf {
        /// The leaf and its window.
        at: Searched,
        /// Its value.
        value: Value,
        /// How often it was evaluated, this time included.
        visit: u32,
    },
    /// The search of an interior node ended.
    Leave {
        /// The node and its window.
        at: Searched,
        /// The result.
        value: Value,
        /// Why the search ended.
        end: End,
        /// The children that were cut off, by their indices.
        cut: Vec<usize>,
        /// Whether every child was searched.
        is_complete: bool,
        /// Where the bound came from that the result reached, after a cutoff.
        origin: Option<Origin>,
    },
    /// A bound in memory made the search of a node unnecessary.
    TableCutoff {
        /// The node and its window.
        at: Searched,
        /// The bound.
        value: Value,
    },
    /// A child is re-searched with a wider window.
    Research {
        /// The child.
        path: Path,
    },
    /// A re-search skips children that the test found too low.
    IgnoreLeft {
        /// The node.
        path: Path,
        /// The first child that is searched.
        index: usize,
    },
    /// A pass over the whole tree begins.
    BeginPass {
        /// The number of the pass, from 1.
        number: u32,
        /// The bound that it tests, for the side to move at the root.
        bound: Value,
    },
    /// A pass ended.
    EndPass {
        /// The number of the pass.
        number: u32,
        /// Whether the value of the root reached the bound.
        fail_high: bool,
    },
    /// Information about a node was stored.
    Stored {
        /// The node.
        path: Path,
        /// What is known now.
        memory: Memory,
    },
    /// Information about a node and all below it was discarded.
    Forgotten {
        /// The node.
        path: Path,
    },
    /// The list OPEN changed.
    Open {
        /// The state that was expanded and the case of the operator; `None` at the start.
        expanded: Option<(State, u8)>,
        /// The states after the change, the first one first.
        states: Vec<State>,
    },
}

/// A state in the list OPEN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// Its node.
    pub path: Path,
    /// Its merit: an upper bound of the value of the root (SSS*), or a lower bound (DUAL*).
    pub merit: Value,
    /// Whether it is SOLVED instead of LIVE.
    pub is_solved: bool,
}

/// Where the bound of a beta cutoff came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A better sibling of the node, or of an ancestor at an even distance (deep cutoff).
    Sibling {
        /// The node or its ancestor.
        of: Path,
        /// The sibling.
        sibling: Path,
    },
    /// The zero window of a test of this node.
    Test(Path),
    /// The result of the test of this node, which is re-searched.
    OwnTest(Path),
    /// A bound of this node in memory.
    Memory(Path),
    /// The bound of a pass.
    Pass(u32),
    /// The window of the root.
    Root,
}

impl Event {
    /// The node of the event; `None` for passes and for the list OPEN.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Event::Enter { at, .. }
            | Event::Leaf { at, .. }
            | Event::Leave { at, .. }
            | Event::TableCutoff { at, .. } => Some(&at.path),
            Event::Research { path }
            | Event::IgnoreLeft { path, .. }
            | Event::Stored { path, .. }
            | Event::Forgotten { path } => Some(path),
            Event::BeginPass { .. } | Event::EndPass { .. } | Event::Open { .. } => None,
        }
    }
}
