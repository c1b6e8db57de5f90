//! Review: what the searches say about the moves of a game.
//!
//! How likely a side is to win at a score, how accurate a move is by what it loses of that, and from
//! which loss on it is a mistake, are as lichess has published them (lichess.org/page/accuracy). How
//! accurate a side is by its moves is as lichess computes it (lila, `AccuracyPercent`).

use std::iter;
use std::ops::RangeInclusive;

use serde::Serialize;
use shakmaty::{Color, Move};

use super::Found;
use crate::eval::wdl::DisplayScore;
use crate::pgn::{PgnGame, move_number};
use crate::position::Position;
use crate::types::Depth;

/// Beyond this a score is worth no more, and a mate is worth as much.
const CEILING: i32 = 1000;

/// A game with what its moves are worth.
#[derive(Clone, Debug)]
pub struct Review {
    /// The score before the first move, from White.
    pub start: DisplayScore,
    /// The moves.
    pub moves: Vec<MoveReview>,
    /// What White's moves come to.
    pub white: SideReview,
    /// What Black's moves come to.
    pub black: SideReview,
}

/// A move with what it is worth.
#[derive(Clone, Debug)]
pub struct MoveReview {
    /// The position in which it was played.
    pub before: Position,
    /// The number of the move, and two dots more where Black plays: `12.` or `12...`.
    pub number: String,
    /// The move; `None` is a pass.
    pub m: Option<Move>,
    /// The score after it, from White.
    pub score: DisplayScore,
    /// The game is over with it.
    pub is_last: bool,
    /// The line that was best in its place.
    pub best: Vec<Move>,
    /// Hundredths of a pawn lost against the best move.
    pub loss: i32,
    /// White's chance to win after it, in percent.
    pub white_chance: f64,
    /// What its side lost of its chance to win, in percent.
    pub chance_lost: f64,
    /// How near it is to the best, in percent.
    pub accuracy: f64,
    /// What it is called, if it is not good.
    pub judgement: Option<Judgement>,
    /// The depth to which its position was searched.
    pub depth: Depth,
    /// The nodes of that.
    pub nodes: u64,
}

/// What a bad move is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// It loses at least 5 % of the chance to win.
    Inaccuracy,
    /// It loses at least 10 %.
    Mistake,
    /// It loses at least 15 %.
    Blunder,
}

/// What the moves of a side come to.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct SideReview {
    /// Moves.
    pub moves: usize,
    /// The mean of two means of their accuracies: one in which a move counts by how much was going on
    /// around it, and the harmonic one, which makes a single blunder count. `None` without a move.
    pub accuracy: Option<f64>,
    /// Mean loss in hundredths of a pawn. `None` without a move.
    pub average_loss: Option<f64>,
    /// Moves of each judgement.
    pub inaccuracies: usize,
    /// Moves of each judgement.
    pub mistakes: usize,
    /// Moves of each judgement.
    pub blunders: usize,
}

impl Judgement {
    /// All of them.
    pub(super) const ALL: [Judgement; 3] = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];

    fn of(chance_lost: f64) -> Option<Judgement> {
        match chance_lost {
            lost if lost >= 15.0 => Some(Judgement::Blunder),
            lost if lost >= 10.0 => Some(Judgement::Mistake),
            lost if lost >= 5.0 => Some(Judgement::Inaccuracy),
            _ => None,
        }
    }

    /// Its numeric annotation glyph.
    #[must_use]
    pub const fn nag(self) -> u8 {
        match self {
            Judgement::Inaccuracy => 6,
            Judgement::Mistake => 2,
            Judgement::Blunder => 4,
        }
    }

    /// Its mark behind a move.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Judgement::Inaccuracy => "Inaccuracy",
            Judgement::Mistake => "Mistake",
            Judgement::Blunder => "Blunder",
        }
    }
}

fn capped(score: DisplayScore) -> i32 {
    match score.centipawns() {
        Some(centipawns) => centipawns.clamp(-CEILING, CEILING),
        None if score.is_win() => CEILING,
        None => -CEILING,
    }
}

/// The chance to win of the side whose score it is, in percent.
fn chance(score: DisplayScore) -> f64 {
    let centipawns = f64::from(capped(score));
    50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * centipawns).exp()) - 1.0)
}

/// White's chances to win: before the first move, and after each.
pub(super) fn chances(start: DisplayScore, moves: &[MoveReview]) -> Vec<f64> {
    iter::once(chance(start)).chain(moves.iter().map(|m| m.white_chance)).collect()
}

/// The length of a window: that of the game divided by so much, within these bounds.
const DIVISOR: usize = 10;
const WINDOW: RangeInclusive<usize> = 2..=8;

