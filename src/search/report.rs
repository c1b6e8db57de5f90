//! Report: what a search reports while it runs and when it ends.

use std::ops::AddAssign;
use std::time::Duration;

use shakmaty::Move;

use crate::eval::wdl::{Curve, DisplayScore, WinDrawLoss};
use crate::position::Position;
use crate::types::{Bound, Depth, Line, Score};

/// A principal variation at some point of the search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Info {
    /// The iteration that has found the score. 0 if none has: the search ended before, and the score is the static evaluation
    /// of the position, a draw in check, or the result of a game that is over.
    pub depth: Depth,
    /// The nodes of the longest line of PV nodes, the root included; at least `depth`.
    pub seldepth: usize,
    /// Rank of the line, from 1.
    pub multi_pv: usize,
    /// The score for the side to move at the root, in evaluation units.
    pub score: Score,
    /// Converts scores of this position to win probabilities and centipawns.
    pub curve: Curve,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Whether the iteration is finished: what follows for this rank is of a deeper one, or is a mate that was found
    /// beside the iterations, or starts again because lines were added.
    pub is_finished: bool,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time since the start of the search, for a ponder search that of the opponent included: the time of its clock begins at
    /// the ponderhit.
    pub elapsed: Duration,
    /// TT entries of this search, in permille of the table.
    pub hashfull: usize,
    /// Syzygy hits of all threads so far.
    pub tb_hits: u64,
    /// Whether the root is a draw by stalemate, dead material or the fifty-move rule, or the first move of the line
    /// leads to a draw by the Syzygy tables. The repetitions of a game do not count:
    /// [`Ending::of`](crate::position::Ending::of) knows them.
    pub is_drawn: bool,
    /// The line; legal throughout, empty only if there is no legal move.
    pub line: Line,
}

impl Info {
    /// A line of `position` without totals, of depth 0 and rank 1.
    pub(super) fn without_totals(position: &Position, (score, bound): (Score, Bound), line: Line) -> Info {
        Info {
            depth: 0,
            seldepth: 0,
            multi_pv: 1,
            score,
            curve: Curve::of(position),
            bound,
            is_finished: false,
            nodes: 0,
            elapsed: Duration::ZERO,
            hashfull: 0,
            tb_hits: 0,
            is_drawn: is_drawn(position),
            line,
        }
    }

    /// The score as it is displayed to users, for the side to move at the root: 100 centipawns mean that it wins one half of
    /// the games. `is_drawn` makes no difference.
    ///
    /// ```
    /// # use lancet::{Engine, search::{Limits, Settings}};
    /// # use lancet::shakmaty::{Chess, Color, Position};
    /// # let (position, limits) = (Chess::default(), Limits { nodes: Some(2_000), ..Limits::default() });
    /// # let search = Engine::new(16)?.search(position.clone(), limits, Settings::default());
    /// # let info = search.wait().expect("the outcome").info;
    /// let score = if position.turn() == Color::White { info.display_score() } else { -info.display_score() };
    /// match (score.centipawns(), score.mate_moves()) {
    ///     (Some(centipawns), _) => println!("{centipawns} for White"),
    ///     (None, moves) => println!("mate in {moves:?} for White"),
    /// }
    /// # Ok::<(), lancet::EngineError>(())
    /// ```
    #[must_use]
    pub fn display_score(&self) -> DisplayScore {
        self.curve.display_score(self.score)
    }

    /// The win, draw and loss probabilities of the side to move at the root, in permille.
    #[must_use]
    pub fn win_draw_loss(&self) -> WinDrawLoss {
        // A mate at the end of fifty moves counts.
        let is_drawn = self.is_drawn && !self.score.is_decisive();
        if is_drawn { WinDrawLoss::DRAW } else { self.curve.win_draw_loss(self.score) }
    }

    /// Nodes per second so far.
    #[must_use]
    pub fn nps(&self) -> u64 {
        nodes_per_second(self.nodes, self.elapsed)
    }
}

/// Reports whether the rules of chess make a position a draw, whatever came before it.
fn is_drawn(position: &Position) -> bool {
    if !position.has_legal_move() {
        return !position.in_check();
    }
    position.is_dead() || position.halfmoves() >= 100
}

