//! Fitted: the numbers of the curves, as `lancet-learn wdl` writes them.

use super::Curves;

/// By a network of 256 units and 8 buckets 0e215e40c18e3904, 2000 nodes;
/// 146599 positions of 74144 games, 1689 more with a mate or beyond 2000
#[rustfmt::skip]
pub(super) const FITTED: Curves = Curves {
    even: [529.0, 310.9, 215.0, 164.9, 139.5, 113.6, 85.0, 54.1],
    spread: [127.1, 89.8, 93.8, 95.1, 108.4, 122.5, 134.1, 114.2],
    bend: 429.7,
};
