//! Verdicts on searches beyond the five sources.

use super::Verdict::{Conditional, NotReproduced};
use super::outcome::{Outcome, Tally};
use super::{DataTable, Facts, Finding, range};
use lancet_arena::statistics::Mean;

/// The means of a table, without its first column and without some rows.
fn means(table: &DataTable, has: impl Fn(&str) -> bool) -> Option<Vec<Mean>> {
    let rows = table.rows.iter().map(|row| &row[0]).filter(|row| has(row));
    let cells = rows.flat_map(|row| table.columns[1..].iter().map(|column| table.mean(row, column)));
    cells.collect::<Option<Vec<Mean>>>().filter(|means| !means.is_empty())
}

/// How ratios with three decimals compare with 1.
fn tally(means: &[Mean]) -> Tally {
    means.iter().map(|mean| Outcome::of(*mean, 1.0, 3)).collect()
}

pub(super) fn best_node(facts: &Facts<'_>) -> Option<Finding> {
    let table = facts.table("best-node", 1)?;
    let ratios = |has: &dyn Fn(&str) -> bool| Some(range(means(table, has)?.iter().map(|mean| mean.mean)));
    let small = ratios(&|values| values.len() <= 4)?;
    let large = ratios(&|values| values.len() > 4)?;
    let (mut parts, mut all, mut any) = (Vec::new(), true, false);
    for other in ["NegaScout", "SSS*", "DUAL*", "C*", "MTD(f)"] {
        let is_other = |row: &str| row.strip_prefix(other).is_some_and(|rest| rest.starts_with(", range "));
        let found = tally(&means(facts.table("best-node", 2)?, is_other)?);
        (all, any) = (all && found.fewer == found.count(), any || found.fewer > 0);
        parts.push(format!("{other}: {found}"));
    }
    let found = format!(
        "leaves of BNS compared with other searches, by tree and range: {}; leaves of BNS / MTD(f): {:.2} to {:.2} in ranges of at \
         most 1000 values, {:.2} to {:.2} in larger ones. BNS and C* are given a range that contains the value, MTD(f) the middle \
         of this range as first guess, the other searches nothing",
        parts.join("; "),
        small.0,
        small.1,
        large.0,
        large.1
    );
    Some(Finding::of(all, if any { Conditional } else { NotReproduced }, found))
}

pub(super) fn etc(facts: &Facts<'_>) -> Option<Finding> {
    let (table, kept) = (facts.table("etc", 0)?, facts.table("etc", 2)?);
    let (mut parts, mut outcomes) = (Vec::new(), Vec::new());
    for graph in kept.rows.iter().map(|row| row[0].as_str()) {
        let saved = |depth: &str| Some(1.0 - table.number(graph, &format!("NegaScout, depth {depth}"))?);
        let part = kept.mean(graph, "NegaScout")?;
        outcomes.push(Outcome::of(part, 0.5, 2));
        parts.push(format!(
            "{graph}: {:.1} % and {:.1} %, {} of them",
            100.0 * saved("1")?,
            100.0 * saved("3")?,
            part.show(2)
        ));
    }
    let tally: Tally = outcomes.into_iter().collect();
    let found = format!(
        "nodes that ETC saves NegaScout at all interior nodes, and at those three plies from the leaves or more: {}; compared with \
         one half: {tally}",
        parts.join("; ")
    );
    let holds = tally.count() > 0 && tally.more == tally.count();
    let otherwise = if tally.more > 0 { Conditional } else { NotReproduced };
    Facts::both(facts.properties(60), Some(Finding::of(holds, otherwise, found)))
}

pub(super) fn two_bounds(facts: &Facts<'_>) -> Option<Finding> {
    let all = means(facts.table("two-bounds", 0)?, |_| true)?;
    let (least, most) = range(all.iter().map(|mean| mean.mean));
    let tally = tally(&all);
    let found = format!(
        "nodes with one bound / with two: {least:.3} to {most:.3} on all graphs, in all searches: {tally}"
    );
    let otherwise = if tally.more > 0 { Conditional } else { NotReproduced };
    Facts::both(facts.properties(61), Some(Finding::of(tally.more == tally.count(), otherwise, found)))
}

/// The trees of the simulation, by the title of their table.
fn trees(table: &DataTable) -> &str {
    table.title.split(':').next().unwrap_or_default()
}

