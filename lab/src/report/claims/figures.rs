//! Verdicts that rest on figures 4 and 5 of source 000. Searches are compared on the same trees.

use super::Verdict::{Conditional, NotReproduced};
use super::outcome::{Outcome, Tally};
use super::{Facts, Finding};

/// The figures: their names in sentences, and their sections.
const FIGURES: [(&str, &str); 4] = [
    ("w = 5 random", "figure-w5-random"),
    ("w = 5 strong", "figure-w5-strong"),
    ("w = 20 random", "figure-w20-random"),
    ("w = 20 strong", "figure-w20-strong"),
];

/// The depths of a figure, of a parity from depth 3 on or all, with the outcomes of a pair of algorithms such as `INS / SSS*`.
fn outcomes(
    facts: &Facts<'_>,
    section: &str,
    is_even: Option<bool>,
    pair: &str,
) -> Option<Vec<(String, Outcome)>> {
    let table = facts.table_with(section, pair)?;
    let depths = table.rows.iter().map(|row| &row[0]);
    let chosen = depths.filter(|depth| {
        let is_chosen =
            |depth: u32| is_even.is_none_or(|is_even| depth > 2 && depth.is_multiple_of(2) == is_even);
        depth.parse().is_ok_and(is_chosen)
    });
    let outcome = |depth: &String| Some((depth.clone(), Outcome::of(table.mean(depth, pair)?, 1.0, 3)));
    chosen.map(outcome).collect::<Option<Vec<_>>>().filter(|outcomes| !outcomes.is_empty())
}

/// The outcomes of a pair of algorithms in some figures: a sentence, whether all are as claimed, and whether all of one
/// figure are.
fn compared(
    facts: &Facts<'_>,
    figures: &[(&str, &str)],
    (is_even, pair, claimed): (bool, &str, Outcome),
) -> Option<(String, bool, bool)> {
    let (mut parts, mut all, mut any) = (Vec::new(), true, false);
    for (name, section) in figures {
        let outcomes = outcomes(facts, section, Some(is_even), pair)?;
        let is_whole = outcomes.iter().all(|(_, outcome)| *outcome == claimed);
        (all, any) = (all && is_whole, any || is_whole);
        let tally: Tally = outcomes.into_iter().map(|(_, outcome)| outcome).collect();
        parts.push(format!("{name}: {tally}"));
    }
    Some((parts.join("; "), all, any))
}

pub(super) fn partially_informed(facts: &Facts<'_>) -> Option<Finding> {
    let (mut depths, mut equal, mut exceptions) = (0, 0, Vec::new());
    for (name, section) in FIGURES {
        let below = outcomes(facts, section, None, "INS / PNS")?;
        let above = outcomes(facts, section, None, "PNS / NS")?;
        for ((depth, ins), (_, pns)) in below.into_iter().zip(above) {
            depths += 1;
            if [ins, pns].contains(&Outcome::More) {
                exceptions.push(format!("{name}, depth {depth}"));
            } else if [ins, pns] != [Outcome::Fewer; 2] {
                equal += 1;
            }
        }
    }
    let besides =
        if exceptions.is_empty() { String::new() } else { format!("; not at {}", exceptions.join("; ")) };
    let found = format!(
        "leaves of INS <= PNS <= NS at {} of {depths} depths, at {equal} of them with an equality within two standard \
         errors{besides}",
        depths - exceptions.len()
    );
    let verdict = if 2 * exceptions.len() < depths { Conditional } else { NotReproduced };
    Some(Finding::of(exceptions.is_empty(), verdict, found))
}

pub(super) fn informed_and_best_first(facts: &Facts<'_>) -> Option<Finding> {
    let (even, even_holds, _) = compared(facts, &FIGURES, (true, "INS / SSS*", Outcome::More))?;
    let (odd, odd_holds, odd_somewhere) = compared(facts, &FIGURES, (false, "INS / SSS*", Outcome::Fewer))?;
    let found = format!("leaves of INS relative to SSS* at even depths: {even}; at odd depths: {odd}");
    let verdict = if even_holds && odd_somewhere { Conditional } else { NotReproduced };
    Some(Finding::of(even_holds && odd_holds, verdict, found))
}

