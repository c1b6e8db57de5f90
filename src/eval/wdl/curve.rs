//! Curve: the probabilities of the results as a function of the score.

use std::fmt;
use std::ops::Neg;

use shakmaty::Board;

use super::DisplayScore;
use super::fitted::FITTED;
use crate::position::Position;
use crate::types::Score;

/// The amounts of [`material`] at which curves are fitted. Curves between two of them are interpolated
/// linearly; outside the range the nearest one holds.
pub const KNOTS: [u32; 8] = [5, 10, 17, 25, 35, 46, 60, 78];

/// The largest estimate shown, in normalized centipawns; tablebase wins are shown as more.
const MAX_CENTIPAWNS: i32 = 15_000;

/// The curves of all positions: the parameters of [`Curve`] at each of [`KNOTS`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curves {
    /// Values of [`Curve::midpoint`].
    pub midpoint: [f64; KNOTS.len()],
    /// Values of [`Curve::width`].
    pub width: [f64; KNOTS.len()],
    /// Values of [`Curve::saturation`].
    pub saturation: [f64; KNOTS.len()],
}

/// The curve of a position; all parameters are in internal units of the evaluation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// The saturated score with a win probability of 50 %.
    pub midpoint: f64,
    /// The scale of the logistic function: the saturated score that multiplies the odds of a win by e.
    pub width: f64,
    /// The score beyond which scores are compressed logarithmically.
    pub saturation: f64,
}

/// The probabilities of the results in permille; their sum is 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinDrawLoss {
    /// A win of the side to move.
    pub win: u32,
    /// A draw.
    pub draw: u32,
    /// A loss of the side to move.
    pub loss: u32,
}

/// Returns the material of both sides in pawns: 3 for a minor piece, 5 for a rook, 9 for a queen.
#[must_use]
pub fn material(board: &Board) -> u32 {
    let minors = board.knights() | board.bishops();
    let count = board.pawns().count() + 3 * minors.count() + 5 * board.rooks().count();
    (count + 9 * board.queens().count()) as u32
}

impl Curves {
    /// Returns the interpolation weight of each of [`KNOTS`] for `material`. The sum is 1.
    #[must_use]
    pub fn weights(material: u32) -> [f64; KNOTS.len()] {
        let mut weights = [0.0; KNOTS.len()];
        let above = KNOTS.partition_point(|knot| *knot <= material).clamp(1, KNOTS.len() - 1);
        let [low, high] = [KNOTS[above - 1], KNOTS[above]];
        let weight = f64::from(material.clamp(low, high) - low) / f64::from(high - low);
        (weights[above - 1], weights[above]) = (1.0 - weight, weight);
        weights
    }

    /// Returns the curve for `material`.
    #[must_use]
    pub fn at(&self, material: u32) -> Curve {
        let weights = Curves::weights(material);
        let value =
            |knots: &[f64; KNOTS.len()]| knots.iter().zip(weights).map(|(knot, weight)| knot * weight).sum();
        Curve {
            midpoint: value(&self.midpoint),
            width: value(&self.width),
            saturation: value(&self.saturation),
        }
    }
}

impl Curve {
    /// Returns the curve of a position, as fitted to Lancet's games.
    #[must_use]
    pub fn of(position: &Position) -> Curve {
        FITTED.at(material(position.board()))
    }

    /// Returns the saturated score: about `units` up to [`Curve::saturation`], and logarithmic beyond, since
    /// large scores raise the odds of a win less than the logistic function says.
    #[must_use]
    pub fn saturated(self, units: f64) -> f64 {
        self.saturation * (units / self.saturation).asinh()
    }

    /// Returns the probability of a win at a score of `units`; the probability of a loss is that at `-units`.
    #[must_use]
    pub fn win(self, units: f64) -> f64 {
        1.0 / (1.0 + ((self.midpoint - self.saturated(units)) / self.width).exp())
    }

    /// Returns the internal units of a normalized pawn: the score with a win probability of 50 %.
    #[must_use]
    pub fn pawn(self) -> f64 {
        self.saturation * (self.midpoint / self.saturation).sinh()
    }

    /// Returns the probabilities of the results for the side whose score it is. A proven win is certain.
    #[must_use]
    pub fn win_draw_loss(self, score: Score) -> WinDrawLoss {
        if score.is_decisive() {
            let win = if score.is_win() { 1000 } else { 0 };
            return WinDrawLoss { win, draw: 0, loss: 1000 - win };
        }
        let units = f64::from(score.units());
        let permille = |probability: f64| (1000.0 * probability).round() as u32;
        let win = permille(self.win(units));
        let loss = permille(self.win(-units)).min(1000 - win);
        WinDrawLoss { win, draw: 1000 - win - loss, loss }
    }

