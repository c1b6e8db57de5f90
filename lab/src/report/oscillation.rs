//! Oscillation: how much a curve goes up and down with the parity of the depth.

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
}
