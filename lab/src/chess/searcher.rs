//! Searcher: one node for all drivers, with what a chess program has around it.
//!
//! A table with both bounds, used at equal depth alone; the move of the table first, then captures by
//! victim and taker, killers, and moves by their history. No selectivity: whatever the driver, the
//! value is the minimax value.

use lancet::position::{MoveList, Position};
use shakmaty::Move;

use super::evaluation::victim_and_taker;
use super::table::Table;
use super::{Leaves, end_of_game};
use crate::algorithm::{Bounds, Fail};
use crate::{INFINITY, Value};

/// How the node searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Where results below the window begin.
    pub fail: Fail,
    /// Sons but the first are tested with a null window (NegaScout, without the rule of depth).
    pub scout: bool,
    /// What is searched again looks at its sons in the order of their bounds in the table (INS).
    pub informed: bool,
    /// There is a table.
    pub table: bool,
    /// Killers and history order the quiet moves.
    pub history: bool,
}

/// What a search has cost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "cli", derive(serde::Serialize, serde::Deserialize))]
pub struct Effort {
    /// Leaves evaluated.
    pub leaves: u64,
    /// Calls of the node, leaves and hits of the table included.
    pub nodes: u64,
    /// Sons searched again.
    pub researches: u64,
    /// Searches of the root.
    pub passes: u64,
    /// Cut-offs in null windows.
    pub cuts: u64,
    /// Those by the first son.
    pub first_cuts: u64,
    /// The sum of the indices of the sons that cut.
    pub cut_indices: u64,
}

impl Effort {
    /// The sum of two.
    #[must_use]
    pub fn plus(self, other: Effort) -> Effort {
        Effort {
            leaves: self.leaves + other.leaves,
            nodes: self.nodes + other.nodes,
            researches: self.researches + other.researches,
            passes: self.passes + other.passes,
            cuts: self.cuts + other.cuts,
            first_cuts: self.first_cuts + other.first_cuts,
            cut_indices: self.cut_indices + other.cut_indices,
        }
    }
}

const MOST_PLIES: usize = 64;

/// Searches positions by the same rules.
pub struct Searcher {
    leaves: Leaves,
    rules: Rules,
    table: Table,
    killers: [[Option<Move>; 2]; MOST_PLIES],
    history: Vec<u32>,
    /// What was done since it was last set to nothing.
    pub effort: Effort,
}

impl Searcher {
    /// A searcher with a table of 2^`log_buckets` buckets of two entries.
    #[must_use]
    pub fn new(leaves: Leaves, rules: Rules, log_buckets: u32) -> Searcher {
        Searcher {
            leaves,
            rules,
            table: Table::new(1 << log_buckets),
            killers: [[None; 2]; MOST_PLIES],
            history: vec![0; 2 * 64 * 64],
            effort: Effort::default(),
        }
    }

    /// Forgets everything, as before a position of another game.
    pub fn forget(&mut self) {
        self.table.clear();
        self.killers = [[None; 2]; MOST_PLIES];
        self.history.fill(0);
    }

    /// A search of the root.
    pub fn root(&mut self, position: &Position, alpha: Value, beta: Value, depth: u32) -> Value {
        self.effort.passes += 1;
        self.node(position, (alpha, beta), depth, 0, false)
    }

    fn node(
        &mut self,
        position: &Position,
        (alpha, beta): (Value, Value),
        depth: u32,
        ply: usize,
        again: bool,
    ) -> Value {
        self.effort.nodes += 1;
        let key = position.key();
        let known = self.known(key, depth);
        let floor = if self.rules.fail == Fail::Hard { alpha } else { -INFINITY };
        if known.lower >= beta || known.lower == known.upper {
            return known.lower.max(floor);
        }
        if known.upper <= alpha {
            return known.upper.max(floor);
        }
        if depth == 0 {
            self.effort.leaves += 1;
            let value = self.leaves.value(position, alpha, beta);
            self.store(key, depth, (alpha, beta), value, None);
            return value.max(floor);
        }
        let (lower, upper) = (alpha.max(known.lower), beta.min(known.upper));
        let mut moves = position.legal_moves();
        if moves.is_empty() {
            return end_of_game(position).max(floor);
        }
        self.order(position, &mut moves, ply);
        if again && self.rules.informed {
            self.order_by_bounds(position, &mut moves, depth);
        }
        let (best, best_move) = self.sons(position, &moves, (lower, upper), depth, ply);
        self.store(key, depth, (lower, upper), best, best_move);
        best.max(floor)
    }

