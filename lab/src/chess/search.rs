//! A full-width chess search with a transposition table and move ordering, shared by all drivers.
//!
//! The table stores both bounds and is used at equal depth only. Moves are ordered by table move, MVV-LVA, killers and
//! history. Nothing is pruned: the value is the minimax value, whatever the driver.

use lancet::position::{MoveList, Position};
use shakmaty::Move;

use super::evaluation::mvv_lva;
use super::transposition_table::TranspositionTable;
use super::{LeafEvaluation, game_over};
use crate::algorithm::{Bounds, Fail};
use crate::{INFINITY, Value};

/// The variant of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// Fail-hard or fail-soft below the window.
    pub fail: Fail,
    /// Whether children but the first are tested with a zero window (NegaScout without the depth rule).
    pub scout: bool,
    /// Whether re-searches order the children by their bounds in the table, in the manner of INS.
    pub informed: bool,
    /// Whether the result of a test within two plies of the leaves is taken as exact, as in figure 1 of source 000. This is
    /// wrong where the value of a leaf depends on the window.
    pub depth_rule: bool,
    /// Whether the transposition table is used.
    pub table: bool,
    /// Whether killers and history order quiet moves.
    pub history: bool,
}

/// The cost of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
pub struct SearchCounts {
    /// Leaf evaluations.
    pub leaves: u64,
    /// Visited nodes, leaves and table cutoffs included.
    pub nodes: u64,
    /// Re-searches.
    pub researches: u64,
    /// Passes: searches of the root.
    pub passes: u64,
    /// Beta cutoffs.
    pub cutoffs: u64,
    /// Beta cutoffs by the first move.
    pub first_move_cutoffs: u64,
    /// The sum of the indices of the moves that produced these cutoffs.
    pub cutoff_indices: u64,
    /// Nodes whose moves were searched.
    pub interior: u64,
    /// Legal moves of these nodes.
    pub moves: u64,
    /// Of these nodes, those with a wider window than a zero window: in first searches, and in re-searches.
    pub wide_nodes: [u64; 2],
    /// Moves other than the first that became the best one at these nodes.
    pub changes: [u64; 2],
    /// Nodes visited in re-searches.
    pub research_nodes: u64,
}

impl SearchCounts {
    /// Adds two costs.
    #[must_use]
    pub fn plus(self, other: SearchCounts) -> SearchCounts {
        SearchCounts {
            leaves: self.leaves + other.leaves,
            nodes: self.nodes + other.nodes,
            researches: self.researches + other.researches,
            passes: self.passes + other.passes,
            cutoffs: self.cutoffs + other.cutoffs,
            first_move_cutoffs: self.first_move_cutoffs + other.first_move_cutoffs,
            cutoff_indices: self.cutoff_indices + other.cutoff_indices,
            interior: self.interior + other.interior,
            moves: self.moves + other.moves,
            wide_nodes: std::array::from_fn(|index| self.wide_nodes[index] + other.wide_nodes[index]),
            changes: std::array::from_fn(|index| self.changes[index] + other.changes[index]),
            research_nodes: self.research_nodes + other.research_nodes,
        }
    }
}

const MAX_PLY: usize = 64;

/// A search with its table, killers and history.
#[derive(Debug)]
pub struct Searcher {
    leaves: LeafEvaluation,
    options: SearchOptions,
    table: TranspositionTable,
    killers: [[Option<Move>; 2]; MAX_PLY],
    history: Vec<u32>,
    /// The number of re-searches that contain the current node.
    researches: u32,
    /// The cost since the field was last reset.
    pub counts: SearchCounts,
}

impl Searcher {
    /// Creates a searcher with a table of 2^`log_buckets` buckets of two entries.
    #[must_use]
    pub fn new(leaves: LeafEvaluation, options: SearchOptions, log_buckets: u32) -> Searcher {
        Searcher {
            leaves,
            options,
            table: TranspositionTable::new(1 << log_buckets),
            killers: [[None; 2]; MAX_PLY],
            history: vec![0; 2 * 64 * 64],
            researches: 0,
            counts: SearchCounts::default(),
        }
    }

    /// Searches the root with a window and returns its value or a bound.
    pub fn search_root(&mut self, position: &Position, alpha: Value, beta: Value, depth: u32) -> Value {
        self.counts.passes += 1;
        self.node(position, (alpha, beta), depth, 0, false)
    }