pub(super) fn partially_informed_and_best_first(facts: &Facts<'_>) -> Option<Finding> {
    let strong = [FIGURES[1], FIGURES[3]];
    let (odd, all, somewhere) = compared(facts, &strong, (false, "PNS / SSS*", Outcome::Fewer))?;
    let verdict = if somewhere { Conditional } else { NotReproduced };
    Some(Finding::of(all, verdict, format!("leaves of PNS relative to SSS* at odd depths: {odd}")))
}

pub(super) fn oscillation(facts: &Facts<'_>) -> Option<Finding> {
    let (mut parts, mut all, mut any) = (Vec::new(), true, false);
    for (name, section) in FIGURES {
        let table = facts.table_with(section, "oscillation")?;
        let others = || table.rows.iter().filter(|row| row[0] != "SSS*");
        let more = |row: &Vec<String>| Some(Outcome::of(table.mean(&row[0], "more than SSS*")?, 0.0, 3));
        let tally: Tally = others().map(more).collect::<Option<Vec<Outcome>>>()?.into_iter().collect();
        let alternates =
            |text: &str| others().filter(|row| row.last().is_some_and(|cell| cell == text)).count();
        let (yes, no) = (alternates("yes"), alternates("no"));
        let holds = tally.more == tally.count() && yes == tally.count();
        (all, any) = (all && holds, any || holds);
        parts.push(format!(
            "{name}: {}, the others {tally}; {yes} of {} alternately above and below, {no} not, the rest within the errors",
            table.mean("SSS*", "oscillation")?.show(3),
            tally.count()
        ));
    }
    let found = format!(
        "mean distance of a point of SSS* from the middle of its neighbours, and that of the others compared with it: {}",
        parts.join("; ")
    );
    Some(Finding::of(all, if any { Conditional } else { NotReproduced }, found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::claims::Verdict;
    use crate::report::{DataTable, Section};

    fn sections(columns: &[&str], rows: &[&[&str]]) -> Vec<Section> {
        let mut table = DataTable::new("", columns.iter().copied());
        rows.iter().for_each(|row| table.push(row.iter().copied()));
        let section = |(_, id): (&str, &str)| Section {
            id: id.into(),
            tables: vec![table.clone()],
            ..Section::default()
        };
        FIGURES.map(section).into()
    }

    #[test]
    fn a_mean_that_is_smaller_by_chance_is_no_evidence() {
        let verdict = |odd: &str| {
            let rows = [&["3", odd][..], &["4", "1.200 ± 0.010"]];
            let sections = sections(&["depth", "INS / SSS*"], &rows);
            informed_and_best_first(&Facts::new(&sections)).map(|finding| finding.verdict)
        };
        assert_eq!(verdict("0.950 ± 0.010"), Some(Verdict::Reproduced));
        assert_eq!(verdict("0.985 ± 0.010"), Some(NotReproduced));
        assert_eq!(verdict("1.050 ± 0.010"), Some(NotReproduced));
    }

    #[test]
    fn an_order_is_refuted_beyond_the_errors_only() {
        let verdict = |pns: &str| {
            let rows = [&["3", "1.000 ± 0.000", "0.900 ± 0.010"][..], &["4", "0.900 ± 0.010", pns]];
            let sections = sections(&["depth", "INS / PNS", "PNS / NS"], &rows);
            partially_informed(&Facts::new(&sections)).map(|finding| finding.verdict)
        };
        assert_eq!(verdict("1.015 ± 0.010"), Some(Verdict::Reproduced));
        assert_eq!(verdict("1.025 ± 0.010"), Some(NotReproduced));
    }

    #[test]
    fn the_least_oscillation_must_be_less_by_more_than_its_errors() {
        let verdict = |more: &str, alternates: &str| {
            let rows = [
                &["SSS*", "0.100 ± 0.010", "0.000 ± 0.000", "no"][..],
                &["AB", "0.300 ± 0.010", more, alternates],
            ];
            let sections = sections(&["algorithm", "oscillation", "more than SSS*", "alternates"], &rows);
            oscillation(&Facts::new(&sections)).map(|finding| finding.verdict)
        };
        assert_eq!(verdict("0.200 ± 0.010", "yes"), Some(Verdict::Reproduced));
        assert_eq!(verdict("0.200 ± 0.110", "yes"), Some(NotReproduced));
        assert_eq!(verdict("0.200 ± 0.010", "undecided"), Some(NotReproduced));
    }
}
