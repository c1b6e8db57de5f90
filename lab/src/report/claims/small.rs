//! Verdicts that rest on the small experiments.

use super::Verdict::{Conditional, NotReproduced};
use super::outcome::{Outcome, Tally};
use super::{DataTable, Facts, Finding, range};
use lancet_arena::statistics::Mean;

pub(super) fn table_size(facts: &Facts<'_>) -> Option<Finding> {
    let table = facts.table("table-size", 0)?;
    let (mut means, mut parts) = (Vec::new(), Vec::new());
    for column in &table.columns[1..] {
        let all = table.rows.iter().map(|row| table.mean(&row[0], column)).collect::<Option<Vec<Mean>>>()?;
        if let Some(trees) = column.strip_prefix("INS, ") {
            let [few, last] = ["1024", "all"].map(|row| table.number(row, column));
            parts.push(format!("{trees}: {:.2} and {:.2}", few?, last?));
        }
        means.extend(all);
    }
    let tally: Tally = means.into_iter().map(|mean| Outcome::of(mean, 1.0, 3)).collect();
    let found = format!(
        "leaves of INS / NegaScout with 1024 slots and with all: {}; with all sizes of the table: {tally}",
        parts.join("; ")
    );
    let holds = tally.more == 0 && tally.fewer > 0;
    Facts::both(facts.properties(54), Some(Finding::of(holds, NotReproduced, found)))
}

/// A cell of the tables of aspiration search.
struct Window {
    /// Whether the first window contains the value.
    is_around: bool,
    /// Leaves with a re-search with an open end, relative to alpha-beta.
    open: Mean,
    /// Leaves with growing windows, relative to those with an open end on the same trees.
    growing: Mean,
}

fn windows(facts: &Facts<'_>) -> Option<Vec<Window>> {
    let mut cells = Vec::new();
    for tables in facts.section("aspiration")?.tables.chunks_exact(3) {
        for row in &tables[0].rows {
            let margin: u32 = row[0].parse().ok()?;
            for column in &tables[0].columns[1..] {
                let error: u32 = column.strip_prefix("error ")?.parse().ok()?;
                let [open, growing] = [0, 2].map(|table| tables[table].mean(&row[0], column));
                cells.push(Window { is_around: error < margin, open: open?, growing: growing? });
            }
        }
    }
    Some(cells).filter(|cells| !cells.is_empty())
}

pub(super) fn aspiration(facts: &Facts<'_>) -> Option<Finding> {
    let cells = windows(facts)?;
    let open =
        |is_around: bool| cells.iter().filter(move |cell| cell.is_around == is_around).map(|cell| cell.open);
    let tally = |is_around| open(is_around).map(|mean| Outcome::of(mean, 1.0, 3)).collect::<Tally>();
    let ratios = |is_around| range(open(is_around).map(|mean| mean.mean));
    let (around, beside) = (ratios(true), ratios(false));
    let found = format!(
        "leaves relative to alpha-beta {:.2} to {:.2} if the window contains the value ({}), and {:.2} to {:.2} if not ({}): the \
         margin should be just above the error of the guess",
        around.0,
        around.1,
        tally(true),
        beside.0,
        beside.1,
        tally(false)
    );
    let never_more = |is_around| tally(is_around).more == 0;
    let verdict = if never_more(true) { Conditional } else { NotReproduced };
    Some(Finding::of(never_more(true) && never_more(false), verdict, found))
}

pub(super) fn widening(facts: &Facts<'_>) -> Option<Finding> {
    let cells = windows(facts)?;
    let missed = || cells.iter().filter(|cell| !cell.is_around);
    let tally: Tally = missed().map(|cell| Outcome::of(cell.growing, 1.0, 3)).collect();
    let (least, most) = range(missed().map(|cell| cell.growing.mean));
    let found = format!(
        "leaves relative to a re-search with an open end in the {} cases in which the window misses the value: {tally}, {least:.2} to \
         {most:.2} times as many: it pays if the guess is off by little",
        tally.count()
    );
    let verdict = if tally.fewer > 0 { Conditional } else { NotReproduced };
    Some(Finding::of(tally.fewer == tally.count(), verdict, found))
}

pub(super) fn deepening(facts: &Facts<'_>) -> Option<Finding> {
    let tables = &facts.section("deepening")?.tables;
    let by_first = |header: &'static str| tables.iter().filter(move |table| table.columns[0] == header);
    let costs = by_first("driver").map(|table| table.mean("alpha-beta", "all iterations"));
    let costs = costs.collect::<Option<Vec<Mean>>>()?;
    let (least, most) = range(costs.iter().map(|cost| cost.mean));
    let tally: Tally = costs.into_iter().map(|cost| Outcome::of(cost, 1.0, 3)).collect();
    let deepest = |column: &'static str| {
        let error = |table: &DataTable| table.number(&table.rows.last()?[0], column);
        by_first("depth").map(error).collect::<Option<Vec<f64>>>().map(range)
    };
    let (last, before) = (deepest("value of the last iteration")?, deepest("value of two iterations ago")?);
    let found = format!(
        "all iterations of alpha-beta together {least:.2} to {most:.2} of one search without ({tally}); at the largest depth the \
         guess is off by {:.0} to {:.0} if it is the value of the last iteration, by {:.0} to {:.0} if of the one before, with \
         gains of up to 100 a move",
        last.0, last.1, before.0, before.1
    );
    let otherwise = if tally.fewer > 0 { Conditional } else { NotReproduced };
    Some(Finding::of(tally.fewer == tally.count(), otherwise, found))
}

