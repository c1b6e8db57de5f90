//! The parameters of the win-draw-loss model, as `lancet-learn wdl` writes them.

use super::Curves;

/// By a network of 512 units, 8 middle units, material and 8 buckets 16b3eb3444f0d931, with a soft limit of 2000 nodes;
/// 190721 positions of 96070 games, 1419 more with a mate or beyond 2000
#[rustfmt::skip]
pub(super) const FITTED: Curves = Curves {
    midpoint: [524.4, 160.7, 154.6, 131.1, 118.2, 106.3, 85.7, 57.2],
    width: [127.4, 34.7, 58.3, 66.4, 81.1, 95.7, 110.0, 97.1],
    saturation: [780.3, 111.7, 269.8, 285.7, 352.2, 467.1, 526.7, 452.1],
};
