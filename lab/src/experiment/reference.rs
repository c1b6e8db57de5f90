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
    /// The number of trees, if the prototype reported it. They are those of the first seeds.
    pub trees: Option<u64>,
}

impl Reference {
    /// Reports whether a mean of as many `trees` is one of the same trees, so that it must be equal to the measurement.
    #[must_use]
    pub fn is_of_same_trees(&self, trees: u64) -> bool {
        self.trees == Some(trees)
    }

    /// Reports whether a mean is equal to the measurement, to the printed digits.
    #[must_use]
    pub fn is_equal(&self, mean: Mean) -> bool {
        (mean.mean - self.mean.mean).abs() <= self.rounding
    }

    /// The distance of a mean from the measurement in standard errors. Where the prototype did not report its error, that
    /// of `mean` is used for both.
    #[must_use]
    pub fn distance(&self, mean: Mean) -> f64 {
        let error = if self.mean.error > 0.0 { self.mean.error } else { mean.error };
        mean.distance(Mean { error, ..self.mean }, self.rounding)
    }
}

/// Lines `table;row;column value column value ...`, with values such as `2.140` or `2.140+-.031`. A first column `trees`
/// has the number of trees of the row.
const TEXT: &str = include_str!("reference.txt");

/// Returns all measurements of a table.
#[must_use]
pub fn reference(table: &str) -> Vec<Reference> {
    let lines = TEXT.lines().filter(|line| !line.starts_with('#'));
    let of_line = |line: &'static str| -> Option<Vec<Reference>> {
        let (name, rest) = line.split_once(';')?;
        let (row, rest) = rest.split_once(';')?;
        let words: Vec<&'static str> = rest.split_ascii_whitespace().collect();
        let (trees, words) = match words.as_slice() {
            ["trees", trees, words @ ..] => (trees.parse().ok(), words),
            words => (None, words),
        };
        let one = |pair: &[&'static str]| Some(Reference { trees, ..number(name, row, pair[0], pair[1])? });
        (name == table).then(|| words.chunks_exact(2).filter_map(one).collect())
    };
    lines.filter_map(of_line).flatten().collect()
}

fn number(table: &'static str, row: &'static str, column: &'static str, text: &str) -> Option<Reference> {
    let (mean, error) = text.split_once("+-").unwrap_or((text, "0"));
    let decimals = mean.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i32);
    let mean = Mean { mean: mean.parse().ok()?, error: error.parse().ok()? };
    Some(Reference { table, row, column, mean, rounding: 0.51 * 10f64.powi(-decimals), trees: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_parsed() {
        for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split(';').collect();
            assert_eq!(fields.len(), 3, "{line}");
            let words = fields[2].split_ascii_whitespace().filter(|word| *word != "trees").count();
            let has_trees = !words.is_multiple_of(2);
            let read: Vec<Reference> =
                reference(fields[0]).into_iter().filter(|one| one.row == fields[1]).collect();
            assert_eq!((read.len(), read[0].trees.is_some()), (words / 2, has_trees), "{line}");
        }
        let strong = reference("figure-w5-strong");
        let ns =
            strong.iter().find(|one| (one.row, one.column) == ("4", "NS")).expect("NegaScout at depth 4");
        assert_eq!(ns.mean, Mean { mean: 2.140, error: 0.031 });
        assert!((ns.rounding - 0.00051).abs() < 1e-9);
        let of = |mean| Mean { mean, error: 0.0 };
        assert!(ns.is_of_same_trees(1000) && !ns.is_of_same_trees(999));
        assert!(ns.is_equal(of(2.1404)) && !ns.is_equal(of(2.1411)));
    }

    #[test]
    fn a_distance_counts_the_error_of_the_prototype_if_it_is_known() {
        let of = |error| {
            let mean = Mean { mean: 2.0, error };
            let one = Reference { table: "", row: "", column: "", mean, rounding: 0.0, trees: None };
            one.distance(Mean { mean: 3.5, error: 0.3 })
        };
        assert!((of(0.4) - 3.0).abs() < 1e-9, "combined with 0.4: 0.5");
        assert!((of(0.0) - 1.5 / 0.3 / 2f64.sqrt()).abs() < 1e-9, "the same error for both");
    }
}
