//! The measurements of the prototype, for comparison.
//!
//! The prototype was an independent program for the same trees, which shares no code with this one.

use lancet_arena::statistics::Mean;

/// A measurement of the prototype.
#[derive(Clone, PartialEq, Debug)]
pub struct Reference {
    /// The table.
    pub table: &'static str,
    /// The row: a depth, or the varied parameter.
    pub row: &'static str,
    /// The column: an algorithm.
    pub column: &'static str,
    /// The mean; its error is 0 if the prototype did not report it.
    pub mean: Mean,
    /// Half of the last printed digit.
    pub rounding: f64,
}

impl Reference {
    /// The distance of a mean from the measurement in standard errors. Where the prototype did not report its error, that
    /// of `mean` is used for both.
    #[must_use]
    pub fn distance(&self, mean: Mean) -> f64 {
        let error = if self.mean.error > 0.0 { self.mean.error } else { mean.error };
        mean.distance(Mean { error, ..self.mean }, self.rounding)
    }
}

/// Lines `table;row;column value column value ...`, with values such as `2.140` or `2.140+-.031`.
const TEXT: &str = include_str!("reference.txt");

/// Returns all measurements of a table.
#[must_use]
pub fn reference(table: &str) -> Vec<Reference> {
    let lines = TEXT.lines().filter(|line| !line.starts_with('#'));
    let of_line = |line: &'static str| -> Option<Vec<Reference>> {
        let (name, rest) = line.split_once(';')?;
        let (row, rest) = rest.split_once(';')?;
        let words: Vec<&'static str> = rest.split_ascii_whitespace().collect();
        let one = |pair: &[&'static str]| number(name, row, pair[0], pair[1]);
        (name == table).then(|| words.chunks_exact(2).filter_map(one).collect())
    };
    lines.filter_map(of_line).flatten().collect()
}

fn number(table: &'static str, row: &'static str, column: &'static str, text: &str) -> Option<Reference> {
    let (mean, error) = text.split_once("+-").unwrap_or((text, "0"));
    let decimals = mean.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i32);
    let mean = Mean { mean: mean.parse().ok()?, error: error.parse().ok()? };
    Some(Reference { table, row, column, mean, rounding: 0.51 * 10f64.powi(-decimals) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_parsed() {
        for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split(';').collect();
            assert_eq!(fields.len(), 3, "{line}");
            let pairs = fields[2].split_ascii_whitespace().count();
            assert!(pairs > 0 && pairs.is_multiple_of(2), "{line}");
            let read = reference(fields[0]).into_iter().filter(|one| one.row == fields[1]).count();
            assert_eq!(read, pairs / 2, "{line}");
        }
        let strong = reference("figure-w5-strong");
        let ns =
            strong.iter().find(|one| (one.row, one.column) == ("4", "NS")).expect("NegaScout at depth 4");
        assert_eq!(ns.mean, Mean { mean: 2.140, error: 0.031 });
        assert!((ns.rounding - 0.00051).abs() < 1e-9);
    }

    #[test]
    fn a_distance_counts_the_error_of_the_prototype_if_it_is_known() {
        let of = |error| {
            let mean = Mean { mean: 2.0, error };
            let one = Reference { table: "", row: "", column: "", mean, rounding: 0.0 };
            one.distance(Mean { mean: 3.5, error: 0.3 })
        };
        assert!((of(0.4) - 3.0).abs() < 1e-9, "combined with 0.4: 0.5");
        assert!((of(0.0) - 1.5 / 0.3 / 2f64.sqrt()).abs() < 1e-9, "the same error for both");
    }
}
