//! Segment: what holds for which of a model's numbers.

use std::ops::Range;

/// What holds for some numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rule {
    /// They are drawn to zero by the decay.
    pub decays: bool,
    /// They stay between this and its opposite.
    pub limit: f32,
    /// The steps to one when they are made whole numbers.
    pub steps: f32,
}

/// Rows that a rule holds for.
#[derive(Clone, PartialEq, Debug)]
pub struct Segment {
    /// The rows.
    pub rows: Range<usize>,
    /// The rule.
    pub rule: Rule,
}

impl Rule {
    /// The whole number of steps next to `number`, as such.
    #[inline]
    #[must_use]
    pub fn round(&self, number: f32) -> f32 {
        (number * self.steps).round_ties_even()
    }
}