    fn node(
        &mut self,
        position: &Position,
        (alpha, beta): (Value, Value),
        depth: u32,
        ply: usize,
        is_research: bool,
    ) -> Value {
        self.counts.nodes += 1;
        self.counts.research_nodes += u64::from(self.researches > 0);
        let key = position.key();
        let known = self.probe(key, depth);
        let floor = if self.options.fail == Fail::Hard { alpha } else { -INFINITY };
        if known.lower >= beta || known.lower == known.upper {
            return known.lower.max(floor);
        }
        if known.upper <= alpha {
            return known.upper.max(floor);
        }
        if depth == 0 {
            self.counts.leaves += 1;
            let value = self.leaves.value(position, alpha, beta);
            self.store(key, depth, (alpha, beta), value, None);
            return value.max(floor);
        }
        let (lower, upper) = (alpha.max(known.lower), beta.min(known.upper));
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return game_over(position).max(floor);
        }
        self.order(position, &mut moves, ply);
        if is_research && self.options.informed {
            self.order_by_bounds(position, &mut moves, depth);
        }
        let (best, best_move) = self.search_children(position, &moves, (lower, upper), depth, ply);
        self.store(key, depth, (lower, upper), best, best_move);
        best.max(floor)
    }

    /// Searches the children; returns the best value, and its move if it exceeds `alpha`.
    fn search_children(
        &mut self,
        position: &Position,
        moves: &MoveList,
        (alpha, beta): (Value, Value),
        depth: u32,
        ply: usize,
    ) -> (Value, Option<Move>) {
        let mut best = if self.options.fail == Fail::Hard { alpha } else { -INFINITY };
        let mut best_move = None;
        let (is_wide, kind) = (beta - alpha > 1, usize::from(self.researches > 0));
        self.counts.interior += 1;
        self.counts.moves += moves.len() as u64;
        self.counts.wide_nodes[kind] += u64::from(is_wide);
        for (index, m) in moves.iter().enumerate() {
            let child = position.play(*m);
            let lower = alpha.max(best);
            let value = if self.options.scout && index > 0 {
                self.scout(&child, (lower, beta), depth, ply)
            } else {
                -self.node(&child, (-beta, -lower), depth - 1, ply + 1, false)
            };
            if value > best {
                self.counts.changes[kind] += u64::from(is_wide && index > 0 && value > alpha);
                best = value;
                best_move = (best > alpha).then_some(*m);
                if best >= beta {
                    self.update_history(position, *m, depth, ply);
                    self.counts.cutoffs += 1;
                    self.counts.first_move_cutoffs += u64::from(index == 0);
                    self.counts.cutoff_indices += index as u64;
                    break;
                }
            }
        }
        (best, best_move)
    }

    /// Tests a child with a zero window and re-searches it from the result if it is better.
    fn scout(&mut self, child: &Position, (lower, beta): (Value, Value), depth: u32, ply: usize) -> Value {
        let value = -self.node(child, (-lower - 1, -lower), depth - 1, ply + 1, false);
        if value <= lower || value >= beta || self.options.depth_rule && depth <= 2 {
            return value;
        }
        self.counts.researches += 1;
        self.researches += 1;
        let value = -self.node(child, (-beta, -value), depth - 1, ply + 1, true);
        self.researches -= 1;
        value
    }

    fn probe(&self, key: u64, depth: u32) -> Bounds {
        if self.options.table { self.table.bounds(key, depth) } else { Bounds::NONE }
    }

    fn store(&mut self, key: u64, depth: u32, window: (Value, Value), value: Value, best: Option<Move>) {
        if self.options.table {
            self.table.store(key, depth, window, value, best);
        }
    }

    /// Updates killers and history after a beta cutoff by a quiet move.
    fn update_history(&mut self, position: &Position, m: Move, depth: u32, ply: usize) {
        if m.is_capture() || m.is_promotion() {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        self.history[history_index(position, m)] += depth * depth;
    }

    fn order(&self, position: &Position, moves: &mut MoveList, ply: usize) {
        let first = if self.options.table { self.table.best(position.key()) } else { None };
        let killers = if self.options.history { self.killers[ply] } else { [None; 2] };
        moves.sort_by_cached_key(|m| {
            let score = if Some(*m) == first {
                i64::MAX
            } else if m.is_capture() || m.is_promotion() {
                (1 << 40) + i64::from(mvv_lva(*m))
            } else if killers.contains(&Some(*m)) {
                (1 << 36) + i64::from(killers[0] == Some(*m))
            } else if self.options.history {
                i64::from(self.history[history_index(position, *m)])
            } else {
                0
            };
            -score
        });
    }

    /// Sorts moves by decreasing upper bounds; moves without a bound come last and keep their order.
    fn order_by_bounds(&self, position: &Position, moves: &mut MoveList, depth: u32) {
        moves.sort_by_cached_key(|m| {
            let lower = self.table.bounds(position.play(*m).key(), depth - 1).lower;
            // The upper bound of a move is the negated lower bound of the position after it.
            if lower == -INFINITY { INFINITY } else { lower }
        });
    }
}

fn history_index(position: &Position, m: Move) -> usize {
    let from = m.from().map_or(0, usize::from);
    (position.turn() as usize * 64 + from) * 64 + usize::from(m.to())
}
