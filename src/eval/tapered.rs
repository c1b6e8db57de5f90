//! Tapered: a middlegame and an endgame value that travel together.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A pair of values in centipawns, for the middlegame and for the endgame.
///
/// Both sit in one integer, so a sum of pairs is one addition. Each must stay within ±32,000.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tapered(i32);

/// The pair of a middlegame and an endgame value.
pub(super) const fn pair(middlegame: i32, endgame: i32) -> Tapered {
    Tapered((endgame << 16) + middlegame)
}

impl Tapered {
    /// Nothing in both.
    pub const ZERO: Tapered = Tapered(0);

    /// The middlegame value.
    #[inline]
    #[must_use]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame value.
    #[inline]
    #[must_use]
    pub const fn endgame(self) -> i32 {
        // Rounds the borrow of a negative middlegame value away.
        (self.0 + 0x8000) >> 16
    }

    /// The sum of two pairs, for tables made at compile time.
    pub(super) const fn plus(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        self.plus(other)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline]
    fn neg(self) -> Tapered {
        Tapered(-self.0)
    }
}

/// The pair, `times` times over.
impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, times: i32) -> Tapered {
        Tapered(self.0 * times)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

impl Sum for Tapered {
    fn sum<I: Iterator<Item = Tapered>>(pairs: I) -> Tapered {
        pairs.fold(Tapered::ZERO, Tapered::plus)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_add_and_multiply_on_their_own() {
        for (mg, eg) in [(0, 0), (7, -9), (-7, 9), (-300, -400), (12_000, -12_000)] {
            let value = pair(mg, eg);
            assert_eq!((value.middlegame(), value.endgame()), (mg, eg));
            let sum = value + pair(-5, 11) - pair(3, -4);
            assert_eq!((sum.middlegame(), sum.endgame()), (mg - 8, eg + 15));
            assert_eq!((-value * 2).middlegame(), -2 * mg);
            assert_eq!((-value * 2).endgame(), -2 * eg);
        }
    }
}
