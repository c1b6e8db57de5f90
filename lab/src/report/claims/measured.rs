//! Verdicts that rest on measured numbers: each function reads the tables of the report.

use lancet_arena::statistics::Mean;

use super::outcome::{Outcome, Tally};
use super::{DataTable, Facts, Finding, Verdict, range};
use crate::theory::{Model, minimal_leaves};

use Verdict::{ByConstruction, Conditional, NotReproduced, SourceError};

/// A fraction in percent.
fn percent((part, whole): (u64, u64)) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

pub(super) fn same_after_cutoff(facts: &Facts<'_>) -> Option<Finding> {
    let leaf = facts.count("F2 and F3 return the same after a cutoff by a leaf")?;
    let interior = facts.count("F2 and F3 return the same after a cutoff by an interior node")?;
    let found = format!(
        "after {:.1} % of {} cutoffs by a leaf, and {:.1} % of {} by an interior node",
        percent(leaf),
        leaf.1,
        percent(interior),
        interior.1
    );
    let verdict = if leaf.0 == leaf.1 { Conditional } else { NotReproduced };
    if interior.0 == interior.1 {
        Some(Finding::of(leaf.0 == leaf.1, verdict, found))
    } else {
        Some(Finding::new(verdict, found))
    }
}

pub(super) fn fail_soft(facts: &Facts<'_>) -> Option<Finding> {
    let table = facts.table("fail-soft", 0)?;
    let columns = ["full window", "guess too high or too low"];
    let ratios = table.rows.iter().flat_map(|row| columns.map(|column| table.number(&row[0], column)));
    let saved: Vec<f64> =
        ratios.map(|ratio| ratio.map(|ratio| 100.0 * (1.0 - ratio))).collect::<Option<_>>()?;
    let chess = chess_fail_soft(facts)?;
    let (least, most) = range(saved.iter().copied());
    let in_chess = range(chess.iter().copied());
    let nodes = format!(
        "{least:.1} to {most:.1} % fewer nodes: the narrower and deeper the graph, the more; {:.1} to {:.1} % in chess",
        in_chess.0, in_chess.1
    );
    // Time depends on the machine: it is shown, and no part of the verdict.
    let found = match fail_soft_time(facts) {
        Some((least, most)) => {
            format!("{nodes}; {least:.1} to {most:.1} % less processor time on this machine")
        }
        None => nodes,
    };
    let near = |percent: f64| (5.0..=9.0).contains(&percent);
    let verdict = if most >= 5.0 { Conditional } else { NotReproduced };
    Some(Finding::of(saved.iter().chain(&chess).all(|percent| near(*percent)), verdict, found))
}

/// The nodes that fail-soft saves in chess in percent, with the full window and with aspiration, in every section.
fn chess_fail_soft(facts: &Facts<'_>) -> Option<Vec<f64>> {
    let sections = facts.sections.iter().filter(|section| section.id.starts_with("chess-"));
    let tables = sections.filter_map(|section| section.tables.first());
    let saved = |table: &DataTable, driver: &str| {
        let nodes = |form: &str| table.number(&format!("{driver} {form}"), "nodes");
        Some(100.0 * (1.0 - nodes("F3")? / nodes("F2")?))
    };
    let drivers = tables.flat_map(|table| ["AB", "aspiration AB"].map(|driver| saved(table, driver)));
    drivers.collect::<Option<Vec<f64>>>().filter(|saved| !saved.is_empty())
}

/// The processor time that fail-soft saves in percent, if the report has it.
fn fail_soft_time(facts: &Facts<'_>) -> Option<(f64, f64)> {
    let table = facts.section("speed")?.tables.iter().find(|table| table.columns[0] == "graph")?;
    let cells = table
        .rows
        .iter()
        .flat_map(|row| table.columns[1..].iter().map(|column| table.number(&row[0], column)));
    let saved = cells.map(|ratio| ratio.map(|ratio| 100.0 * (1.0 - ratio))).collect::<Option<Vec<f64>>>()?;
    Some(range(saved))
}

