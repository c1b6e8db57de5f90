//! Expected alpha-beta: its leaves on a tree with independent, different leaves, exactly.
//!
//! The idea is that of Fuller, Gaschnig and Gillogly (1973) and Baudet (1978), in a form that one integral
//! is enough for. Let `F` be the distribution of a node's value, seen by the player at the root: at the
//! leaves `F(x) = x`; a father who maximizes has `F^w`, one who minimizes `1 - (1 - F)^w`. A leaf is visited
//! if the bound by those left of the path at maximizing fathers is below the one at minimizing fathers.
//! Over all leaves, the chance that the first bound is at most `x` adds up to `P(x)`, the product over the
//! maximizing fathers of `1 + F + ... + F^(w-1)`, and the chance that the second is above `x` to `Q(x)`,
//! the same with `1 - F` over the minimizing ones. So the mean is `Q(0)` plus the integral of `Q dP`.

/// Halvings of an interval before it is taken as it is.
const MOST_HALVINGS: u32 = 48;

/// The relative error aimed at.
const ERROR: f64 = 1e-9;

/// Leaves that alpha-beta visits on average.
#[must_use]
pub fn expected_alpha_beta(width: usize, depth: u32) -> f64 {
    let curve = Curve { width, depth };
    let (first, last) = (curve.at(0.0), curve.at(1.0));
    // The greatest that the integral could be sets the scale of its error.
    let scale = first.q * (last.p - first.p);
    let pieces = 64;
    let place = |piece: u32| f64::from(piece) / f64::from(pieces);
    let integral: f64 = (0..pieces)
        .map(|piece| {
            let (from, to) = (place(piece), place(piece + 1));
            curve.integrate((from, curve.at(from)), (to, curve.at(to)), ERROR * scale.sqrt(), MOST_HALVINGS)
        })
        .sum();
    first.q + integral
}

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
    /// Both products at `x`.
    fn at(&self, x: f64) -> Point {
        let w = self.width as f64;
        // The distribution and what it lacks to 1, both exact where they are small.
        let (mut f, mut g) = (x, 1.0 - x);
        let (mut p, mut q) = (1.0, 1.0);
        let sum = |ratio: f64| (0..self.width).fold(0.0, |sum, _| sum * ratio + 1.0);
        for level in (0..self.depth).rev() {
            if level % 2 == 0 {
                p *= sum(f);
                (f, g) = (f.powf(w), -(w * (-g).ln_1p()).exp_m1());
            } else {
                q *= sum(g);
                (f, g) = (-(w * (-f).ln_1p()).exp_m1(), g.powf(w));
            }
        }
        Point { p, q }
    }

    /// The integral of `Q dP` between two places, by halves until the halves say the same as the whole.
    fn integrate(&self, from: (f64, Point), to: (f64, Point), error: f64, halvings: u32) -> f64 {
        let middle = f64::midpoint(from.0, to.0);
        let between = (middle, self.at(middle));
        let trapezium = |a: Point, b: Point| f64::midpoint(a.q, b.q) * (b.p - a.p);
        let whole = trapezium(from.1, to.1);
        let halves = trapezium(from.1, between.1) + trapezium(between.1, to.1);
        if halvings == 0 || (halves - whole).abs() < error {
            // The error of the trapezia falls by four with each halving.
            return halves + (halves - whole) / 3.0;
        }
        self.integrate(from, between, error / 2.0, halvings - 1)
            + self.integrate(between, to, error / 2.0, halvings - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_plies_of_two_can_be_counted_by_hand() {
        // The first two leaves are always seen. The third is; the fourth unless the third is at
        // most the smaller of the first two: one time in three.
        assert!((expected_alpha_beta(2, 2) - 11.0 / 3.0).abs() < 1e-8);
        assert_eq!(expected_alpha_beta(7, 1), 7.0);
    }

    #[test]
    fn it_is_what_plain_steps_come_to() {
        // Up to width 5 the numbers of the prototype. At width 20 and depths from 6 on its steps were too
        // coarse: trapezia in up to 160,000 equal steps, extrapolated.
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
