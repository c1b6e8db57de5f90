//! Fitted: the numbers of the curves, as `lancet-learn wdl` writes them.

use super::Curves;

/// By a network of 256 units and 8 buckets f204dbf9aff33ff6, 2000 nodes;
/// 121622 positions of 61831 games, 2036 more with a mate or beyond 2000
#[rustfmt::skip]
pub(super) const FITTED: Curves = Curves {
    even: [581.8, 352.4, 199.6, 156.7, 127.2, 105.0, 76.3, 49.5],
    spread: [105.0, 121.5, 89.2, 96.0, 109.2, 121.1, 130.4, 119.3],
    bend: 384.1,
};
