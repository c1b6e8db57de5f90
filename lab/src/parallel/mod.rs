//! Parallel searches with a simulated clock.
//!
//! All methods divide the same search among processors: NegaScout with a table of two bounds for each node
//! ([`crate::algorithm::negascout_table()`]), which all processors share. The clock counts ticks. A visit of a node takes
//! one tick, whether the node is expanded, evaluated or answered by the table; everything else takes no time: results,
//! cutoffs and offers of work are known to all processors at once. The results are therefore upper limits of what a
//! machine can do, and the same integers everywhere. Within a tick the processors act in the order of their numbers.
//!
//! ```
//! use lancet_lab::parallel::{Method, simulate};
//! use lancet_lab::tree::{Order, TopDown};
//!
//! let tree = TopDown::new(5, Order::STRONG, 1000, 17);
//! let one = simulate(&tree, 6, Method::YoungBrothersWait, 1)?;
//! let four = simulate(&tree, 6, Method::YoungBrothersWait, 4)?;
//! assert_eq!(one.value, four.value);
//! assert!(four.ticks < one.ticks && four.visits >= one.visits / 2);
//! # Ok::<(), lancet_lab::algorithm::TableFull>(())
//! ```

mod shared;
mod split;

use crate::algorithm::{Bounds, Table, TableFull, TableUse, key_at_depth};
use crate::game_tree::{GameTree, INFINITY, Value, expand};

/// A way to divide a search among processors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// Principal variation splitting (Marsland and Campbell 1982): only the nodes of the first line are split, each after
    /// its first child.
    PvSplitting,
    /// Young brothers wait (Feldmann, Monien, Mysliwietz and Vornberger 1990): any node is split, but only after its first
    /// child.
    YoungBrothersWait,
    /// ABDADA (Weill 1996): every processor searches the whole tree; a child that another processor searches is deferred.
    Abdada,
    /// Lazy shared table: every processor searches the whole tree in an order of its own, and only the table is shared.
    LazyTable,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 4] =
        [Method::PvSplitting, Method::YoungBrothersWait, Method::Abdada, Method::LazyTable];

    /// The name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::PvSplitting => "PV splitting",
            Method::YoungBrothersWait => "young brothers wait",
            Method::Abdada => "ABDADA",
            Method::LazyTable => "lazy shared table",
        }
    }
}

/// The result of a simulated search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The value of the root.
    pub value: Value,
    /// The number of processors.
    pub processors: usize,
    /// The duration of the search, in visits of one processor.
    pub ticks: u64,
    /// The visits of all processors together, table cutoffs included.
    pub visits: u64,
}

impl Outcome {
    /// The part of the processors' time in which they had nothing to do, from 0 to 1.
    #[must_use]
    pub fn idle(&self) -> f64 {
        1.0 - self.visits as f64 / (self.ticks.max(1) * self.processors as u64) as f64
    }
}

/// Searches a tree with a number of processors; without any it is searched with one.
///
/// # Errors
/// [`TableFull`] if the table cannot hold all nodes.
pub fn simulate<T: GameTree>(
    tree: &T,
    depth: u32,
    method: Method,
    processors: usize,
) -> Result<Outcome, TableFull> {
    let processors = processors.max(1);
    match method {
        Method::PvSplitting => split::simulate(tree, depth, processors, split::Where::FirstLine),
        Method::YoungBrothersWait => split::simulate(tree, depth, processors, split::Where::Everywhere),
        Method::Abdada => shared::simulate(tree, depth, processors, shared::Divergence::Deferral),
        Method::LazyTable => shared::simulate(tree, depth, processors, shared::Divergence::Order),
    }
}

/// What a visit of a node finds.
enum Visited<T: GameTree> {
    /// The value of the node, or a bound that decides the search.
    Value(Value),
    /// The children to search.
    Children(Children<T>),
}

/// The children of a node that is expanded.
struct Children<T: GameTree> {
    moves: T::Moves,
    count: usize,
    /// The key of the node in the table.
    key: u64,
    progress: Progress,
}

/// Looks a node up in the table, evaluates it if it is a leaf, or expands it.
fn visit<T: GameTree>(
    tree: &T,
    table: &mut Table,
    node: &T::Node,
    (alpha, beta): (Value, Value),
    depth: u32,
) -> Visited<T> {
    let key = key_at_depth(tree.key(node), depth);
    let known = table.get(key);
    if let Some(value) = known.decides((alpha, beta)) {
        return Visited::Value(value);
    }
    let Some((moves, count)) = expand(tree, node, depth) else {
        let value = tree.evaluate(node);
        table.set(key, Bounds::exact(value));
        return Visited::Value(value);
    };
    let (lower, upper) = (alpha.max(known.lower), beta.min(known.upper));
    let progress = Progress { lower, upper, best: -INFINITY, depth };
    Visited::Children(Children { moves, count, key, progress })
}

/// How a child is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// With the whole window, before all others.
    First,
    /// With a zero window.
    Test,
    /// With the rest of the window.
    Research,
}

/// What becomes of the result of a child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// The child is done; the best value is this.
    Best(Value),
    /// The child must be searched again, with this window.
    Again(Kind, (Value, Value)),
}

/// The window of a node, its best value so far, and its depth.
#[derive(Clone, Copy, Debug)]
struct Progress {
    lower: Value,
    upper: Value,
    best: Value,
    depth: u32,
}

impl Progress {
    /// The lower end of the window for the next child.
    fn bound(&self) -> Value {
        self.lower.max(self.best)
    }

    /// How the next child is searched, and with which window.
    fn child(&self, is_first: bool) -> (Kind, (Value, Value)) {
        let bound = self.bound();
        if is_first { (Kind::First, (self.lower, self.upper)) } else { (Kind::Test, (bound, bound + 1)) }
    }

    /// Stores the result of a node whose children are done.
    fn store(&self, table: &mut Table, key: u64) {
        let known = table.get(key);
        table.set(key, TableUse::TWO_BOUNDS.updated(known, self.best, (self.lower, self.upper)));
    }

    /// Evaluates the result of a child that was searched with a window that begins at `from`.
    ///
    /// The best value may have risen since the search of the child began. NegaScout itself is the case that it has not.
    fn evaluate(&self, kind: Kind, from: Value, value: Value) -> Verdict {
        let is_exact = kind != Kind::Test || value <= from || value >= self.upper || self.depth <= 2;
        if is_exact {
            return Verdict::Best(self.best.max(value));
        }
        let bound = self.bound();
        if value > bound {
            Verdict::Again(Kind::Research, (value, self.upper))
        } else {
            Verdict::Again(Kind::Test, (bound, bound + 1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Iid;

    #[test]
    fn a_tree_without_processors_is_searched_by_one() {
        let tree = Iid::new(3, 1000, 3);
        for method in [Method::PvSplitting, Method::YoungBrothersWait, Method::Abdada, Method::LazyTable] {
            let [none, one] = [0, 1].map(|processors| simulate(&tree, 4, method, processors).ok());
            assert_eq!(none, one, "{method:?}");
        }
    }
}
