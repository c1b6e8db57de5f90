//! The exact expected number of leaves that alpha-beta visits in a tree with independent, distinct leaf values.
//!
//! After Fuller, Gaschnig and Gillogly (1973) and Baudet (1978), reduced to one integral. Let `F` be the distribution
//! function of the value of a node, from the point of view of the player at the root. At the leaves `F(x) = x`; a
//! maximizing parent has `F^w`, a minimizing parent `1 - (1 - F)^w`. A leaf is visited if the lower bound, set by the
//! nodes left of the path at maximizing ancestors, is below the upper bound, set at minimizing ancestors. Summed over
//! all leaves, the probability that the lower bound is at most `x` is `P(x)`, the product over the maximizing levels of
//! `1 + F + ... + F^(w-1)`; the probability that the upper bound is above `x` is `Q(x)`, the same product with `1 - F`
//! over the minimizing levels. The expected number is therefore `Q(0)` plus the integral of `Q dP`.

/// The maximum number of times that an interval is bisected.
const MAX_BISECTIONS: u32 = 48;

/// The target relative error.
const TOLERANCE: f64 = 1e-9;

/// The relative error of an integral over an interval by rounding, which bisection cannot reduce.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Returns the expected number of leaves that alpha-beta visits.
#[must_use]
pub fn expected_alpha_beta(width: usize, depth: u32) -> f64 {
    // Nothing can be cut off without a sibling, or one ply above the leaves.
    if width < 2 || depth < 2 {
        return (width as f64).powi(depth as i32);
    }
    let curve = Curve { width, depth };
    let (first, last) = (curve.at(0.0), curve.at(1.0));
    // The upper bound of the integral scales the tolerance.
    let scale = first.q * (last.p - first.p);
    let pieces = 64;
    let place = |piece: u32| f64::from(piece) / f64::from(pieces);
    let integral: f64 = (0..pieces)
        .map(|piece| {
            let (from, to) = (place(piece), place(piece + 1));
            curve.integrate(
                (from, curve.at(from)),
                (to, curve.at(to)),
                TOLERANCE * scale.sqrt(),
                MAX_BISECTIONS,
            )
        })
        .sum();
    first.q + integral
}

/// The curve of the points `(P(x), Q(x))` for `x` from 0 to 1.
struct Curve {
    width: usize,
    depth: u32,
}

#[derive(Clone, Copy)]
struct Point {
    p: f64,
    q: f64,
}

impl Curve {
    /// Computes both products at `x`.
    fn at(&self, x: f64) -> Point {
        let w = self.width as f64;
        // The distribution function and its complement, each accurate where it is small.
        let (mut f, mut g) = (x, 1.0 - x);
        let (mut p, mut q) = (1.0, 1.0);
        // The sum 1 + r + ... + r^(w-1) is (1 - r^w) / (1 - r).
        let sum = |above: f64, below: f64| if below > 0.0 { above / below } else { w };
        for level in (0..self.depth).rev() {
            if level % 2 == 0 {
                let above = -(w * (-g).ln_1p()).exp_m1();
                p *= sum(above, g);
                (f, g) = (f.powf(w), above);
            } else {
                let above = -(w * (-f).ln_1p()).exp_m1();
                q *= sum(above, f);
                (f, g) = (above, g.powf(w));
            }
        }
        Point { p, q }
    }

    /// Integrates `Q dP` between two points by adaptive bisection.
    fn integrate(&self, from: (f64, Point), to: (f64, Point), tolerance: f64, bisections: u32) -> f64 {
        let middle = f64::midpoint(from.0, to.0);
        let between = (middle, self.at(middle));
        let trapezoid = |a: Point, b: Point| f64::midpoint(a.q, b.q) * (b.p - a.p);
        let halves = trapezoid(from.1, between.1) + trapezoid(between.1, to.1);
        // How far this is above the trapezoid of the whole, without the difference of two large areas.
        let (rise, fall) = (between.1.q - to.1.q, from.1.q - between.1.q);
        let change = (rise * (between.1.p - from.1.p) - fall * (to.1.p - between.1.p)) / 2.0;
        let enough = tolerance.max(ROUNDING * between.1.p * between.1.q);
        if bisections == 0 || change.abs() <= enough {
            // Bisection divides the error of the trapezoidal rule by four (Richardson extrapolation).
            return halves + change / 3.0;
        }
        self.integrate(from, between, tolerance / 2.0, bisections - 1)
            + self.integrate(between, to, tolerance / 2.0, bisections - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::minimal_leaves;

    #[test]
    fn two_plies_of_width_two_match_a_count_by_hand() {
        // The first three leaves are always visited; the fourth unless the third is at most the minimum of the first
        // two, which has probability 1/3.
        assert!((expected_alpha_beta(2, 2) - 11.0 / 3.0).abs() < 1e-8);
        assert_eq!(expected_alpha_beta(7, 1), 7.0);
    }

    #[test]
    fn without_cutoffs_every_leaf_is_visited() {
        assert_eq!([0, 1, 2, 30].map(|depth| expected_alpha_beta(1, depth)), [1.0; 4]);
        assert_eq!([0, 1, 2].map(|depth| expected_alpha_beta(0, depth)), [1.0, 0.0, 0.0]);
        assert_eq!(expected_alpha_beta(1_000_000, 1), 1e6);
    }

    #[test]
    fn wide_and_deep_trees_take_little_time() {
        for (width, depth) in [(1_000_000, 2), (100_000, 3), (2000, 4), (2, 30)] {
            let expected = expected_alpha_beta(width, depth);
            let (least, all) = (minimal_leaves(width, depth), (width as f64).powi(depth as i32));
            assert!(least < expected && expected < all, "w={width} d={depth}: {expected}");
        }
        // By the trapezoidal rule with 800,000 equal steps of the logarithm of x.
        assert!((expected_alpha_beta(1000, 2) / 166_211.539 - 1.0).abs() < 1e-6);
        // By the trapezoidal rule with 1,600,000 equal steps of the logit of x.
        assert!((expected_alpha_beta(1_000_000_000, 3) / 2.977_557_6e24 - 1.0).abs() < 1e-6);
        assert!((expected_alpha_beta(1_000_000_000_000, 3) / 1.584_101_8e33 - 1.0).abs() < 1e-6);
    }

    #[test]
    fn values_match_numerical_integration_with_equal_steps() {
        // Up to width 5 the values of the prototype. For width 20 and depths from 6 its steps were too coarse; these
        // values are from the trapezoidal rule with up to 160,000 equal steps, extrapolated.
        let table = [
            (2, [3.6667, 6.8476, 12.0440, 21.6499, 37.1596, 65.1214, 109.999]),
            (3, [7.4429, 19.4581, 45.2025, 110.487, 248.562, 582.366, 1287.08]),
            (4, [12.1441, 40.1143, 112.738, 340.614, 926.728, 2653.25, 7107.02]),
            (5, [17.6713, 69.8637, 227.353, 807.629, 2549.91, 8514.98, 26541.0]),
            (20, [177.129, 2098.56, 17535.7, 166_861.0, 1_398_105.5, 12_256_001.0, 103_038_292.0]),
        ];
        for (width, row) in table {
            for (depth, expected) in (2..).zip(row) {
                let found = expected_alpha_beta(width, depth);
                assert!((found / expected - 1.0).abs() < 1e-5, "w={width} d={depth}: {found}, {expected}");
            }
        }
    }
}
