//! The parameters of a model, in rows, and the rules that apply to groups of rows.

use std::ops::Range;

/// Parameters per row.
pub const LANES: usize = 32;

/// Parameters that are processed together, aligned to cache lines for SIMD loads.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
pub struct Row(pub [f32; LANES]);

impl Default for Row {
    fn default() -> Row {
        Row::ZERO
    }
}

impl Row {
    /// A row of zeros.
    pub const ZERO: Row = Row([0.0; LANES]);

    /// Returns the activations of hidden units by SCReLU: the square of the value clamped to 0 and 1.
    #[inline(always)]
    #[must_use]
    pub fn screlu(&self) -> Row {
        let mut activations = *self;
        for value in &mut activations.0 {
            let clamped = value.clamp(0.0, 1.0);
            *value = clamped * clamped;
        }
        activations
    }

    /// Adds another row.
    #[inline(always)]
    pub fn add(&mut self, other: &Row) {
        for (number, other) in self.0.iter_mut().zip(&other.0) {
            *number += *other;
        }
    }
}

/// How a group of parameters is updated and quantized.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rule {
    /// The factor of the weight decay.
    pub decay: f32,
    /// The largest absolute value.
    pub limit: f32,
    /// The quantization scale: the integer that stands for 1.
    pub scale: f32,
}

/// A group of parameters with one rule.
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterGroup {
    /// The rows.
    pub rows: Range<usize>,
    /// The rule.
    pub rule: Rule,
}

impl Rule {
    /// Returns the integer that stands for a parameter, as a float.
    #[inline]
    #[must_use]
    pub fn quantize(&self, parameter: f32) -> f32 {
        (parameter * self.scale).round_ties_even()
    }
}
