//! Verdicts that rest on the small experiments.

use super::Verdict::{Conditional, NotReproduced};
use super::{DataTable, Facts, Finding, range};

pub(super) fn table_size(facts: &Facts<'_>) -> Option<Finding> {
    let table = facts.table("table-size", 0)?;
    let (mut means, mut parts) = (Vec::new(), Vec::new());
    for column in &table.columns[1..] {
        let all = table.rows.iter().map(|row| table.number(&row[0], column)).collect::<Option<Vec<f64>>>()?;
        if let Some(trees) = column.strip_prefix("INS, ") {
            let [few, last] = ["1024", "all"].map(|row| table.number(row, column));
            parts.push(format!("{trees}: {:.2} and {:.2}", few?, last?));
        }
        means.extend(all);
    }
    let found = format!("leaves of INS / NegaScout with 1024 slots and with all: {}", parts.join("; "));
    let holds = range(means).1 <= 1.0;
    Facts::both(facts.properties(54), Some(Finding::of(holds, NotReproduced, found)))
}

/// A cell of the tables of aspiration search.
struct Window {
    /// Whether the first window contains the value.
    is_around: bool,
    /// Leaves with a re-search with an open end, relative to alpha-beta.
    open: f64,
    /// Leaves with growing windows.
    growing: f64,
}

fn windows(facts: &Facts<'_>) -> Option<Vec<Window>> {
    let mut cells = Vec::new();
    for pair in facts.section("aspiration")?.tables.chunks_exact(2) {
        for row in &pair[0].rows {
            let margin: u32 = row[0].parse().ok()?;
            for column in &pair[0].columns[1..] {
                let error: u32 = column.strip_prefix("error ")?.parse().ok()?;
                let [open, growing] = [0, 1].map(|method| pair[method].number(&row[0], column));
                cells.push(Window { is_around: error < margin, open: open?, growing: growing? });
            }
        }
    }
    Some(cells).filter(|cells| !cells.is_empty())
}

pub(super) fn aspiration(facts: &Facts<'_>) -> Option<Finding> {
    let cells = windows(facts)?;
    let ratios = |is_around: bool| {
        range(cells.iter().filter(|cell| cell.is_around == is_around).map(|cell| cell.open))
    };
    let (around, beside) = (ratios(true), ratios(false));
    let found = format!(
        "leaves relative to alpha-beta {:.2} to {:.2} if the window contains the value, and {:.2} to {:.2} if not: the margin \
         should be just above the error of the guess",
        around.0, around.1, beside.0, beside.1
    );
    let verdict = if around.1 <= 1.0 { Conditional } else { NotReproduced };
    Some(Finding::of(around.1.max(beside.1) <= 1.0, verdict, found))
}

pub(super) fn widening(facts: &Facts<'_>) -> Option<Finding> {
    let cells = windows(facts)?;
    let missed = || cells.iter().filter(|cell| !cell.is_around);
    let (better, all) = (missed().filter(|cell| cell.growing < cell.open).count(), missed().count());
    let (least, most) = range(missed().map(|cell| cell.growing / cell.open));
    let found = format!(
        "fewer leaves than a re-search with an open end in {better} of {all} cases in which the window misses the value, \
         {least:.2} to {most:.2} times as many: it pays if the guess is off by little"
    );
    let verdict = if better > 0 { Conditional } else { NotReproduced };
    Some(Finding::of(better == all, verdict, found))
}

pub(super) fn deepening(facts: &Facts<'_>) -> Option<Finding> {
    let tables = &facts.section("deepening")?.tables;
    let by_first = |header: &'static str| tables.iter().filter(move |table| table.columns[0] == header);
    let costs = by_first("driver").map(|table| table.number("alpha-beta", "all iterations"));
    let (least, most) = range(costs.collect::<Option<Vec<f64>>>()?);
    let deepest = |column: &'static str| {
        let error = |table: &DataTable| table.number(&table.rows.last()?[0], column);
        by_first("depth").map(error).collect::<Option<Vec<f64>>>().map(range)
    };
    let (last, before) = (deepest("value of the last iteration")?, deepest("value of two iterations ago")?);
    let found = format!(
        "all iterations of alpha-beta together {least:.2} to {most:.2} of one search without; at the largest depth the guess is \
         off by {:.0} to {:.0} if it is the value of the last iteration, by {:.0} to {:.0} if of the one before, with gains of \
         up to 100 a move",
        last.0, last.1, before.0, before.1
    );
    Some(Finding::of(most < 1.0, if least < 1.0 { Conditional } else { NotReproduced }, found))
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
