//! Bound: what a score says about the value.

/// What a score says about the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The value is at most the score.
    Upper = 1,
    /// The value is at least the score.
    Lower = 2,
    /// The score is the value.
    Exact = 3,
}

impl Bound {
    /// The score bounds the value from below, or is it.
    #[inline]
    #[must_use]
    pub const fn is_lower(self) -> bool {
        self as u8 & Bound::Lower as u8 != 0
    }

    /// The score bounds the value from above, or is it.
    #[inline]
    #[must_use]
    pub const fn is_upper(self) -> bool {
        self as u8 & Bound::Upper as u8 != 0
    }
}
