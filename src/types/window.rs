//! Window: the open interval of scores that a search is asked about.

use std::ops::Neg;

use super::Score;

/// What a search is asked: the exact value where it lies strictly between `alpha` and `beta`,
/// a bound where it does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Values at or below it need only be bounded from above.
    pub alpha: Score,
    /// Values at or above it need only be bounded from below.
    pub beta: Score,
}

impl Window {
    /// Every score lies inside.
    pub const FULL: Window = Window { alpha: Score::new(-Score::INFINITE.units()), beta: Score::INFINITE };

    /// The window between two scores.
    #[must_use]
    pub fn new(alpha: Score, beta: Score) -> Window {
        debug_assert!(alpha < beta, "empty window {alpha:?} .. {beta:?}");
        Window { alpha, beta }
    }

    /// The zero window that asks: is the value above `alpha`?
    #[must_use]
    pub fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The zero window that asks: is the value at least `beta`?
    #[must_use]
    pub fn below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// No score lies strictly inside, so the answer can only be a bound.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.beta - self.alpha <= 1
    }

    /// `score` lies strictly inside, so as an answer it is exact.
    #[must_use]
    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }
}

/// The same window from the other side of the board.
impl Neg for Window {
    type Output = Window;
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_windows_hold_nothing_and_negation_is_its_own_inverse() {
        let zero = Window::above(Score::new(7));
        assert!(zero.is_zero());
        assert!(!zero.contains(Score::new(7)) && !zero.contains(Score::new(8)));
        assert_eq!(zero, Window::below(Score::new(8)));
        let open = Window::new(Score::new(-3), Score::new(9));
        assert!(open.contains(Score::new(0)) && !open.is_zero());
        assert_eq!(-(-open), open);
        assert!((-open).contains(Score::new(-8)) && !(-open).contains(Score::new(8)));
    }
}
