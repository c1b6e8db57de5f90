//! Root: the moves at the root, their scores and lines.

use std::cmp::Reverse;

use shakmaty::Move;

use super::searched_moves::searched_moves;
use super::strength_limit::ChosenMove;
use super::syzygy::SyzygyProbe;
use crate::position::Position;
use crate::types::{Bound, Depth, Line, Score, Window};

/// A move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub m: Move,
    /// Its rank by the Syzygy tables; equal for all moves if they do not know the root.
    rank: i32,
    /// Its score by the Syzygy tables.
    pub tb_score: Option<Score>,
    /// The last score; minus infinity if it was below alpha, or is not known. Until the iteration reaches the move it is that
    /// of the last one, so that an iteration that is stopped may end with it (`docs/ablation.md`: errors, fixed one by one).
    pub score: Score,
    pub bound: Bound,
    /// The iteration in which the score was set.
    pub scored_in: Depth,
    /// The score of the last iteration in which it was not minus infinity.
    pub previous: Option<PreviousScore>,
    /// The upper bound that a zero window has proved in this iteration.
    upper_bound: Option<Score>,
    /// Its index when this iteration began.
    previous_index: usize,
    pub seldepth: usize,
    /// Nodes spent on it in the whole search.
    nodes: u64,
    pub line: Line,
    /// The score and line that were last completed to their end: to a mate, or by Syzygy tables.
    pub completed: (Score, Line),
}

/// A score of an earlier iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct PreviousScore {
    pub score: Score,
    pub bound: Bound,
    pub iteration: Depth,
}

impl RootMove {
    fn new(m: Move, syzygy: &SyzygyProbe) -> RootMove {
        let mut line = Line::new();
        line.push(m);
        let (rank, tb_score) = syzygy.rank(m).map_or((0, None), |(rank, score)| (rank, Some(score)));
        RootMove {
            m,
            rank,
            tb_score,
            score: -Score::INFINITE,
            bound: Bound::Exact,
            scored_in: 0,
            previous: None,
            upper_bound: None,
            previous_index: 0,
            seldepth: 0,
            nodes: 0,
            line,
            completed: (Score::DRAW, Line::new()),
        }
    }

    /// Reports whether the score is of this iteration.
    pub fn is_scored_in(&self, iteration: Depth) -> bool {
        self.score > -Score::INFINITE && self.scored_in == iteration
    }

    /// Sets the score to what is known in an iteration that was stopped: what it has found, or the exact score of the last
    /// iteration, unless an upper bound refutes that.
    fn restore_score(&mut self, iteration: Depth) {
        if self.is_scored_in(iteration) {
            return;
        }
        let is_last =
            |previous: &PreviousScore| previous.iteration == iteration - 1 && previous.bound == Bound::Exact;
        let last = self.previous.filter(is_last);
        (self.score, self.bound, self.scored_in) = match (last, self.upper_bound) {
            (Some(last), Some(upper)) if upper < last.score => (upper, Bound::Upper, iteration),
            (Some(last), _) => (last.score, last.bound, last.iteration),
            (None, _) => (-Score::INFINITE, Bound::Exact, self.scored_in),
        };
    }

    /// The key by which the moves are sorted.
    fn sort_key(&self) -> Reverse<(i32, Score)> {
        Reverse((self.rank, self.score))
    }
}

/// The moves at the root, the best first.
///
/// Those before `first_open` are already searched in this iteration: the lines of MultiPV that rank higher.
/// Syzygy ranks come before scores: a move that spoils the result comes after all that keep it.
#[derive(Clone, Debug)]
pub(super) struct RootMoves {
    moves: Vec<RootMove>,
    first_open: usize,
    /// No legal move is excluded.
    is_complete: bool,
    /// The scores of the last iteration and of the one before it, by rank.
    previous_scores: [Vec<Score>; 2],
    /// The iteration under way.
    iteration: Depth,
    /// The static evaluation of the root.
    static_eval: Score,
}