/// The number of leaves of the minimal tree as a power of that of the full tree. No search visits fewer (property 17), and
/// alpha-beta in perfect order visits no more (property 12).
pub(super) fn square_root(facts: &Facts<'_>) -> Option<Finding> {
    let (mut parts, mut all) = (Vec::new(), true);
    for width in [2, 5, 20, 40] {
        let exponent = |depth: u32| {
            let minimal: f64 = minimal_leaves(width, depth);
            minimal.ln() / (f64::from(depth) * (width as f64).ln())
        };
        let [shallow, middle, deep] = [4, 16, 64].map(exponent);
        all &= shallow > middle && middle > deep && (0.5..0.52).contains(&deep);
        parts.push(format!("width {width}: {shallow:.3}, {middle:.3}, {deep:.3}"));
    }
    let (least, most) = (facts.properties(17)?, facts.properties(12)?);
    let found = format!(
        "no search visits fewer leaves than the minimal tree ({}), and in perfect order alpha-beta visits no more ({}); its size is \
         that of the full tree to the power of, at depths 4, 16 and 64: {}",
        least.found,
        most.found,
        parts.join("; ")
    );
    all &= [least, most].iter().all(|bound| bound.verdict == Verdict::Reproduced);
    Some(Finding::of(all, NotReproduced, found))
}

/// A unit of the last digit of the numbers of positions in the table of the average case.
const LAST_DIGIT: f64 = 0.001;

pub(super) fn average_case(facts: &Facts<'_>) -> Option<Finding> {
    let table = facts.table("average-case", 0)?;
    let critical = table.rows.iter().map(|row| table.number(&row[0], "distance in standard errors"));
    let positions = table.rows.iter().map(|row| {
        let product = Mean { mean: table.number(&row[0], "all positions, expected")?, error: 0.0 };
        let counted = table.mean(&row[0], "all positions, counted")?;
        // All three numbers are rounded.
        Some(Mean { error: counted.error + LAST_DIGIT, ..counted }.distance(product, 0.0))
    });
    let critical = range(critical.collect::<Option<Vec<f64>>>()?).1;
    let positions = range(positions.collect::<Option<Vec<f64>>>()?).1;
    let found = format!(
        "{} levels: critical positions within {critical:.1} standard errors of the formula, all positions within {positions:.1} of \
         the product",
        table.rows.len()
    );
    Some(Finding::of(critical.max(positions) <= 4.0, NotReproduced, found))
}

pub(super) fn elders(facts: &Facts<'_>) -> Option<Finding> {
    let parents = facts.count("the parent has an elder sibling")?;
    let ancestors = facts.properties(16)?;
    let found = format!(
        "the parent of {} of {} children ({:.1} %); an ancestor at an odd distance of all ({})",
        parents.0,
        parents.1,
        percent(parents),
        ancestors.found
    );
    let verdict = if ancestors.verdict == Verdict::Reproduced { Conditional } else { NotReproduced };
    Some(Finding::new(verdict, found))
}

pub(super) fn scout(facts: &Facts<'_>) -> Option<Finding> {
    let outside = facts.count("Scout visits a leaf that alpha-beta does not")?;
    let found =
        format!("leaves that alpha-beta does not visit on {:.0} % of {} trees", percent(outside), outside.1);
    Facts::both(facts.properties(22), Some(Finding::new(Verdict::Reproduced, found)))
}

pub(super) fn depth_rule(facts: &Facts<'_>) -> Option<Finding> {
    let trees = facts.properties(23)?;
    let chess = facts.section("chess-qs-granularity1-")?.tables.get(1)?;
    let (values, wrong) = (chess.number("all", "values")?, chess.number("all", "wrong values")?);
    let found = format!(
        "the value of every tree ({}); with a windowed quiescence search {wrong:.0} of {values:.0} values in chess are \
         wrong",
        trees.found
    );
    let verdict =
        if trees.verdict == Verdict::Reproduced && wrong > 0.0 { Conditional } else { trees.verdict };
    Some(Finding::new(verdict, found))
}

/// The finding about a statement that the reconstructed equations were chosen to satisfy.
fn reconstructed(holds: bool, found: &str) -> Finding {
    let found = format!("{found}; the equations were reconstructed so that they satisfy this");
    Finding::new(if holds { ByConstruction } else { NotReproduced }, found)
}