    /// The best of the sons and its move, where there is one that is more than the lower bound.
    fn sons(
        &mut self,
        position: &Position,
        moves: &MoveList,
        (alpha, beta): (Value, Value),
        depth: u32,
        ply: usize,
    ) -> (Value, Option<Move>) {
        let mut best = if self.rules.fail == Fail::Hard { alpha } else { -INFINITY };
        let mut best_move = None;
        for (index, m) in moves.iter().enumerate() {
            let son = position.play(*m);
            let lower = alpha.max(best);
            let value = if self.rules.scout && index > 0 {
                self.tested(&son, (lower, beta), depth, ply)
            } else {
                -self.node(&son, (-beta, -lower), depth - 1, ply + 1, false)
            };
            if value > best {
                best = value;
                best_move = (best > alpha).then_some(*m);
                if best >= beta {
                    self.reward(position, *m, depth, ply);
                    if beta - alpha == 1 {
                        self.effort.cuts += 1;
                        self.effort.first_cuts += u64::from(index == 0);
                        self.effort.cut_indices += index as u64;
                    }
                    break;
                }
            }
        }
        (best, best_move)
    }

    /// A son by a null window, and again from the value found if it is better.
    fn tested(&mut self, son: &Position, (lower, beta): (Value, Value), depth: u32, ply: usize) -> Value {
        let value = -self.node(son, (-lower - 1, -lower), depth - 1, ply + 1, false);
        if value <= lower || value >= beta {
            return value;
        }
        self.effort.researches += 1;
        -self.node(son, (-beta, -value), depth - 1, ply + 1, true)
    }

    fn known(&self, key: u64, depth: u32) -> Bounds {
        if self.rules.table { self.table.bounds(key, depth) } else { Bounds::NONE }
    }

    fn store(&mut self, key: u64, depth: u32, window: (Value, Value), value: Value, best: Option<Move>) {
        if self.rules.table {
            self.table.store(key, depth, window, value, best);
        }
    }

    fn reward(&mut self, position: &Position, m: Move, depth: u32, ply: usize) {
        if m.is_capture() || m.is_promotion() {
            return;
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
        self.history[place(position, m)] += depth * depth;
    }

    fn order(&self, position: &Position, moves: &mut MoveList, ply: usize) {
        let first = if self.rules.table { self.table.best(position.key()) } else { None };
        let killers = if self.rules.history { self.killers[ply] } else { [None; 2] };
        moves.sort_by_cached_key(|m| {
            let score = if Some(*m) == first {
                i64::MAX
            } else if m.is_capture() || m.is_promotion() {
                (1 << 40) + i64::from(victim_and_taker(*m))
            } else if killers.contains(&Some(*m)) {
                (1 << 36) + i64::from(killers[0] == Some(*m))
            } else if self.rules.history {
                i64::from(self.history[place(position, *m)])
            } else {
                0
            };
            -score
        });
    }

    /// The sons with the highest upper bounds first; those without one come last, as they stand.
    fn order_by_bounds(&self, position: &Position, moves: &mut MoveList, depth: u32) {
        moves.sort_by_cached_key(|m| {
            let lower = self.table.bounds(position.play(*m).key(), depth - 1).lower;
            // An upper bound of a move is the negative of a lower bound of the position after it.
            if lower == -INFINITY { INFINITY } else { lower }
        });
    }
}

fn place(position: &Position, m: Move) -> usize {
    let from = m.from().map_or(0, usize::from);
    (position.turn() as usize * 64 + from) * 64 + usize::from(m.to())
}
