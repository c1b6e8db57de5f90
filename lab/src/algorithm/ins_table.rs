//! INS and PNS whose information lies in a hash table of limited size.
//!
//! Source 000 closes with this form: use as much memory as is available. Each slot holds the information of one node, and
//! newer information replaces older. Without slots the search is NegaScout; with a slot for every tested node it is INS
//! or PNS.

use std::collections::HashMap;

use super::table::key_at_depth;
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Observer, Visit, Window, leaf};

/// What a test finds out about a node.
#[derive(Clone, Debug)]
enum Record {
    /// Every child was examined: the upper bounds of all, from the point of view of the node.
    Bounds(Vec<Value>),
    /// The child `best` produced a cutoff; the value of the children left of it is at most `bound`.
    Cutoff { best: usize, bound: Value },
    /// The best child; nothing is known about the others (PNS).
    Best(usize),
}

/// A hash table for the information of INS or PNS.
#[derive(Clone, Debug)]
pub struct InfoTable {
    /// The records with the keys of their nodes, by slot.
    records: HashMap<u64, (u64, Record)>,
    slots: Option<u64>,
    best_only: bool,
}

impl InfoTable {
    /// Creates an empty table with this number of slots, one node each; `None` for as many as are needed. `best_only`
    /// stores what PNS does in place of what INS does.
    #[must_use]
    pub fn new(slots: Option<u64>, best_only: bool) -> InfoTable {
        InfoTable { records: HashMap::new(), slots, best_only }
    }

    /// The number of slots in use.
    #[must_use]
    pub fn used(&self) -> usize {
        self.records.len()
    }

    fn slot(&self, key: u64) -> Option<u64> {
        self.slots.map_or(Some(key), |slots| key.checked_rem(slots))
    }

    fn get(&self, key: u64) -> Option<Record> {
        let (owner, record) = self.records.get(&self.slot(key)?)?;
        (*owner == key).then(|| record.clone())
    }

    /// Stores a record; below the tested node PNS keeps the best child only.
    fn set(&mut self, key: u64, record: Record, is_below: bool) {
        let Some(slot) = self.slot(key) else { return };
        let record = match record {
            Record::Bounds(bounds) if self.best_only && is_below => {
                let best = (0..bounds.len()).rev().max_by_key(|index| bounds[*index]).unwrap_or(0);
                Record::Best(best)
            }
            record => record,
        };
        self.records.insert(slot, (key, record));
    }
}

/// How a node is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Nothing is known: a first search. `is_below` if the parent is tested as well.
    First { is_below: bool },
    /// The table may have the result of the test of the node.
    Again,
}

/// Returns the value of `node` if it lies between the ends of the window, else a bound (fail-soft).
///
/// The table is for one tree.
pub fn ins_table<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    table: &mut InfoTable,
    node: &T::Node,
    window: (Value, Value),
    depth: u32,
) -> Value {
    search(tree, observer, table, node, window, depth, Role::First { is_below: false })
}

/// The children to search, in this order, with their upper bounds if these are known.
fn plan(record: Option<&Record>, count: usize) -> Vec<(usize, Option<Value>)> {
    let unknown = |index: usize| (index, None);
    match record {
        None => (0..count).map(unknown).collect(),
        Some(Record::Cutoff { best, .. }) => (*best..count).map(unknown).collect(),
        Some(Record::Best(best)) => {
            std::iter::once(*best).chain((0..count).filter(|index| index != best)).map(unknown).collect()
        }
        Some(Record::Bounds(bounds)) => {
            let mut children: Vec<usize> = (0..count).collect();
            children.sort_by_key(|index| -bounds[*index]);
            children.into_iter().map(|index| (index, Some(bounds[index]))).collect()
        }
    }
}

fn search<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    table: &mut InfoTable,
    node: &T::Node,
    (alpha, beta): (Value, Value),
    depth: u32,
    role: Role,
) -> Value {
    let visit = Visit::new(tree, node, (alpha, beta), depth);
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(observer, visit) };
    observer.enter(visit);
    let key = key_at_depth(tree.key(node), depth);
    let record = if role == Role::Again { table.get(key) } else { None };
    let is_test = record.is_none() && visit.window() == Window::Zero;
    let mut best = match &record {
        Some(Record::Cutoff { best, bound }) => {
            if *best > 0 {
                observer.ignore_left(visit, *best);
            }
            *bound
        }
        _ => -INFINITY,
    };
    let mut bounds = vec![INFINITY; if is_test { count } else { 0 }];
    let (mut bound, mut end) = (beta, End::Complete);
    for (turn, (index, upper)) in plan(record.as_ref(), count).into_iter().enumerate() {
        if let Some(upper) = upper {
            if alpha.max(best) >= upper {
                best = best.max(upper);
                end = End::ProveBest(upper);
                break;
            }
            bound = beta.min(upper);
        }
        let child = tree.child(node, &moves, index);
        // The entry of a child can be used only if the same test examined the child.
        let is_known = upper.is_some() || turn == 0 && record.is_some();
        let role = if is_known { Role::Again } else { Role::First { is_below: is_test } };
        let mut value = -search(tree, observer, table, &child, (-bound, -alpha.max(best)), depth - 1, role);
        let left = best;
        if value > best {
            let is_exact = turn == 0 || value <= alpha || value >= beta || depth <= 2 || upper.is_some();
            if !is_exact {
                observer.research(tree, &child);
                value = -search(tree, observer, table, &child, (-beta, -value), depth - 1, Role::Again);
            }
            if turn > 0 && visit.window() == Window::Wide && value > alpha {
                observer.new_best();
            }
            best = value;
        }
        if let Some(bound) = bounds.get_mut(index) {
            *bound = value;
        }
        if best >= beta {
            end = End::Cutoff(index);
            if is_test {
                table.set(key, Record::Cutoff { best: index, bound: left }, false);
            }
            break;
        }
        bound = alpha.max(best) + 1;
    }
    if is_test && end == End::Complete {
        table.set(key, Record::Bounds(bounds), role == Role::First { is_below: true });
    }
    observer.leave(visit, best, end);
    best
}
