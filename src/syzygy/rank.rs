//! Rank: root moves ranked by the tablebases.
//!
//! Moves that certainly win rank equal, so the search chooses among them; if the fifty-move rule is near or a
//! position was repeated (except against a bare king), the shortest distance ranks first. Moves after which the opponent
//! can draw by repetition rank below all that win otherwise. Moves that lose rank equal until a draw by the fifty-move
//! rule is near. The method is that of Stockfish and Fathom (R. de Man and others).

use shakmaty::Move;
use std::fmt;

use super::fifty_moves::{FIFTY_MOVES, FiftyMoves, Outcome};
use super::{Tablebases, Wdl};
use crate::position::{Path, Position};

/// Ranks of moves that certainly win, that win only by the shortest way, that win unless the opponent repeats a position, and
/// that would win without the fifty-move rule; those of losses are negative.
const CERTAIN: i32 = 30_000;
const SHORTEST: i32 = 20_000;
const REPEATABLE: i32 = 15_000;
const CURSED: i32 = 10_000;

/// A root move with its rank and result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RankedMove {
    /// The move.
    pub m: Move,
    /// The rank: moves of a higher rank are better.
    pub rank: i32,
    /// The result for the side to move, with the current halfmove clock.
    pub outcome: Wdl,
}

/// The ranked moves of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Ranking {
    /// All legal moves, unordered.
    pub moves: Vec<RankedMove>,
    /// Whether the ranks are based on distances, so the best moves make progress.
    pub makes_progress: bool,
}

/// How moves are ranked.
#[derive(Clone, Copy)]
pub struct RankOptions<'a> {
    /// Counts a win that the fifty-move rule takes away as a draw.
    pub fifty_moves: bool,
    /// Ranks moves with the same result by distance: the shortest first for the winning side, the longest first
    /// for the other.
    pub by_distance: bool,
    /// The most positions that are probed to decide whether the fifty-move rule takes a win away, such as
    /// [`Tablebases::MAX_PROBES`].
    pub max_probes: u32,
    /// Ends these probes when it returns true.
    pub interrupted: &'a dyn Fn() -> bool,
}

impl fmt::Debug for RankOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RankOptions")
            .field("fifty_moves", &self.fifty_moves)
            .field("by_distance", &self.by_distance)
            .field("max_probes", &self.max_probes)
            .finish_non_exhaustive()
    }
}

impl Default for RankOptions<'_> {
    fn default() -> Self {
        let max_probes = Tablebases::MAX_PROBES;
        RankOptions { fifty_moves: true, by_distance: false, max_probes, interrupted: &|| false }
    }
}

/// The result of a move.
struct MoveResult {
    outcome: Wdl,
    /// The halfmove clock at the next zeroing move.
    total: i32,
    /// Whether one ply more does not change the outcome.
    is_certain: bool,
}

impl Tablebases {
    /// Ranks the moves of `position`, the last of `path`; `None` if a probe fails.
    #[must_use]
    pub fn rank(&self, position: &Position, path: &Path, options: RankOptions<'_>) -> Option<Ranking> {
        if !self.contains(position) || !position.has_legal_move() {
            return None;
        }
        let by_distance = options.by_distance || wins_by_mate_only(position);
        let ranker = Ranker { tables: self, position, path, options: RankOptions { by_distance, ..options } };
        ranker.by_distances().or_else(|| ranker.by_results())
    }
}

/// Reports whether a side has a bare king and there are no pawns.
fn is_bare(position: &Position) -> bool {
    position.board().pawns().is_empty() && !(position.us().more_than_one() && position.them().more_than_one())
}

/// Reports whether the material wins against a bare king only if none of it is lost. Then mate is the only zeroing move
/// of a win, and the shortest distance is the shortest mate.
fn wins_by_mate_only(position: &Position) -> bool {
    let board = position.board();
    let pieces = board.occupied() & !board.kings();
    let has_major = (board.queens() | board.rooks()).any();
    is_bare(position) && pieces.count() <= if has_major { 1 } else { 2 }
}

struct Ranker<'a> {
    tables: &'a Tablebases,
    position: &'a Position,
    path: &'a Path,
    options: RankOptions<'a>,
}

