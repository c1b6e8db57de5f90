//! Split points: principal variation splitting and young brothers wait.
//!
//! A processor owns the nodes that it expands. A node whose first child is done can be split: processors without work
//! search its other children for it. An owner whose children are all taken helps below its node, and waits if there is
//! nothing to do. When a child produces a cutoff, all work below the node stops.

use std::collections::BTreeSet;

use super::{Children, Kind, Outcome, Progress, Verdict, Visited, visit};
use crate::algorithm::{Table, TableFull};
use crate::game_tree::{GameTree, INFINITY, Value};

/// Which nodes are split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Where {
    /// The nodes of the line of first children from the root.
    FirstLine,
    /// All nodes.
    Everywhere,
}

/// Nodes whose children are leaves are not split.
const MIN_SPLIT_DEPTH: u32 = 2;

/// The search of a child, or of the root.
#[derive(Clone, Copy, Debug)]
struct Job {
    /// The frame of the parent; `None` for the root.
    parent: Option<usize>,
    index: usize,
    kind: Kind,
    /// From the point of view of the parent.
    window: (Value, Value),
}

/// An interior node that is searched.
struct Frame<T: GameTree> {
    node: T::Node,
    moves: T::Moves,
    count: usize,
    key: u64,
    progress: Progress,
    /// The next child that no processor has taken.
    next: usize,
    /// The children that processors search now.
    running: usize,
    /// Whether the first child is done.
    is_open: bool,
    /// The job that the search of the node is.
    job: Job,
    ply: u32,
    is_on_first_line: bool,
    /// The number of the frame in the order of creation.
    number: u64,
}

/// A processor: the frames that it owns, the innermost last, and the visit that it makes next.
#[derive(Clone, Default)]
struct Processor {
    stack: Vec<usize>,
    job: Option<Job>,
}

struct Simulation<'t, T: GameTree> {
    tree: &'t T,
    depth: u32,
    splits: Where,
    table: Table,
    frames: Vec<Frame<T>>,
    /// The frames that are not in use.
    free: Vec<usize>,
    created: u64,
    /// The frames with children to take, by ply and age: work near the root comes first.
    offers: BTreeSet<(u32, u64, usize)>,
    processors: Vec<Processor>,
    result: Option<Value>,
}

pub(super) fn simulate<T: GameTree>(
    tree: &T,
    depth: u32,
    processors: usize,
    splits: Where,
) -> Result<Outcome, TableFull> {
    let mut simulation = Simulation {
        tree,
        depth,
        splits,
        table: Table::default(),
        frames: Vec::new(),
        free: Vec::new(),
        created: 0,
        offers: BTreeSet::new(),
        processors: vec![Processor::default(); processors],
        result: None,
    };
    let window = (-INFINITY, INFINITY);
    simulation.processors[0].job = Some(Job { parent: None, index: 0, kind: Kind::First, window });
    let (mut ticks, mut visits) = (0, 0);
    loop {
        ticks += 1;
        for number in 0..processors {
            // A cutoff by another processor in this tick may have stopped the job.
            if let Some(job) = simulation.processors[number].job.take() {
                visits += 1;
                simulation.visit(number, job);
            }
        }
        simulation.assign_work();
        if let Some(value) = simulation.result {
            simulation.table.check()?;
            return Ok(Outcome { value, processors, ticks, visits });
        }
    }
}

