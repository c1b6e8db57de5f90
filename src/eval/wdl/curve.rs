//! Curve: the chances that go with a score.

use std::fmt;
use std::ops::Neg;

use shakmaty::Board;

use super::DisplayScore;
use super::fitted::FITTED;
use crate::position::Position;
use crate::types::Score;

/// The material for which curves are fitted, in pawns of both sides. Between two of them the curve lies
/// between theirs; what lies outside counts as the nearer end.
pub const KNOTS: [u32; 8] = [5, 10, 17, 25, 35, 46, 60, 78];

/// Estimates are told up to here: what is larger is no more won, and wins by the tables are told above.
const MOST: i32 = 15_000;

/// The curves of all positions, by the material of [`KNOTS`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curves {
    /// The score, as it is felt, at which a win is as likely as not.
    pub midpoint: [f64; KNOTS.len()],
    /// How far results spread about it: the felt score that makes the odds of a win e times as high.
    pub width: [f64; KNOTS.len()],
    /// Scores up to about here are felt in full; the further beyond, the less.
    pub saturation: [f64; KNOTS.len()],
}

/// The curve of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// The score, as it is felt, at which a win is as likely as not.
    pub midpoint: f64,
    /// The felt score that makes the odds of a win e times as high.
    pub width: f64,
    /// Scores up to about here are felt in full; the further beyond, the less.
    pub saturation: f64,
}

/// WinDrawLoss in thousandths; their sum is 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinDrawLoss {
    /// The side to move wins.
    pub win: u32,
    /// Nobody does.
    pub draw: u32,
    /// The other side wins.
    pub loss: u32,
}

/// All men but the kings, in pawns: 3 for a minor piece, 5 for a rook, 9 for a queen.
#[must_use]
pub fn material(board: &Board) -> u32 {
    let minors = board.knights() | board.bishops();
    let count = board.pawns().count() + 3 * minors.count() + 5 * board.rooks().count();
    (count + 9 * board.queens().count()) as u32
}

impl Curves {
    /// How much each of [`KNOTS`] has to say about so much material. The sum is 1.
    #[must_use]
    pub fn weights(material: u32) -> [f64; KNOTS.len()] {
        let mut weights = [0.0; KNOTS.len()];
        let above = KNOTS.partition_point(|knot| *knot <= material).clamp(1, KNOTS.len() - 1);
        let [low, high] = [KNOTS[above - 1], KNOTS[above]];
        let share = f64::from(material.clamp(low, high) - low) / f64::from(high - low);
        (weights[above - 1], weights[above]) = (1.0 - share, share);
        weights
    }

    /// The curve with so much material.
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
    /// The curve of a position, from our own games.
    #[must_use]
    pub fn of(position: &Position) -> Curve {
        FITTED.at(material(position.board()))
    }

    /// What a score of `units` counts for. It is nearly all of a small one, and of a large one grows with
    /// the logarithm: who is far ahead is surer of a win than who is not, but less so than by the odds.
    #[must_use]
    pub fn saturated(self, units: f64) -> f64 {
        self.saturation * (units / self.saturation).asinh()
    }

    /// The chance to win with a score of `units`; the chance to lose is that of the negative.
    #[must_use]
    pub fn win(self, units: f64) -> f64 {
        1.0 / (1.0 + ((self.midpoint - self.saturated(units)) / self.width).exp())
    }

    /// The score at which a win is as likely as not, in units of the evaluation: what a pawn is told as.
    #[must_use]
    pub fn pawn(self) -> f64 {
        self.saturation * (self.midpoint / self.saturation).sinh()
    }

    /// The chances of the side whose score it is. A proven win is certain.
    #[must_use]
    pub fn win_draw_loss(self, score: Score) -> WinDrawLoss {
        if score.is_decisive() {
            let win = if score.is_win() { 1000 } else { 0 };
            return WinDrawLoss { win, draw: 0, loss: 1000 - win };
        }
        let units = f64::from(score.units());
        let thousandths = |chance: f64| (1000.0 * chance).round() as u32;
        let win = thousandths(self.win(units));
        let loss = thousandths(self.win(-units)).min(1000 - win);
        WinDrawLoss { win, draw: 1000 - win - loss, loss }
    }

