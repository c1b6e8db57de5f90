//! The measurements of the prototype, for comparison.
//!
//! The prototype was an independent program for the same trees, which shares no code with this one.

use lancet_arena::statistics::Mean;

use super::MIN_RUNS;
use crate::report::Section;

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
    /// Reports whether a mean is equal to the measurement, to the printed digits.
    #[must_use]
    pub fn is_equal(&self, mean: Mean) -> bool {
        (mean.mean - self.mean.mean).abs() <= self.rounding
    }

    /// Compares the measurement with runs on trees of the first seeds, by the mean of the first runs of a number.
    ///
    /// The trees of the prototype are those of the first seeds too. If the runs include them, the mean of the first runs must
    /// be equal to the measurement.
    #[must_use]
    pub fn compare(&self, runs: u64, mean_of_first: impl Fn(u64) -> Mean) -> Comparison {
        match self.trees {
            Some(trees) if trees <= runs => {
                let is_equal = self.is_equal(mean_of_first(trees));
                Comparison { distance: if is_equal { 0.0 } else { f64::INFINITY }, is_of_same_trees: true }
            }
            _ => {
                let distance = self.distance(mean_of_first(runs), runs);
                Comparison { distance, is_of_same_trees: false }
            }
        }
    }

    /// The distance of the mean of fewer runs from the measurement, in standard errors of the difference.
    ///
    /// If the prototype reported its number of trees, the runs are a part of them: the variance of the difference is that of
    /// the smaller sample less that of the larger one. If not, the samples are taken as independent, which overestimates the
    /// error of samples that share trees. Where the prototype did not report its error, that of the runs is used.
    fn distance(&self, mean: Mean, runs: u64) -> f64 {
        let Some(trees) = self.trees else {
            let error = if self.mean.error > 0.0 { self.mean.error } else { mean.error };
            return mean.distance(Mean { error, ..self.mean }, self.rounding);
        };
        // The larger sample gives the better estimate of the standard deviation.
        let deviation = if self.mean.error > 0.0 {
            self.mean.error * (trees as f64).sqrt()
        } else {
            mean.error * (runs as f64).sqrt()
        };
        let error = deviation * (1.0 / runs.max(1) as f64 - 1.0 / trees as f64).max(0.0).sqrt();
        Mean { error, ..mean }.distance(Mean { error: 0.0, ..self.mean }, self.rounding)
    }
}

/// A measurement of the prototype compared with runs of this program.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// The distance in standard errors of the difference; on the same trees 0 if the means are equal to the printed digits,
    /// else infinite.
    pub distance: f64,
    /// Whether the runs include the trees of the prototype, so that the means must be equal.
    pub is_of_same_trees: bool,
}

/// All comparisons of a section.
#[derive(Clone, Copy, Default, Debug)]
pub struct Comparisons {
    same: usize,
    equal: usize,
    others: usize,
    largest: f64,
}

impl Comparisons {
    /// Adds a comparison, and returns the cell of a table: the measurement and the distance in brackets.
    pub fn add(&mut self, one: &Reference, found: Comparison) -> String {
        if found.is_of_same_trees {
            self.same += 1;
            self.equal += usize::from(found.distance == 0.0);
        } else {
            self.others += 1;
            self.largest = self.largest.max(found.distance);
        }
        format!("{} ({:.1})", one.mean.mean, found.distance)
    }

    /// Whether there is no comparison.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.same + self.others == 0
    }

    /// Adds the expectations to a section. `what` names the numbers; distances need enough runs.
    pub fn check(&self, section: &mut Section, what: &str, runs: u64) {
        let Comparisons { same, equal, others, largest } = *self;
        if same > 0 {
            section.check(
                equal == same,
                format!("{equal} of {same} {what} are those of the prototype on the same trees, in every printed digit"),
            );
        }
        if others > 0 && runs >= MIN_RUNS {
            section.check(
                largest <= 4.0,
                format!("{others} {what} lie within 4 standard errors of the prototype; the largest distance is {largest:.1}"),
            );
        }
    }
}