pub(super) fn consistent_model() -> Finding {
    let sizes = [2, 5, 20, 40].into_iter().flat_map(|width| (1..=8).map(move |depth| (width, depth)));
    let is_minimal = |(width, depth)| {
        let cost = Model::leaves(width, 0.0, 0.0).cost(depth);
        let minimal: f64 = minimal_leaves(width, depth);
        [cost.alpha_beta, cost.negascout, cost.negascout_ab].iter().all(|cost| (cost - minimal).abs() < 0.5)
    };
    let found = "at g = r = 0 all three costs are the minimal tree, widths 2 to 40, depths 1 to 8";
    reconstructed(sizes.into_iter().all(is_minimal), found)
}

pub(super) fn missing_bound() -> Finding {
    let mut all = true;
    let mut cases = 0;
    for width in [5, 20, 40] {
        for g in (1..width - 1).map(|g| g as f64) {
            for depth in 3..=7 {
                let cost = Model::leaves(width, g, 0.0).cost(depth);
                all &= cost.alpha_beta > cost.negascout;
                cases += 1;
            }
        }
    }
    let found = format!("at r = 0 and 0 < g < w - 1 alpha-beta costs more than NegaScout in {cases} cases");
    reconstructed(all, &found)
}

pub(super) fn twenty_percent(facts: &Facts<'_>) -> Option<Finding> {
    let table = facts.table("model", 1)?;
    let mut parts = Vec::new();
    let mut all = true;
    for row in &table.rows {
        let cell = |column: &str| table.number(&row[0], column);
        let overtaken = cell("alpha-beta overtakes NegaScout");
        let range = (cell("NegaScout is better than NSab from"), cell("to"));
        let between = match range {
            (Some(from), Some(to)) => format!("better than NSab from {from:.3} to {to:.3}"),
            _ => "never better than NSab".into(),
        };
        all &= overtaken.is_some_and(|fraction| (0.18..=0.22).contains(&fraction))
            && matches!(range, (Some(from), Some(to)) if from < 0.01 && to >= 0.18);
        let limit = overtaken.map_or("nowhere".into(), |fraction| format!("{fraction:.3}"));
        parts.push(format!("width {}: overtaken at g/w = {limit}, {between}", row[0]));
    }
    let sentences = facts.table("model", 3)?;
    let widths: Vec<&str> = table.rows.iter().map(|row| row[0].as_str()).collect();
    let is_whole = |column: usize| sentences.rows.iter().all(|row| row[column] == widths.join(", "));
    let whole: Vec<&str> = (1..sentences.columns.len())
        .filter(|column| is_whole(*column))
        .map(|column| sentences.columns[column].as_str())
        .collect();
    let readings = if whole.is_empty() { "none".into() } else { whole.join(", ") };
    let found = format!(
        "readings of the equations that satisfy every sentence of the text at all widths: {readings}; in the nested reading: {}",
        parts.join("; ")
    );
    Some(Finding::of(all, if whole.is_empty() { NotReproduced } else { Conditional }, found))
}

pub(super) fn g(facts: &Facts<'_>) -> Option<Finding> {
    let chess = facts.number("chess-qs-granularity1-", "NS", "g")?;
    let model = &facts.section("model")?.tables;
    let plain = model.iter().find_map(|table| table.number("laboratory, no table", "g"))?;
    let random = model.iter().find_map(|table| table.number("iid, w 20, d 4", "g"))?;
    let found = format!(
        "in chess {plain:.2} without a table and {chess:.2} with one; {random:.1} of 20 children in trees with independent leaves"
    );
    let [with_table, without] = [chess, plain].map(|g| (0.5..=1.0).contains(&g) && random <= 10.0);
    Some(Finding::of(
        with_table && without,
        if with_table || without { Conditional } else { NotReproduced },
        found,
    ))
}

pub(super) fn informed(facts: &Facts<'_>) -> Option<Finding> {
    let fewer = facts.count("INS evaluates fewer leaves than NegaScout")?;
    let more = facts.count("INS evaluates more leaves than NegaScout")?;
    let found = format!("fewer on {} of {} trees, more on {}", fewer.0, fewer.1, more.0);
    let verdict = if more.0 == 0 { Verdict::Reproduced } else { Conditional };
    Some(Finding::of(
        fewer.0 > 0 && more.0 == 0,
        if fewer.0 > more.0 { verdict } else { NotReproduced },
        found,
    ))
}

