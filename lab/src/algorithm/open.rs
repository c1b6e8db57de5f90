//! The states in the list OPEN of SSS*, and the arena of the nodes that they belong to.

use std::cmp::Ordering;
use std::fmt;

use crate::game_tree::{GameTree, Value};

/// The player to move, as SSS* distinguishes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    Max,
    Min,
}

impl Owner {
    /// The player to move `level` plies below a node of this player.
    pub(super) fn at(self, level: u32) -> Owner {
        let same = level.is_multiple_of(2);
        if (self == Owner::Max) == same { Owner::Max } else { Owner::Min }
    }
}

/// The error of SSS* and DUAL* for a tree that exceeds the limits of the list OPEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TreeTooLarge {
    /// The search depth in plies; a state has room for the path to a depth of 16.
    Depth(u32),
    /// The number of children of a node; a path distinguishes 256.
    Width(usize),
    /// The limit of the number of nodes.
    Nodes(usize),
}

impl fmt::Display for TreeTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeTooLarge::Depth(depth) => {
                write!(f, "depth {depth} is too large for SSS* with a list: at most {MAX_LEVELS} plies")
            }
            TreeTooLarge::Width(width) => {
                write!(f, "{width} children are too many for SSS* with a list: at most {MAX_WIDTH}")
            }
            TreeTooLarge::Nodes(nodes) => {
                write!(f, "SSS* with a list needs more than {nodes} nodes; use recursive SSS*")
            }
        }
    }
}

impl std::error::Error for TreeTooLarge {}

/// The largest depth in plies of a tree whose states have room for a path.
pub(super) const MAX_LEVELS: u32 = 16;
/// The largest number of children of a node in such a tree.
pub(super) const MAX_WIDTH: usize = 256;
const MAX_NODES: usize = 1 << 24;

/// An entry of OPEN. States are ordered by merit, equal ones from left to right.
pub(super) struct State<N> {
    pub(super) merit: Value,
    /// The path from the root, one byte per move, the first move in the most significant byte.
    path: u128,
    pub(super) level: u32,
    parent: Option<u32>,
    index: u32,
    /// The node of a LIVE state; `None` for a SOLVED one.
    pub(super) live: Option<N>,
}

impl<N> State<N> {
    pub(super) fn root(node: N, merit: Value) -> State<N> {
        State { merit, path: 0, level: 0, parent: None, index: 0, live: Some(node) }
    }
}

impl<N> PartialEq for State<N> {
    fn eq(&self, other: &State<N>) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<N> Eq for State<N> {}

impl<N> PartialOrd for State<N> {
    fn partial_cmp(&self, other: &State<N>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<N> Ord for State<N> {
    fn cmp(&self, other: &State<N>) -> Ordering {
        self.merit.cmp(&other.merit).then(other.path.cmp(&self.path))
    }
}

/// The interior nodes that were expanded. They refer to each other by index.
pub(super) struct Arena<T: GameTree> {
    frames: Vec<Frame<T>>,
}

struct Frame<T: GameTree> {
    node: T::Node,
    moves: T::Moves,
    count: usize,
    path: u128,
    level: u32,
    parent: Option<u32>,
    index: u32,
    /// Whether this MAX node is solved.
    solved: bool,
    /// The child of this MIN node that is being searched.
    active: u32,
    /// The merit with which the node was expanded.
    merit: Value,
    /// The number of states in OPEN below the node, if an observer counts them.
    states: isize,
}

impl<T: GameTree> Arena<T> {
    pub(super) fn new(depth: u32) -> Result<Arena<T>, TreeTooLarge> {
        if depth > MAX_LEVELS { Err(TreeTooLarge::Depth(depth)) } else { Ok(Arena { frames: Vec::new() }) }
    }

    pub(super) fn add(
        &mut self,
        state: &State<T::Node>,
        node: T::Node,
        moves: T::Moves,
        count: usize,
    ) -> Result<u32, TreeTooLarge> {
        if count > MAX_WIDTH {
            return Err(TreeTooLarge::Width(count));
        }
        if self.frames.len() >= MAX_NODES {
            return Err(TreeTooLarge::Nodes(MAX_NODES));
        }
        let State { path, level, parent, index, merit, .. } = *state;
        let (solved, active, states) = (false, 0, 0);
        let frame = Frame { node, moves, count, path, level, parent, index, solved, active, merit, states };
        self.frames.push(frame);
        Ok(self.frames.len() as u32 - 1)
    }

    fn frame(&self, at: u32) -> &Frame<T> {
        &self.frames[at as usize]
    }

    /// An expanded node, its level, and the merit with which it was expanded.
    pub(super) fn node(&self, at: u32) -> (&T::Node, u32, Value) {
        let frame = self.frame(at);
        (&frame.node, frame.level, frame.merit)
    }

    pub(super) fn parent(&self, state: &State<T::Node>) -> Option<u32> {
        state.parent
    }

    /// Marks a MAX node as solved, which purges the states below it.
    pub(super) fn mark_solved(&mut self, node: u32) {
        self.frames[node as usize].solved = true;
    }

    /// Adds `change` to the number of states in OPEN below the node `at` and below its ancestors.
    pub(super) fn count_states(&mut self, mut at: Option<u32>, change: isize) {
        while let Some(node) = at {
            let frame = &mut self.frames[node as usize];
            frame.states += change;
            at = frame.parent;
        }
    }

    /// The number of states in OPEN below a node, which no longer count after this.
    pub(super) fn purge(&mut self, node: u32) -> isize {
        let states = self.frame(node).states;
        self.count_states(Some(node), -states);
        states
    }

    /// The SOLVED state of a node.
    pub(super) fn solved(&self, node: u32, merit: Value) -> State<T::Node> {
        let Frame { path, level, parent, index, .. } = *self.frame(node);
        State { merit, path, level, parent, index, live: None }
    }

    /// The LIVE state of a child.
    pub(super) fn child(&self, tree: &T, parent: u32, index: usize, merit: Value) -> State<T::Node> {
        let frame = self.frame(parent);
        let step = (index as u128) << (8 * (MAX_LEVELS - 1 - frame.level));
        State {
            merit,
            path: frame.path | step,
            level: frame.level + 1,
            parent: Some(parent),
            index: index as u32,
            live: Some(tree.child(&frame.node, &frame.moves, index)),
        }
    }

    /// The next sibling of a solved MAX node, if there is one; it becomes the active child of its parent.
    pub(super) fn next_sibling(&mut self, tree: &T, state: &State<T::Node>) -> Option<State<T::Node>> {
        let parent = state.parent?;
        let next = state.index + 1;
        if next as usize >= self.frame(parent).count {
            return None;
        }
        self.frames[parent as usize].active = next;
        Some(self.child(tree, parent, next as usize, state.merit))
    }

    /// Reports whether a state is purged: a MAX node above is solved, or a MIN node above proceeded to another child.
    pub(super) fn is_purged(&self, state: &State<T::Node>, root: Owner) -> bool {
        let (mut parent, mut index) = (state.parent, state.index);
        while let Some(node) = parent {
            let frame = self.frame(node);
            let is_purged = match root.at(frame.level) {
                Owner::Max => frame.solved,
                Owner::Min => frame.active != index,
            };
            if is_purged {
                return true;
            }
            (parent, index) = (frame.parent, frame.index);
        }
        false
    }
}
