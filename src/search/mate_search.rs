//! Mate search: looks for a mate in few moves beside a search that is to find one (`go mate`).
//!
//! It takes the mates one by one, the shortest first, and about as many nodes as the main search.

use super::mate_finder::{MateFinder, Refuted};
use super::worker::Worker;
use crate::position::Position;
use crate::types::{Bound, Line, Score};

/// The number of nodes by which it may be ahead of the main search.
const HEAD_START: u64 = 1_000;

/// A search for a mate in at most a number of moves.
pub(super) struct MateSearch {
    /// The plies of the longest mate.
    max_plies: usize,
    /// The plies of the next mate; there is no shorter one.
    plies: usize,
    refuted: Refuted,
    nodes: u64,
}

impl MateSearch {
    /// A search for a mate in at most `moves` moves.
    pub fn new(moves: u32) -> MateSearch {
        MateSearch {
            max_plies: (2 * moves as usize).saturating_sub(1),
            plies: 1,
            refuted: Refuted::default(),
            nodes: 0,
        }
    }

    /// Goes on until it has as many nodes as the main search. If there is a mate it becomes the best move of the root;
    /// returns whether it did.
    pub fn advance(&mut self, w: &mut Worker, root: &Position) -> bool {
        while self.plies <= self.max_plies {
            let budget = self.budget(w);
            let mut finder = MateFinder::new(w, &mut self.refuted, budget);
            let mut line = Line::new();
            let found = finder.mate_by(root, w.root.of_best_rank(), self.plies, &mut line);
            let (nodes, is_spent) = (finder.nodes(), finder.is_spent());
            self.nodes += nodes;
            w.polling.count_nodes(nodes);
            if let Some(m) = line.first().filter(|_| found) {
                let depth = w.root.iteration();
                w.root.accept(m, (Score::mate_in(self.plies), Bound::Exact, depth), &line);
                return true;
            }
            if is_spent {
                return false;
            }
            self.plies += 2;
        }
        false
    }

    /// The nodes that it may take now.
    fn budget(&self, w: &Worker) -> u64 {
        let of_main = w.polling.nodes() - self.nodes;
        let left = w
            .shared
            .limits
            .nodes
            .map_or(u64::MAX, |limit| limit.saturating_sub(w.polling.all_nodes(w.shared)));
        (of_main + HEAD_START).saturating_sub(self.nodes).min(left)
    }
}
