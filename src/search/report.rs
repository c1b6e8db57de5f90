//! Report: what a search tells while it runs and when it ends.

use std::ops::AddAssign;
use std::time::Duration;

use shakmaty::Move;

use crate::eval::wdl::{Curve, DisplayScore, WinDrawLoss};
use crate::types::{Bound, Depth, Line, Score};

/// One line of play at some point of the search.
#[derive(Clone, Debug)]
pub struct Info {
    /// The iteration.
    pub depth: Depth,
    /// The longest principal variation followed, in plies.
    pub seldepth: usize,
    /// Rank of the line, from 1.
    pub multi_pv: usize,
    /// The score, from the side to move at the root, in the units of the evaluation.
    pub score: Score,
    /// What scores mean in this position.
    pub curve: Curve,
    /// What the score says.
    pub bound: Bound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
    /// Table entries of this search, in thousandths.
    pub hashfull: usize,
    /// Positions of all threads so far that the endgame tables knew.
    pub tb_hits: u64,
    /// The line; legal throughout, empty only where there is no legal move.
    pub line: Line,
}

impl Info {
    /// The score as users are told it.
    #[must_use]
    pub fn display_score(&self) -> DisplayScore {
        self.curve.display_score(self.score)
    }

    /// The chances of the side to move.
    #[must_use]
    pub fn win_draw_loss(&self) -> WinDrawLoss {
        let is_stalemate = self.line.first().is_none() && !self.score.is_decisive();
        if is_stalemate { WinDrawLoss::DRAW } else { self.curve.win_draw_loss(self.score) }
    }

    /// Nodes a second so far.
    #[must_use]
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }
}

/// Nodes a second; a search too short to time counts as a microsecond.
#[must_use]
pub fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1);
    (u128::from(nodes) * 1_000_000 / micros) as u64
}

/// What the driver asked of the first thread, and how well the moves were ordered.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SearchStats {
    /// Searches of the root.
    pub passes: u64,
    /// Children on the principal variation that were searched again.
    pub researches: u64,
    /// Values that a zero-window driver did not find within the pass limit.
    pub pass_limit_hits: u64,
    /// Passes whose answer contradicted an earlier one.
    pub disagreements: u64,
    /// Nodes at which a move cut off.
    pub cutoffs: u64,
    /// Of these, nodes at which it was the first that was searched.
    pub first_cutoffs: u64,
    /// Moves that were searched in vain before those that cut off.
    pub late_cutoffs: u64,
}

impl SearchStats {
    /// Notes a cut-off by the move before which so many were searched.
    pub(super) fn note_cutoff(&mut self, before: usize) {
        self.cutoffs += 1;
        self.first_cutoffs += u64::from(before == 0);
        self.late_cutoffs += before as u64;
    }
}

impl AddAssign for SearchStats {
    fn add_assign(&mut self, other: SearchStats) {
        self.passes += other.passes;
        self.researches += other.researches;
        self.pass_limit_hits += other.pass_limit_hits;
        self.disagreements += other.disagreements;
        self.cutoffs += other.cutoffs;
        self.first_cutoffs += other.first_cutoffs;
        self.late_cutoffs += other.late_cutoffs;
    }
}

/// How a search ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The best line with its score: the last [`Info`] that was reported.
    pub info: Info,
    /// The move to play; `None` only where there is no legal move.
    pub best: Option<Move>,
    /// The answer expected, if the line is long enough.
    pub ponder: Option<Move>,
    /// What the driver did for it.
    pub stats: SearchStats,
}

/// Takes what a search tells. The search thread calls it, so it should not linger.
pub trait Reporter: Send {
    /// A line was found or its score bounded. The last one before the end is the best line.
    fn info(&mut self, _info: &Info) {}

    /// The root move number `number`, from 1, is being searched; only after the first second.
    fn current_move(&mut self, _depth: Depth, _m: Move, _number: usize) {}
}

/// Tells nobody.
impl Reporter for () {}
