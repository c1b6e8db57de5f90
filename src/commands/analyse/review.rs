//! Review: the evaluation of the moves of a game.

use std::iter;

use serde::Serialize;
use shakmaty::{Color, Move};

use super::accuracy::{clamped_centipawns, move_accuracy, move_weights, side_accuracy, win_probability};
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
    /// Whether the move ends the game.
    pub is_last: bool,
    /// The best line in the position before the move.
    pub best: Vec<Move>,
    /// The loss against the best move in centipawns.
    pub loss: i32,
    /// White's win probability after the move, in percent.
    pub white_win: f64,
    /// The loss of win probability of the side that moves, in percent.
    pub win_loss: f64,
    /// The accuracy of the move, in percent.
    pub accuracy: f64,
    /// The mark of a bad move.
    pub mark: Option<Mark>,
    /// The depth of the search of the position before the move.
    pub depth: Depth,
    /// The nodes of that search.
    pub nodes: u64,
}

/// The mark of a bad move, with lichess's thresholds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Loses at least 5 % of win probability.
    Inaccuracy,
    /// Loses at least 10 % of win probability.
    Mistake,
    /// Loses at least 15 % of win probability.
    Blunder,
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

impl Mark {
    /// All marks.
    pub(super) const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    fn of(win_loss: f64) -> Option<Mark> {
        match win_loss {
            loss if loss >= 15.0 => Some(Mark::Blunder),
            loss if loss >= 10.0 => Some(Mark::Mistake),
            loss if loss >= 5.0 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// Returns the numeric annotation glyph of PGN.
    #[must_use]
    pub const fn nag(self) -> u8 {
        match self {
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }

    /// Returns the symbol that follows the move.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "Inaccuracy",
            Mark::Mistake => "Mistake",
            Mark::Blunder => "Blunder",
        }
    }
}

/// Returns the score from White, given that of the side to move.
fn from_white(score: DisplayScore, turn: Color) -> DisplayScore {
    if turn.is_white() { score } else { -score }
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
        let mut review = Review { start, moves, white: SideReview::default(), black: SideReview::default() };
        let weights = move_weights(&review.white_win());
        let side = |color| {
            let weighted = review.moves.iter().zip(weights.iter().copied());
            SideReview::of(weighted.filter(|(m, _)| m.before.turn() == color))
        };
        (review.white, review.black) = (side(Color::White), side(Color::Black));
        review
    }

    /// Returns White's win probabilities: before the first move, and after each move.
    pub(super) fn white_win(&self) -> Vec<f64> {
        iter::once(win_probability(self.start)).chain(self.moves.iter().map(|m| m.white_win)).collect()
    }

    /// Returns at most `max` turning points: the mistakes and blunders that lose most, in the order of the
    /// game.
    #[must_use]
    pub fn turning_points(&self, max: usize) -> Vec<&MoveReview> {
        let mut bad: Vec<(usize, &MoveReview)> =
            self.moves.iter().enumerate().filter(|(_, m)| m.mark >= Some(Mark::Mistake)).collect();
        bad.sort_by(|(_, a), (_, b)| b.win_loss.total_cmp(&a.win_loss));
        bad.truncate(max);
        bad.sort_by_key(|(index, _)| *index);
        bad.into_iter().map(|(_, m)| m).collect()
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
        let (best, played) = (before.display_score(), before.curve.display_score(-after.score));
        let loss = if is_best { 0 } else { (clamped_centipawns(best) - clamped_centipawns(played)).max(0) };
        let win_loss = if is_best { 0.0 } else { (win_probability(best) - win_probability(played)).max(0.0) };
        let score = from_white(-after.display_score(), turn);
        MoveReview {
            before: position.clone(),
            number: move_number(ply),
            m,
            score,
            is_last: !next.has_legal_move(),
            best: before.line.clone(),
            loss,
            white_win: win_probability(score),
            win_loss,
            accuracy: move_accuracy(win_loss),
            mark: Mark::of(win_loss),
            depth: before.depth,
            nodes: before.nodes,
        }
    }

    /// Returns the move in standard algebraic notation.
    #[must_use]
    pub fn san(&self) -> String {
        self.m.map_or("--".into(), |m| self.before.san(m))
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
}
