//! The size of the minimal tree: the least number of leaves that a proof of the value has to visit (Knuth and Moore 1975).
//!
//! Sources 002, 003 and 004. Only every second ply branches, so a search with perfect move ordering reaches twice the
//! depth of a full minimax search.

/// The number of leaves of the minimal tree: `w^ceil(d/2) + w^floor(d/2) - 1`.
#[must_use]
pub fn minimal_leaves(width: usize, depth: u32) -> f64 {
    power(width, depth.div_ceil(2)) + power(width, depth / 2) - 1.0
}

/// The minimum number of leaves that prove an upper bound of the value: `w^ceil(d/2)`.
#[must_use]
pub fn fail_low_leaves(width: usize, depth: u32) -> f64 {
    power(width, depth.div_ceil(2))
}

/// The minimum number of leaves that prove a lower bound of the value: `w^floor(d/2)`.
#[must_use]
pub fn fail_high_leaves(width: usize, depth: u32) -> f64 {
    power(width, depth / 2)
}

/// `width` to the power of `plies`, exact up to 53 bits.
fn power(width: usize, plies: u32) -> f64 {
    (width as f64).powi(plies as i32)
}
