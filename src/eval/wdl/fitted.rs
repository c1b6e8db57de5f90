//! Fitted: the numbers of the curves, as `lancet-learn wdl` writes them.

use super::Curves;

/// By a network of 256 units and 8 buckets b794ee0b853f868e, 2000 nodes;
/// 221810 positions of 111506 games, 1201 more with a mate or beyond 2000
#[rustfmt::skip]
pub(super) const FITTED: Curves = Curves {
    even: [434.2, 246.3, 169.4, 133.3, 109.6, 91.0, 68.3, 43.1],
    spread: [103.7, 70.9, 71.9, 76.9, 85.0, 98.4, 107.0, 91.2],
    bend: 332.5,
};
