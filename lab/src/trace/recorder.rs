//! The observer that records a search.

use std::collections::{BTreeSet, HashMap};

use super::event::{Event, Origin, Searched, State};
use crate::algorithm::Algorithm;
use crate::game_tree::{GameTree, INFINITY, Value};
use crate::observer::{End, Memory, Observer, OpenChange, Visit};
use crate::tree::{Path, Paths};

/// Records the events of a search of a tree with paths.
#[derive(Clone, Default, Debug)]
pub struct Recorder {
    events: Vec<Event>,
    /// The nodes on the way to the current one, for depth-first searches.
    frames: Vec<Frame>,
    visits: HashMap<Path, u32>,
    /// The number of the last pass.
    pass: u32,
    /// Whether a pass tests a bound now.
    is_testing: bool,
    /// The list OPEN, the first state first.
    open: Vec<State>,
    /// The merit of the state of OPEN that was expanded last.
    merit: Option<Value>,
    /// The event with the newest states of OPEN.
    open_event: usize,
    /// Whether merits are negated values (DUAL*).
    is_dual: bool,
    /// Whether re-searches change the order of the children (INS and PNS).
    is_informed: bool,
    /// The nodes about which information is stored.
    remembered: BTreeSet<Path>,
}

/// An interior node whose search has begun.
#[derive(Clone, Debug)]
struct Frame {
    at: Searched,
    best: Value,
    best_child: Option<Path>,
    /// The children whose values or bounds are known, by their indices.
    known: Vec<usize>,
    /// Those of them that were searched, and not only found in memory.
    searched: Vec<usize>,
    /// The first child that is not ignored.
    first: usize,
}

impl Recorder {
    /// A recorder of an algorithm.
    #[must_use]
    pub fn new(algorithm: Algorithm) -> Recorder {
        Recorder {
            is_dual: algorithm == Algorithm::DualStar,
            is_informed: matches!(algorithm, Algorithm::Ins | Algorithm::Pns),
            ..Recorder::default()
        }
    }

    /// Returns the recorded events.
    #[must_use]
    pub fn into_events(mut self) -> Vec<Event> {
        if self.merit.is_some() {
            // SSS* and DUAL* end when the root is solved, which their last pass has done.
            self.end_open_pass(true);
        }
        self.events
    }

    fn count_visit(&mut self, path: &Path) -> u32 {
        let visits = self.visits.entry(path.clone()).or_insert(0);
        *visits += 1;
        *visits
    }

    /// Notes the result of the search of a child in the frame of its parent.
    fn note_searched(&mut self, child: &Path, value: Value) {
        if let Some(frame) = self.frames.last_mut() {
            frame.searched.extend(child.indices().last());
        }
        self.note_result(child, value);
    }

    /// Notes what is known of a child of the innermost node.
    fn note_result(&mut self, child: &Path, value: Value) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.known.extend(child.indices().last());
        let is_best = -value > frame.best || frame.best_child.as_ref() == Some(child);
        if is_best && child.parent().as_ref() == Some(&frame.at.path) {
            frame.best = -value;
            frame.best_child = Some(child.clone());
        }
    }

    /// Returns the children of the innermost node that its search left out when it ended.
    fn cut_off(&self, count: usize, end: End) -> Vec<usize> {
        let from = match end {
            End::Cutoff(index) if !self.is_informed => index + 1,
            End::Cutoff(_) | End::ProveBest(_) => self.frames.last().map_or(0, |frame| frame.first),
            End::Transposition(_) => 0,
            End::Complete | End::Solved => return Vec::new(),
        };
        let is_left = |index: &usize| self.frames.last().is_some_and(|frame| !frame.known.contains(index));
        (from..count).filter(is_left).collect()
    }

    /// Returns where the upper end of the window of the innermost node came from.
    fn origin(&self) -> Origin {
        let whole = || if self.is_testing { Origin::Pass(self.pass) } else { Origin::Root };
        let mut depth = self.frames.len() - 1;
        loop {
            let of = &self.frames[depth];
            let Some(parent) = depth.checked_sub(1).map(|above| &self.frames[above]) else { return whole() };
            let lower = -of.at.beta;
            if lower > parent.at.alpha.max(parent.best) {
                return Origin::Memory(of.at.path.clone());
            }
            if let Some(sibling) = parent.best_child.as_ref().filter(|_| lower > parent.at.alpha) {
                let of = of.at.path.clone();
                let is_own = *sibling == of;
                return if is_own {
                    Origin::OwnTest(of)
                } else {
                    Origin::Sibling { of, sibling: sibling.clone() }
                };
            }
            // The bound is the lower end of the parent's window, so it was the upper end for the grandparent's child.
            let Some(above) = depth.checked_sub(2).map(|above| &self.frames[above]) else { return whole() };
            if -parent.at.alpha != above.at.beta {
                return Origin::Test(parent.at.path.clone());
            }
            depth -= 2;
        }
    }

    /// Inserts a state before those of lower merit, and of equal merit further to the right.
    fn insert(&mut self, state: State) {
        let goes_before = |other: &State| {
            other.merit < state.merit || other.merit == state.merit && other.path > state.path
        };
        let place = self.open.iter().position(goes_before).unwrap_or(self.open.len());
        self.open.insert(place, state);
    }

    /// Starts a pass when the merit of the first state has fallen.
    fn note_merit(&mut self, merit: Value) {
        if self.merit == Some(merit) {
            return;
        }
        if self.merit.is_some() {
            self.end_open_pass(false);
        }
        self.merit = Some(merit);
        self.pass += 1;
        let bound = if self.is_dual { 1 - merit } else { merit };
        self.events.push(Event::BeginPass { number: self.pass, bound });
    }

    fn push_open(&mut self, expanded: Option<(State, u8)>) {
        let expanded = expanded.map(|(state, case)| (self.shown(&state), case));
        self.open_event = self.events.len();
        self.events.push(Event::Open { expanded, states: Vec::new() });
    }

    /// A state with its merit as a value of the root.
    fn shown(&self, state: &State) -> State {
        State { merit: if self.is_dual { -state.merit } else { state.merit }, ..state.clone() }
    }

    /// Ends a pass of SSS*, of which only the last one fails high, or of DUAL*, of which only the last one fails low.
    fn end_open_pass(&mut self, is_last: bool) {
        self.events.push(Event::EndPass { number: self.pass, fail_high: is_last != self.is_dual });
    }
}

