//! A shared table only: ABDADA and the lazy shared table.
//!
//! Every processor searches the whole tree, and the first one to finish ends the search. What one processor stores, the
//! others need not search. No processor ever waits; the price is that some nodes are searched more than once.

use std::collections::HashMap;

use super::{Children, Kind, Outcome, Progress, Verdict, Visited, visit};
use crate::algorithm::{Table, TableFull, key_at_depth};
use crate::game_tree::{GameTree, INFINITY, Value};
use crate::tree::splitmix64;

/// How the processors avoid searching the same nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Divergence {
    /// Children other than the first that another processor searches are deferred until the others are done.
    Deferral,
    /// Each processor but the first begins with the first child and goes on at another one of its own.
    Order,
    /// Nothing: they search the same.
    #[cfg(test)]
    None,
}

/// The search of the child of a frame.
#[derive(Clone, Copy, Debug)]
struct Job {
    index: usize,
    kind: Kind,
    /// From the point of view of the frame.
    window: (Value, Value),
    /// The key that is marked as searched, if it is.
    marked: Option<u64>,
}

/// An interior node that a processor searches.
struct Frame<T: GameTree> {
    node: T::Node,
    moves: T::Moves,
    count: usize,
    key: u64,
    progress: Progress,
    /// The number of children that were taken or deferred.
    turn: usize,
    deferred: Vec<usize>,
    /// The search of the child that goes on.
    job: Option<Job>,
}

/// The frames of a processor, the innermost last, and whether its root is still to be visited.
struct Processor<T: GameTree> {
    stack: Vec<Frame<T>>,
    begins: bool,
}

struct Simulation<'t, T: GameTree> {
    tree: &'t T,
    depth: u32,
    divergence: Divergence,
    table: Table,
    /// How many processors search a node now.
    marks: HashMap<u64, u32>,
    processors: Vec<Processor<T>>,
    result: Option<Value>,
}

pub(super) fn simulate<T: GameTree>(
    tree: &T,
    depth: u32,
    processors: usize,
    divergence: Divergence,
) -> Result<Outcome, TableFull> {
    let mut simulation = Simulation {
        tree,
        depth,
        divergence,
        table: Table::default(),
        marks: HashMap::new(),
        processors: (0..processors).map(|_| Processor { stack: Vec::new(), begins: true }).collect(),
        result: None,
    };
    let (mut ticks, mut visits) = (0, 0);
    loop {
        ticks += 1;
        for number in 0..processors {
            visits += 1;
            simulation.visit(number);
        }
        for number in 0..processors {
            simulation.advance(number);
        }
        if let Some(value) = simulation.result {
            simulation.table.check()?;
            return Ok(Outcome { value, processors, ticks, visits });
        }
    }
}

