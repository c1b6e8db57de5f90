//! Review: the evaluation of the moves of a game.

use std::cmp::Ordering;
use std::iter;

use serde::Serialize;
use shakmaty::{Color, Move};

use super::accuracy::{clamped_centipawns, move_accuracy, move_weights, side_accuracy, win_probability};
use super::mark::{Mark, MateChange};
use super::search::SearchResult;
use crate::eval::wdl::DisplayScore;
use crate::pgn::{PgnGame, move_number};
use crate::position::Position;
use crate::types::Depth;

/// The review of a game.
#[derive(Clone, Debug)]
pub struct Review {
    /// The score before the first move, from White.
    pub start: DisplayScore,
    /// The moves.
    pub moves: Vec<MoveReview>,
    /// The best line in the position after the last move.
    pub end: Vec<Move>,
    /// The totals of White's moves.
    pub white: SideReview,
    /// The totals of Black's moves.
    pub black: SideReview,
}

/// The review of a move.
#[derive(Clone, Debug)]
pub struct MoveReview {
    /// The position before the move.
    pub before: Position,
    /// The move number: `12.` for White and `12...` for Black.
    pub number: String,
    /// The move; `None` is a null move.
    pub m: Option<Move>,
    /// The score after the move, from White.
    pub score: DisplayScore,
    /// The score of the best move, from White.
    pub best_score: DisplayScore,
    /// The score of the move as it is compared with the best one, from White: on the win-draw-loss curve of the position
    /// before the move, and that of the best move if it is the best one.
    pub played_score: DisplayScore,
    /// Whether the move ends the game.
    pub is_last: bool,
    /// The best line in the position before the move.
    pub best: Vec<Move>,
    /// The loss against the best move in centipawns.
    pub loss: i32,
    /// White's win probability after the move, in percent.
    pub white_win: f64,
    /// The loss of win probability of the side that moves, in percent. A mate counts as a score of ten pawns, as on
    /// lichess, but one that is allowed or lost as certain, so that it always costs something.
    pub win_loss: f64,
    /// The accuracy of the move, in percent.
    pub accuracy: f64,
    /// The mark of a bad move.
    pub mark: Option<Mark>,
    /// What the move changes about a forced mate.
    pub mate_change: Option<MateChange>,
    /// The depth of the search of the position before the move.
    pub depth: Depth,
    /// The nodes of that search.
    pub nodes: u64,
}

/// The totals of the moves of a side.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct SideReview {
    /// The number of moves.
    pub moves: usize,
    /// The accuracy of the side, in percent; `None` without moves.
    pub accuracy: Option<f64>,
    /// The mean loss in centipawns; `None` without moves.
    pub average_loss: Option<f64>,
    /// The number of inaccuracies.
    pub inaccuracies: usize,
    /// The number of mistakes.
    pub mistakes: usize,
    /// The number of blunders.
    pub blunders: usize,
}

/// Returns the score from White, given that of the side to move.
fn from_white(score: DisplayScore, turn: Color) -> DisplayScore {
    if turn.is_white() { score } else { -score }
}

/// Returns the loss of win probability, in percent, from the score of the best move to that of the move played.
fn win_loss(mate_change: Option<MateChange>, best: DisplayScore, played: DisplayScore) -> f64 {
    let probability = |score: DisplayScore| match mate_change {
        Some(MateChange::Allowed | MateChange::Lost) if score.is_mate() => {
            if score.is_win() {
                100.0
            } else {
                0.0
            }
        }
        _ => win_probability(score),
    };
    (probability(best) - probability(played)).max(0.0)
}

impl Review {
    /// Reviews a game with a search result for each of its positions.
    pub(super) fn of(game: &PgnGame, results: &[SearchResult]) -> Review {
        let mut position = game.start.clone();
        let mut moves = Vec::new();
        let plies = game.start.game_ply()..;
        for ((played, pair), ply) in game.line.moves.iter().zip(results.windows(2)).zip(plies) {
            let [before, after] = pair else { break };
            let Some(next) = played.play(&position) else { break };
            moves.push(MoveReview::of(&position, &next, played.m, [before, after], ply));
            position = next;
        }
        let start = results
            .first()
            .map_or(DisplayScore::default(), |result| from_white(result.display_score(), game.start.turn()));
        let end = results.last().map_or_else(Vec::new, |result| result.line.clone());
        let side = SideReview::default();
        let mut review = Review { start, moves, end, white: side, black: side };
        (review.white, review.black) =
            (review.side(Color::White, |_| true), review.side(Color::Black, |_| true));
        review
    }

