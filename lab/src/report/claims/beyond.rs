//! Verdicts on searches beyond the five sources.

use super::Verdict::{Conditional, NotReproduced};
use super::{DataTable, Facts, Finding, range};

/// The numbers of a table, without its first column and without some rows.
fn numbers(table: &DataTable, has: impl Fn(&str) -> bool) -> Option<Vec<f64>> {
    let rows = table.rows.iter().map(|row| &row[0]).filter(|row| has(row));
    let cells = rows.flat_map(|row| table.columns[1..].iter().map(|column| table.number(row, column)));
    cells.collect::<Option<Vec<f64>>>().filter(|numbers| !numbers.is_empty())
}

pub(super) fn best_node(facts: &Facts<'_>) -> Option<Finding> {
    let table = facts.table("best-node", 1)?;
    let small = range(numbers(table, |values| values.len() <= 4)?);
    let large = range(numbers(table, |values| values.len() > 4)?);
    let (mut parts, mut all, mut any) = (Vec::new(), true, false);
    for other in ["NegaScout", "SSS*", "DUAL*", "C*", "MTD(f)"] {
        let (fewer, cases) = fewer_leaves(facts.table("best-node", 0)?, "BNS", other)?;
        (all, any) = (all && fewer == cases, any || fewer > 0);
        parts.push(format!("{other} in {fewer} of {cases}"));
    }
    let found = format!(
        "BNS evaluates fewer leaves than {} cases, by tree and range; leaves of BNS / MTD(f): {:.2} to {:.2} in ranges of at \
         most 1000 values, {:.2} to {:.2} in larger ones. BNS and C* are given a range that contains the value, MTD(f) the middle \
         of this range as first guess, the other searches nothing",
        parts.join(", "),
        small.0,
        small.1,
        large.0,
        large.1
    );
    Some(Finding::of(all, if any { Conditional } else { NotReproduced }, found))
}

/// In how many cells a search has a smaller number than another one, and out of how many. Rows are named by the search and,
/// if it has one, its range.
fn fewer_leaves(table: &DataTable, search: &str, other: &str) -> Option<(usize, usize)> {
    let (mut fewer, mut cases) = (0, 0);
    for row in &table.rows {
        let Some(range) = row[0].strip_prefix(search).filter(|rest| rest.starts_with(", range ")) else {
            continue;
        };
        for column in &table.columns[1..] {
            let with_range = table.number(&format!("{other}{range}"), column);
            let other = with_range.or_else(|| table.number(other, column))?;
            fewer += usize::from(table.number(&row[0], column)? < other);
            cases += 1;
        }
    }
    (cases > 0).then_some((fewer, cases))
}

pub(super) fn etc(facts: &Facts<'_>) -> Option<Finding> {
    let table = facts.table("etc", 0)?;
    let (mut parts, mut all) = (Vec::new(), true);
    let graphs = || table.rows.iter().map(|row| row[0].as_str()).filter(|graph| !graph.starts_with("tree"));
    for graph in graphs() {
        let saved = |depth: &str| Some(1.0 - table.number(graph, &format!("NegaScout, depth {depth}"))?);
        let (everywhere, far) = (saved("1")?, saved("3")?);
        all &= far > 0.5 * everywhere;
        parts.push(format!("{graph}: {:.1} % and {:.1} %", 100.0 * everywhere, 100.0 * far));
    }
    let found = format!(
        "nodes that ETC saves NegaScout at all interior nodes, and at those three plies from the leaves or more: {}",
        parts.join("; ")
    );
    Facts::both(facts.properties(60), Some(Finding::of(all, NotReproduced, found)))
}

pub(super) fn two_bounds(facts: &Facts<'_>) -> Option<Finding> {
    let table = facts.table("two-bounds", 0)?;
    let (least, most) = range(numbers(table, |_| true)?);
    let found =
        format!("nodes with one bound / with two: {least:.3} to {most:.3} on all graphs, in all searches");
    let verdict = if most > 1.1 { Conditional } else { NotReproduced };
    Facts::both(facts.properties(61), Some(Finding::of(least > 1.1, verdict, found)))
}

