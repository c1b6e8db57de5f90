//! Counts of the events of a search.

use super::{End, Observer, Visit, Window};
use crate::game_tree::{GameTree, Value};

/// Counts every event of a search.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counters {
    /// Leaf evaluations; a leaf evaluated twice counts twice.
    pub leaves: u64,
    /// Interior nodes searched with a zero window.
    pub zero_window_nodes: u64,
    /// Interior nodes searched with a wider one.
    pub wide_nodes: u64,
    /// Re-searched children.
    pub researches: u64,
    /// Searches of the whole tree by a search of several; of aspiration, those that failed.
    pub passes: u64,
    /// Searches of the whole tree that failed low.
    pub fail_low_passes: u64,
    /// Children other than the first that became the best one in a wide window.
    pub new_bests: u64,
    /// Nodes decided by a bound from a table.
    pub table_cutoffs: u64,
    /// The maximum number of entries in memory at the same time.
    pub peak_entries: usize,
    /// The same with the scores of leaves that INS and PNS do not store, but as printed in source 000 do.
    pub peak_entries_with_leaf_scores: usize,
    entries: usize,
    leaf_scores: usize,
    /// Cutoffs in zero windows.
    cutoffs: u64,
    /// The sum of the indices of the children that produced them.
    cutoff_indices: u64,
}

impl Counters {
    /// The number of entries in memory.
    #[cfg(test)]
    pub(crate) fn entries(&self) -> usize {
        self.entries
    }

    /// The number of interior nodes searched.
    #[must_use]
    pub fn interior(&self) -> u64 {
        self.zero_window_nodes + self.wide_nodes
    }

    /// The number of nodes searched, leaves included, without those that a table decides.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.interior() + self.leaves
    }

    /// The number of nodes that the search enters, those that a table decides included. In searches by passes they are
    /// the larger part.
    #[must_use]
    pub fn visits(&self) -> u64 {
        self.nodes() + self.table_cutoffs
    }

    /// The number of beta cutoffs in zero windows.
    #[must_use]
    pub fn cutoffs(&self) -> u64 {
        self.cutoffs
    }

    /// The `g` of source 002: the mean number of children searched in vain before a cutoff, in zero windows.
    #[must_use]
    pub fn g(&self) -> f64 {
        self.cutoff_indices as f64 / self.cutoffs.max(1) as f64
    }

    /// The `r` of source 002: the mean number of changes of the best child at a node with a wide window.
    #[must_use]
    pub fn r(&self) -> f64 {
        self.new_bests as f64 / self.wide_nodes.max(1) as f64
    }
}

impl<T: GameTree> Observer<T> for Counters {
    const MEMORY: bool = true;

    #[inline]
    fn enter(&mut self, visit: Visit<'_, T>) {
        match visit.window() {
            Window::Zero => self.zero_window_nodes += 1,
            Window::Wide => self.wide_nodes += 1,
        }
    }

    #[inline]
    fn leave(&mut self, visit: Visit<'_, T>, _value: Value, end: End) {
        if let End::Cutoff(index) = end
            && visit.window() == Window::Zero
        {
            self.cutoffs += 1;
            self.cutoff_indices += index as u64;
        }
    }

    #[inline]
    fn leaf(&mut self, _visit: Visit<'_, T>, _value: Value) {
        self.leaves += 1;
    }

    #[inline]
    fn table_cutoff(&mut self, _visit: Visit<'_, T>, _value: Value) {
        self.table_cutoffs += 1;
    }

    #[inline]
    fn new_best(&mut self) {
        self.new_bests += 1;
    }

    #[inline]
    fn research(&mut self, _tree: &T, _child: &T::Node) {
        self.researches += 1;
    }

    #[inline]
    fn end_pass(&mut self, fail_high: bool) {
        self.passes += 1;
        self.fail_low_passes += u64::from(!fail_high);
    }

    #[inline]
    fn memory_changed(&mut self, delta: isize) {
        self.entries = self.entries.saturating_add_signed(delta);
        self.peak_entries = self.peak_entries.max(self.entries);
        self.peak_entries_with_leaf_scores =
            self.peak_entries_with_leaf_scores.max(self.entries + self.leaf_scores);
    }

    #[inline]
    fn leaf_scores_changed(&mut self, delta: isize) {
        self.leaf_scores = self.leaf_scores.saturating_add_signed(delta);
        self.peak_entries_with_leaf_scores =
            self.peak_entries_with_leaf_scores.max(self.entries + self.leaf_scores);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::INFINITY;
    use crate::algorithm::{Options, negascout};
    use crate::tree::WinLoss;

    #[test]
    fn late_cutoffs_count_with_their_index() {
        let (tree, mut counters) = (WinLoss::new(100, 80), Counters::default());
        negascout(&tree, &mut counters, &tree.root(), (-INFINITY, INFINITY), 3, Options::FIGURE_1);
        assert_eq!(counters.g(), 80.0);
    }
}
