//! The win probability of a position in 255 levels, the form in which scores are recorded.

use lancet::eval::nnue::SCALE;
use lancet::types::Score;

/// The expected result of a position for the side to move, in 255 levels: -127 is a loss, 0 is even, 127 is a
/// win.
///
/// The level is `round(254 * sigmoid(score / 400)) - 127`. A level is about 6 units wide near zero and
/// wider further out, but always less than half a percent of a point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct WinProbability(i8);

impl WinProbability {
    /// A certain loss.
    pub const LOSS: WinProbability = WinProbability(-Self::MAX_LEVEL);
    /// A certain win.
    pub const WIN: WinProbability = WinProbability(Self::MAX_LEVEL);
    /// The level of a certain win.
    pub const MAX_LEVEL: i8 = 127;

    /// Converts a score of the engine; mate scores are certain wins or losses.
    #[must_use]
    pub fn from_score(score: Score) -> WinProbability {
        if score.is_win() {
            return WinProbability::WIN;
        } else if score.is_loss() {
            return WinProbability::LOSS;
        }
        let expected = 1.0 / (1.0 + (-f64::from(score.units()) / f64::from(SCALE)).exp());
        WinProbability(((2.0 * expected - 1.0) * f64::from(Self::MAX_LEVEL)).round() as i8)
    }

    /// Converts a level; `None` for -128, which is not one.
    #[must_use]
    pub const fn from_level(level: i8) -> Option<WinProbability> {
        if level < -Self::MAX_LEVEL { None } else { Some(WinProbability(level)) }
    }

    /// Returns the level, from -127 to 127.
    #[must_use]
    pub const fn level(self) -> i8 {
        self.0
    }

    /// Returns the expected result, from 0 (loss) to 1 (win).
    #[must_use]
    pub fn expected(self) -> f32 {
        0.5 + f32::from(self.0) / f32::from(2 * i16::from(Self::MAX_LEVEL))
    }

    /// Returns a score in internal units that converts to this level. The extreme levels, which include all
    /// larger scores, give 2696.
    #[must_use]
    pub fn units(self) -> i16 {
        // The middle of the extreme level's range instead of its end, which is infinite.
        let level = f64::from(self.0).clamp(-126.7, 126.7);
        let expected = 0.5 + level / 254.0;
        ((expected / (1.0 - expected)).ln() * f64::from(SCALE)).round() as i16
    }
}

/// The win probability of the opponent.
impl std::ops::Neg for WinProbability {
    type Output = WinProbability;
    fn neg(self) -> WinProbability {
        WinProbability(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversion_is_symmetric_and_close_to_the_sigmoid() {
        assert_eq!(WinProbability::from_score(Score::DRAW), WinProbability(0));
        for units in 0..6000 {
            let probability = WinProbability::from_score(Score::new(units));
            assert_eq!(WinProbability::from_score(Score::new(-units)), -probability);
            let exact = 1.0 / (1.0 + (-f64::from(units) / f64::from(SCALE)).exp());
            assert!((f64::from(probability.expected()) - exact).abs() <= 0.5 / 254.0 + 1e-6, "{units}");
        }
        assert_eq!(WinProbability::from_score(Score::mate_in(3)), WinProbability::WIN);
        assert_eq!(WinProbability::from_score(Score::mated_in(4)), WinProbability::LOSS);
    }

    #[test]
    fn units_convert_back_to_the_same_level() {
        for level in i8::MIN..=i8::MAX {
            let Some(probability) = WinProbability::from_level(level) else {
                assert_eq!(level, i8::MIN);
                continue;
            };
            let score = Score::new(probability.units().into());
            assert_eq!(WinProbability::from_score(score), probability, "{level}");
        }
        assert_eq!(WinProbability::WIN.units(), 2696);
    }
}