/// What the distances in tables mean.
pub const DISTANCE: &str =
    "in brackets: the distance in standard errors of the difference; on the same trees 0 if equal";

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
        let lines = || TEXT.lines().filter(|line| !line.starts_with('#'));
        for line in lines() {
            let fields: Vec<&str> = line.split(';').collect();
            assert_eq!(fields.len(), 3, "{line}");
            // A row has a line for each number of trees.
            let same = lines().filter(|other| other.split(';').take(2).eq(fields[..2].iter().copied()));
            let words = |line: &str| {
                let rest = line.rsplit(';').next().unwrap_or_default();
                rest.split_ascii_whitespace().filter(|word| *word != "trees").count()
            };
            let counts: Vec<usize> = same.map(words).collect();
            let numbers: usize = counts.iter().map(|count| count / 2).sum();
            let has_trees = counts.iter().any(|count| !count.is_multiple_of(2));
            let read: Vec<Reference> =
                reference(fields[0]).into_iter().filter(|one| one.row == fields[1]).collect();
            assert_eq!((read.len(), read[0].trees.is_some()), (numbers, has_trees), "{line}");
        }
        let strong = reference("figure-w5-strong");
        let ns =
            strong.iter().find(|one| (one.row, one.column) == ("4", "NS")).expect("NegaScout at depth 4");
        assert_eq!(ns.mean, Mean { mean: 2.140, error: 0.031 });
        assert!((ns.rounding - 0.00051).abs() < 1e-9);
        let of = |mean| Mean { mean, error: 0.0 };
        assert_eq!(ns.trees, Some(1000));
        assert!(ns.is_equal(of(2.1404)) && !ns.is_equal(of(2.1411)));
    }

    fn measured(error: f64, trees: Option<u64>) -> Reference {
        let mean = Mean { mean: 2.0, error };
        Reference { table: "", row: "", column: "", mean, rounding: 0.0, trees }
    }

    #[test]
    fn a_distance_counts_the_error_of_the_prototype_if_it_is_known() {
        let of = |error| measured(error, None).compare(100, |_| Mean { mean: 3.5, error: 0.3 }).distance;
        assert!((of(0.4) - 3.0).abs() < 1e-9, "combined with 0.4: 0.5");
        assert!((of(0.0) - 1.5 / 0.3 / 2f64.sqrt()).abs() < 1e-9, "the same error for both");
    }

    #[test]
    fn a_part_of_the_trees_of_the_prototype_differs_less_than_other_trees() {
        // 25 of 100 trees: the variances are 0.16 and 0.04, and that of the difference is 0.12.
        let of = |error| measured(error, Some(100)).compare(25, |_| Mean { mean: 3.5, error: 0.4 });
        assert!((of(0.2).distance - 1.5 / 0.12f64.sqrt()).abs() < 1e-9);
        assert!((of(0.0).distance - of(0.2).distance).abs() < 1e-9 && !of(0.0).is_of_same_trees);
    }

    #[test]
    fn runs_on_the_trees_of_the_prototype_must_be_equal() {
        let compared = |first: f64| {
            let mean = |runs| Mean { mean: if runs == 100 { first } else { 3.0 }, error: 0.4 };
            measured(0.2, Some(100)).compare(200, mean)
        };
        assert_eq!(compared(2.0), Comparison { distance: 0.0, is_of_same_trees: true });
        assert_eq!(compared(2.1), Comparison { distance: f64::INFINITY, is_of_same_trees: true });
        let (mut all, mut section) = (Comparisons::default(), Section::default());
        assert_eq!(all.add(&measured(0.2, Some(100)), compared(2.1)), "2 (inf)");
        all.check(&mut section, "means", 200);
        assert_eq!(section.checks.iter().filter(|check| !check.holds).count(), 1);
    }

    #[test]
    fn the_trees_of_a_row_may_differ_by_width() {
        let forms = reference("variants");
        let trees = |row: &str, column: &str| {
            forms.iter().find(|one| (one.row, one.column) == (row, column)).expect("a mean").trees
        };
        assert_eq!([trees("rule-value", "w5d8"), trees("rule-value", "w20d4")], [Some(300), Some(60)]);
        assert_eq!(trees("value", "w5d8"), None);
    }

    #[test]
    fn the_trees_of_the_first_guesses_are_known() {
        let wide = reference("mtd-start-w20");
        let of_others = ["v-100", "v-1000", "C*"];
        assert!(wide.len() > 20);
        assert!(
            wide.iter().all(|one| one.trees == (!of_others.contains(&one.row)).then_some(20)),
            "{wide:?}"
        );
    }
}
