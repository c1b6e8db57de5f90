//! Observers, which count or record what a search does.

mod counters;
mod leaf_trace;
mod open_change;
mod pair;
mod visit;

pub use counters::Counters;
pub use leaf_trace::LeafTrace;
pub use open_change::OpenChange;
pub use visit::{End, Memory, Visit, Window};

use crate::game_tree::{GameTree, Value};

/// Receives the events of a search of a tree `T`.
///
/// All methods do nothing by default. The unit type `()` is the observer that ignores every event; the compiler removes
/// its calls, so that a search without an observer pays nothing for the interface. A pair of observers receives every
/// event twice. All values are those of the side to move at the node of the event.
///
/// An observer learns the path of a node if the tree is wrapped in [`crate::tree::Paths`].
pub trait Observer<T: GameTree> {
    /// Whether INS and PNS compute the size of their stored information for [`Observer::memory_changed`].
    const MEMORY: bool = false;

    /// Whether searches report what they store, by [`Observer::stored`] and [`Observer::forgotten`].
    const STORED: bool = false;

    /// The search of an interior node begins.
    #[inline]
    fn enter(&mut self, _visit: Visit<'_, T>) {}

    /// The search of an interior node ends. `value` is a bound if it lies outside the window.
    #[inline]
    fn leave(&mut self, _visit: Visit<'_, T>, _value: Value, _end: End) {}

    /// A leaf was evaluated, possibly not for the first time.
    #[inline]
    fn leaf(&mut self, _visit: Visit<'_, T>, _value: Value) {}

    /// A bound from a table made the search of a node unnecessary.
    #[inline]
    fn table_cutoff(&mut self, _visit: Visit<'_, T>, _value: Value) {}

    /// A child other than the first became the best one in a wide window.
    #[inline]
    fn new_best(&mut self) {}

    /// A child is re-searched with a wider window.
    #[inline]
    fn research(&mut self, _tree: &T, _child: &T::Node) {}

    /// A re-search skips the children left of the one at `index`, which a test found too low (ignore left). There is at least
    /// one.
    #[inline]
    fn ignore_left(&mut self, _visit: Visit<'_, T>, _index: usize) {}

    /// A search of the whole tree begins that tests whether the value of the root reaches `bound`.
    #[inline]
    fn begin_pass(&mut self, _bound: Value) {}

    /// A search of the whole tree ended; `fail_high` if its value reached the bound that was tested.
    #[inline]
    fn end_pass(&mut self, _fail_high: bool) {}

    /// The number of entries in memory changed by `delta`.
    #[inline]
    fn memory_changed(&mut self, _delta: isize) {}

    /// The number of scores of leaves changed by `delta` that INS and PNS do not store, but as printed in source 000 do.
    #[inline]
    fn leaf_scores_changed(&mut self, _delta: isize) {}

    /// Information about a node was stored; it replaces earlier information about the node.
    #[inline]
    fn stored(&mut self, _tree: &T, _node: &T::Node, _memory: Memory) {}

    /// Information about a node and all nodes below it was discarded.
    #[inline]
    fn forgotten(&mut self, _tree: &T, _node: &T::Node) {}

    /// The list OPEN of SSS* or DUAL* changed.
    #[inline]
    fn open_changed(&mut self, _tree: &T, _change: OpenChange<'_, T::Node>) {}
}

impl<T: GameTree> Observer<T> for () {}

/// Evaluates a leaf and reports it to the observer.
#[inline]
pub fn leaf<T: GameTree, O: Observer<T>>(observer: &mut O, visit: Visit<'_, T>) -> Value {
    let value = visit.tree.evaluate(visit.node);
    observer.leaf(visit, value);
    value
}
