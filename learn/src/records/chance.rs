//! Chance: a score as the chance to win, in 255 steps.

use lancet::types::Score;

/// The score at which the chance to win is that of one unit of the logistic curve.
const SCALE: f64 = 400.0;

/// The expected result of a position from the side to move, in 255 steps: -127 is lost, 0 is even,
/// 127 is won.
///
/// `round(254 * sigmoid(score / 400)) - 127`: one step is about 6 centipawns near zero and more
/// further out, always less than half a percent of a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Chance(i8);

impl Chance {
    /// Lost.
    pub const LOST: Chance = Chance(-Self::STEPS);
    /// Won.
    pub const WON: Chance = Chance(Self::STEPS);
    /// Steps from even to won.
    pub const STEPS: i8 = 127;

    /// The chance that a score of the engine means.
    #[must_use]
    pub fn from_score(score: Score) -> Chance {
        if score.is_win() {
            return Chance::WON;
        } else if score.is_loss() {
            return Chance::LOST;
        }
        let expected = 1.0 / (1.0 + (-f64::from(score.units()) / SCALE).exp());
        Chance(((2.0 * expected - 1.0) * f64::from(Self::STEPS)).round() as i8)
    }

    /// From steps; `None` for -128, which is none.
    #[must_use]
    pub const fn from_steps(steps: i8) -> Option<Chance> {
        if steps < -Self::STEPS { None } else { Some(Chance(steps)) }
    }

    /// The number of steps above even.
    #[must_use]
    pub const fn steps(self) -> i8 {
        self.0
    }

    /// The expected result, from 0 (lost) to 1 (won).
    #[must_use]
    pub fn expected(self) -> f32 {
        0.5 + f32::from(self.0) / f32::from(2 * i16::from(Self::STEPS))
    }

    /// A score in centipawns that means this chance; the ends, which stand for everything beyond
    /// them, give 2696.
    #[must_use]
    pub fn centipawns(self) -> i16 {
        // At the ends, the middle of what lies beyond the last step.
        let steps = f64::from(self.0).clamp(-126.7, 126.7);
        let expected = 0.5 + steps / 254.0;
        ((expected / (1.0 - expected)).ln() * SCALE).round() as i16
    }
}

/// The same chance from the other side.
impl std::ops::Neg for Chance {
    type Output = Chance;
    fn neg(self) -> Chance {
        Chance(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_symmetric_and_even_at_zero() {
        assert_eq!(Chance::from_score(Score::DRAW), Chance(0));
        for units in 0..6000 {
            let chance = Chance::from_score(Score::new(units));
            assert_eq!(Chance::from_score(Score::new(-units)), -chance);
            let exact = 1.0 / (1.0 + (-f64::from(units) / SCALE).exp());
            assert!((f64::from(chance.expected()) - exact).abs() <= 0.5 / 254.0 + 1e-6, "{units}");
        }
        assert_eq!(Chance::from_score(Score::mate_in(3)), Chance::WON);
        assert_eq!(Chance::from_score(Score::mated_in(4)), Chance::LOST);
    }

    #[test]
    fn centipawns_come_back_as_the_same_chance() {
        for steps in i8::MIN..=i8::MAX {
            let Some(chance) = Chance::from_steps(steps) else {
                assert_eq!(steps, i8::MIN);
                continue;
            };
            assert_eq!(Chance::from_score(Score::new(chance.centipawns().into())), chance, "{steps}");
        }
        assert_eq!(Chance::WON.centipawns(), 2696);
    }
}