/// Returns nodes per second; times below a microsecond count as one.
#[must_use]
pub fn nodes_per_second(nodes: u64, elapsed: Duration) -> u64 {
    let micros = elapsed.as_micros().max(1);
    (u128::from(nodes) * 1_000_000 / micros) as u64
}

/// Statistics of the main thread: the work of the driver, and the quality of move ordering.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct SearchStats {
    /// Searches of the root.
    pub passes: u64,
    /// Re-searches of children on the principal variation.
    pub researches: u64,
    /// Values that a zero-window driver did not find within the pass limit.
    pub pass_limit_hits: u64,
    /// Passes whose score contradicted an earlier bound.
    pub disagreements: u64,
    /// Nodes with a beta cutoff by a move.
    pub cutoffs: u64,
    /// Of these, nodes at which the first move caused it.
    pub first_cutoffs: u64,
    /// Moves searched before those that caused a cutoff.
    pub late_cutoffs: u64,
    /// Nodes on a principal variation whose moves were searched.
    pub pv_nodes: u64,
    /// Moves other than the first that became the best one at these nodes.
    pub pv_changes: u64,
}

impl SearchStats {
    /// Counts a beta cutoff by a move after `earlier` others.
    pub(super) fn note_cutoff(&mut self, earlier: usize) {
        self.cutoffs += 1;
        self.first_cutoffs += u64::from(earlier == 0);
        self.late_cutoffs += earlier as u64;
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
        self.pv_nodes += other.pv_nodes;
        self.pv_changes += other.pv_changes;
    }
}

/// The outcome of a search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The principal variation with its score, as it was reported last, and the totals at the end of the search.
    pub info: Info,
    /// With several lines, those after the best one by rank, as they were reported last.
    pub others: Vec<Info>,
    /// The best move; `None` only if there is no legal move.
    pub best: Option<Move>,
    /// The expected reply: the second move of the line, or the TT move after the best one; `None` if neither is known.
    pub ponder: Option<Move>,
    /// Statistics of the main thread.
    pub stats: SearchStats,
    /// The threads that searched: fewer than in [`Settings::threads`](super::Settings::threads) if memory is missing or the
    /// system refuses them; 0 if there was no search, as without a legal move.
    pub threads: usize,
    /// The last iteration that the main thread completed; 0 if none, as with a limit of very few nodes: the best move is a
    /// guess then.
    pub completed: Depth,
}

impl Outcome {
    /// Returns the outcome of no search of `position` with the move `best`: a draw, or a mate if the side to move is mated.
    #[must_use]
    pub fn unsearched(position: &Position, best: Option<Move>) -> Outcome {
        let mut line = Line::new();
        best.into_iter().for_each(|m| line.push(m));
        let is_mated = best.is_none() && position.in_check();
        let score = if is_mated { Score::mated_in(0) } else { Score::DRAW };
        let info = Info::without_totals(position, (score, Bound::Exact), line);
        let stats = SearchStats::default();
        Outcome { info, others: Vec::new(), best, ponder: None, stats, threads: 0, completed: 0 }
    }
}

/// Receives the reports of a search, on its thread, and should return quickly.
pub trait Reporter: Send {
    /// A line was found or its score bounded. The last one of rank 1 before the end is the best line.
    fn info(&mut self, _info: &Info) {}

    /// The root move number `number`, from 1, is being searched; only after the first second.
    fn current_move(&mut self, _depth: Depth, _m: Move, _number: usize) {}

    /// Called after each iteration and its reports: true ends the search, as a limit does.
    fn is_enough(&mut self) -> bool {
        false
    }
}

/// Discards all reports.
impl Reporter for () {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_per_second_of_less_than_a_microsecond_are_those_of_one() {
        assert_eq!(nodes_per_second(3_000, Duration::from_secs(2)), 1_500);
        for elapsed in [Duration::ZERO, Duration::from_nanos(1), Duration::from_micros(1)] {
            assert_eq!(nodes_per_second(3, elapsed), 3_000_000, "{elapsed:?}");
        }
    }
}