impl<T: GameTree> Simulation<'_, T> {
    /// Visits the next node of a processor: one tick.
    fn visit(&mut self, number: usize) {
        let tree = self.tree;
        let processor = &mut self.processors[number];
        let (node, depth, window) = match processor.stack.last() {
            None => {
                processor.begins = false;
                (tree.root(), self.depth, (-INFINITY, INFINITY))
            }
            Some(frame) => {
                let Some(job) = frame.job else { return };
                let child = tree.child(&frame.node, &frame.moves, job.index);
                (child, frame.progress.depth - 1, (-job.window.1, -job.window.0))
            }
        };
        let Children { moves, count, key, progress } =
            match visit(tree, &mut self.table, &node, window, depth) {
                Visited::Value(value) => return self.deliver(number, value),
                Visited::Children(children) => children,
            };
        let frame = Frame { node, moves, count, key, progress, turn: 0, deferred: Vec::new(), job: None };
        self.processors[number].stack.push(frame);
    }

    /// Passes the result of the innermost job of a processor to its frame.
    fn deliver(&mut self, number: usize, value: Value) {
        let Some(frame) = self.processors[number].stack.last_mut() else {
            self.result = Some(value);
            return;
        };
        let Some(job) = frame.job.take() else { return };
        match frame.progress.evaluate(job.kind, job.window.0, -value) {
            Verdict::Again(kind, window) => frame.job = Some(Job { kind, window, ..job }),
            Verdict::Best(best) => {
                frame.progress.best = best;
                if best >= frame.progress.upper {
                    (frame.turn, frame.deferred) = (frame.count, Vec::new());
                }
                if let Some(mark) = job.marked {
                    self.unmark(mark);
                }
            }
        }
    }

    fn unmark(&mut self, key: u64) {
        if let Some(count) = self.marks.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                self.marks.remove(&key);
            }
        }
    }

    /// Chooses the next visit of a processor, and completes its frames whose children are done.
    fn advance(&mut self, number: usize) {
        while self.result.is_none() && !self.processors[number].begins {
            let Some(frame) = self.processors[number].stack.last() else { return };
            if frame.job.is_some() {
                return;
            }
            if let Some(job) = self.next_job(number) {
                if let Some(frame) = self.processors[number].stack.last_mut() {
                    frame.job = Some(job);
                }
            } else if let Some(frame) = self.processors[number].stack.pop() {
                frame.progress.store(&mut self.table, frame.key);
                self.deliver(number, frame.progress.best);
            }
        }
    }

    /// Takes the next child of the innermost frame: the first, then the others, and last those that were deferred.
    fn next_job(&mut self, number: usize) -> Option<Job> {
        let (tree, is_marking) = (self.tree, self.divergence == Divergence::Deferral);
        let frame = self.processors[number].stack.last_mut()?;
        let depth = frame.progress.depth;
        loop {
            let is_first = frame.turn == 0;
            let (kind, window) = frame.progress.child(is_first);
            let is_exclusive = !is_first && frame.turn < frame.count;
            let index = if frame.turn < frame.count {
                frame.turn += 1;
                match self.divergence {
                    Divergence::Order => turned(frame.turn - 1, frame.count, frame.key, number),
                    _ => frame.turn - 1,
                }
            } else if frame.deferred.is_empty() {
                return None;
            } else {
                frame.deferred.remove(0)
            };
            // Leaves are done at once.
            if !is_marking || depth < 2 {
                return Some(Job { index, kind, window, marked: None });
            }
            let key = key_at_depth(tree.key(&tree.child(&frame.node, &frame.moves, index)), depth - 1);
            let is_known = self.table.get(key).decides((-window.1, -window.0)).is_some();
            if is_exclusive && !is_known && self.marks.contains_key(&key) {
                frame.deferred.push(index);
                continue;
            }
            *self.marks.entry(key).or_insert(0) += 1;
            return Some(Job { index, kind, window, marked: Some(key) });
        }
    }
}

/// The child that a processor searches in a turn: the first one first, then the others from one that depends on the node
/// and the processor; processor 0 has the order of the moves.
fn turned(turn: usize, count: usize, key: u64, number: usize) -> usize {
    if turn == 0 || number == 0 {
        return turn;
    }
    let others = count - 1;
    let offset = splitmix64(key ^ splitmix64(number as u64)) % others as u64;
    1 + (turn - 1 + usize::try_from(offset).unwrap_or(0)) % others
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Iid;

    #[test]
    fn processors_that_do_the_same_gain_nothing() {
        let tree = Iid::new(4, 1000, 3);
        let ticks =
            |processors, divergence| simulate(&tree, 6, processors, divergence).expect("a small tree").ticks;
        assert_eq!(ticks(8, Divergence::None), ticks(1, Divergence::None));
        assert!(ticks(8, Divergence::Order) < ticks(1, Divergence::None));
    }

    #[test]
    fn every_processor_searches_all_children_once() {
        for number in 0..6 {
            let mut order: Vec<usize> = (0..7).map(|turn| turned(turn, 7, 99, number)).collect();
            assert_eq!(order[0], 0);
            order.sort_unstable();
            assert_eq!(order, [0, 1, 2, 3, 4, 5, 6]);
        }
    }
}
