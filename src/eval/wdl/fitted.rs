//! The parameters of the win-draw-loss model, as `lancet-learn wdl` writes them.

use super::Curves;

/// By a network of 512 units, 8 middle units, material and 8 buckets af5d626662b50ab1, 2000 nodes;
/// 358267 positions of 180803 games, 3337 more with a mate or beyond 2000
#[rustfmt::skip]
pub(super) const FITTED: Curves = Curves {
    midpoint: [539.6, 161.9, 157.0, 127.7, 116.9, 101.2, 82.4, 54.0],
    width: [137.1, 35.2, 61.3, 69.8, 82.9, 98.7, 112.4, 100.4],
    saturation: [660.8, 101.6, 266.9, 287.6, 412.3, 400.5, 538.1, 663.2],
};
