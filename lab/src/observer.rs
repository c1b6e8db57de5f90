//! Observers, which count or record what a search does.

use std::collections::HashSet;

use crate::game_tree::{GameTree, Value};

/// Receives the events of a search.
///
/// All methods do nothing by default. The unit type `()` is the observer that ignores every event; the compiler removes
/// its calls, so that a search without an observer pays nothing for the interface.
pub trait Observer {
    /// Whether INS and PNS compute the size of their stored information for [`Observer::memory_changed`].
    const MEMORY: bool = false;

    /// A leaf was evaluated, possibly not for the first time.
    #[inline]
    fn leaf(&mut self, _key: u64) {}

    /// An interior node is searched with a null window or a wider one.
    #[inline]
    fn enter(&mut self, _window: Window) {}

    /// The child at `index`, which starts at 0, produced a beta cutoff.
    #[inline]
    fn cutoff(&mut self, _index: usize, _window: Window) {}

    /// A child other than the first became the best one in a wide window.
    #[inline]
    fn new_best(&mut self) {}

    /// A child is re-searched with a wider window.
    #[inline]
    fn research(&mut self) {}

    /// A search of the whole tree ended; `fail_high` if its value reached the bound that was tested.
    #[inline]
    fn pass(&mut self, _fail_high: bool) {}

    /// The number of entries in memory changed by `delta`.
    #[inline]
    fn memory_changed(&mut self, _delta: isize) {}

    /// A bound from a table made the search of a node unnecessary.
    #[inline]
    fn table_cutoff(&mut self) {}
}

impl Observer for () {}

/// The two kinds of search windows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    /// No value lies strictly between the bounds: the search is a test against one bound.
    Null,
    /// At least one value lies strictly between the bounds.
    Wide,
}

impl Window {
    /// The kind of the window from `alpha` to `beta`.
    #[inline]
    #[must_use]
    pub fn of(alpha: Value, beta: Value) -> Window {
        if beta - alpha <= 1 { Window::Null } else { Window::Wide }
    }
}

/// Evaluates a leaf and reports it to the observer.
#[inline]
pub fn leaf<T: GameTree, O: Observer>(tree: &T, observer: &mut O, node: &T::Node) -> Value {
    observer.leaf(tree.key(node));
    tree.evaluate(node)
}

/// Cutoffs are counted by the index of the child; the last counter holds all higher indices.
const CUTOFF_INDICES: usize = 64;

/// Counts every event of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counters {
    /// Leaf evaluations; a leaf evaluated twice counts twice.
    pub leaves: u64,
    /// Interior nodes searched with a null window.
    pub null_nodes: u64,
    /// Interior nodes searched with a wider one.
    pub wide_nodes: u64,
    /// Re-searched children.
    pub researches: u64,
    /// Searches of the whole tree.
    pub passes: u64,
    /// Searches of the whole tree that failed low.
    pub fail_low_passes: u64,
    /// Children other than the first that became the best one in a wide window.
    pub new_bests: u64,
    /// Nodes decided by a bound from a table.
    pub table_cutoffs: u64,
    /// The maximum number of entries in memory at the same time.
    pub peak_entries: usize,
    entries: usize,
    /// Cutoffs in null windows by the index of the child.
    cutoffs: [u64; CUTOFF_INDICES],
}

impl Default for Counters {
    fn default() -> Counters {
        Counters {
            leaves: 0,
            null_nodes: 0,
            wide_nodes: 0,
            researches: 0,
            passes: 0,
            fail_low_passes: 0,
            new_bests: 0,
            table_cutoffs: 0,
            peak_entries: 0,
            entries: 0,
            cutoffs: [0; CUTOFF_INDICES],
        }
    }
}

impl Counters {
    /// The number of interior nodes searched.
    #[must_use]
    pub fn interior(&self) -> u64 {
        self.null_nodes + self.wide_nodes
    }

    /// The number of nodes searched, leaves included.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.interior() + self.leaves
    }

    /// The number of beta cutoffs in null windows.
    #[must_use]
    pub fn cutoffs(&self) -> u64 {
        self.cutoffs.iter().sum()
    }

    /// The `g` of source 002: the mean number of children searched in vain before a cutoff, in null windows.
    #[must_use]
    pub fn g(&self) -> f64 {
        let sum: u64 = (0u64..).zip(self.cutoffs).map(|(index, count)| index * count).sum();
        sum as f64 / self.cutoffs().max(1) as f64
    }

    /// The `r` of source 002: the mean number of changes of the best child at a node with a wide window.
    #[must_use]
    pub fn r(&self) -> f64 {
        self.new_bests as f64 / self.wide_nodes.max(1) as f64
    }
}

impl Observer for Counters {
    const MEMORY: bool = true;

    #[inline]
    fn leaf(&mut self, _key: u64) {
        self.leaves += 1;
    }

    #[inline]
    fn enter(&mut self, window: Window) {
        match window {
            Window::Null => self.null_nodes += 1,
            Window::Wide => self.wide_nodes += 1,
        }
    }

    #[inline]
    fn cutoff(&mut self, index: usize, window: Window) {
        if window == Window::Null {
            self.cutoffs[index.min(CUTOFF_INDICES - 1)] += 1;
        }
    }

    #[inline]
    fn new_best(&mut self) {
        self.new_bests += 1;
    }

    #[inline]
    fn research(&mut self) {
        self.researches += 1;
    }

    #[inline]
    fn pass(&mut self, fail_high: bool) {
        self.passes += 1;
        self.fail_low_passes += u64::from(!fail_high);
    }

    #[inline]
    fn memory_changed(&mut self, delta: isize) {
        self.entries = self.entries.saturating_add_signed(delta);
        self.peak_entries = self.peak_entries.max(self.entries);
    }

    #[inline]
    fn table_cutoff(&mut self) {
        self.table_cutoffs += 1;
    }
}

/// Records the keys of the leaves in the order of their evaluation, and the results of the passes.
#[derive(Clone, Default, Debug)]
pub struct LeafTrace {
    /// One key per evaluation.
    pub leaves: Vec<u64>,
    /// One entry per pass: whether it failed high.
    pub passes: Vec<bool>,
    /// Re-searched children.
    pub researches: u64,
}

impl LeafTrace {
    /// The distinct leaves.
    #[must_use]
    pub fn set(&self) -> HashSet<u64> {
        self.leaves.iter().copied().collect()
    }
}

impl Observer for LeafTrace {
    fn leaf(&mut self, key: u64) {
        self.leaves.push(key);
    }

    fn pass(&mut self, fail_high: bool) {
        self.passes.push(fail_high);
    }

    fn research(&mut self) {
        self.researches += 1;
    }
}