impl<T: GameTree> Simulation<'_, T> {
    /// Visits the node of a job: one tick of a processor.
    fn visit(&mut self, number: usize, job: Job) {
        let tree = self.tree;
        let (node, depth, ply, is_on_first_line) = match job.parent {
            None => (tree.root(), self.depth, 0, true),
            Some(parent) => {
                let parent = &self.frames[parent];
                let child = tree.child(&parent.node, &parent.moves, job.index);
                let is_on_first_line = parent.is_on_first_line && job.kind == Kind::First;
                (child, parent.progress.depth - 1, parent.ply + 1, is_on_first_line)
            }
        };
        let window = if job.parent.is_some() { (-job.window.1, -job.window.0) } else { job.window };
        let Children { moves, count, key, progress } =
            match visit(tree, &mut self.table, &node, window, depth) {
                Visited::Value(value) => return self.deliver(number, job, value),
                Visited::Children(children) => children,
            };
        self.created += 1;
        let frame = Frame {
            node,
            moves,
            count,
            key,
            progress,
            next: 0,
            running: 0,
            is_open: false,
            job,
            ply,
            is_on_first_line,
            number: self.created,
        };
        let id = self.free.pop().unwrap_or(self.frames.len());
        if id == self.frames.len() {
            self.frames.push(frame);
        } else {
            self.frames[id] = frame;
        }
        self.processors[number].stack.push(id);
    }

    /// Passes the result of a job to its parent, on behalf of the processor that did it.
    fn deliver(&mut self, number: usize, job: Job, value: Value) {
        let Some(id) = job.parent else {
            self.result = Some(value);
            return;
        };
        let value = -value;
        let frame = &mut self.frames[id];
        match frame.progress.evaluate(job.kind, job.window.0, value) {
            Verdict::Again(kind, window) => {
                self.processors[number].job = Some(Job { kind, window, ..job });
            }
            Verdict::Best(best) => {
                frame.progress.best = best;
                frame.running -= 1;
                frame.is_open = true;
                if best >= frame.progress.upper {
                    self.stop_below(id);
                } else {
                    self.offer(id);
                }
            }
        }
    }

    /// Offers the children of a frame to other processors, if it can be split.
    fn offer(&mut self, id: usize) {
        let frame = &self.frames[id];
        let is_split = self.splits == Where::Everywhere || frame.is_on_first_line;
        let is_deep = frame.progress.depth >= MIN_SPLIT_DEPTH;
        if is_split && is_deep && frame.is_open && frame.next < frame.count {
            let offer = (frame.ply, frame.number, id);
            self.offers.insert(offer);
        }
    }

    /// Takes the next child of a frame.
    fn take(&mut self, id: usize) -> Job {
        let frame = &mut self.frames[id];
        let (index, progress) = (frame.next, frame.progress);
        frame.next += 1;
        frame.running += 1;
        let offer = (frame.ply, frame.number, id);
        if frame.next == frame.count {
            self.offers.remove(&offer);
        }
        let (kind, window) = progress.child(index == 0);
        Job { parent: Some(id), index, kind, window }
    }

    /// Gives work to all processors until nothing changes.
    fn assign_work(&mut self) {
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for number in 0..self.processors.len() {
                has_changed |= self.advance(number);
            }
        }
    }

    /// Finds something to do for a processor that has no job; returns whether anything changed.
    fn advance(&mut self, number: usize) -> bool {
        let mut has_changed = false;
        while self.processors[number].job.is_none() && self.result.is_none() {
            let top = self.processors[number].stack.last().copied();
            let found = match top {
                None => self.offers.first().map(|offer| offer.2),
                Some(id) => {
                    let frame = &self.frames[id];
                    if frame.next < frame.count {
                        Some(id)
                    } else if frame.running == 0 {
                        self.complete(number, id);
                        has_changed = true;
                        continue;
                    } else {
                        self.offers.iter().map(|offer| offer.2).find(|offered| self.is_below(*offered, id))
                    }
                }
            };
            let Some(id) = found else { break };
            let job = self.take(id);
            self.processors[number].job = Some(job);
            has_changed = true;
        }
        has_changed
    }

    /// Stores the result of a frame whose children are done, and passes it on.
    fn complete(&mut self, number: usize, id: usize) {
        self.processors[number].stack.pop();
        self.release(id);
        let Frame { key, progress, job, .. } = self.frames[id];
        progress.store(&mut self.table, key);
        self.deliver(number, job, progress.best);
    }

    /// Ends the use of a frame.
    fn release(&mut self, id: usize) {
        let frame = &self.frames[id];
        self.offers.remove(&(frame.ply, frame.number, id));
        self.free.push(id);
    }

    /// Whether a frame lies below another one.
    fn is_below(&self, mut id: usize, above: usize) -> bool {
        let ply = self.frames[above].ply;
        while self.frames[id].ply > ply {
            match self.frames[id].job.parent {
                Some(parent) if parent == above => return true,
                Some(parent) => id = parent,
                None => return false,
            }
        }
        false
    }

    /// Stops all work below a frame after a cutoff.
    fn stop_below(&mut self, id: usize) {
        let frame = &mut self.frames[id];
        let offer = (frame.ply, frame.number, id);
        let is_shared = frame.running > 0;
        (frame.next, frame.running) = (frame.count, 0);
        self.offers.remove(&offer);
        if !is_shared {
            return;
        }
        let mut stopped = Vec::new();
        for number in 0..self.processors.len() {
            let is_here = |frame: usize| frame == id || self.is_below(frame, id);
            let processor = &self.processors[number];
            let keeps_job = !processor.job.is_some_and(|job| job.parent.is_some_and(is_here));
            let kept = processor.stack.iter().position(|frame| self.is_below(*frame, id));
            let kept = kept.unwrap_or(processor.stack.len());
            let processor = &mut self.processors[number];
            stopped.extend(processor.stack.drain(kept..));
            processor.job = processor.job.filter(|_| keeps_job);
        }
        for frame in stopped {
            self.release(frame);
        }
    }
}