fn searched<T: GameTree>(visit: Visit<'_, Paths<'_, T>>) -> Searched {
    let Visit { node, alpha, beta, depth, .. } = visit;
    Searched { path: node.path.clone(), alpha, beta, depth }
}

impl<'t, T: GameTree> Observer<Paths<'t, T>> for Recorder {
    const STORED: bool = true;

    fn enter(&mut self, visit: Visit<'_, Paths<'t, T>>) {
        let at = searched(visit);
        let visit = self.count_visit(&at.path);
        if self.merit.is_none() {
            let (known, searched, first) = (Vec::new(), Vec::new(), 0);
            let (best, best_child) = (-INFINITY, None);
            self.frames.push(Frame { at: at.clone(), best, best_child, known, searched, first });
        }
        self.events.push(Event::Enter { at, visit });
    }

    fn leave(&mut self, visit: Visit<'_, Paths<'t, T>>, value: Value, end: End) {
        let at = searched(visit);
        let count = visit.tree.len(&visit.tree.moves(visit.node));
        let cut = self.cut_off(count, end);
        let is_complete =
            self.frames.last().is_some_and(|frame| (0..count).all(|index| frame.searched.contains(&index)));
        let origin = matches!(end, End::Cutoff(_)).then(|| self.origin());
        self.frames.pop();
        self.note_searched(&at.path, value);
        self.events.push(Event::Leave { at, value, end, cut, is_complete, origin });
    }

    fn leaf(&mut self, visit: Visit<'_, Paths<'t, T>>, value: Value) {
        let at = searched(visit);
        let visit = self.count_visit(&at.path);
        self.note_searched(&at.path, value);
        self.events.push(Event::Leaf { at, value, visit });
    }

    fn table_cutoff(&mut self, visit: Visit<'_, Paths<'t, T>>, value: Value) {
        let at = searched(visit);
        self.note_result(&at.path, value);
        self.events.push(Event::TableCutoff { at, value });
    }

    fn research(&mut self, _tree: &Paths<'t, T>, child: &<Paths<'t, T> as GameTree>::Node) {
        self.events.push(Event::Research { path: child.path.clone() });
    }

    fn ignore_left(&mut self, visit: Visit<'_, Paths<'t, T>>, index: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.first = index;
        }
        self.events.push(Event::IgnoreLeft { path: visit.node.path.clone(), index });
    }

    fn begin_pass(&mut self, bound: Value) {
        self.pass += 1;
        self.is_testing = true;
        self.events.push(Event::BeginPass { number: self.pass, bound });
    }

    fn end_pass(&mut self, fail_high: bool) {
        // The first search of an aspiration search is a pass that tests no single bound.
        self.pass = self.pass.max(1);
        self.is_testing = false;
        self.events.push(Event::EndPass { number: self.pass, fail_high });
    }

    fn stored(&mut self, _tree: &Paths<'t, T>, node: &<Paths<'t, T> as GameTree>::Node, memory: Memory) {
        self.remembered.insert(node.path.clone());
        self.events.push(Event::Stored { path: node.path.clone(), memory });
    }

    fn forgotten(&mut self, _tree: &Paths<'t, T>, node: &<Paths<'t, T> as GameTree>::Node) {
        // Paths are in the order of a preorder walk: the nodes below follow the node.
        let from = self.remembered.range::<Path, _>(&node.path..);
        let forgotten: Vec<Path> = from.take_while(|path| path.is_at_or_below(&node.path)).cloned().collect();
        if !forgotten.is_empty() {
            forgotten.iter().for_each(|path| _ = self.remembered.remove(path));
            self.events.push(Event::Forgotten { path: node.path.clone() });
        }
    }

    fn open_changed(
        &mut self,
        _tree: &Paths<'t, T>,
        change: OpenChange<'_, <Paths<'t, T> as GameTree>::Node>,
    ) {
        match change {
            OpenChange::Expand(case) => {
                let first = self.open.remove(0);
                self.note_merit(first.merit);
                self.push_open(Some((first, case)));
            }
            OpenChange::Insert { node, merit, is_solved } => {
                self.insert(State { path: node.path.clone(), merit, is_solved });
                if self.merit.is_none() {
                    self.note_merit(merit);
                    self.push_open(None);
                }
            }
            OpenChange::Purge(node) => {
                self.open.retain(|state| state.path == node.path || !state.path.is_at_or_below(&node.path));
            }
        }
        let open = self.open.iter().map(|state| self.shown(state)).collect();
        if let Some(Event::Open { states, .. }) = self.events.get_mut(self.open_event) {
            *states = open;
        }
    }
}
