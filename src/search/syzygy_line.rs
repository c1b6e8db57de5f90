//! Table line: what is told of a root move that the endgame tables know.
//!
//! A line breaks off where the tables were asked, and where they were not its moves are those of a
//! search that need not know them. As much as keeps the result stays; then both sides play what the
//! tables recommend, which wins in time though not always in the fewest moves.
//!
//! The idea is that of Stockfish, which extends such lines too.

use shakmaty::Move;

use super::root::RootMove;
use super::rules::bounds;
use super::worker::Worker;
use crate::position::Position;
use crate::syzygy::Tablebases;
use crate::types::{Bound, Line, Score};

/// A search has found a mate, which says more than the tables and is what they say.
fn agrees(score: Score, known: Score) -> bool {
    score.is_mate() && known.is_decisive() && score.is_win() == known.is_win()
}

impl Worker<'_> {
    /// Score, bound and line of a root move as they may be told, where the search has found the first
    /// two: what the tables know, or a mate with its line.
    pub(super) fn presentable(
        &mut self,
        root: &Position,
        root_move: &RootMove,
        score: Score,
        bound: Bound,
    ) -> (Score, Bound, Line) {
        let known = root_move.known;
        if known.is_none_or(|known| agrees(score, known)) {
            let (bound, shown) = self.with_mate(root, root_move, score, bound);
            if bound == Bound::Exact && score.is_tb() {
                return (score, bound, self.with_tables(root, root_move, score));
            }
            if bound == Bound::Exact || known.is_none() {
                return (score, bound, shown);
            }
        }
        let score = known.unwrap_or(score);
        (score, Bound::Exact, self.with_tables(root, root_move, score))
    }

    /// The line as it may be shown with a score by the tables; for wins and losses as long as the
    /// iteration is deep, if that is not too much work.
    fn with_tables(&mut self, root: &Position, root_move: &RootMove, score: Score) -> Line {
        let Some(tables) = self.shared.endgame.tables else { return root_move.line.clone() };
        let line = root_move.line.moves();
        let wanted = if score.is_decisive() { line.len().max(self.iteration as usize) } else { 0 };
        let result = |score: Score| i32::from(score.is_win()) - i32::from(score.is_loss());
        // What was told before has been looked at.
        let (told_score, told) = &root_move.shown;
        let goes_on = told.moves().starts_with(line) && result(*told_score) == result(score);
        let (line, looked_at) = if goes_on { (told.moves(), told.moves().len()) } else { (line, 1) };
        let result = result(score);
        let (mut position, mut shown) = (root.clone(), Line::new());
        for (m, index) in line.iter().zip(0..) {
            let next = position.play(*m);
            let result = if next.turn() == root.turn() { result } else { -result };
            if index >= looked_at && !self.is_kept(tables, &next, result) {
                break;
            }
            shown.push(*m);
            self.path.push(&next);
            position = next;
        }
        while shown.moves().len() < wanted
            && bounds::game_over(self, &position, shown.moves().len()).is_none()
            && let Some(m) = self.recommended(tables, &position)
        {
            shown.push(m);
            position = position.play(m);
            self.path.push(&position);
        }
        (0..shown.moves().len()).for_each(|_| self.path.pop());
        if let Some(slot) = self.root.get_mut(root_move.m) {
            slot.shown = (score, shown.clone());
        }
        shown
    }

    /// Takes note that so many positions are to be looked up for lines; false where those would be too
    /// many for what the search itself has looked at.
    fn may_look_up(&mut self, positions: usize) -> bool {
        let most = if self.shared.timing.is_limited() { 50 } else { 5_000 } + self.nodes / 1_000;
        let probes = self.line_probes + positions as u64;
        if probes <= most {
            self.line_probes = probes;
        }
        probes <= most
    }

    /// The side to move in `position` still wins (1), draws (0) or loses (-1), as far as the tables
    /// know.
    fn is_kept(&mut self, tables: &Tablebases, position: &Position, result: i32) -> bool {
        let (men, fifty_moves) = (self.shared.endgame.men, self.shared.endgame.fifty_moves);
        if position.piece_count() > men {
            return true;
        }
        if !self.may_look_up(1) {
            return false;
        }
        let Some(distance) = tables.dtz(position) else { return true };
        let plies = distance.ignore_rounding().0.unsigned_abs() + position.halfmoves();
        let in_time = plies <= 100 || !fifty_moves;
        result == if in_time { distance.signum() } else { 0 }
    }

    /// The move that the tables recommend.
    fn recommended(&mut self, tables: &Tablebases, position: &Position) -> Option<Move> {
        let is_known = position.piece_count() <= self.shared.endgame.men;
        if !is_known || !self.may_look_up(position.legal_moves().len()) {
            return None;
        }
        let ranking = tables.rank(position, &self.path, self.shared.endgame.fifty_moves, true)?;
        let best = ranking.moves.iter().rev().max_by_key(|ranked| ranked.rank)?;
        ranking.makes_progress.then_some(best.m)
    }
}
