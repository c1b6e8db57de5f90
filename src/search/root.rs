//! Root: the moves at the root and what is known of each.

use std::cmp::Reverse;

use shakmaty::Move;

use super::level::Chosen;
use super::syzygy::Endgame;
use crate::position::Position;
use crate::types::{Bound, Line, Score};

/// One move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub m: Move,
    /// How the endgame tables recommend it; all the same where they do not tell.
    pub rank: i32,
    /// What it is worth by them.
    pub known: Option<Score>,
    /// The score of this iteration; minus infinity while the move is not among the best.
    pub score: Score,
    pub bound: Bound,
    /// The last score that was not minus infinity, for aspiration.
    pub expected: Option<Score>,
    /// Where it stood when this iteration began.
    place: usize,
    pub seldepth: usize,
    /// Nodes spent on it in the whole search.
    pub nodes: u64,
    pub line: Line,
    /// The score and the line that were last told to their end: to a mate, or by endgame tables.
    pub shown: (Score, Line),
}

impl RootMove {
    /// What puts the moves in order.
    fn merit(&self) -> Reverse<(i32, Score)> {
        Reverse((self.rank, self.score))
    }
}

/// The moves at the root, the best first; those before `first_open` are settled in this iteration
/// (the lines of MultiPV that rank higher). Where endgame tables tell, their ranks come before
/// scores: a move that spoils the result comes after all that keep it.
#[derive(Clone, Debug)]
pub(super) struct RootMoves {
    moves: Vec<RootMove>,
    first_open: usize,
    /// No legal move was left out.
    whole: bool,
    /// The scores of the last iteration and of the one before it, by rank.
    values: [Vec<Score>; 2],
}

