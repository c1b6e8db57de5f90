//! The claims of the papers with verdicts, which are computed from the sections of the report.

mod beyond;
mod figures;
mod measured;
mod outcome;
mod small;
mod table;

use super::section::{DataTable, Section};
use crate::printed::PrintedTree;

pub use table::CLAIMS;

/// What the laboratory finds about a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The claim holds as stated.
    Reproduced,
    /// The claim holds with the condition that the finding names.
    Conditional,
    /// The claim holds because what is computed was reconstructed from it, which is not evidence.
    ByConstruction,
    /// The claim does not hold here.
    NotReproduced,
    /// What the source prints is wrong.
    SourceError,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 5] = [
        Verdict::Reproduced,
        Verdict::Conditional,
        Verdict::ByConstruction,
        Verdict::NotReproduced,
        Verdict::SourceError,
    ];

    /// The verdict in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Reproduced => "reproduced",
            Verdict::Conditional => "with a condition",
            Verdict::ByConstruction => "consistent by construction",
            Verdict::NotReproduced => "not reproduced",
            Verdict::SourceError => "the source is in error",
        }
    }

    /// The class of the verdict in style sheets.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Verdict::Reproduced => "reproduced",
            Verdict::Conditional => "conditional",
            Verdict::ByConstruction => "construction",
            Verdict::NotReproduced => "refuted",
            Verdict::SourceError => "error",
        }
    }
}

/// A verdict and the number that it rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The verdict.
    pub verdict: Verdict,
    /// What was found.
    pub found: String,
}

impl Finding {
    fn new(verdict: Verdict, found: impl Into<String>) -> Finding {
        Finding { verdict, found: found.into() }
    }

    /// [`Verdict::Reproduced`] if something holds, else another verdict.
    fn of(holds: bool, otherwise: Verdict, found: impl Into<String>) -> Finding {
        Finding::new(if holds { Verdict::Reproduced } else { otherwise }, found)
    }
}

/// The smallest and the largest of some numbers.
fn range(numbers: impl IntoIterator<Item = f64>) -> (f64, f64) {
    numbers.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), number| {
        (least.min(number), most.max(number))
    })
}

/// A claim of a paper.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// Its number, which the names of properties begin with.
    pub number: u32,
    /// The numbers of its sources.
    pub sources: &'static str,
    /// The claim itself.
    pub claim: &'static str,
    /// The section of the report with the numbers.
    pub section: &'static str,
    /// Computes the verdict; `None` if the report lacks the numbers.
    pub evaluate: fn(&Facts<'_>) -> Option<Finding>,
}

/// The results of a report that verdicts rest on.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    sections: &'a [Section],
}

impl<'a> Facts<'a> {
    /// The results of these sections.
    #[must_use]
    pub fn new(sections: &'a [Section]) -> Facts<'a> {
        Facts { sections }
    }

    /// The section of a name, or whose name begins with it.
    #[must_use]
    pub fn section(&self, id: &str) -> Option<&'a Section> {
        let exact = self.sections.iter().find(|section| section.id == id);
        exact.or_else(|| self.sections.iter().find(|section| section.id.starts_with(id)))
    }

