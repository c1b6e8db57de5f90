//! Endgame: what the tables tell a search, at its root and below.

use std::sync::Arc;

use shakmaty::Move;

use crate::position::{Game, Position};
use crate::syzygy::{Ranking, Tablebases, Wdl};
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

/// The tables for one search.
pub(super) struct Endgame<'a> {
    pub tables: Option<&'a Tablebases>,
    /// The most men of a position that the tables are asked about.
    pub men: usize,
    /// The same for positions of the tree; 0 where they are not looked up.
    men_in_tree: usize,
    depth: Depth,
    pub fifty_moves: bool,
    /// The moves at the root, where that is in the tables.
    ranking: Option<Ranking>,
}

impl<'a> Endgame<'a> {
    /// Looks at the root of a search of `game`, of the moves `only` if there are any.
    pub fn new(settings: &'a SyzygyOptions, game: &Game, only: &[Move]) -> Endgame<'a> {
        let &SyzygyOptions { ref tables, probe_depth, probe_limit, fifty_move_rule } = settings;
        let tables = tables.as_deref();
        let men = tables.map_or(0, Tablebases::max_pieces).min(probe_limit);
        let mut endgame = Endgame {
            tables,
            men,
            men_in_tree: men,
            depth: probe_depth,
            fifty_moves: fifty_move_rule,
            ranking: None,
        };
        let root = game.position();
        if let Some(tables) = tables.filter(|_| root.piece_count() <= men) {
            endgame.ranking = tables.rank(root, game.path(), fifty_move_rule, false);
        }
        if let Some(ranking) = &endgame.ranking
            && (ranking.makes_progress || !is_won(ranking, only))
        {
            // The result is settled: what is left is to play well, and there the tables are blind.
            // Without distances they are what shows the way to a win.
            endgame.men_in_tree = 0;
        }
        endgame
    }

    /// The rank of a root move among the others and what it is worth, if the tables tell.
    pub fn of_root_move(&self, m: Move) -> Option<(i32, Score)> {
        let ranked = self.ranking.as_ref()?.moves.iter().find(|ranked| ranked.m == m)?;
        Some((ranked.rank, self.score(ranked.outcome, 0)))
    }

    /// Positions that were found in the tables before the search began.
    pub fn root_hits(&self) -> u64 {
        self.ranking.as_ref().map_or(0, |ranking| ranking.moves.len() as u64)
    }

    /// A position of the tree is to be looked up: it can be in the tables, the clock has just been set
    /// to zero, and the depth is worth it.
    #[inline]
    pub fn asks(&self, position: &Position, depth: Depth) -> bool {
        let men = position.piece_count();
        men <= self.men_in_tree
            && position.halfmoves() == 0
            && (men < self.men_in_tree || depth >= self.depth)
            && !position.can_castle()
    }

    /// What becomes of a position that is to be looked up, if the tables tell.
    pub fn outcome(&self, position: &Position) -> Option<Wdl> {
        self.tables?.wdl(position)
    }

    /// An outcome `ply` plies from the root as a score.
    ///
    /// What only the fifty-move rule makes a draw is better than other draws: the other side may err.
    pub fn score(&self, outcome: Wdl, ply: usize) -> Score {
        match outcome {
            Wdl::Win => Score::tb_win(ply),
            Wdl::CursedWin if !self.fifty_moves => Score::tb_win(ply),
            Wdl::CursedWin => Score::DRAW + 1,
            Wdl::Draw => Score::DRAW,
            Wdl::BlessedLoss if !self.fifty_moves => Score::tb_loss(ply),
            Wdl::BlessedLoss => Score::DRAW - 1,
            Wdl::Loss => Score::tb_loss(ply),
        }
    }
}

/// One of the moves to be searched wins.
fn is_won(ranking: &Ranking, only: &[Move]) -> bool {
    let asked = ranking.moves.iter().any(|ranked| only.contains(&ranked.m));
    let mut searched = ranking.moves.iter().filter(|ranked| !asked || only.contains(&ranked.m));
    searched.any(|ranked| ranked.outcome == Wdl::Win)
}