/// A column for a number of processors, for each kind of trees.
fn parallel<'a>(facts: &Facts<'a>, column: &str, processors: &str) -> Option<Vec<(&'a str, Mean)>> {
    let tables = facts.section("parallel")?.tables.iter();
    let tables = tables.filter(|table| table.columns.iter().any(|header| header == column));
    let cells = tables.map(|table| Some((trees(table), table.mean(processors, column)?)));
    cells.collect::<Option<Vec<_>>>().filter(|cells| !cells.is_empty())
}

pub(super) fn young_brothers_wait(facts: &Facts<'_>) -> Option<Finding> {
    let overhead = |processors| parallel(facts, "young brothers wait, overhead (%)", processors);
    let (few, many) = (overhead("8")?, overhead("64")?);
    let pairs = few.iter().zip(&many);
    let parts =
        pairs.map(|((trees, few), (_, many))| format!("{trees}: {} % and {} %", few.show(1), many.show(1)));
    let found =
        format!("search overhead with 8 and 64 processors: {}", parts.collect::<Vec<String>>().join("; "));
    let strong = few.iter().find(|(trees, _)| trees.starts_with("strong"))?.1;
    let is_below = |level: f64| Outcome::of(strong, level, 1) == Outcome::Fewer;
    let verdict = if is_below(50.0) { Conditional } else { NotReproduced };
    Facts::both(facts.properties(62), Some(Finding::of(is_below(25.0), verdict, found)))
}

/// The speedups of a method and of young brothers wait with a number of processors, in words, and their ratios on the same
/// trees.
fn compared(facts: &Facts<'_>, processors: &str, method: &str) -> Option<(Vec<Mean>, String)> {
    let speedups = |method: &str| parallel(facts, &format!("{method}, speedup"), processors);
    let (own, young) = (speedups(method)?, speedups("young brothers wait")?);
    let parts = own
        .iter()
        .zip(&young)
        .map(|((trees, own), (_, young))| format!("{trees}: {} and {}", own.show(2), young.show(2)));
    let ratios = parallel(facts, method, processors)?.into_iter().map(|(_, ratio)| ratio).collect();
    Some((ratios, parts.collect::<Vec<String>>().join("; ")))
}

pub(super) fn pv_splitting(facts: &Facts<'_>) -> Option<Finding> {
    let (ratios, parts) = compared(facts, "64", "PV splitting")?;
    let tally = tally(&ratios);
    let found = format!(
        "speedups of PV splitting and young brothers wait with 64 processors: {parts}; PV splitting compared with it on the same \
         trees: {tally}"
    );
    let otherwise = if tally.more == 0 && tally.fewer > 0 { Conditional } else { NotReproduced };
    Some(Finding::of(tally.fewer == tally.count(), otherwise, found))
}

pub(super) fn abdada(facts: &Facts<'_>) -> Option<Finding> {
    let ((few, parts), (many, more)) = (compared(facts, "8", "ABDADA")?, compared(facts, "64", "ABDADA")?);
    let found =
        format!("speedups of ABDADA and young brothers wait with 8 processors: {parts}; with 64: {more}");
    // As fast, or slower by less than a tenth.
    let [keeps_up, keeps_up_with_many] =
        [few, many].map(|ratios| ratios.iter().all(|ratio| Outcome::of(*ratio, 0.9, 3) == Outcome::More));
    let otherwise = if keeps_up { Conditional } else { NotReproduced };
    Some(Finding::of(keeps_up && keeps_up_with_many, otherwise, found))
}

pub(super) fn lazy_table(facts: &Facts<'_>) -> Option<Finding> {
    let speedups = |processors| parallel(facts, "lazy shared table, speedup", processors);
    let (few, many) = (speedups("8")?, speedups("64")?);
    let pairs = few.iter().zip(&many);
    let parts =
        pairs.map(|((trees, few), (_, many))| format!("{trees}: {} and {}", few.show(2), many.show(2)));
    let found = format!("speedups with 8 and 64 processors: {}", parts.collect::<Vec<String>>().join("; "));
    // The same trees are searched with 8 and 64 processors, so that the error of their difference is overestimated.
    let grows = |few: &Mean, many: &Mean| few.mean < many.mean && few.distance(*many, 0.0) > 2.0;
    let holds = few
        .iter()
        .zip(&many)
        .all(|((_, few), (_, many))| Outcome::of(*few, 1.5, 2) == Outcome::More && grows(few, many));
    Some(Finding::of(holds, NotReproduced, found))
}