/// The trees of the simulation, by the title of their table.
fn trees(table: &DataTable) -> &str {
    table.title.split(':').next().unwrap_or_default()
}

/// A column of a method for a number of processors, for each kind of trees.
fn parallel<'a>(facts: &Facts<'a>, column: &str, processors: &str) -> Option<Vec<(&'a str, f64)>> {
    let tables = &facts.section("parallel")?.tables;
    tables.iter().map(|table| Some((trees(table), table.number(processors, column)?))).collect()
}

pub(super) fn young_brothers_wait(facts: &Facts<'_>) -> Option<Finding> {
    let overhead = |processors| parallel(facts, "young brothers wait, overhead", processors);
    let (few, many) = (overhead("8")?, overhead("64")?);
    let pairs = few.iter().zip(&many);
    let parts = pairs.map(|((trees, few), (_, many))| format!("{trees}: {few:.0} % and {many:.0} %"));
    let found =
        format!("search overhead with 8 and 64 processors: {}", parts.collect::<Vec<String>>().join("; "));
    let strong = few.iter().find(|(trees, _)| trees.starts_with("strong"))?.1;
    let verdict = if strong < 50.0 { Conditional } else { NotReproduced };
    Facts::both(facts.properties(62), Some(Finding::of(strong < 25.0, verdict, found)))
}

/// Compares the speedups of two methods with a number of processors.
fn compared(facts: &Facts<'_>, processors: &str, [first, second]: [&str; 2]) -> Option<(Vec<f64>, String)> {
    let speedups = |method: &str| parallel(facts, &format!("{method}, speedup"), processors);
    let (first, second) = (speedups(first)?, speedups(second)?);
    let pairs = || first.iter().zip(&second);
    let parts = pairs().map(|((trees, first), (_, second))| format!("{trees}: {first:.1} and {second:.1}"));
    let ratios = pairs().map(|((_, first), (_, second))| first / second).collect();
    Some((ratios, parts.collect::<Vec<String>>().join("; ")))
}

pub(super) fn pv_splitting(facts: &Facts<'_>) -> Option<Finding> {
    let (ratios, parts) = compared(facts, "64", ["young brothers wait", "PV splitting"])?;
    let found = format!("speedups of young brothers wait and PV splitting with 64 processors: {parts}");
    Some(Finding::of(range(ratios).0 > 1.0, NotReproduced, found))
}

pub(super) fn abdada(facts: &Facts<'_>) -> Option<Finding> {
    let methods = ["ABDADA", "young brothers wait"];
    let ((few, parts), (many, more)) = (compared(facts, "8", methods)?, compared(facts, "64", methods)?);
    let found =
        format!("speedups of ABDADA and young brothers wait with 8 processors: {parts}; with 64: {more}");
    let [keeps_up, keeps_up_with_many] = [few, many].map(|ratios| range(ratios).0 > 0.9);
    let otherwise = if keeps_up { Conditional } else { NotReproduced };
    Some(Finding::of(keeps_up && keeps_up_with_many, otherwise, found))
}

pub(super) fn lazy_table(facts: &Facts<'_>) -> Option<Finding> {
    let speedups = |processors| parallel(facts, "lazy shared table, speedup", processors);
    let (few, many) = (speedups("8")?, speedups("64")?);
    let pairs = few.iter().zip(&many);
    let parts = pairs.map(|((trees, few), (_, many))| format!("{trees}: {few:.1} and {many:.1}"));
    let found = format!("speedups with 8 and 64 processors: {}", parts.collect::<Vec<String>>().join("; "));
    let grows = few.iter().zip(&many).all(|((_, few), (_, many))| *few > 1.5 && many > few);
    Some(Finding::of(grows, NotReproduced, found))
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