impl RootMoves {
    /// All legal moves, or those of `only` that are legal if there are any.
    pub fn new(position: &Position, only: &[Move], endgame: &Endgame) -> RootMoves {
        let legal = position.legal_moves();
        let asked = legal.iter().any(|m| only.contains(m));
        let count = legal.len();
        let mut moves: Vec<RootMove> = legal
            .into_iter()
            .filter(|m| !asked || only.contains(m))
            .map(|m| {
                let mut line = Line::new();
                line.push(m);
                let score = -Score::INFINITE;
                let bound = Bound::Exact;
                let (rank, known) =
                    endgame.of_root_move(m).map_or((0, None), |(rank, score)| (rank, Some(score)));
                RootMove {
                    m,
                    rank,
                    known,
                    score,
                    bound,
                    expected: None,
                    place: 0,
                    seldepth: 0,
                    nodes: 0,
                    line,
                    shown: (Score::DRAW, Line::new()),
                }
            })
            .collect();
        moves.sort_by_key(|root_move| Reverse(root_move.rank));
        let whole = moves.len() == count;
        RootMoves { moves, first_open: 0, whole, values: Default::default() }
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// All moves, in order.
    pub fn all(&self) -> &[RootMove] {
        &self.moves
    }

    /// The best move that is not settled yet.
    pub fn first(&self) -> Option<Move> {
        self.moves.get(self.first_open).map(|root_move| root_move.m)
    }

    /// What is found is the value of the position, and not of some of its moves.
    pub fn is_whole(&self) -> bool {
        self.whole && self.first_open == 0
    }

    /// How many moves are settled.
    pub fn first_open(&self) -> usize {
        self.first_open
    }

    /// The score that the best open move had in an earlier iteration.
    pub fn expected(&self) -> Option<Score> {
        self.moves.get(self.first_open)?.expected
    }

    /// The value of the line that is looked for, as it was `back` iterations ago, 1 or 2.
    pub fn value_back(&self, back: usize) -> Option<Score> {
        self.values[back - 1].get(self.first_open).copied()
    }

    /// The move may be searched: it was asked for, is not settled, and keeps the best result that is
    /// left by the endgame tables.
    pub fn is_open(&self, m: Move) -> bool {
        equals(&self.moves[self.first_open..]).any(|root_move| root_move.m == m)
    }

    /// There is but one move, or one that keeps the result.
    pub fn is_forced(&self) -> bool {
        equals(&self.moves).count() == 1
    }

    /// What is known of a root move.
    pub fn get_mut(&mut self, m: Move) -> Option<&mut RootMove> {
        self.moves.iter_mut().find(|root_move| root_move.m == m)
    }

    /// The line number `rank`, from 0, comes next.
    pub fn open_from(&mut self, rank: usize) {
        self.first_open = rank;
    }

    /// Puts the open moves in order of score; equals stay as they were.
    pub fn sort_open(&mut self) {
        self.moves[self.first_open..].sort_by_key(RootMove::merit);
    }

    /// Puts the settled moves in order of score.
    pub fn sort_settled(&mut self, settled: usize) {
        self.moves[..settled].sort_by_key(RootMove::merit);
    }

    /// Puts the moves that this iteration has not come to where the one before had them.
    pub fn sort_unsearched(&mut self) {
        let first = self.moves.partition_point(|root_move| root_move.score > -Score::INFINITE);
        self.moves[first..].sort_by_key(|root_move| root_move.place);
    }

    /// A new iteration begins: the scores become expectations.
    pub fn begin_iteration(&mut self) {
        self.first_open = 0;
        self.values.swap(0, 1);
        let known = self.moves.iter().map(|root_move| root_move.score);
        self.values[0] = known.take_while(|score| *score > -Score::INFINITE).collect();
        for (place, root_move) in self.moves.iter_mut().enumerate() {
            root_move.place = place;
            if root_move.score > -Score::INFINITE {
                root_move.expected = Some(root_move.score);
            }
        }
    }

    /// The best open move has this score.
    pub fn settle_first(&mut self, score: Score, bound: Bound) {
        if let Some(first) = self.moves.get_mut(self.first_open) {
            (first.score, first.bound) = (score, bound);
        }
    }

    /// Nothing is known of the open moves in this iteration.
    pub fn forget_open(&mut self) {
        self.moves[self.first_open..].iter_mut().for_each(|root_move| root_move.score = -Score::INFINITE);
    }

    /// The iteration is broken off. What it has found of the best open move alone is no value of the
    /// position where others may be better: then the last iteration's stands, or that it is at most
    /// `at_most`, if that is known of all moves.
    pub fn break_off(&mut self, at_most: Option<Score>) {
        let Some(first) = self.moves.get(self.first_open) else { return };
        if first.bound == Bound::Upper || first.score.is_loss() {
            self.forget_open();
            if let Some(score) = at_most {
                self.settle_first(score, Bound::Upper);
            }
        }
    }

    /// `m` is the best of the open moves, with this score.
    pub fn decide(&mut self, m: Move, score: Score) {
        let open = &mut self.moves[self.first_open..];
        if let Some(index) = open.iter().position(|root_move| root_move.m == m) {
            open[..=index].rotate_right(1);
            self.forget_open();
            self.settle_first(score, Bound::Exact);
        }
    }

    /// The line of the best open move.
    pub fn first_line_mut(&mut self) -> Option<&mut Line> {
        self.moves.get_mut(self.first_open).map(|root_move| &mut root_move.line)
    }

    /// Puts `m` first, with a score and line that another thread found.
    pub fn adopt(&mut self, m: Move, (score, bound): (Score, Bound), line: &Line) {
        if let Some(index) = self.moves.iter().position(|root_move| root_move.m == m) {
            self.moves[..=index].rotate_right(1);
            let first = &mut self.moves[0];
            (first.score, first.bound, first.line) = (score, bound, line.clone());
        }
    }

    /// Puts `chosen` first, whatever its score. Where this search knows nothing of it, what was seen when
    /// it was chosen stands.
    pub fn play(&mut self, chosen: &Chosen) {
        if let Some(index) = self.moves.iter().position(|root_move| root_move.m == chosen.m) {
            self.moves[..=index].rotate_right(1);
            let first = &mut self.moves[0];
            if first.score == -Score::INFINITE && first.expected.is_none() {
                (first.score, first.bound, first.line) = (chosen.score, Bound::Exact, chosen.line.clone());
            }
        }
    }

    /// Which share of the nodes went to the best move.
    pub fn best_share(&self, all: u64) -> f64 {
        self.moves.first().map_or(0.0, |best| best.nodes as f64 / all.max(1) as f64)
    }
}

/// The first of the moves and those of the same rank.
fn equals(moves: &[RootMove]) -> impl Iterator<Item = &RootMove> {
    let rank = moves.first().map(|first| first.rank);
    moves.iter().take_while(move |root_move| Some(root_move.rank) == rank)
}