pub(super) fn no_second_research(facts: &Facts<'_>) -> Option<Finding> {
    let twice = facts.properties(32)?;
    let inside = facts.count("a re-search of INS lies inside another one")?;
    let found = format!(
        "no leaf is evaluated more than twice ({}), but {} of {} re-searches lie inside another one, below nodes whose test \
         left children out",
        twice.found, inside.0, inside.1
    );
    if twice.verdict != Verdict::Reproduced {
        return Some(twice);
    }
    Some(Finding::of(inside.0 == 0, Conditional, found))
}

pub(super) fn misled(facts: &Facts<'_>) -> Option<Finding> {
    let more = facts.count("SSS* evaluates more leaves than NegaScout")?;
    let found = format!("on {:.1} % of {} trees", percent(more), more.1);
    Some(Finding::of(more.0 > 0, NotReproduced, found))
}

/// A column of the tables of speed for two algorithms, on all four kinds of trees.
fn speed(facts: &Facts<'_>, column: &str, names: [&str; 2]) -> Option<Vec<[f64; 2]>> {
    let tables = facts.section("speed")?.tables.iter().filter(|table| table.columns[0] == "algorithm");
    tables.map(|table| Some([table.number(names[0], column)?, table.number(names[1], column)?])).collect()
}

pub(super) fn time(facts: &Facts<'_>) -> Option<Finding> {
    let times = speed(facts, "time per leaf relative to NS", ["INS", "SSS*, list OPEN"])?;
    let recursive = speed(facts, "time per leaf relative to NS", ["INS", "SSS*, recursive"])?;
    let (ins_least, ins_most) = range(times.iter().map(|pair| pair[0]));
    let (list_least, list_most) = range(times.iter().map(|pair| pair[1] / pair[0]));
    let (rec_least, rec_most) = range(recursive.iter().map(|pair| pair[1] / pair[0]));
    let found = format!(
        "INS {ins_least:.1} to {ins_most:.1} times NegaScout; SSS* with its list {list_least:.1} to {list_most:.1} times \
         INS, recursive SSS* {rec_least:.1} to {rec_most:.1} times"
    );
    let verdict = if list_least > 1.0 { Conditional } else { NotReproduced };
    Some(Finding::of(ins_most <= 2.5 && list_least >= 8.0, verdict, found))
}

/// The ratios of the entries of INS and SSS*, of one form of INS, at odd or even depths.
fn entries(table: &DataTable, column: &str, is_even: bool) -> Option<Tally> {
    let rows = table.rows.iter().filter(|row| {
        let depth = row[0].rsplit_once("d ").and_then(|(_, depth)| depth.parse::<u32>().ok());
        depth.is_some_and(|depth| depth.is_multiple_of(2) == is_even)
    });
    rows.map(|row| Some(Outcome::of(table.mean(&row[0], column)?, 1.0, 3)))
        .collect::<Option<Vec<Outcome>>>()
        .map(Tally::from_iter)
}

pub(super) fn memory(facts: &Facts<'_>) -> Option<Finding> {
    let [own, printed] = ["INS / SSS*", "INS with leaf scores / SSS*"];
    let table = facts.table_with("speed", printed)?;
    let of = |column: &str| Some([entries(table, column, false)?, entries(table, column, true)?]);
    let ([own_odd, own_even], [odd, even]) = (of(own)?, of(printed)?);
    let found = format!(
        "entries of INS compared with SSS*, if the scores of leaves are stored, as printed: at odd depths {odd}, at even depths \
         {even}; if one ply above the leaves one index is stored in their place: at odd depths {own_odd}, at even depths {own_even}"
    );
    let verdict = if odd.fewer + even.fewer > 0 { Conditional } else { NotReproduced };
    let holds = odd.fewer + even.fewer == odd.count() + even.count();
    Some(Finding::of(holds, verdict, found))
}

