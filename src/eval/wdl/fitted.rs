//! Fitted: the numbers of the curves, as `lancet-learn wdl` writes them.

use super::Curves;

/// By a network of 256 units and 8 buckets 51ebebcac8351872, 2000 nodes;
/// 91236 positions of 46491 games, 1745 more with a mate or beyond 2000
#[rustfmt::skip]
pub(super) const FITTED: Curves = Curves {
    even: [570.3, 309.8, 181.0, 130.5, 101.4, 88.2, 67.3, 44.7],
    spread: [106.2, 121.0, 87.9, 96.0, 103.3, 118.9, 129.6, 126.7],
    bend: 312.9,
};