    /// Converts a score to normalized centipawns or moves to mate.
    #[must_use]
    pub fn display_score(self, score: Score) -> DisplayScore {
        if score.is_decisive() {
            return DisplayScore::of(score);
        }
        let units = score.units();
        let centipawns = (self.pawns(units) * 100.0).round() as i32;
        // Only 0 is shown as 0: a win that the fifty-move rule prevents is 1 unit.
        let centipawns = if centipawns == 0 { units.signum() } else { centipawns };
        DisplayScore::of(Score::new(centipawns.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS)))
    }

    /// Converts internal units to normalized pawns.
    #[must_use]
    pub fn pawns(self, units: i32) -> f64 {
        f64::from(units) / self.pawn()
    }

    /// Converts normalized pawns to internal units.
    #[must_use]
    pub fn units(self, pawns: f64) -> f64 {
        pawns * self.pawn()
    }
}

impl WinDrawLoss {
    /// A certain draw.
    pub const DRAW: WinDrawLoss = WinDrawLoss { win: 0, draw: 1000, loss: 0 };
}

/// The probabilities for the other side.
impl Neg for WinDrawLoss {
    type Output = WinDrawLoss;
    fn neg(self) -> WinDrawLoss {
        WinDrawLoss { win: self.loss, loss: self.win, ..self }
    }
}

/// The form of UCI: `312 640 48`.
impl fmt::Display for WinDrawLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::MAX_PLY;

    /// The curves of all amounts of material.
    fn curves() -> impl Iterator<Item = Curve> {
        (0..=206).map(|material| FITTED.at(material))
    }

    #[test]
    fn probabilities_add_up_and_are_symmetric() {
        for curve in curves() {
            for units in -4000..=4000 {
                let wdl = curve.win_draw_loss(Score::new(units));
                assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000, "{units} {curve:?}");
                assert_eq!(curve.win_draw_loss(Score::new(-units)), -wdl, "{units} {curve:?}");
            }
            let draw = curve.win_draw_loss(Score::DRAW);
            assert!(draw.win == draw.loss && draw.draw > 100, "{draw} {curve:?}");
        }
    }

    #[test]
    fn a_higher_score_is_never_worse() {
        for curve in curves() {
            for pair in (-4000..=4000).map(Score::new).collect::<Vec<_>>().windows(2) {
                let (less, more) = (curve.win_draw_loss(pair[0]), curve.win_draw_loss(pair[1]));
                assert!(less.win <= more.win && less.loss >= more.loss, "{pair:?} {curve:?}");
                assert!(curve.display_score(pair[0]) <= curve.display_score(pair[1]), "{pair:?} {curve:?}");
            }
        }
    }

    #[test]
    fn mates_are_certain() {
        for curve in curves() {
            for plies in [0, 1, 2, 17, 100] {
                assert_eq!(curve.win_draw_loss(Score::mate_in(plies)).to_string(), "1000 0 0");
                assert_eq!(curve.win_draw_loss(Score::mated_in(plies)).to_string(), "0 0 1000");
                assert_eq!(
                    curve.display_score(Score::mate_in(plies)),
                    DisplayScore::of(Score::mate_in(plies))
                );
            }
            let most = curve.display_score(Score::INFINITE.clamp_estimate());
            assert!(most.centipawns().is_some_and(|most| (2_000..=MAX_CENTIPAWNS).contains(&most)), "{most}");
            let tb_win = Score::tb_win(MAX_PLY);
            assert!(curve.display_score(tb_win) > most && curve.win_draw_loss(tb_win).win == 1000);
        }
    }

    #[test]
    fn a_hundred_centipawns_mean_a_win_probability_of_50_percent() {
        for curve in curves() {
            let units = curve.units(1.0);
            assert!((curve.win(units) - 0.5).abs() < 1e-12, "{curve:?}");
            let shown = curve.display_score(Score::new(units.round() as i32)).centipawns();
            assert!(shown.is_some_and(|shown| (99..=101).contains(&shown)), "{shown:?} {curve:?}");
        }
        assert_eq!(Curve::of(&Position::default()), FITTED.at(78));
    }

    #[test]
    fn only_zero_is_shown_as_zero() {
        let curve = Curve { midpoint: 300.0, width: 80.0, saturation: 1e6 };
        let shown = [-4, -1, 0, 1, 4].map(|units| curve.display_score(Score::new(units)).to_string());
        assert_eq!(shown, ["cp -1", "cp -1", "cp 0", "cp 1", "cp 1"]);
    }

    #[test]
    fn material_is_counted_in_pawns() {
        assert_eq!(material(Position::default().board()), 78);
        assert_eq!(material(&Board::empty()), 0);
    }

    #[test]
    fn curves_are_interpolated_linearly() {
        assert_eq!([FITTED.at(0), FITTED.at(500)], [FITTED.at(5), FITTED.at(78)]);
        for (knot, midpoint) in KNOTS.into_iter().zip(FITTED.midpoint) {
            assert!((FITTED.at(knot).midpoint - midpoint).abs() < 1e-9, "{knot}");
        }
        let [low, middle, high] = [25, 30, 35].map(|material| FITTED.at(material));
        assert!((middle.midpoint - (low.midpoint + high.midpoint) / 2.0).abs() < 1e-9);
        assert!((middle.width - (low.width + high.width) / 2.0).abs() < 1e-9);
        assert!((middle.saturation - (low.saturation + high.saturation) / 2.0).abs() < 1e-9);
    }
}