/// Least and most weight of a move.
const WEIGHT: RangeInclusive<f64> = 0.5..=12.0;

/// How much each move of a game counts: by how White's chances, the first of which is that before the
/// first move, vary in a window that ends with it.
fn weights(chances: &[f64]) -> Vec<f64> {
    let moves = chances.len().saturating_sub(1);
    let size = (moves / DIVISOR).clamp(*WINDOW.start(), *WINDOW.end());
    // The first moves share the first window.
    let first = &chances[..size.min(chances.len())];
    let windows = iter::repeat_n(first, first.len().saturating_sub(2)).chain(chances.windows(size));
    windows.map(|window| deviation(window).clamp(*WEIGHT.start(), *WEIGHT.end())).collect()
}

/// The standard deviation of all there are.
fn deviation(numbers: &[f64]) -> f64 {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    (numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / count).sqrt()
}

fn accuracy(chance_lost: f64) -> f64 {
    (103.1668 * (-0.04354 * chance_lost).exp() - 3.1669).clamp(0.0, 100.0)
}

/// A score from White, given from `turn`.
pub(super) fn from_white(score: DisplayScore, turn: Color) -> DisplayScore {
    if turn.is_white() { score } else { -score }
}

impl Review {
    /// The review of a game of which each position was searched.
    pub(super) fn of(game: &PgnGame, found: &[Found]) -> Review {
        let mut position = game.start.clone();
        let mut moves = Vec::new();
        for ((played, pair), ply) in game.line.moves.iter().zip(found.windows(2)).zip(game.start.game_ply()..)
        {
            let [before, after] = pair else { break };
            let Some(next) = played.play(&position) else { break };
            moves.push(review(&position, &next, played.m, before, after, ply));
            position = next;
        }
        let start = found
            .first()
            .map_or(DisplayScore::default(), |found| from_white(found.display_score(), game.start.turn()));
        let weights = weights(&chances(start, &moves));
        let weighed = || moves.iter().zip(weights.iter().copied());
        let side = |color| SideReview::of(weighed().filter(|(m, _)| m.before.turn() == color));
        Review { start, white: side(Color::White), black: side(Color::Black), moves }
    }

    /// The moves after which a game was another: the worst mistakes, at most `most`, in their order.
    #[must_use]
    pub fn turning_points(&self, most: usize) -> Vec<&MoveReview> {
        let mut bad: Vec<(usize, &MoveReview)> =
            self.moves.iter().enumerate().filter(|(_, m)| m.judgement >= Some(Judgement::Mistake)).collect();
        bad.sort_by(|(_, a), (_, b)| b.chance_lost.total_cmp(&a.chance_lost));
        bad.truncate(most);
        bad.sort_by_key(|(index, _)| *index);
        bad.into_iter().map(|(_, m)| m).collect()
    }
}

fn review(
    position: &Position,
    next: &Position,
    m: Option<Move>,
    before: &Found,
    after: &Found,
    ply: u32,
) -> MoveReview {
    let turn = position.turn();
    let is_best = m.is_some() && before.line.first().copied() == m;
    // By one curve, or an exchange would seem to win or lose something.
    let (best, mine) = (before.display_score(), before.curve.display_score(-after.score));
    let loss = if is_best { 0 } else { (capped(best) - capped(mine)).max(0) };
    let chance_lost = if is_best { 0.0 } else { (chance(best) - chance(mine)).max(0.0) };
    let score = from_white(-after.display_score(), turn);
    MoveReview {
        before: position.clone(),
        number: move_number(ply),
        m,
        score,
        is_last: !next.has_legal_move(),
        best: before.line.clone(),
        loss,
        white_chance: chance(score),
        chance_lost,
        accuracy: accuracy(chance_lost),
        judgement: Judgement::of(chance_lost),
        depth: before.depth,
        nodes: before.nodes,
    }
}

impl MoveReview {
    /// The move in algebraic notation.
    #[must_use]
    pub fn san(&self) -> String {
        self.m.map_or("--".into(), |m| self.before.san(m))
    }

    /// The move that was best in its place.
    #[must_use]
    pub fn best_san(&self) -> Option<String> {
        self.best.first().map(|m| self.before.san(*m))
    }
}