pub(super) fn storage(facts: &Facts<'_>) -> Option<Finding> {
    let table = facts.table_with("speed", "INS with leaf scores / SSS*")?;
    let row = "strong, w 20, d 6";
    let number = |column: &str| table.number(row, column);
    let (own, ins, sss) = (number("INS")?, number("INS with leaf scores")?, number("SSS*")?);
    let sum: f64 = (1..6).map(|level| 20f64.powi(level)).sum();
    let found = format!(
        "at width 20 and depth 6 INS stores {ins:.0} entries with the scores of leaves, {own:.0} with one index in their place, and \
         SSS* {sss:.0}; the printed sum is {sum:.0}, as if every level kept its bounds"
    );
    // The sum is in error only if it is far from what is stored.
    let verdict = if 2.0 * ins < sum { SourceError } else { NotReproduced };
    Some(Finding::of(ins <= sum && sum < sss, verdict, found))
}

/// Whether a strong order favours an algorithm over alpha-beta, by a table of its leaves relative to those of alpha-beta.
fn favoured(table: &DataTable, algorithm: &str) -> Option<Finding> {
    let (mut parts, mut favoured) = (Vec::new(), 0);
    for column in &table.columns[1..] {
        // In random order each child is as often best as the others.
        let width: f64 = column.strip_prefix("w ")?.split_once(',')?.0.parse().ok()?;
        let (random, strong) = (table.mean(&(1.0 / width).to_string(), column)?, table.mean("0.6", column)?);
        let one = Mean { mean: 1.0, error: 0.0 };
        let below = |other: Mean| strong.mean < other.mean && strong.distance(other, 0.0) > 2.0;
        favoured += usize::from(below(random) && below(one));
        parts.push(format!("{column}: {} and {}", random.show(3), strong.show(3)));
    }
    let verdict = if favoured > 0 { Conditional } else { NotReproduced };
    let finding = Finding::of(favoured == parts.len(), verdict, "");
    let found = format!(
        "{algorithm} ({}; fewer, and fewer than in the random order, by more than two standard errors in {favoured} of {}): {}",
        finding.verdict.name(),
        parts.len(),
        parts.join("; ")
    );
    Some(Finding { found, ..finding })
}

pub(super) fn ordering(facts: &Facts<'_>) -> Option<Finding> {
    let tables = [0, 1].map(|index| facts.table("ordering", index));
    let (negascout, scout) = (favoured(tables[0]?, "NegaScout")?, favoured(tables[1]?, "Scout")?);
    let found = format!(
        "leaves relative to alpha-beta if the first child is best with probability 1 / width (random order) and 0.6: {}; {}",
        negascout.found, scout.found
    );
    let verdicts = [negascout.verdict, scout.verdict];
    let otherwise = if verdicts == [NotReproduced; 2] { NotReproduced } else { Conditional };
    Some(Finding::of(verdicts == [Verdict::Reproduced; 2], otherwise, found))
}

pub(super) fn slide(facts: &Facts<'_>) -> Option<Finding> {
    let loops = facts.count("the loop of MTD(f) with < never ends")?;
    let ends = facts.count("the loop of MTD(f) with <= ends with the value")?;
    let found = format!(
        "{} of {} runs ({:.0} %) never end; with <= in place of < {} of {} end with the value",
        loops.0,
        loops.1,
        percent(loops),
        ends.0,
        ends.1
    );
    let verdict = if loops.0 > 0 && ends.0 == ends.1 { SourceError } else { NotReproduced };
    Some(Finding::of(loops.0 == 0, verdict, found))
}

pub(super) fn chess(facts: &Facts<'_>) -> Option<Finding> {
    let mtd = |section: &str, column: &str| facts.number(section, "MTD(f), f = last iteration", column);
    let [fine, coarse] = ["chess-qs-granularity1-", "chess-qs-granularity10-"];
    let passes = [mtd(fine, "passes")?, mtd(coarse, "passes")?];
    let nodes = [mtd(fine, "nodes")?, mtd(coarse, "nodes")?].map(|ratio| 100.0 * (ratio - 1.0));
    let found = format!(
        "values of 1 and 10 centipawns: {:.1} and {:.1} passes, {:+.0} and {:+.0} % nodes",
        passes[0], passes[1], nodes[0], nodes[1]
    );
    let holds = |index: usize| (3.0..=5.0).contains(&passes[index]) && (-15.0..=-5.0).contains(&nodes[index]);
    Some(Finding::of(holds(0) || holds(1), NotReproduced, found))
}

