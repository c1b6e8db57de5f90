//! Info: what the test of a node leaves for its second search, in INS and PNS.

use crate::game_tree::{INFINITY, Value};
use crate::observer::Observer;

/// What is known of an interior node.
#[derive(Debug)]
pub(super) enum Info {
    /// Every son was examined.
    ProveBest(Vec<Examined>),
    /// Every son was examined, and they are leaves: what is left to know is the best.
    BestLeaf(usize),
    /// The son `best` has cut; those left of it are worth at most `bound`.
    IgnoreLeft { best: usize, bound: Value, info: Option<Box<Info>> },
    /// The best son, and nothing of the others.
    Variation { best: usize, info: Option<Box<Info>> },
}

/// A son: an upper bound of it for the side to move at its father, and what is known of it.
#[derive(Debug)]
pub(super) struct Examined {
    pub(super) score: Value,
    pub(super) info: Option<Info>,
}

impl Info {
    /// Entries of memory that it takes by itself.
    pub(super) fn own_entries(&self) -> isize {
        if let Info::ProveBest(sons) = self { sons.len() as isize } else { 1 }
    }

    /// The same, where the observer wants to know.
    pub(super) fn weight<O: Observer>(info: Option<&Info>) -> isize {
        if O::MEMORY { info.map_or(0, Info::entries) } else { 0 }
    }

    /// Entries of memory that it takes with all that is below.
    fn entries(&self) -> isize {
        let below = match self {
            Info::ProveBest(sons) => sons.iter().filter_map(|son| son.info.as_ref()).map(Info::entries).sum(),
            Info::IgnoreLeft { info, .. } | Info::Variation { info, .. } => {
                info.as_ref().map_or(0, |info| info.entries())
            }
            Info::BestLeaf(_) => 0,
        };
        self.own_entries() + below
    }

    /// What PNS keeps: of the sons of a node that was proved best, the best alone.
    pub(super) fn shortened(self) -> Info {
        match self {
            Info::ProveBest(sons) => {
                let best = (0..sons.len()).rev().max_by_key(|index| sons[*index].score).unwrap_or(0);
                let info = sons.into_iter().nth(best).and_then(|son| son.info);
                Info::Variation { best, info: info.map(Box::new) }
            }
            Info::BestLeaf(best) => Info::Variation { best, info: None },
            other => other,
        }
    }

    /// Tells the observer that it is forgotten.
    pub(super) fn forget<O: Observer>(info: Option<Info>, observer: &mut O) {
        observer.stored(-Info::weight::<O>(info.as_ref()));
    }
}

/// In what order the sons are searched, and what is known of each.
pub(super) enum Plan {
    Natural,
    /// The best by their bounds; what is below a bound need not be searched.
    Sorted(Vec<(usize, Examined)>),
    /// From the son that has cut on.
    Rest {
        best: usize,
        info: Option<Info>,
    },
    /// The best one, then the others as they stand.
    First {
        best: usize,
        info: Option<Info>,
    },
}

impl Plan {
    pub(super) fn of(info: Option<Info>) -> Plan {
        let unbox = |info: Option<Box<Info>>| info.map(|info| *info);
        match info {
            None => Plan::Natural,
            Some(Info::ProveBest(sons)) => {
                let mut sons: Vec<(usize, Examined)> = sons.into_iter().enumerate().collect();
                sons.sort_by_key(|(_, son)| -son.score);
                Plan::Sorted(sons)
            }
            Some(Info::BestLeaf(best)) => {
                Plan::Sorted(vec![(best, Examined { score: INFINITY, info: None })])
            }
            Some(Info::IgnoreLeft { best, info, .. }) => Plan::Rest { best, info: unbox(info) },
            Some(Info::Variation { best, info }) => Plan::First { best, info: unbox(info) },
        }
    }

    /// How many of `count` sons are searched.
    pub(super) fn turns(&self, count: usize) -> usize {
        match self {
            Plan::Sorted(sons) => sons.len(),
            Plan::Rest { best, .. } => count - best,
            Plan::Natural | Plan::First { .. } => count,
        }
    }

    /// The son whose turn it is, with what is known of it.
    pub(super) fn take(&mut self, turn: usize) -> (usize, Option<Info>) {
        match self {
            Plan::Natural => (turn, None),
            Plan::Sorted(sons) => (sons[turn].0, sons[turn].1.info.take()),
            Plan::Rest { best, info } => (*best + turn, info.take()),
            Plan::First { best, info } if turn == 0 => (*best, info.take()),
            Plan::First { best, .. } => (if turn <= *best { turn - 1 } else { turn }, None),
        }
    }

    /// An upper bound of the son whose turn it is, where one is known.
    pub(super) fn upper(&self, turn: usize) -> Option<Value> {
        match self {
            Plan::Sorted(sons) => sons.get(turn).map(|(_, son)| son.score),
            _ => None,
        }
    }
}
