//! Window: the alpha-beta window of a search.

use std::ops::Neg;

use super::Score;

/// An alpha-beta window: a search returns the exact value if it lies strictly between `alpha` and
/// `beta`, and a bound otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The lower end: for values at or below it an upper bound suffices.
    pub alpha: Score,
    /// The upper end: for values at or above it a lower bound suffices.
    pub beta: Score,
}

impl Window {
    /// The window that contains every score.
    pub const FULL: Window = Window { alpha: Score::new(-Score::INFINITE.units()), beta: Score::INFINITE };

    /// Returns the window between two scores, of which `alpha` is the lower.
    #[must_use]
    pub fn new(alpha: Score, beta: Score) -> Window {
        debug_assert!(alpha < beta, "empty window {alpha:?} .. {beta:?}");
        Window { alpha, beta }
    }

    /// Returns the zero window that tests whether the value is above `alpha`.
    #[must_use]
    pub fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Returns the zero window that tests whether the value is at least `beta`.
    #[must_use]
    pub fn below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// Reports whether this is a zero window: it contains no score, so the result is a bound.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.beta - self.alpha <= 1
    }

    /// Reports whether `score` lies strictly inside, so that as a result it is exact.
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
    fn zero_windows_contain_no_score_and_negation_is_its_own_inverse() {
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
