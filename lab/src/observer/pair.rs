//! Two observers of one search.

use super::{End, Memory, Observer, OpenChange, Visit};
use crate::game_tree::{GameTree, Value};

impl<T: GameTree, A: Observer<T>, B: Observer<T>> Observer<T> for (A, B) {
    const MEMORY: bool = A::MEMORY || B::MEMORY;
    const STORED: bool = A::STORED || B::STORED;

    fn enter(&mut self, visit: Visit<'_, T>) {
        self.0.enter(visit);
        self.1.enter(visit);
    }

    fn leave(&mut self, visit: Visit<'_, T>, value: Value, end: End) {
        self.0.leave(visit, value, end);
        self.1.leave(visit, value, end);
    }

    fn leaf(&mut self, visit: Visit<'_, T>, value: Value) {
        self.0.leaf(visit, value);
        self.1.leaf(visit, value);
    }

    fn table_cutoff(&mut self, visit: Visit<'_, T>, value: Value) {
        self.0.table_cutoff(visit, value);
        self.1.table_cutoff(visit, value);
    }

    fn new_best(&mut self) {
        self.0.new_best();
        self.1.new_best();
    }

    fn research(&mut self, tree: &T, child: &T::Node) {
        self.0.research(tree, child);
        self.1.research(tree, child);
    }

    fn ignore_left(&mut self, visit: Visit<'_, T>, index: usize) {
        self.0.ignore_left(visit, index);
        self.1.ignore_left(visit, index);
    }

    fn begin_pass(&mut self, bound: Value) {
        self.0.begin_pass(bound);
        self.1.begin_pass(bound);
    }

    fn end_pass(&mut self, fail_high: bool) {
        self.0.end_pass(fail_high);
        self.1.end_pass(fail_high);
    }

    fn memory_changed(&mut self, delta: isize) {
        self.0.memory_changed(delta);
        self.1.memory_changed(delta);
    }

    fn leaf_scores_changed(&mut self, delta: isize) {
        self.0.leaf_scores_changed(delta);
        self.1.leaf_scores_changed(delta);
    }

    fn stored(&mut self, tree: &T, node: &T::Node, memory: Memory) {
        self.0.stored(tree, node, memory.clone());
        self.1.stored(tree, node, memory);
    }

    fn forgotten(&mut self, tree: &T, node: &T::Node) {
        self.0.forgotten(tree, node);
        self.1.forgotten(tree, node);
    }

    fn open_changed(&mut self, tree: &T, change: OpenChange<'_, T::Node>) {
        self.0.open_changed(tree, change);
        self.1.open_changed(tree, change);
    }
}