    /// Returns the totals of the moves of a side whose indices are `chosen`.
    pub(super) fn side(&self, color: Color, chosen: impl Fn(usize) -> bool) -> SideReview {
        let weighted = self.moves.iter().zip(move_weights(&self.white_win())).enumerate();
        let own = weighted.filter(|(index, (m, _))| m.before.turn() == color && chosen(*index));
        SideReview::of(own.map(|(_, weighted)| weighted))
    }

    /// Returns White's win probabilities: before the first move, and after each move.
    pub(super) fn white_win(&self) -> Vec<f64> {
        iter::once(win_probability(self.start)).chain(self.moves.iter().map(|m| m.white_win)).collect()
    }

    /// Returns at most `max` turning points in the order of the game: the mistakes and blunders that lose most. Of
    /// several consecutive ones, of either side, the one that loses most comes first; the others only if there is room.
    #[must_use]
    pub fn turning_points(&self, max: usize) -> Vec<&MoveReview> {
        let is_bad = |m: &MoveReview| m.mark >= Some(Mark::Mistake);
        let mut chosen: Vec<(usize, bool)> = Vec::new();
        let mut first = 0;
        for run in self.moves.chunk_by(|a, b| is_bad(a) == is_bad(b)) {
            if is_bad(&run[0]) {
                let worst = (0..run.len()).max_by(|a, b| run[*a].compare_loss(&run[*b]).then(b.cmp(a)));
                chosen.extend((0..run.len()).map(|index| (first + index, Some(index) == worst)));
            }
            first += run.len();
        }
        let order = |(a, a_is_worst): &(usize, bool), (b, b_is_worst): &(usize, bool)| {
            b_is_worst.cmp(a_is_worst).then_with(|| self.moves[*b].compare_loss(&self.moves[*a]))
        };
        chosen.sort_by(order);
        chosen.truncate(max);
        chosen.sort_unstable();
        chosen.into_iter().map(|(index, _)| &self.moves[index]).collect()
    }

    /// Returns the number of mistakes and blunders of both sides.
    #[must_use]
    pub fn bad_moves(&self) -> usize {
        [self.white, self.black].iter().map(|side| side.mistakes + side.blunders).sum()
    }
}

impl MoveReview {
    /// Reviews the move `m` from `position` to `next`, with the search results of both.
    fn of(
        position: &Position,
        next: &Position,
        m: Option<Move>,
        [before, after]: [&SearchResult; 2],
        ply: u32,
    ) -> MoveReview {
        let turn = position.turn();
        let is_best = m.is_some() && before.line.first().copied() == m;
        // Both scores on one curve: the curve depends on material, so an exchange would seem to gain or lose.
        let best = before.display_score();
        let played = if is_best { best } else { before.curve.display_score(-after.score) };
        // The best move of a mating line keeps its distance here.
        let mate_change = if is_best { None } else { MateChange::of(best, played) };
        let loss = (clamped_centipawns(best) - clamped_centipawns(played)).max(0);
        let win_loss = win_loss(mate_change, best, played);
        let score = from_white(-after.display_score(), turn);
        MoveReview {
            before: position.clone(),
            number: move_number(ply),
            m,
            score,
            best_score: from_white(best, turn),
            played_score: from_white(played, turn),
            is_last: !next.has_legal_move(),
            best: before.line.clone(),
            loss,
            white_win: win_probability(score),
            win_loss,
            accuracy: move_accuracy(win_loss),
            mark: Mark::of(best, played),
            mate_change,
            depth: before.depth,
            nodes: before.nodes,
        }
    }

    /// Returns the score after the best move, from White, as `score` is that after the move played.
    pub(super) fn score_after_best(&self) -> DisplayScore {
        self.best_score.after_best_move()
    }

    /// Reports whether the best move is checkmate.
    pub(super) fn best_is_mate(&self) -> bool {
        let best = self.best.first();
        self.best_score.is_mate() && best.is_some_and(|m| !self.before.play(*m).has_legal_move())
    }

    /// Returns the move in standard algebraic notation.
    #[must_use]
    pub fn san(&self) -> String {
        self.m.map_or("--".into(), |m| self.before.san(m))
    }

    /// Compares what two moves lose: win probability first, then centipawns.
    fn compare_loss(&self, other: &MoveReview) -> Ordering {
        self.win_loss.total_cmp(&other.win_loss).then(self.loss.cmp(&other.loss))
    }

    /// Returns the best move in standard algebraic notation.
    #[must_use]
    pub fn best_san(&self) -> Option<String> {
        self.best.first().map(|m| self.before.san(*m))
    }
}

