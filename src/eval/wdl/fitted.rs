//! The parameters of the win-draw-loss model, as `lancet-learn wdl` writes them.

use super::Curves;

/// By a network of 256 units and 8 buckets a3864a6c086e0c76, 2000 nodes;
/// 288120 positions of 144940 games, 1759 more with a mate or beyond 2000
#[rustfmt::skip]
pub(super) const FITTED: Curves = Curves {
    midpoint: [380.9, 186.3, 165.8, 138.0, 122.0, 98.0, 76.3, 42.7],
    width: [88.2, 46.2, 68.2, 80.0, 93.7, 104.0, 117.6, 89.9],
    saturation: [255.2, 131.9, 266.0, 405.2, 624.7, 476.3, 792.5, 308.6],
};