pub(super) fn no_convergence(facts: &Facts<'_>) -> Option<Finding> {
    let full = facts.count("MTD(f) with a full table ends with the value")?;
    let without = facts.count("MTD(f) without a memory ends with the value")?;
    let table = facts.table("no-convergence", 0)?;
    let crossed = |row: &str| table.number(row, "bounds cross");
    let wrong = |row: &str| table.number(row, "at another value");
    let (tight, deeper) = ("a bug: bounds too tight", "deeper entries accepted, graph");
    let shallow = "a bug: entries one ply too shallow";
    let lost = full.0 < full.1 || without.0 < without.1;
    let found = format!(
        "{}by lost entries alone: {} of {} runs with a full table and {} of {} without any end with the value. The lower \
         bound ends above the upper one in {:.1} % of the runs with bounds that a bug makes too tight, in {:.1} % where deeper \
         entries are accepted, and in {:.1} % where a bug accepts entries one ply too shallow; in {:.1}, {:.1} and {:.1} % both meet \
         at another value",
        if lost { "" } else { "not " },
        full.0,
        full.1,
        without.0,
        without.1,
        crossed(tight)?,
        crossed(deeper)?,
        crossed(shallow)?,
        wrong(tight)?,
        wrong(deeper)?,
        wrong(shallow)?
    );
    let causes = [lost, crossed(tight)? > 0.0, crossed(deeper)? > 0.0];
    let otherwise = if causes.contains(&true) { Conditional } else { NotReproduced };
    Some(Finding::of(!causes.contains(&false), otherwise, found))
}

pub(super) fn researches(facts: &Facts<'_>) -> Option<Finding> {
    let section = facts.section("chess-qs-granularity1-")?;
    let table = section.tables.first()?;
    let researches = table.number("aspiration NS", "re-searches")?;
    let nodes = table.number("aspiration NS", "nodes a position")?;
    let found = format!("{researches:.1} re-searches in {nodes:.0} nodes a position");
    Some(Finding::of(researches < 0.01 * nodes, NotReproduced, found))
}

pub(super) fn without_memory(facts: &Facts<'_>) -> Option<Finding> {
    let leaves = |row: &str| facts.number("mtd-start", row, "leaves / minimal tree");
    let (with, without) = (leaves("v+10000")?, leaves("v+10000, no memory")?);
    let (exact, alone) = (leaves("v")?, leaves("v, no memory")?);
    let alpha_beta = leaves("AB")?;
    let found = format!(
        "leaves / minimal tree with and without a memory: {exact:.2} and {alone:.2} from the value, {with:.2} and \
         {without:.2} from 10,000 above; alpha-beta {alpha_beta:.2}"
    );
    let verdict = if without > with { Conditional } else { NotReproduced };
    Some(Finding::of(without > alpha_beta, verdict, found))
}

