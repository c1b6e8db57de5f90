//! The information that a zero-window test of INS or PNS leaves for the re-search of the node.

use crate::game_tree::{GameTree, INFINITY, Value};
use crate::observer::{Memory, Observer};

/// The information about an interior node.
#[derive(Debug)]
pub(super) enum Info {
    /// Every child was examined: the bounds of all children, for prove-best cutoffs.
    ProveBest(Vec<Examined>),
    /// Every child was examined and is a leaf: the index of the best one, out of `count`. The value of a leaf is exact, so
    /// that the scores of the others, which source 000 stores, exclude nothing more.
    BestLeaf { best: usize, count: usize },
    /// The child `best` produced a cutoff; the value of the children left of it is at most `bound`.
    IgnoreLeft { best: usize, bound: Value, info: Option<Box<Info>> },
    /// The best child; nothing is known about the others.
    Variation { best: usize, info: Option<Box<Info>> },
}

/// An examined child: an upper bound from the point of view of its parent, and the information about it.
#[derive(Debug)]
pub(super) struct Examined {
    pub(super) score: Value,
    pub(super) info: Option<Info>,
}

/// Numbers of entries in memory.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Entries {
    /// The entries that are stored.
    stored: isize,
    /// The scores of leaves that are not stored, because an index replaces them.
    leaf_scores: isize,
}

impl Entries {
    /// Only stored entries.
    pub(super) fn stored(stored: isize) -> Entries {
        Entries { stored, leaf_scores: 0 }
    }

    /// These entries without others.
    pub(super) fn without(self, other: Entries) -> Entries {
        Entries { stored: self.stored - other.stored, leaf_scores: self.leaf_scores - other.leaf_scores }
    }

    fn with(self, other: Entries) -> Entries {
        Entries { stored: self.stored + other.stored, leaf_scores: self.leaf_scores + other.leaf_scores }
    }

    /// Reports these changes to the observer.
    pub(super) fn report<T: GameTree, O: Observer<T>>(self, observer: &mut O) {
        observer.memory_changed(self.stored);
        observer.leaf_scores_changed(self.leaf_scores);
    }
}

impl Info {
    /// The entries in memory, without the information below.
    pub(super) fn own_entries(&self) -> Entries {
        match self {
            Info::ProveBest(children) => Entries::stored(children.len() as isize),
            Info::BestLeaf { count, .. } => Entries { stored: 1, leaf_scores: *count as isize - 1 },
            Info::IgnoreLeft { .. } | Info::Variation { .. } => Entries::stored(1),
        }
    }

    /// All entries; none if the observer does not count memory.
    pub(super) fn weight<T: GameTree, O: Observer<T>>(info: Option<&Info>) -> Entries {
        if O::MEMORY { info.map_or(Entries::default(), Info::entries) } else { Entries::default() }
    }

    /// The entries in memory, with all information below.
    fn entries(&self) -> Entries {
        let below = match self {
            Info::ProveBest(children) => children
                .iter()
                .filter_map(|child| child.info.as_ref())
                .map(Info::entries)
                .fold(Entries::default(), Entries::with),
            Info::IgnoreLeft { info, .. } | Info::Variation { info, .. } => {
                info.as_ref().map_or(Entries::default(), |info| info.entries())
            }
            Info::BestLeaf { .. } => Entries::default(),
        };
        self.own_entries().with(below)
    }

    /// The information as observers see it, without the information below.
    pub(super) fn memory(&self) -> Memory {
        match self {
            Info::ProveBest(children) => Memory::Children(children.iter().map(|child| child.score).collect()),
            Info::BestLeaf { best, .. } | Info::IgnoreLeft { best, .. } | Info::Variation { best, .. } => {
                Memory::Best(*best)
            }
        }
    }

    /// The information that PNS keeps of a child: its best child only.
    pub(super) fn best_only(self) -> Info {
        match self {
            Info::ProveBest(children) => {
                let best = (0..children.len()).rev().max_by_key(|index| children[*index].score).unwrap_or(0);
                let info = children.into_iter().nth(best).and_then(|child| child.info);
                Info::Variation { best, info: info.map(Box::new) }
            }
            Info::BestLeaf { best, .. } => Info::Variation { best, info: None },
            other => other,
        }
    }

    /// Drops the information and reports this to the observer.
    pub(super) fn discard<T: GameTree, O: Observer<T>>(info: Option<Info>, observer: &mut O) {
        Entries::default().without(Info::weight::<T, O>(info.as_ref())).report::<T, O>(observer);
    }
}

/// The order in which the children of a node are searched, with the information about each.
pub(super) enum Plan {
    /// In move order.
    Natural,
    /// By decreasing upper bounds; the search stops at the first bound that is too low (prove best).
    Sorted(Vec<(usize, Examined)>),
    /// From the child that produced the cutoff (ignore left).
    Rest { best: usize, info: Option<Info> },
    /// The best child, then the others in move order.
    First { best: usize, info: Option<Info> },
}

impl Plan {
    pub(super) fn of(info: Option<Info>) -> Plan {
        let unbox = |info: Option<Box<Info>>| info.map(|info| *info);
        match info {
            None => Plan::Natural,
            Some(Info::ProveBest(children)) => {
                let mut children: Vec<(usize, Examined)> = children.into_iter().enumerate().collect();
                children.sort_by_key(|(_, child)| -child.score);
                Plan::Sorted(children)
            }
            Some(Info::BestLeaf { best, .. }) => {
                Plan::Sorted(vec![(best, Examined { score: INFINITY, info: None })])
            }
            Some(Info::IgnoreLeft { best, info, .. }) => Plan::Rest { best, info: unbox(info) },
            Some(Info::Variation { best, info }) => Plan::First { best, info: unbox(info) },
        }
    }

    /// The number of children to search, out of `count`.
    pub(super) fn turns(&self, count: usize) -> usize {
        match self {
            Plan::Sorted(children) => children.len(),
            Plan::Rest { best, .. } => count - best,
            Plan::Natural | Plan::First { .. } => count,
        }
    }

    /// Takes the index of the child to search in this turn, and the information about it.
    pub(super) fn take(&mut self, turn: usize) -> (usize, Option<Info>) {
        match self {
            Plan::Natural => (turn, None),
            Plan::Sorted(children) => (children[turn].0, children[turn].1.info.take()),
            Plan::Rest { best, info } => (*best + turn, info.take()),
            Plan::First { best, info } if turn == 0 => (*best, info.take()),
            Plan::First { best, .. } => (if turn <= *best { turn - 1 } else { turn }, None),
        }
    }

    /// The upper bound of the child to search in this turn, if one is known.
    pub(super) fn upper(&self, turn: usize) -> Option<Value> {
        match self {
            Plan::Sorted(children) => children.get(turn).map(|(_, child)| child.score),
            _ => None,
        }
    }
}
