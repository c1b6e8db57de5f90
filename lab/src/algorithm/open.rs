//! Open: the states of SSS*, and the nodes that they belong to.

use std::cmp::Ordering;
use std::fmt;

use crate::game_tree::{GameTree, Value};

/// Whose move it is, of the two players as SSS* sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    Max,
    Min,
}

impl Owner {
    /// Whose move it is `level` plies below a node that is this player's.
    pub(super) fn at(self, level: u32) -> Owner {
        let same = level.is_multiple_of(2);
        if (self == Owner::Max) == same { Owner::Max } else { Owner::Min }
    }
}

/// Why the list OPEN cannot be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TooLarge {
    /// The paths of so deep a tree do not fit in the states.
    Depth(u32),
    /// There are more sons than a path can tell apart.
    Width(usize),
    /// More nodes than there is memory for.
    Nodes(usize),
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::Depth(depth) => {
                write!(f, "SSS* with a list goes {MOST_LEVELS} plies deep, not {depth}")
            }
            TooLarge::Width(width) => write!(f, "SSS* with a list takes up to 256 sons, not {width}"),
            TooLarge::Nodes(nodes) => {
                write!(f, "SSS* with a list needs more than {nodes} nodes; the recursive one needs fewer")
            }
        }
    }
}

impl std::error::Error for TooLarge {}

const MOST_LEVELS: u32 = 16;
const MOST_NODES: usize = 1 << 24;

/// An entry of OPEN. The order is that of OPEN: by merit, then from left to right.
pub(super) struct State<N> {
    pub(super) merit: Value,
    /// A byte for each step from the root, the first one uppermost.
    path: u128,
    pub(super) level: u32,
    parent: Option<u32>,
    index: u32,
    /// The node while it is LIVE; none once it is SOLVED.
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

/// The interior nodes that were entered.
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
    /// A MAX node that is solved.
    done: bool,
    /// The son of a MIN node that is searched.
    active: u32,
}

impl<T: GameTree> Arena<T> {
    pub(super) fn new(depth: u32) -> Result<Arena<T>, TooLarge> {
        if depth > MOST_LEVELS { Err(TooLarge::Depth(depth)) } else { Ok(Arena { frames: Vec::new() }) }
    }

    pub(super) fn add(
        &mut self,
        state: &State<T::Node>,
        node: T::Node,
        moves: T::Moves,
        count: usize,
    ) -> Result<u32, TooLarge> {
        if count > 256 {
            return Err(TooLarge::Width(count));
        }
        if self.frames.len() >= MOST_NODES {
            return Err(TooLarge::Nodes(MOST_NODES));
        }
        let State { path, level, parent, index, .. } = *state;
        self.frames.push(Frame { node, moves, count, path, level, parent, index, done: false, active: 0 });
        Ok(self.frames.len() as u32 - 1)
    }

    fn frame(&self, place: u32) -> &Frame<T> {
        &self.frames[place as usize]
    }

    pub(super) fn parent(&self, state: &State<T::Node>) -> Option<u32> {
        state.parent
    }

    /// The MAX node at `place` is solved.
    pub(super) fn finish(&mut self, place: u32) {
        self.frames[place as usize].done = true;
    }

    /// The node at `place` as a solved state.
    pub(super) fn solved(&self, place: u32, merit: Value) -> State<T::Node> {
        let frame = self.frame(place);
        let Frame { path, level, parent, index, .. } = *frame;
        State { merit, path, level, parent, index, live: None }
    }

    /// A son of the node at `place` as a live state.
    pub(super) fn son(&self, tree: &T, place: u32, index: usize, merit: Value) -> State<T::Node> {
        let frame = self.frame(place);
        let step = (index as u128) << (8 * (MOST_LEVELS - 1 - frame.level));
        State {
            merit,
            path: frame.path | step,
            level: frame.level + 1,
            parent: Some(place),
            index: index as u32,
            live: Some(tree.child(&frame.node, &frame.moves, index)),
        }
    }

    /// The next brother of the MAX node that `state` has solved, which takes its place.
    pub(super) fn next_brother(&mut self, tree: &T, state: &State<T::Node>) -> Option<State<T::Node>> {
        let place = state.parent?;
        let next = state.index + 1;
        if next as usize >= self.frame(place).count {
            return None;
        }
        self.frames[place as usize].active = next;
        Some(self.son(tree, place, next as usize, state.merit))
    }

    /// A MAX node above is solved, or a MIN node above has gone on to another son.
    pub(super) fn is_dead(&self, state: &State<T::Node>, root: Owner) -> bool {
        let (mut parent, mut index) = (state.parent, state.index);
        while let Some(place) = parent {
            let frame = self.frame(place);
            let dead = match root.at(frame.level) {
                Owner::Max => frame.done,
                Owner::Min => frame.active != index,
            };
            if dead {
                return true;
            }
            (parent, index) = (frame.parent, frame.index);
        }
        false
    }
}
