//! Syzygy: the endgame tables as a search uses them, at its root and below.

use std::sync::Arc;

use shakmaty::Move;

use super::searched_moves::searched_moves;
use crate::position::{Game, Position};
use crate::syzygy::{RankOptions, Ranking, Tablebases, Wdl};
use crate::types::{Depth, Score};

/// Which Syzygy tables a search probes, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyzygyOptions {
    /// The open tables; `None` turns probing off.
    pub tables: Option<Arc<Tablebases>>,
    /// Least depth at which positions with the most pieces are probed; positions with fewer are probed at
    /// every depth.
    pub probe_depth: Depth,
    /// Most pieces, kings and pawns included, of a position that is probed.
    pub probe_limit: usize,
    /// Scores a win that the fifty-move rule prevents as a draw.
    pub fifty_move_rule: bool,
}

impl Default for SyzygyOptions {
    fn default() -> SyzygyOptions {
        SyzygyOptions {
            tables: None,
            probe_depth: 1,
            probe_limit: Tablebases::MAX_PIECES,
            fifty_move_rule: true,
        }
    }
}

/// The Syzygy tables during one search.
pub(super) struct SyzygyProbe<'a> {
    pub tables: Option<&'a Tablebases>,
    /// Most pieces of a position that is probed.
    pub max_pieces: usize,
    pub fifty_move_rule: bool,
    /// Most pieces of a position in the tree that is probed; 0 turns these probes off.
    max_pieces_in_tree: usize,
    probe_depth: Depth,
    /// The root moves, if the root is in the tables.
    ranking: Option<Ranking>,
}

impl<'a> SyzygyProbe<'a> {
    /// Probes the root of a search of `game`, which is restricted to `only` unless that is empty. Once it is
    /// `interrupted`, what the fifty-move rule allows is estimated.
    pub fn new(
        options: &'a SyzygyOptions,
        game: &Game,
        only: &[Move],
        interrupted: &dyn Fn() -> bool,
    ) -> SyzygyProbe<'a> {
        let &SyzygyOptions { ref tables, probe_depth, probe_limit, fifty_move_rule } = options;
        let tables = tables.as_deref();
        let max_pieces = tables.map_or(0, Tablebases::max_pieces).min(probe_limit);
        let root = game.position();
        let rank_options =
            RankOptions { fifty_moves: fifty_move_rule, interrupted, ..RankOptions::default() };
        let ranking = tables
            .filter(|_| root.piece_count() <= max_pieces)
            .and_then(|tables| tables.rank(root, game.path(), rank_options));
        // If the result is known, probes cannot improve play: the search finds the way by itself, unless the
        // root is won and no distances are known.
        let is_known =
            ranking.as_ref().is_some_and(|ranking| ranking.makes_progress || !is_won(ranking, only));
        let max_pieces_in_tree = if is_known { 0 } else { max_pieces };
        SyzygyProbe { tables, max_pieces, fifty_move_rule, max_pieces_in_tree, probe_depth, ranking }
    }

    /// The rank of a root move among the others, and its score; `None` if the tables do not know it.
    pub fn rank(&self, m: Move) -> Option<(i32, Score)> {
        let ranked = self.ranking.as_ref()?.moves.iter().find(|ranked| ranked.m == m)?;
        Some((ranked.rank, self.score(ranked.outcome, 0)))
    }

    /// Positions found in the tables before the search.
    pub fn root_hits(&self) -> u64 {
        self.ranking.as_ref().map_or(0, |ranking| ranking.moves.len() as u64)
    }

    /// Reports whether a position of the tree should be probed: it has few enough pieces, no castling rights,
    /// a fifty-move clock of zero, and enough depth.
    #[inline]
    pub fn should_probe(&self, position: &Position, depth: Depth) -> bool {
        let pieces = position.piece_count();
        pieces <= self.max_pieces_in_tree
            && position.halfmoves() == 0
            && (pieces < self.max_pieces_in_tree || depth >= self.probe_depth)
            && !position.can_castle()
    }

    /// Returns the outcome of a position that should be probed, if the tables know it.
    pub fn outcome(&self, position: &Position) -> Option<Wdl> {
        self.tables?.wdl(position)
    }

    /// Returns the score of an outcome `ply` plies from the root.
    ///
    /// A draw only by the fifty-move rule scores above other draws, since the opponent may err.
    pub fn score(&self, outcome: Wdl, ply: usize) -> Score {
        match outcome {
            Wdl::Win => Score::tb_win(ply),
            Wdl::CursedWin if !self.fifty_move_rule => Score::tb_win(ply),
            Wdl::CursedWin => Score::DRAW + 1,
            Wdl::Draw => Score::DRAW,
            Wdl::BlessedLoss if !self.fifty_move_rule => Score::tb_loss(ply),
            Wdl::BlessedLoss => Score::DRAW - 1,
            Wdl::Loss => Score::tb_loss(ply),
        }
    }
}

/// Reports whether one of the moves to be searched wins.
fn is_won(ranking: &Ranking, only: &[Move]) -> bool {
    let searched = searched_moves(ranking.moves.iter().map(|ranked| ranked.m).collect(), only);
    ranking.moves.iter().any(|ranked| ranked.outcome == Wdl::Win && searched.contains(&ranked.m))
}