impl SideReview {
    /// What moves come to, each with its weight.
    fn of<'a>(moves: impl Iterator<Item = (&'a MoveReview, f64)>) -> SideReview {
        let mut side = SideReview::default();
        let (mut sum, mut weights, mut inverse, mut loss) = (0.0, 0.0, 0.0, 0);
        for (m, weight) in moves {
            side.moves += 1;
            sum += m.accuracy * weight;
            weights += weight;
            // A move that loses everything must not make the mean zero.
            inverse += 1.0 / m.accuracy.max(1.0);
            loss += i64::from(m.loss);
            match m.judgement {
                Some(Judgement::Inaccuracy) => side.inaccuracies += 1,
                Some(Judgement::Mistake) => side.mistakes += 1,
                Some(Judgement::Blunder) => side.blunders += 1,
                None => {}
            }
        }
        if side.moves > 0 {
            let moves = side.moves as f64;
            side.accuracy = Some(tenth((sum / weights + moves / inverse) / 2.0));
            side.average_loss = Some(tenth(loss as f64 / moves));
        }
        side
    }
}

/// Rounded to a tenth.
pub(super) fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// A score as `[%eval ...]` has it: pawns with two decimals, or `#` and moves to mate.
pub(super) fn eval_text(score: DisplayScore) -> String {
    match score.centipawns() {
        Some(centipawns) => format!("{:.2}", f64::from(centipawns) / 100.0),
        None => format!("#{}", score.mate_moves().unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::wdl::Curve;
    use crate::position::parse_san;
    use crate::types::Score;

    fn mate_in(plies: usize) -> DisplayScore {
        Curve::of(&Position::default()).display_score(Score::mate_in(plies))
    }

    #[test]
    fn chances_and_accuracies_are_as_published() {
        assert_eq!(chance(DisplayScore::new(0)), 50.0);
        assert!((chance(DisplayScore::new(100)) - 59.1).abs() < 0.1);
        assert!((chance(mate_in(3)) - chance(DisplayScore::new(1000))).abs() < 1e-9);
        assert!((chance(DisplayScore::new(-300)) + chance(DisplayScore::new(300)) - 100.0).abs() < 1e-9);
        assert!((accuracy(0.0) - 100.0).abs() < 0.001);
        assert!((accuracy(10.0) - 63.6).abs() < 0.1);
        assert_eq!(accuracy(100.0), 0.0);
    }

    #[test]
    fn evaluations_are_written_as_lichess_writes_them() {
        assert_eq!(eval_text(DisplayScore::new(17)), "0.17");
        assert_eq!(eval_text(DisplayScore::new(-350)), "-3.50");
        assert_eq!(eval_text(mate_in(5)), "#3");
        assert_eq!(eval_text(-mate_in(1)), "#-1");
    }

    #[test]
    fn what_a_move_loses_is_counted_from_its_side() {
        let start = Position::default();
        let m = parse_san(&start, "f3").ok();
        let best = parse_san(&start, "e4").ok();
        let curve = Curve { midpoint: 100.0, width: 80.0, saturation: 1e6 };
        let found = |score: i32, line: Option<Move>| Found {
            score: Score::new(score),
            curve,
            line: line.into_iter().collect(),
            depth: 1,
            nodes: 1,
        };
        let next = start.play(m.unwrap());
        let bad = review(&start, &next, m, &found(30, best), &found(270, None), 0);
        assert_eq!(
            (bad.loss, bad.judgement, bad.score),
            (300, Some(Judgement::Blunder), DisplayScore::new(-270))
        );
        // The best move loses nothing, whatever a deeper look says.
        let good = review(&start, &next, m, &found(30, m), &found(270, None), 0);
        assert_eq!((good.loss, good.judgement), (0, None));
        let side = SideReview::of([(&bad, 1.0), (&good, 1.0)].into_iter());
        assert_eq!((side.moves, side.average_loss, side.blunders), (2, Some(150.0), 1));
        assert!(side.accuracy.is_some_and(|accuracy| accuracy < 70.0));
        // A move counts by its weight.
        let calm = SideReview::of([(&bad, 0.5), (&good, 12.0)].into_iter());
        assert!(calm.accuracy > side.accuracy);
        assert_eq!(SideReview::of(iter::empty()).accuracy, None);
    }

    #[test]
    fn moves_count_by_what_goes_on_around_them() {
        assert_eq!(weights(&[50.0]).len(), 0);
        assert_eq!(weights(&[50.0, 52.0]), [1.0]);
        // Windows of two moves, clamped at both ends.
        assert_eq!(weights(&[50.0, 50.0, 54.0, 4.0]), [0.5, 2.0, 12.0]);
        // Windows of three: the first stands for the first two moves.
        let mut chances = vec![50.0; 31];
        (chances[2], chances[30]) = (56.0, 59.0);
        let found = weights(&chances);
        let (first, last) = (8.0_f64.sqrt(), 18.0_f64.sqrt());
        assert_eq!((found.len(), found[5]), (30, 0.5));
        for (weight, wanted) in found.iter().zip([first; 4]).chain([(&found[29], last)]) {
            assert!((weight - wanted).abs() < 1e-9, "{found:?}");
        }
    }
}
