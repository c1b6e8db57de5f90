//! Fitted: the numbers of the curves, as `lancet-learn wdl` writes them.

use super::Curves;

/// By a network of 256 units and 8 buckets a3864a6c086e0c76, 2000 nodes;
/// 288120 positions of 144940 games, 1759 more with a mate or beyond 2000
#[rustfmt::skip]
pub(super) const FITTED: Curves = Curves {
    even: [436.8, 248.0, 169.0, 134.5, 113.9, 93.1, 70.9, 43.1],
    spread: [108.0, 71.8, 71.4, 77.2, 86.3, 98.2, 108.4, 90.7],
    bend: 340.2,
};
