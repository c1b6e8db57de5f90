//! The parameters of the win-draw-loss model, as `lancet-learn wdl` writes them.

use super::Curves;

/// By a network of 512 units, 8 middle units, material and 8 buckets fcc7dee517c3d599, with a soft limit of 2000 nodes;
/// 328469 positions of 165600 games, 2731 more with a mate or beyond 2000
#[rustfmt::skip]
pub(super) const FITTED: Curves = Curves {
    midpoint: [583.0, 143.9, 151.2, 139.5, 119.3, 106.9, 87.9, 58.5],
    width: [145.4, 28.2, 56.1, 70.9, 80.1, 94.1, 109.7, 97.1],
    saturation: [661.2, 76.4, 212.6, 325.5, 392.5, 415.6, 500.0, 801.2],
};
