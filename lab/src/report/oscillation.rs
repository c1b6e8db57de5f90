//! Oscillation: how much a curve goes up and down with the parity of the depth.

use lancet_arena::statistics::Mean;

/// How a curve of values at consecutive depths oscillates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Oscillation {
    /// How far a value lies from the middle of its neighbours, on average over all but the first and the last.
    pub size: f64,
    /// Whether the values lie alternately above and below the middle of their neighbours, so that even and odd depths form
    /// curves of their own.
    pub alternates: bool,
}

impl Oscillation {
    /// Measures the curve of these values; `None` if they are fewer than four.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Oscillation> {
        let differences: Vec<f64> =
            values.windows(3).map(|three| three[1] - (three[0] + three[2]) / 2.0).collect();
        if differences.len() < 2 {
            return None;
        }
        let size =
            differences.iter().map(|difference| difference.abs()).sum::<f64>() / differences.len() as f64;
        let alternates = differences.windows(2).all(|pair| pair[0] * pair[1] < 0.0);
        Some(Oscillation { size, alternates })
    }

    /// Reports whether the mean curve of some trees alternates, by the standard errors over the trees; `None` if a value lies
    /// within two of them of the middle of its neighbours, so that its side is not known.
    #[must_use]
    pub fn alternates_within_errors(trees: &[Vec<f64>]) -> Option<bool> {
        let points = trees.first().map_or(0, Vec::len);
        let side = |point: usize| {
            let difference = |tree: &Vec<f64>| tree[point] - (tree[point - 1] + tree[point + 1]) / 2.0;
            let found = Mean::of(&trees.iter().map(difference).collect::<Vec<f64>>());
            (found.mean.abs() > 2.0 * found.error).then_some(found.mean > 0.0)
        };
        let sides: Vec<Option<bool>> = (1..points.saturating_sub(1)).map(side).collect();
        let is_same = |pair: &[Option<bool>]| pair[0].is_some() && pair[0] == pair[1];
        if sides.windows(2).any(is_same) {
            return Some(false);
        }
        (sides.len() > 1 && sides.iter().all(Option::is_some)).then_some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_no_oscillation() {
        assert_eq!(
            Oscillation::of(&[1.0, 2.0, 3.0, 4.0]),
            Some(Oscillation { size: 0.0, alternates: false })
        );
        let convex = Oscillation::of(&[1.0, 2.0, 4.0, 8.0]).unwrap();
        assert!(convex.size > 0.0 && !convex.alternates);
        assert_eq!(Oscillation::of(&[1.0, 2.0, 1.0]), None);
    }

    #[test]
    fn a_curve_of_two_parities_oscillates_even_if_it_never_falls() {
        let stairs = Oscillation::of(&[1.0, 1.0, 3.0, 3.0, 5.0]).unwrap();
        assert_eq!(stairs, Oscillation { size: 1.0, alternates: true });
    }

    #[test]
    fn noise_is_neither_alternation_nor_none() {
        let trees = |noise: f64| [-noise, noise, 0.0, 0.0].map(|by| vec![1.0, 1.0 + by, 3.0, 3.0 + by, 5.0]);
        assert_eq!(Oscillation::alternates_within_errors(&trees(0.1)), Some(true));
        assert_eq!(Oscillation::alternates_within_errors(&trees(5.0)), None);
        let convex = [vec![1.0, 2.0, 4.0, 8.0], vec![1.0, 2.1, 4.1, 8.0]];
        assert_eq!(Oscillation::alternates_within_errors(&convex), Some(false));
    }
}
