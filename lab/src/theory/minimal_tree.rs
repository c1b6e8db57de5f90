//! Minimal tree: what even the luckiest proof of a value has to visit (Knuth and Moore 1975).
//!
//! Sources 002, 003 and 004. Half of the plies, rounded up or down, are free to the opponent:
//! with perfect ordering a search of twice the depth costs no more than a full one.

/// Leaves of the minimal tree of a width and depth: `w^ceil(d/2) + w^floor(d/2) - 1`.
#[must_use]
pub fn minimal_leaves(width: usize, depth: u32) -> f64 {
    half(width, depth.div_ceil(2)) + half(width, depth / 2) - 1.0
}

/// Leaves that prove that the value is at most a bound, at the least: `w^ceil(d/2)`.
#[must_use]
pub fn fail_low_leaves(width: usize, depth: u32) -> f64 {
    half(width, depth.div_ceil(2))
}

/// Leaves that prove that the value is at least a bound, at the least: `w^floor(d/2)`.
#[must_use]
pub fn fail_high_leaves(width: usize, depth: u32) -> f64 {
    half(width, depth / 2)
}

/// A power, exact as long as it fits into 53 bits.
fn half(width: usize, plies: u32) -> f64 {
    (width as f64).powi(plies as i32)
}