impl Ranker<'_> {
    fn by_distances(&self) -> Option<Ranking> {
        let RankOptions { by_distance, max_probes, interrupted, .. } = self.options;
        // Against a bare king the shortest distance may be a queen that is given away; a search finds the mate.
        let shortest_first = self.path.has_repeated() && !is_bare(self.position);
        let mut clock = FiftyMoves::new(self.tables, max_probes, interrupted);
        let rank = |m: Move| {
            let MoveResult { outcome, total, is_certain } = self.result_of(m, &mut clock)?;
            let plies = total - self.halfmoves();
            let rank = match outcome {
                Wdl::Win if self.allows_repetition(m) => REPEATABLE - total,
                Wdl::Win if is_certain && !shortest_first => CERTAIN - if by_distance { plies } else { 0 },
                Wdl::Win => SHORTEST - total,
                Wdl::CursedWin => (CURSED - total).max(1),
                Wdl::Draw => 0,
                Wdl::BlessedLoss => (total - CURSED).min(-1),
                Wdl::Loss if 2 * plies + self.halfmoves() < FIFTY_MOVES => {
                    if by_distance {
                        plies - CERTAIN
                    } else {
                        -CERTAIN
                    }
                }
                Wdl::Loss => total - SHORTEST,
            };
            Some(RankedMove { m, rank, outcome: self.counted(outcome) })
        };
        let moves = self.position.legal_moves().into_iter().map(rank).collect::<Option<_>>()?;
        Some(Ranking { moves, makes_progress: true })
    }

    /// Returns the result of a move, by distance.
    fn result_of(&self, m: Move, clock: &mut FiftyMoves) -> Option<MoveResult> {
        let child = self.position.play(m);
        let next = self.halfmoves() + 1;
        if m.is_zeroing() || child.is_checkmate() {
            let outcome = if m.is_zeroing() { -self.tables.wdl(&child)? } else { Wdl::Win };
            return Some(MoveResult { outcome, total: next, is_certain: true });
        }
        if self.is_drawn_by_rule(&child) {
            return Some(MoveResult { outcome: Wdl::Draw, total: next, is_certain: true });
        }
        let Outcome { outcome, plies } = clock.outcome(&child)?;
        let (outcome, total) = (-outcome, next + plies);
        Some(MoveResult { outcome, total, is_certain: total < FIFTY_MOVES })
    }

    /// Ranks by results alone, as if the halfmove clock were 0.
    fn by_results(&self) -> Option<Ranking> {
        let rank = |m: Move| {
            let child = self.position.play(m);
            let is_drawn = !m.is_zeroing() && self.is_drawn_by_rule(&child);
            let outcome = if is_drawn { Wdl::Draw } else { -self.tables.wdl(&child)? };
            let rank = match outcome {
                Wdl::Win if self.allows_repetition(m) => REPEATABLE,
                Wdl::Win => CERTAIN,
                Wdl::CursedWin => CURSED,
                Wdl::Draw => 0,
                Wdl::BlessedLoss => -CURSED,
                Wdl::Loss => -CERTAIN,
            };
            Some(RankedMove { m, rank, outcome: self.counted(outcome) })
        };
        let moves = self.position.legal_moves().into_iter().map(rank).collect::<Option<_>>()?;
        Some(Ranking { moves, makes_progress: false })
    }

    /// Reports whether the position after a move is drawn by repetition or by the fifty-move rule.
    fn is_drawn_by_rule(&self, child: &Position) -> bool {
        let mut path = self.path.clone();
        path.push(child);
        path.is_repetition() || self.options.fifty_moves && child.halfmoves() as i32 >= FIFTY_MOVES
    }

    /// Reports whether a reply to a move draws by repetition.
    fn allows_repetition(&self, m: Move) -> bool {
        if m.is_zeroing() || !self.path.has_repeated() {
            return false;
        }
        let child = self.position.play(m);
        let mut path = self.path.clone();
        path.push(&child);
        child.legal_moves().into_iter().any(|reply| {
            path.push(&child.play(reply));
            let is_drawn = path.is_repetition();
            path.pop();
            is_drawn
        })
    }

    /// Returns the outcome, without the fifty-move rule if that is ignored.
    fn counted(&self, outcome: Wdl) -> Wdl {
        match outcome {
            Wdl::CursedWin if !self.options.fifty_moves => Wdl::Win,
            Wdl::BlessedLoss if !self.options.fifty_moves => Wdl::Loss,
            outcome => outcome,
        }
    }

    fn halfmoves(&self) -> i32 {
        self.position.halfmoves().min(1_000) as i32
    }
}