    /// A score of the search as it is told outside.
    #[must_use]
    pub fn display_score(self, score: Score) -> DisplayScore {
        if score.is_decisive() {
            return DisplayScore::of(score);
        }
        let units = score.units();
        let centipawns = (self.pawns(units) * 100.0).round() as i32;
        // What is not even is not told as even: a win that the fifty-move rule takes away is one unit.
        let centipawns = if centipawns == 0 { units.signum() } else { centipawns };
        DisplayScore::of(Score::new(centipawns.clamp(-MOST, MOST)))
    }

    /// Units of the evaluation in pawns as they are told outside.
    #[must_use]
    pub fn pawns(self, units: i32) -> f64 {
        f64::from(units) / self.pawn()
    }

    /// Pawns as they were told outside in units of the evaluation.
    #[must_use]
    pub fn units(self, pawns: f64) -> f64 {
        pawns * self.pawn()
    }
}

impl WinDrawLoss {
    /// It is a draw.
    pub const DRAW: WinDrawLoss = WinDrawLoss { win: 0, draw: 1000, loss: 0 };
}

/// The same chances from the other side of the board.
impl Neg for WinDrawLoss {
    type Output = WinDrawLoss;
    fn neg(self) -> WinDrawLoss {
        WinDrawLoss { win: self.loss, loss: self.win, ..self }
    }
}

/// As UCI writes them: `312 640 48`.
impl fmt::Display for WinDrawLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::MAX_PLY;

    /// The curves of every material there is.
    fn curves() -> impl Iterator<Item = Curve> {
        (0..=206).map(|material| FITTED.at(material))
    }

    #[test]
    fn chances_add_up_and_are_the_same_from_both_sides() {
        for curve in curves() {
            for units in -4000..=4000 {
                let chances = curve.win_draw_loss(Score::new(units));
                assert_eq!(chances.win + chances.draw + chances.loss, 1000, "{units} {curve:?}");
                assert_eq!(curve.win_draw_loss(Score::new(-units)), -chances, "{units} {curve:?}");
            }
            let midpoint = curve.win_draw_loss(Score::DRAW);
            assert!(midpoint.win == midpoint.loss && midpoint.draw > 100, "{midpoint} {curve:?}");
        }
    }

    #[test]
    fn more_is_never_worse() {
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
            assert!(most.centipawns().is_some_and(|most| (2_000..=MOST).contains(&most)), "{most}");
            let by_tables = Score::tb_win(MAX_PLY);
            assert!(curve.display_score(by_tables) > most && curve.win_draw_loss(by_tables).win == 1000);
        }
    }

    #[test]
    fn a_hundred_centipawns_are_an_even_chance_to_win() {
        for curve in curves() {
            let units = curve.units(1.0);
            assert!((curve.win(units) - 0.5).abs() < 1e-12, "{curve:?}");
            let told = curve.display_score(Score::new(units.round() as i32)).centipawns();
            assert!(told.is_some_and(|told| (99..=101).contains(&told)), "{told:?} {curve:?}");
        }
        assert_eq!(Curve::of(&Position::default()), FITTED.at(78));
    }

    #[test]
    fn what_is_not_even_is_not_told_as_even() {
        let curve = Curve { midpoint: 300.0, width: 80.0, saturation: 1e6 };
        let told = [-4, -1, 0, 1, 4].map(|units| curve.display_score(Score::new(units)).to_string());
        assert_eq!(told, ["cp -1", "cp -1", "cp 0", "cp 1", "cp 1"]);
    }

    #[test]
    fn material_is_counted_in_pawns() {
        assert_eq!(material(Position::default().board()), 78);
        assert_eq!(material(&Board::empty()), 0);
    }

    #[test]
    fn between_two_knots_lies_what_is_between() {
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