pub(super) fn branch_size(facts: &Facts<'_>) -> Option<Finding> {
    let table = facts.table("branch-size", 0)?;
    let ratios = |row: &str| {
        table.columns[1..].iter().map(|trees| table.number(row, trees)).collect::<Option<Vec<f64>>>()
    };
    let (more, fewer) =
        (ratios("best first, of equals the smallest")?, ratios("best first, of equals the largest")?);
    let (small, large) = (ratios("smallest first")?, ratios("largest first")?);
    let (cut_more, cut_fewer) = (range(more.iter().copied()), range(fewer.iter().copied()));
    let (smallest_first, largest_first) = (range(small.iter().copied()), range(large.iter().copied()));
    let found = format!(
        "nodes relative to a random choice among equally good children: {:.2} to {:.2} if the larger branch is cut off, {:.2} to \
         {:.2} if the smaller; in an order by size alone {:.2} to {:.2} and {:.2} to {:.2}",
        cut_more.0,
        cut_more.1,
        cut_fewer.0,
        cut_fewer.1,
        smallest_first.0,
        smallest_first.1,
        largest_first.0,
        largest_first.1
    );
    let holds = cut_more.1 < 1.0 && more.iter().zip(&fewer).all(|(more, fewer)| more < fewer);
    let otherwise = if cut_more.0 < 1.0 { Conditional } else { NotReproduced };
    Some(Finding::of(holds, otherwise, found))
}

pub(super) fn window_levels(facts: &Facts<'_>) -> Option<Finding> {
    let table = facts.table("window-levels", 0)?;
    let (mut holds, mut parts) = (true, Vec::new());
    for columns in table.columns[1..].chunks_exact(2) {
        let saved = |level: usize, bound: usize| table.number(&level.to_string(), &columns[bound]);
        let levels = (0..table.rows.len()).filter(|level| saved(*level, 0).is_some());
        // Alpha of the root is beta at odd levels, beta of the root at even ones.
        let elsewhere = |level: usize| saved(level, usize::from(level % 2 == 1)) == Some(0.0);
        holds &= levels.clone().all(elsewhere) && saved(0, 1) == Some(0.0);
        let (children, grandchildren) = (saved(1, 0)?, saved(2, 1)?);
        holds &= children > 0.0 && grandchildren > 0.0;
        let sum = |bound: usize| levels.clone().filter_map(|level| saved(level, bound)).sum::<f64>();
        parts.push(format!(
            "{} {children:.1} of {:.1} % and {grandchildren:.1} of {:.1} %",
            columns[0].trim_end_matches(", alpha"),
            sum(0),
            sum(1)
        ));
    }
    let found = format!(
        "leaves saved by cutoffs at children of all that alpha saves, and at grandchildren of all that beta saves: {}; the rest \
         is saved every second level below, and nothing at the levels between",
        parts.join("; ")
    );
    Some(Finding::of(holds, NotReproduced, found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Section;
    use crate::report::claims::Verdict;

    /// A section with one table for each list of rows, whose cells are separated by `|`.
    fn section(id: &str, tables: &[(&str, &[&str])]) -> Section {
        let table = |(columns, rows): &(&str, &[&str])| {
            let mut table = DataTable::new("", columns.split('|'));
            rows.iter().for_each(|row| table.push(row.split('|')));
            table
        };
        Section { id: id.into(), tables: tables.iter().map(table).collect(), ..Section::default() }
    }

    #[test]
    fn windows_are_compared_on_the_same_trees() {
        let verdict = |growing: &str| {
            let open = ("margin|error 100", &["101|0.500 ± 0.010", "1|1.200 ± 0.010"][..]);
            let relative = [String::from("101|1.000 ± 0.000"), format!("1|{growing}")];
            let relative: Vec<&str> = relative.iter().map(String::as_str).collect();
            let sections = [section("aspiration", &[open, open, ("margin|error 100", &relative)])];
            let facts = Facts::new(&sections);
            [aspiration(&facts), widening(&facts)].map(|found| found.map(|found| found.verdict))
        };
        assert_eq!(verdict("0.950 ± 0.010"), [Some(Conditional), Some(Verdict::Reproduced)]);
        assert_eq!(verdict("0.985 ± 0.010"), [Some(Conditional), Some(NotReproduced)]);
    }

    #[test]
    fn iterations_that_save_nothing_beyond_the_errors_are_no_evidence() {
        let verdict = |cost: &str| {
            let row = format!("alpha-beta|{cost}");
            let errors = ["8|30.0 ± 1.0|20.0 ± 1.0"];
            let columns = "depth|value of the last iteration|value of two iterations ago";
            let sections =
                [section("deepening", &[("driver|all iterations", &[row.as_str()]), (columns, &errors)])];
            deepening(&Facts::new(&sections)).map(|found| found.verdict)
        };
        assert_eq!(verdict("0.900 ± 0.010"), Some(Verdict::Reproduced));
        assert_eq!(verdict("0.990 ± 0.010"), Some(NotReproduced));
    }
}
