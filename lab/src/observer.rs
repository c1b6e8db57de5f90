//! Observer: what is counted while a search runs.

use std::collections::HashSet;

use crate::game_tree::{GameTree, Value};

/// Told of everything that a search does. The empty tuple listens to nothing and costs nothing.
pub trait Observer {
    /// Whether it wants to know of memory, which INS and PNS would otherwise not count.
    const MEMORY: bool = false;

    /// A leaf is evaluated, perhaps not for the first time.
    #[inline]
    fn leaf(&mut self, _key: u64) {}

    /// An interior node is searched with a null window or a wider one.
    #[inline]
    fn enter(&mut self, _window: Window) {}

    /// The son `index`, from 0, has cut off those after it.
    #[inline]
    fn cut(&mut self, _index: usize, _window: Window) {}

    /// In a wide window a son other than the first has become the best.
    #[inline]
    fn new_best(&mut self) {}

    /// A son is searched again with a wider window.
    #[inline]
    fn research(&mut self) {}

    /// A search of the whole tree has ended: with a value of at least the bound it asked for, or below it.
    #[inline]
    fn pass(&mut self, _high: bool) {}

    /// So many entries of memory were taken (or given back, where negative).
    #[inline]
    fn stored(&mut self, _entries: isize) {}

    /// A bound that was in memory has spared a search.
    #[inline]
    fn remembered(&mut self) {}
}

impl Observer for () {}

/// The two kinds of windows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    /// No value fits between the bounds: a yes-or-no question.
    Null,
    /// A value may fit in between.
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

/// Evaluates a leaf and tells of it.
#[inline]
pub fn leaf<T: GameTree, O: Observer>(tree: &T, observer: &mut O, node: &T::Node) -> Value {
    observer.leaf(tree.key(node));
    tree.evaluate(node)
}

/// Cut-offs are told apart by the son that made them up to this index.
const CUT_INDICES: usize = 64;

/// Everything counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counters {
    /// Leaf evaluations; a leaf that is evaluated twice counts twice.
    pub leaves: u64,
    /// Interior nodes searched with a null window.
    pub null_nodes: u64,
    /// Interior nodes searched with a wider one.
    pub wide_nodes: u64,
    /// Sons searched again.
    pub researches: u64,
    /// Searches of the whole tree.
    pub passes: u64,
    /// Those of them that ended below the bound asked for.
    pub low_passes: u64,
    /// Sons other than the first that became the best in a wide window.
    pub new_bests: u64,
    /// Bounds from memory that spared a search.
    pub remembered: u64,
    /// The most entries of memory that were taken at the same time.
    pub peak: usize,
    taken: usize,
    cuts: [u64; CUT_INDICES],
}

impl Default for Counters {
    fn default() -> Counters {
        Counters {
            leaves: 0,
            null_nodes: 0,
            wide_nodes: 0,
            researches: 0,
            passes: 0,
            low_passes: 0,
            new_bests: 0,
            remembered: 0,
            peak: 0,
            taken: 0,
            cuts: [0; CUT_INDICES],
        }
    }
}

impl Counters {
    /// Interior nodes searched.
    #[must_use]
    pub fn interior(&self) -> u64 {
        self.null_nodes + self.wide_nodes
    }

    /// Nodes searched, leaves and all.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.interior() + self.leaves
    }

    /// Cut-offs in null windows.
    #[must_use]
    pub fn cuts(&self) -> u64 {
        self.cuts.iter().sum()
    }

    /// The `g` of source 002: the mean number of sons before the one that cuts, in null windows.
    #[must_use]
    pub fn g(&self) -> f64 {
        let sum: u64 = (0u64..).zip(self.cuts).map(|(index, count)| index * count).sum();
        sum as f64 / self.cuts().max(1) as f64
    }

    /// The `r` of source 002: the mean number of further best sons of a node with a wide window.
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
    fn cut(&mut self, index: usize, window: Window) {
        if window == Window::Null {
            self.cuts[index.min(CUT_INDICES - 1)] += 1;
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
    fn pass(&mut self, high: bool) {
        self.passes += 1;
        self.low_passes += u64::from(!high);
    }

    #[inline]
    fn stored(&mut self, entries: isize) {
        self.taken = self.taken.saturating_add_signed(entries);
        self.peak = self.peak.max(self.taken);
    }

    #[inline]
    fn remembered(&mut self) {
        self.remembered += 1;
    }
}

/// The keys of the leaves in the order in which they are evaluated, and the directions of the passes.
#[derive(Clone, Default, Debug)]
pub struct LeafTrace {
    /// A key for each evaluation.
    pub leaves: Vec<u64>,
    /// For each pass, whether it ended at or above its bound.
    pub passes: Vec<bool>,
    /// Sons searched again.
    pub researches: u64,
}

impl LeafTrace {
    /// The leaves, each once.
    #[must_use]
    pub fn set(&self) -> HashSet<u64> {
        self.leaves.iter().copied().collect()
    }
}

impl Observer for LeafTrace {
    fn leaf(&mut self, key: u64) {
        self.leaves.push(key);
    }

    fn pass(&mut self, high: bool) {
        self.passes.push(high);
    }

    fn research(&mut self) {
        self.researches += 1;
    }
}