    /// A table of a section.
    fn table(&self, section: &str, index: usize) -> Option<&'a DataTable> {
        self.section(section)?.tables.get(index)
    }

    /// The first table of a section that has a column.
    fn table_with(&self, section: &str, column: &str) -> Option<&'a DataTable> {
        let has = |table: &&DataTable| table.columns.iter().any(|header| header == column);
        self.section(section)?.tables.iter().find(has)
    }

    /// A number in the first table of a section.
    fn number(&self, section: &str, row: &str, column: &str) -> Option<f64> {
        self.table(section, 0)?.number(row, column)
    }

    /// Evaluates a claim by its properties: they hold on all trees, or the first failure is reported.
    fn properties(&self, number: u32) -> Option<Finding> {
        let table = self.section("verified")?.tables.last()?;
        let prefix = format!("{number:02} ");
        let rows = || table.rows.iter().filter(|row| row[0].starts_with(&prefix));
        let sum = |column: usize| rows().filter_map(|row| row[column].parse::<u64>().ok()).sum::<u64>();
        let (trials, failures) = (sum(1), sum(2));
        if trials == 0 {
            return None;
        }
        let found = format!("{trials} trials of {} properties, {failures} failures", rows().count());
        Some(Finding::of(failures == 0, Verdict::NotReproduced, found))
    }

    /// Evaluates a claim by what the sources print of examples, whose searches are repeated. What was computed here is not
    /// evidence; `None` if an example has nothing else.
    fn examples(&self, names: &[&str]) -> Option<Finding> {
        let mut found = Vec::new();
        let mut all = true;
        for name in names {
            let tree = PrintedTree::of_name(name)?;
            let literal = tree.literal().ok()?;
            let mut searches = Vec::new();
            for search in tree.searches.iter().filter(|search| !search.is_added()) {
                all &= search.printed_differences(&search.record(&literal).ok()?).is_empty();
                searches.push(format!("{} {}", search.algorithm, search.items(true).join(", ")));
            }
            if searches.is_empty() {
                return None;
            }
            found.push(format!("printed of {name}: {}", searches.join("; ")));
        }
        Some(Finding::of(all, Verdict::NotReproduced, found.join("; ")))
    }

    /// Joins two findings: both must be reproduced.
    fn both(first: Option<Finding>, second: Option<Finding>) -> Option<Finding> {
        let (first, second) = (first?, second?);
        let verdict = if first.verdict == Verdict::Reproduced { second.verdict } else { first.verdict };
        Some(Finding::new(verdict, format!("{}; {}", first.found, second.found)))
    }

    /// How often a statement of the section of counts holds, and out of how many times.
    fn count(&self, statement: &str) -> Option<(u64, u64)> {
        let table = self.table("counts", 0)?;
        let row = table.rows.iter().find(|row| row[0] == statement)?;
        let number = |column: &str| {
            let index = table.columns.iter().position(|header| header == column)?;
            row.get(index)?.parse::<u64>().ok()
        };
        Some((number("holds")?, number("out of")?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_claim() {
        let numbers: Vec<u32> = CLAIMS.iter().map(|claim| claim.number).collect();
        assert_eq!(numbers, (1..=CLAIMS.len() as u32).collect::<Vec<u32>>());
        assert!(CLAIMS.len() >= 49);
        assert!(CLAIMS.iter().all(|claim| !claim.sources.is_empty() && !claim.claim.is_empty()));
    }

    #[test]
    fn the_bound_that_alpha_beta_lacks_is_named_as_in_the_source() {
        let claim = CLAIMS.iter().find(|claim| claim.number == 49).expect("a claim");
        assert!(claim.claim.contains("missing beta bound in the left part"), "{}", claim.claim);
    }

    #[test]
    fn a_verdict_needs_its_numbers() {
        let facts = Facts::new(&[]);
        let without: Vec<u32> = CLAIMS
            .iter()
            .filter(|claim| (claim.evaluate)(&facts).is_some())
            .map(|claim| claim.number)
            .collect();
        // Only the printed examples and the equations of the model can be evaluated without a section.
        assert_eq!(without, [3, 15, 27, 49]);
    }

    #[test]
    fn added_searches_are_no_evidence() {
        let facts = Facts::new(&[]);
        let Finding { verdict, found } = facts.examples(&["hsu-complete"]).expect("printed searches");
        assert_eq!(verdict, Verdict::Reproduced);
        assert!(found.contains("Minimax value 7, 8 leaves") && !found.contains("NegaScout"), "{found}");
        let deep = facts.examples(&["eppstein-deep"]).expect("printed values").found;
        assert!(deep.contains("2.1.1 = 10") && !deep.contains("leaves"), "{deep}");
        assert_eq!(facts.examples(&["hsu-complete", "sss-misled"]), None);
    }

    #[test]
    fn properties_decide_by_their_failures() {
        let mut table = DataTable::new("", ["property", "trials", "failures"]);
        table.push(["07 F3 is a bound", "100", "0"]);
        table.push(["08 same leaves", "100", "2"]);
        let sections = [Section { id: "verified".into(), tables: vec![table], ..Section::default() }];
        let facts = Facts::new(&sections);
        let verdict = |number| facts.properties(number).map(|finding| finding.verdict);
        assert_eq!(verdict(7), Some(Verdict::Reproduced));
        assert_eq!(verdict(8), Some(Verdict::NotReproduced));
        assert_eq!(verdict(9), None);
    }

    #[test]
    fn time_is_shown_and_decides_nothing() {
        let table = |ratio: &str| {
            let mut table = DataTable::new("", ["graph", "full window", "guess too high or too low"]);
            table.push(["w 4, d 8", ratio, ratio]);
            table
        };
        let section =
            |id: &str, ratio| Section { id: id.into(), tables: vec![table(ratio)], ..Section::default() };
        let chess = |soft: &str| {
            let mut table = DataTable::new("", ["driver", "nodes"]);
            for driver in ["AB", "aspiration AB"] {
                table.push([format!("{driver} F2"), "1.000".into()]);
                table.push([format!("{driver} F3"), soft.to_string()]);
            }
            Section { id: "chess-qs".into(), tables: vec![table], ..Section::default() }
        };
        let found = |sections: &[Section]| measured::fail_soft(&Facts::new(sections));
        let of = |sections: &[Section]| found(sections).expect("numbers");
        let nodes = of(&[section("fail-soft", "0.930"), chess("0.930")]);
        let slower = of(&[section("fail-soft", "0.930"), chess("0.930"), section("speed", "1.250 ± 0.010")]);
        assert_eq!((nodes.verdict, slower.verdict), (Verdict::Reproduced, Verdict::Reproduced));
        assert!(
            !nodes.found.contains("time") && slower.found.contains("-25.0 to -25.0 % less processor time")
        );
        // The graphs alone decide nothing, and chess may differ from them.
        assert_eq!(found(&[section("fail-soft", "0.930")]), None);
        let differs = of(&[section("fail-soft", "0.930"), chess("0.990")]);
        assert_eq!(differs.verdict, Verdict::Conditional, "{differs:?}");
    }

    #[test]
    fn levels_of_the_wrong_parity_refute_the_claim() {
        let mut table = DataTable::new("", ["level", "trees, alpha", "trees, beta"]);
        for row in [["0", "0.00", "0.00"], ["1", "9.00", "0.00"], ["2", "0.00", "7.00"]] {
            table.push(row);
        }
        let verdict = |table: &DataTable| {
            let sections =
                [Section { id: "window-levels".into(), tables: vec![table.clone()], ..Section::default() }];
            small::window_levels(&Facts::new(&sections)).map(|finding| finding.verdict)
        };
        assert_eq!(verdict(&table), Some(Verdict::Reproduced));
        table.rows[1][2] = "0.50".into();
        assert_eq!(verdict(&table), Some(Verdict::NotReproduced));
    }
}