impl SideReview {
    /// Returns the totals of moves with their weights.
    fn of<'a>(moves: impl Iterator<Item = (&'a MoveReview, f64)>) -> SideReview {
        let moves: Vec<(&MoveReview, f64)> = moves.collect();
        let accuracies: Vec<(f64, f64)> = moves.iter().map(|(m, weight)| (m.accuracy, *weight)).collect();
        let loss: i64 = moves.iter().map(|(m, _)| i64::from(m.loss)).sum();
        let count = |mark| moves.iter().filter(|(m, _)| m.mark == Some(mark)).count();
        SideReview {
            moves: moves.len(),
            accuracy: side_accuracy(&accuracies).map(rounded),
            average_loss: (!moves.is_empty()).then(|| rounded(loss as f64 / moves.len() as f64)),
            inaccuracies: count(Mark::Inaccuracy),
            mistakes: count(Mark::Mistake),
            blunders: count(Mark::Blunder),
        }
    }
}

/// Rounds to one decimal.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::wdl::Curve;
    use crate::position::parse_san;
    use crate::types::Score;

    #[test]
    fn loss_and_mark_are_from_the_side_that_moves() {
        let start = Position::default();
        let m = parse_san(&start, "f3").ok();
        let best = parse_san(&start, "e4").ok();
        let curve = Curve { midpoint: 100.0, width: 80.0, saturation: 1e6 };
        let result = |score: i32, line: Option<Move>| SearchResult {
            score: Score::new(score),
            curve,
            line: line.into_iter().collect(),
            depth: 1,
            nodes: 1,
        };
        let next = start.play(m.unwrap());
        let bad = MoveReview::of(&start, &next, m, [&result(30, best), &result(270, None)], 0);
        assert_eq!((bad.loss, bad.mark, bad.score), (300, Some(Mark::Blunder), DisplayScore::new(-270)));
        // The best move loses nothing, even if the next search scores it lower.
        let good = MoveReview::of(&start, &next, m, [&result(30, m), &result(270, None)], 0);
        assert_eq!((good.loss, good.mark), (0, None));
        let side = SideReview::of([(&bad, 1.0), (&good, 1.0)].into_iter());
        assert_eq!((side.moves, side.average_loss, side.blunders), (2, Some(150.0), 1));
        assert!(side.accuracy.is_some_and(|accuracy| accuracy < 70.0));
        // The weights count.
        let calm = SideReview::of([(&bad, 0.5), (&good, 12.0)].into_iter());
        assert!(calm.accuracy > side.accuracy);
        assert_eq!(SideReview::of(iter::empty()).accuracy, None);
    }

    #[test]
    fn a_mate_that_is_lost_costs_accuracy_whatever_is_left() {
        let curve = Curve::of(&Position::default());
        let mate = curve.display_score(Score::mate_in(1));
        let loss = |played| win_loss(MateChange::of(mate, played), mate, played);
        assert!((loss(DisplayScore::new(3000)) - 2.46).abs() < 0.01);
        assert_eq!(loss(DisplayScore::new(0)), 50.0);
        assert_eq!(loss(-mate), 100.0);
        // Only delayed.
        assert_eq!(loss(curve.display_score(Score::mate_in(8))), 0.0);
    }

    /// A review of moves that lose this much win probability; moves that lose ten percent are mistakes.
    fn review_of(losses: &[f64]) -> Review {
        let start = Position::default();
        let result = SearchResult {
            score: Score::new(0),
            curve: Curve::of(&start),
            line: Vec::new(),
            depth: 1,
            nodes: 1,
        };
        let m = MoveReview::of(&start, &start, None, [&result, &result], 0);
        let bad = |loss: &f64| MoveReview {
            win_loss: *loss,
            mark: (*loss >= 10.0).then_some(Mark::Mistake),
            ..m.clone()
        };
        let moves = losses.iter().map(bad).collect();
        let side = SideReview::default();
        Review { start: DisplayScore::default(), moves, end: Vec::new(), white: side, black: side }
    }

    #[test]
    fn turning_points_are_the_worst_of_each_series() {
        let losses = |losses: &[f64], max| -> Vec<f64> {
            review_of(losses).turning_points(max).iter().map(|m| m.win_loss).collect()
        };
        // Of the three consecutive ones the middle one is chosen, before moves that lose less.
        let game = [0.0, 40.0, 50.0, 45.0, 5.0, 12.0, 0.0, 30.0];
        assert_eq!(losses(&game, 3), [50.0, 12.0, 30.0]);
        assert_eq!(losses(&game, 1), [50.0]);
        assert_eq!(losses(&game, 2), [50.0, 30.0]);
        // The others of a series fill what is left.
        assert_eq!(losses(&game, 4), [50.0, 45.0, 12.0, 30.0]);
        assert_eq!(losses(&game, 9), [40.0, 50.0, 45.0, 12.0, 30.0]);
        assert!(losses(&[0.0, 9.0], 4).is_empty());
        assert!(losses(&[], 4).is_empty());
    }
}