impl RootMoves {
    /// All legal moves, or those of `only` if any of them is legal.
    pub fn new(position: &Position, only: &[Move], syzygy: &SyzygyProbe, static_eval: Score) -> RootMoves {
        let legal = position.legal_moves();
        let count = legal.len();
        let searched = searched_moves(legal, only);
        let mut moves: Vec<RootMove> = searched.into_iter().map(|m| RootMove::new(m, syzygy)).collect();
        moves.sort_by_key(|root_move| Reverse(root_move.rank));
        let is_complete = moves.len() == count;
        let previous_scores = Default::default();
        RootMoves { moves, first_open: 0, is_complete, previous_scores, iteration: 1, static_eval }
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// All moves, in order.
    pub fn all(&self) -> &[RootMove] {
        &self.moves
    }

    /// The iteration under way.
    pub fn iteration(&self) -> Depth {
        self.iteration
    }

    /// The static evaluation of the root; a draw in check.
    pub fn static_eval(&self) -> Score {
        self.static_eval
    }

    /// The best open move.
    pub fn first(&self) -> Option<Move> {
        self.moves.get(self.first_open).map(|root_move| root_move.m)
    }

    /// Reports whether the search covers all legal moves, so that its score is the value of the position.
    pub fn is_complete(&self) -> bool {
        self.is_complete && self.first_open == 0
    }

    /// The number of moves already searched for higher MultiPV lines.
    pub fn first_open(&self) -> usize {
        self.first_open
    }

    /// The score of the best open move in an earlier iteration.
    pub fn previous_score(&self) -> Option<Score> {
        Some(self.moves.get(self.first_open)?.previous?.score)
    }

    /// The score of the current MultiPV line `back` iterations ago, 1 or 2.
    pub fn score_back(&self, back: usize) -> Option<Score> {
        self.previous_scores[back - 1].get(self.first_open).copied()
    }

    /// Reports whether the move may be searched: it is open, and of the best Syzygy rank left.
    pub fn is_open(&self, m: Move) -> bool {
        of_best_rank(&self.moves[self.first_open..]).any(|root_move| root_move.m == m)
    }

    /// The moves of the best Syzygy rank, whatever lines are searched.
    pub fn of_best_rank(&self) -> impl Iterator<Item = Move> {
        of_best_rank(&self.moves).map(|root_move| root_move.m)
    }

    /// Reports whether there is only one move, or one that keeps the result.
    pub fn is_forced(&self) -> bool {
        self.of_best_rank().count() == 1
    }

    /// The entry of a move.
    pub fn get_mut(&mut self, m: Move) -> Option<&mut RootMove> {
        self.moves.iter_mut().find(|root_move| root_move.m == m)
    }

    /// Records the result of searching `m`, the move number `count`, with `window`; `rest` is the line after
    /// it.
    pub fn mark_searched(
        &mut self,
        (m, count): (Move, usize),
        score: Score,
        window: Window,
        rest: &Line,
        (nodes, seldepth): (u64, usize),
    ) {
        let iteration = self.iteration;
        let Some(root_move) = self.get_mut(m) else { return };
        root_move.nodes += nodes;
        if count > 1 && score <= window.alpha {
            (root_move.score, root_move.upper_bound) = (-Score::INFINITE, Some(score));
            return;
        }
        (root_move.score, root_move.scored_in) = (score, iteration);
        root_move.seldepth = seldepth;
        root_move.bound = if score <= window.alpha {
            Bound::Upper
        } else if score >= window.beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        if score > window.alpha {
            root_move.line.set(m, rest);
        }
    }

    /// Starts the MultiPV line `rank`, from 0.
    pub fn open_from(&mut self, rank: usize) {
        self.first_open = rank;
    }

    /// Sorts the open moves by score, stably.
    pub fn sort_open(&mut self) {
        self.moves[self.first_open..].sort_by_key(RootMove::sort_key);
    }

    /// Sorts the first `searched` moves by score.
    pub fn sort_searched(&mut self, searched: usize) {
        self.moves[..searched].sort_by_key(RootMove::sort_key);
    }

    /// Ends an iteration that was stopped, and returns the number of moves in front that it has scored.
    ///
    /// The score of the best move counts, even if it is a bound. The other moves are ordered by their exact scores: a
    /// move beaten in a search of several lines may be better than the line above it. Moves without an exact score
    /// follow in the order of the last iteration.
    ///
    /// If the iteration has not reached the best move, moves before it have failed low. All moves then are ordered by what is
    /// known of them.
    pub fn abandon_iteration(&mut self) -> usize {
        let iteration = self.iteration;
        match self.moves.split_first_mut() {
            Some((best, others)) if best.is_scored_in(iteration) => {
                for other in others.iter_mut().filter(|other| other.bound != Bound::Exact) {
                    other.score = -Score::INFINITE;
                }
                others.sort_by_key(|other| (!other.is_scored_in(iteration)).then_some(other.previous_index));
                let scored = others.partition_point(|other| other.is_scored_in(iteration));
                others[..scored].sort_by_key(RootMove::sort_key);
            }
            _ => {
                self.moves.iter_mut().for_each(|root_move| root_move.restore_score(iteration));
                self.moves.sort_by_key(|root_move| (root_move.sort_key(), root_move.previous_index));
            }
        }
        self.moves.iter().take_while(|root_move| root_move.is_scored_in(iteration)).count()
    }

    /// Starts an iteration: scores become previous scores.
    pub fn begin_iteration(&mut self, iteration: Depth) {
        self.iteration = iteration;
        self.first_open = 0;
        self.previous_scores.swap(0, 1);
        let scores = self.moves.iter().map(|root_move| root_move.score);
        self.previous_scores[0] = scores.take_while(|score| *score > -Score::INFINITE).collect();
        for (index, root_move) in self.moves.iter_mut().enumerate() {
            (root_move.previous_index, root_move.upper_bound) = (index, None);
            if root_move.score > -Score::INFINITE {
                let RootMove { score, bound, scored_in: iteration, .. } = *root_move;
                root_move.previous = Some(PreviousScore { score, bound, iteration });
            }
        }
    }

    /// Sets the score of the best open move.
    pub fn set_first(&mut self, score: Score, bound: Bound) {
        let iteration = self.iteration;
        if let Some(first) = self.moves.get_mut(self.first_open) {
            (first.score, first.bound, first.scored_in) = (score, bound, iteration);
        }
    }

    /// Clears the scores and bounds of the open moves.
    pub fn clear_open(&mut self) {
        for root_move in &mut self.moves[self.first_open..] {
            (root_move.score, root_move.upper_bound) = (-Score::INFINITE, None);
        }
    }

    /// Drops the score of the best open move if it failed low or loses, in an iteration that was stopped: other moves may be
    /// better. The score of the last iteration stands, or `upper_bound`, if that was proven for all moves.
    pub fn drop_unproven_best(&mut self, upper_bound: Option<Score>) {
        let Some(first) = self.moves.get(self.first_open) else { return };
        let has_failed_low = first.bound == Bound::Upper;
        if !has_failed_low && !first.score.is_loss() {
            return;
        }
        self.clear_open();
        if let Some(score) = upper_bound {
            // No open move is better than the line above.
            let above = self.first_open.checked_sub(1).map(|above| self.moves[above].score);
            self.set_first(above.map_or(score, |above| score.min(above)), Bound::Upper);
        } else if has_failed_low {
            // A move that failed high first, and low in the re-search, does not replace the best move of the last
            // iteration.
            self.moves[self.first_open..].sort_by_key(|root_move| root_move.previous_index);
        }
    }

    /// Makes `m` the best open move, with an exact score.
    pub fn set_best(&mut self, m: Move, score: Score) {
        let open = &mut self.moves[self.first_open..];
        if let Some(index) = open.iter().position(|root_move| root_move.m == m) {
            open[..=index].rotate_right(1);
            self.clear_open();
            self.set_first(score, Bound::Exact);
        }
    }

    /// The line of the best open move.
    pub fn first_line_mut(&mut self) -> Option<&mut Line> {
        self.moves.get_mut(self.first_open).map(|root_move| &mut root_move.line)
    }

    /// Puts `m` first, with a score, its depth and a line found elsewhere: by another thread or by the search for a mate.
    pub fn accept(&mut self, m: Move, (score, bound, depth): (Score, Bound, Depth), line: &Line) {
        if let Some(first) = self.move_to_front(m) {
            first.score = -Score::INFINITE;
            first.previous = Some(PreviousScore { score, bound, iteration: depth });
            first.line = line.clone();
        }
    }

    /// Puts the move that a limited player chose first, whatever its score; with the player's score, depth and line if this
    /// search has none.
    pub fn play(&mut self, chosen: &ChosenMove) {
        if let Some(first) = self.move_to_front(chosen.m)
            && first.score == -Score::INFINITE
            && first.previous.is_none()
        {
            let (score, bound, iteration) = (chosen.score, Bound::Exact, chosen.depth);
            first.previous = Some(PreviousScore { score, bound, iteration });
            first.line = chosen.line.clone();
        }
    }

    /// Puts `m` first, with its exact score or, if this iteration has only a bound, with none.
    pub fn put_first(&mut self, m: Move) {
        if let Some(first) = self.move_to_front(m).filter(|first| first.bound != Bound::Exact) {
            first.score = -Score::INFINITE;
        }
    }

    fn move_to_front(&mut self, m: Move) -> Option<&mut RootMove> {
        let index = self.moves.iter().position(|root_move| root_move.m == m)?;
        self.moves[..=index].rotate_right(1);
        self.moves.first_mut()
    }

    /// The fraction of `all` nodes that was spent on the best move.
    pub fn best_move_fraction(&self, all: u64) -> f64 {
        self.moves.first().map_or(0.0, |best| best.nodes as f64 / all.max(1) as f64)
    }
}

/// The first of the moves and those of the same Syzygy rank.
fn of_best_rank(moves: &[RootMove]) -> impl Iterator<Item = &RootMove> {
    let rank = moves.first().map(|first| first.rank);
    moves.iter().take_while(move |root_move| Some(root_move.rank) == rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Game;
    use crate::search::syzygy::SyzygyOptions;

    /// The root moves of the start position, and the first three of them.
    fn root_moves() -> (RootMoves, [Move; 3]) {
        let game = Game::default();
        let options = SyzygyOptions::default();
        let syzygy = SyzygyProbe::new(&options, &game, &[], &|| false);
        let root = RootMoves::new(game.position(), &[], &syzygy, Score::DRAW);
        let moves = [0, 1, 2].map(|index| root.all()[index].m);
        (root, moves)
    }

    /// Adds the result of a search of `m`, move number `count`, between `alpha` and `beta`.
    fn mark(root: &mut RootMoves, (m, count): (Move, usize), units: i32, [alpha, beta]: [i32; 2]) {
        let window = Window { alpha: Score::new(alpha), beta: Score::new(beta) };
        root.mark_searched((m, count), Score::new(units), window, &Line::new(), (1, 1));
    }

    /// Finishes an iteration with a line for each of the scores.
    fn finish(root: &mut RootMoves, iteration: Depth, lines: &[(Move, i32)]) {
        root.begin_iteration(iteration);
        for (rank, (m, units)) in lines.iter().enumerate() {
            root.open_from(rank);
            root.set_best(*m, Score::new(*units));
        }
        root.sort_searched(lines.len());
    }

    fn first_of<const N: usize>(root: &RootMoves) -> [Move; N] {
        std::array::from_fn(|index| root.all()[index].m)
    }

    #[test]
    fn a_second_line_that_fails_low_stays_below_the_first() {
        let (mut root, [first, second, _]) = root_moves();
        finish(&mut root, 1, &[(first, 85), (second, 84)]);
        root.begin_iteration(2);
        mark(&mut root, (first, 1), 40, [20, 100]);
        mark(&mut root, (second, 2), 40, [40, 100]);
        root.sort_open();
        root.open_from(1);
        mark(&mut root, (second, 1), 58, [64, 104]);
        root.sort_open();
        root.drop_unproven_best(Some(Score::new(58)));
        root.sort_searched(2);
        assert_eq!((root.abandon_iteration(), first_of(&root)), (1, [first, second]));
    }

    #[test]
    fn a_first_move_that_fails_low_is_below_moves_that_were_not_reached() {
        let (mut root, [first, second, third]) = root_moves();
        finish(&mut root, 1, &[(first, 100), (second, 80), (third, 70)]);
        root.begin_iteration(2);
        mark(&mut root, (first, 1), 50, [90, 110]);
        root.sort_open();
        root.drop_unproven_best(None);
        root.sort_searched(1);
        assert_eq!((root.abandon_iteration(), first_of(&root)), (0, [second, third, first]));
        let (best, refuted) = (&root.all()[0], &root.all()[2]);
        assert_eq!((best.score, best.bound, best.scored_in), (Score::new(80), Bound::Exact, 1));
        assert_eq!((refuted.score, refuted.bound, refuted.scored_in), (Score::new(50), Bound::Upper, 2));
    }

    #[test]
    fn a_second_move_that_fails_low_too_is_above_the_third_unless_refuted() {
        let (_, [first, second, third]) = root_moves();
        for (found, wanted, best) in [(90, [second, third, first], 80), (60, [third, second, first], 70)] {
            let (mut root, _) = root_moves();
            finish(&mut root, 1, &[(first, 100), (second, 80), (third, 70)]);
            root.begin_iteration(2);
            mark(&mut root, (first, 1), 50, [90, 110]);
            mark(&mut root, (second, 2), found, [90, 91]);
            root.sort_open();
            root.drop_unproven_best(None);
            root.sort_searched(1);
            assert_eq!((root.abandon_iteration(), first_of(&root)), (0, wanted), "{found}");
            assert_eq!((root.all()[0].score, root.all()[0].bound), (Score::new(best), Bound::Exact));
            assert_eq!((root.all()[2].score, root.all()[2].bound), (Score::new(50), Bound::Upper));
        }
    }

    #[test]
    fn the_best_move_of_the_last_iteration_stands_if_a_fail_high_was_wrong() {
        let (mut root, [first, second, other]) = root_moves();
        finish(&mut root, 1, &[(first, 40)]);
        root.begin_iteration(2);
        mark(&mut root, (first, 1), 15, [20, 60]);
        mark(&mut root, (second, 2), 10, [20, 60]);
        mark(&mut root, (other, 3), 62, [20, 60]);
        root.sort_open();
        assert_eq!(root.first(), Some(other));
        mark(&mut root, (other, 1), 18, [20, 80]);
        root.sort_open();
        root.drop_unproven_best(None);
        assert_eq!((root.abandon_iteration(), first_of(&root)), (0, [first, second, other]));
    }

    #[test]
    fn scored_moves_of_an_abandoned_iteration_are_in_order() {
        let (mut root, [first, second, beaten]) = root_moves();
        root.begin_iteration(1);
        // The search of the second line first finds a move, and then one that is better than the first line.
        mark(&mut root, (second, 2), 30, [-50, 100]);
        mark(&mut root, (beaten, 2), 35, [30, 100]);
        mark(&mut root, (first, 2), 40, [35, 100]);
        assert_eq!((root.abandon_iteration(), first_of(&root)), (3, [first, beaten, second]));
    }
}
