//! Row: numbers side by side, on cache lines of their own so that wide registers load them whole.

/// Numbers in a row.
pub const LANES: usize = 32;

/// Numbers that are worked on together.
#[derive(Clone, Copy, PartialEq, Debug)]
#[repr(C, align(64))]
pub struct Row(pub [f32; LANES]);

impl Default for Row {
    fn default() -> Row {
        Row::ZERO
    }
}

impl Row {
    /// All zero.
    pub const ZERO: Row = Row([0.0; LANES]);

    /// Adds another row.
    #[inline(always)]
    pub fn add(&mut self, other: &Row) {
        for (number, other) in self.0.iter_mut().zip(&other.0) {
            *number += *other;
        }
    }
}
