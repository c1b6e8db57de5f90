//! Chess positions as game trees, and a chess search in which the algorithms of the family can be exchanged.
//!
//! # Why the engine's search is not used
//!
//! The engine of this repository has a search, an evaluation and a transposition table of its own. This module does not
//! use them, because it has another purpose. The engine's drivers are compared by playing strength and by time to a
//! depth, in a search that prunes; that comparison is made by `lancet-lab drivers` and `lancet-arena match`. The
//! experiments here repeat measurements of the papers, which count the leaves and nodes of a full-width search, and
//! they depend on properties that a playing engine must not have:
//!
//! * **The value is the minimax value.** Null-move pruning, reductions, futility and the like make the value of a node
//!   depend on the window and on what was searched before. Two algorithms then search different trees, and a comparison
//!   of their leaf counts says nothing. Here every algorithm must find the same value at every depth, which the
//!   experiment verifies and a test compares with plain negamax.
//! * **A position has one value per depth.** There is no fifty-move rule, no repetition and no mate distance: the value
//!   is the same on every path, so a table entry is always valid. In the engine these rules make entries depend on the
//!   path.
//! * **The table uses entries of the same depth only, and stores both bounds.** SSS*, DUAL* and MTD(f) are memory tests:
//!   they need both bounds of a node between passes. The engine stores one bound and accepts deeper entries, which
//!   saves nodes but makes counts incomparable.
//! * **The counts are stable.** The tables of the report have been compared with an independent program. Each improvement
//!   of the engine's evaluation or move ordering would change all of them. The evaluation here is material and
//!   piece-square terms in integers and never changes.
//! * **Leaves can be evaluated without a window.** The depth rule of NegaScout and the algorithms over [`GameTree`]
//!   assume that the value of a leaf does not depend on the window (claim 24 of the report). [`ChessTree`] searches
//!   quiescence with the full window for that reason.
//!
//! The engine does provide the rules: positions, move generation, legality, keys and piece values. What remains here is
//! about 450 lines: one node function ([`Searcher`]) with switches for fail-hard or fail-soft, scouting, re-searches
//! informed by the table, the table itself, killers and history.
//!
//! [`GameTree`]: crate::GameTree
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "plies and scores fit the narrower types by their ranges"
)]

mod chess_tree;
mod evaluation;
mod search;
mod transposition_table;

pub use chess_tree::ChessTree;
pub use evaluation::{MATE, material_and_squares};
pub use search::{SearchCounts, SearchOptions, Searcher};

use lancet::position::Position;

use crate::Value;
use evaluation::quiesce;

/// The evaluation of a leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum LeafKind {
    /// Static evaluation: material and piece-square terms
    Static,
    /// Quiescence search
    Qs,
}

/// How leaves are evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafEvaluation {
    /// Static or by quiescence search.
    pub kind: LeafKind,
    /// All values are multiples of this number of centipawns.
    pub granularity: Value,
}

impl LeafEvaluation {
    /// Returns the value of a leaf for the side to move, or a bound as fail-soft alpha-beta does.
    #[must_use]
    pub fn value(&self, position: &Position, alpha: Value, beta: Value) -> Value {
        if !position.has_legal_move() {
            return game_over(position);
        }
        match self.kind {
            LeafKind::Static => material_and_squares(position, self.granularity),
            LeafKind::Qs => quiesce(position, alpha, beta, self.granularity),
        }
    }
}

/// The value of a position without legal moves.
fn game_over(position: &Position) -> Value {
    if position.in_check() { -MATE } else { 0 }
}