/// Not beyond the sources, but the model of source 002 beyond artificial trees.
pub(super) fn model_in_chess(facts: &Facts<'_>) -> Option<Finding> {
    let table = facts.table("model", 4)?;
    let number = |row: &str, column: &str| table.number(row, column);
    let pair = |row: &str, column: &str| Some((number(row, column)?, number(row, "counted")?));
    let plain = pair("laboratory, no table", "two r")?;
    let (with_table, engine) = (pair("laboratory, table", "two r")?, pair("engine", "NS / AB, one r")?);
    let found = format!(
        "leaves of NegaScout / alpha-beta, predicted and counted: {:.2} and {:.2} in chess without a table, {:.2} and {:.2} with one; \
         nodes in the engine: {:.2} and {:.2}",
        plain.0, plain.1, with_table.0, with_table.1, engine.0, engine.1
    );
    let is_near = |(predicted, counted): (f64, f64)| (predicted / counted - 1.0).abs() < 0.1;
    let otherwise = if is_near(plain) { Conditional } else { NotReproduced };
    Some(Finding::of(is_near(plain) && is_near(with_table) && is_near(engine), otherwise, found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Section;
    use crate::report::claims::Verdict;

    /// The verified properties of a claim, and a section with some tables.
    fn sections(number: &str, id: &str, tables: Vec<DataTable>) -> [Section; 2] {
        let mut verified = DataTable::new("", ["property", "trials", "failures"]);
        verified.push([number, "10", "0"]);
        let section = |id: &str, tables| Section { id: id.into(), tables, ..Section::default() };
        [section("verified", vec![verified]), section(id, tables)]
    }

    #[test]
    fn an_overhead_is_low_beyond_its_error_only() {
        let verdict = |overhead: &str| {
            let columns = ["processors", "young brothers wait, overhead (%)"];
            let mut table = DataTable::new("strong order, w 20: 20 trees", columns);
            table.push(["8", overhead]);
            table.push(["64", "90.0 ± 5.0"]);
            let sections = sections("62 x", "parallel", vec![table]);
            young_brothers_wait(&Facts::new(&sections)).map(|found| found.verdict)
        };
        assert_eq!(verdict("20.0 ± 1.0"), Some(Verdict::Reproduced));
        assert_eq!(verdict("24.0 ± 2.0"), Some(Conditional));
        assert_eq!(verdict("49.0 ± 2.0"), Some(NotReproduced));
    }

    #[test]
    fn a_second_bound_is_needed_where_nodes_are_saved_beyond_the_errors() {
        let verdict = |first: &str, second: &str| {
            let mut table = DataTable::new("", ["graph", "C*", "NegaScout"]);
            table.push(["w 5", first, second]);
            let sections = sections("61 x", "two-bounds", vec![table]);
            two_bounds(&Facts::new(&sections)).map(|found| found.verdict)
        };
        assert_eq!(verdict("1.050 ± 0.010", "1.030 ± 0.010"), Some(Verdict::Reproduced));
        assert_eq!(verdict("1.050 ± 0.010", "1.010 ± 0.010"), Some(Conditional));
        assert_eq!(verdict("1.010 ± 0.010", "1.000 ± 0.000"), Some(NotReproduced));
    }

    #[test]
    fn most_of_a_benefit_is_more_than_half_beyond_its_error() {
        let verdict = |part: &str| {
            let columns = ["graph", "NegaScout, depth 1", "NegaScout, depth 3"];
            let mut nodes = DataTable::new("", columns);
            nodes.push(["w 5", "0.800 ± 0.010", "0.900 ± 0.010"]);
            let mut kept = DataTable::new("", ["graph", "NegaScout"]);
            kept.push(["w 5", part]);
            let sections = sections("60 x", "etc", vec![nodes.clone(), nodes, kept]);
            etc(&Facts::new(&sections)).map(|found| found.verdict)
        };
        assert_eq!(verdict("0.60 ± 0.02"), Some(Verdict::Reproduced));
        assert_eq!(verdict("0.52 ± 0.02"), Some(NotReproduced));
    }
}