pub(super) fn transpositions(facts: &Facts<'_>) -> Option<Finding> {
    let first = facts.count("a position of the graph is visited for the first time")?;
    let found = format!("{} visits of {} positions", first.1, first.0);
    Some(Finding::of(first.0 < first.1, NotReproduced, found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Section;

    /// The finding from a section with one table, whose cells are separated by `|`.
    fn finding(
        evaluate: fn(&Facts<'_>) -> Option<Finding>,
        id: &str,
        columns: &str,
        rows: &[&str],
    ) -> Option<Finding> {
        let mut table = DataTable::new("", columns.split('|'));
        rows.iter().for_each(|row| table.push(row.split('|')));
        let sections = [Section { id: id.into(), tables: vec![table], ..Section::default() }];
        evaluate(&Facts::new(&sections))
    }

    #[test]
    fn the_minimal_tree_is_a_lower_and_an_upper_bound() {
        let verdict = |rows: &[&str]| {
            finding(square_root, "verified", "property|trials|failures", rows).map(|found| found.verdict)
        };
        let least = "17 no search visits fewer leaves than the minimal tree|100|0";
        assert_eq!(verdict(&["12 theorem 1|100|0", least]), Some(Verdict::Reproduced));
        assert_eq!(verdict(&["12 theorem 1|100|1", least]), Some(NotReproduced));
        assert_eq!(verdict(&[least]), None);
    }

    #[test]
    fn the_positions_of_the_average_case_must_be_the_product() {
        let columns = "level|distance in standard errors|all positions, expected|all positions, counted";
        let verdict = |level: &str| {
            let rows = ["0|0.0|1.000|1.000 ± 0.000", level];
            finding(average_case, "average-case", columns, &rows).map(|found| found.verdict)
        };
        assert_eq!(verdict("1|1.2|3.000|3.005 ± 0.004"), Some(Verdict::Reproduced));
        assert_eq!(verdict("1|1.2|3.000|3.100 ± 0.004"), Some(NotReproduced));
        assert_eq!(verdict("1|4.2|3.000|3.005 ± 0.004"), Some(NotReproduced));
    }

    #[test]
    fn what_equations_were_built_to_satisfy_is_not_reproduced() {
        assert_eq!([consistent_model(), missing_bound()].map(|found| found.verdict), [ByConstruction; 2]);
        assert_eq!(reconstructed(false, "").verdict, NotReproduced);
    }

    #[test]
    fn a_strong_order_is_compared_with_the_random_order_of_the_width() {
        let verdict = |twentieth: &str, fifth: &str, scout: &str| {
            let table = |strong: &str| {
                let mut table = DataTable::new("", ["P(first is best)", "w 20, d 5", "w 5, d 7"]);
                [twentieth, fifth, strong].iter().for_each(|row| table.push(row.split('|')));
                table
            };
            let tables = vec![table("0.6|0.800 ± 0.010|0.800 ± 0.010"), table(scout)];
            let sections = [Section { id: "ordering".into(), tables, ..Section::default() }];
            let found = ordering(&Facts::new(&sections)).expect("numbers");
            assert!(found.found.contains("Scout ("), "{found:?}");
            found.verdict
        };
        // The random order is the row 0.05 at width 20, and 0.2 at width 5; the other rows would give the opposite verdict.
        let (less, more) = ("0.6|0.800 ± 0.010|0.800 ± 0.010", "0.6|1.100 ± 0.010|1.100 ± 0.010");
        let worse =
            |scout| verdict("0.05|0.900 ± 0.010|0.100 ± 0.010", "0.2|0.100 ± 0.010|0.900 ± 0.010", scout);
        let better =
            |scout| verdict("0.05|0.100 ± 0.010|0.900 ± 0.010", "0.2|0.900 ± 0.010|0.100 ± 0.010", scout);
        assert_eq!((worse(less), better(less)), (Verdict::Reproduced, NotReproduced));
        assert_eq!(worse(more), Conditional, "the claim names Scout too");
    }

    #[test]
    fn the_memory_of_ins_is_that_of_the_printed_form() {
        let found = |odd: &str, even: &str| {
            let rows =
                [format!("iid, w 5, d 7|0.500 ± 0.010|{odd}"), format!("iid, w 5, d 8|0.500 ± 0.010|{even}")];
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            finding(memory, "speed", "trees|INS / SSS*|INS with leaf scores / SSS*", &rows).expect("numbers")
        };
        assert_eq!(found("0.800 ± 0.010", "0.900 ± 0.010").verdict, Verdict::Reproduced);
        let conditional = found("0.800 ± 0.010", "1.900 ± 0.010");
        assert_eq!(conditional.verdict, Conditional);
        assert!(conditional.found.contains("at even depths 0 fewer, 1 more"), "{conditional:?}");
        assert_eq!(found("1.000 ± 0.010", "1.900 ± 0.010").verdict, NotReproduced);
    }

    #[test]
    fn a_tree_that_was_added_is_no_evidence_for_a_misled_search() {
        let row = "SSS* evaluates more leaves than NegaScout|3|100";
        let found = finding(misled, "counts", "statement|holds|out of", &[row]);
        assert_eq!(found, Some(Finding::new(Verdict::Reproduced, "on 3.0 % of 100 trees")));
    }
}
