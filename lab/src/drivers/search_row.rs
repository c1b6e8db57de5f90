//! Search row: what a contestant did in one position, and what all did in all.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use lancet::search::{Info, Outcome, Reporter, SearchStats};
use lancet::types::Depth;
use lancet_arena::results_file::{distinct, micros};
use lancet_arena::statistics::{Mean, geometric_mean};

/// What was the same for all contestants of a comparison.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Setting {
    /// No rule but the table at equal depth.
    pub plain: bool,
    /// Rules that were switched off besides, with blanks between them.
    pub without: String,
    /// MiB of the table.
    pub hash: usize,
    /// Bounds that the table kept for a position.
    pub bounds: i32,
    /// Evaluations were multiples of it.
    pub grain: i32,
    /// The depth of the searches.
    pub depth: Depth,
    /// The identity of the model.
    pub evaluation: String,
}

/// What a contestant did in one position: a row of the file.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct SearchRow {
    /// As in [`Setting`].
    pub plain: bool,
    /// As in [`Setting`].
    pub without: String,
    /// As in [`Setting`].
    pub hash: usize,
    /// As in [`Setting`].
    pub bounds: i32,
    /// As in [`Setting`].
    pub grain: i32,
    /// As in [`Setting`].
    pub depth: Depth,
    /// As in [`Setting`].
    pub evaluation: String,
    /// The contestant.
    pub driver: String,
    /// Nodes of a small bench by it: another number is another engine.
    pub signature: u64,
    /// Searches side by side, which makes times longer.
    pub threads: usize,
    /// The position.
    pub fen: String,
    /// The score.
    pub score: i32,
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub microseconds: u64,
    /// Moves of the line.
    pub line: usize,
    /// As in [`SearchStats`].
    pub passes: u64,
    /// As in [`SearchStats`].
    pub asked_again: u64,
    /// As in [`SearchStats`].
    pub capped: u64,
    /// As in [`SearchStats`].
    pub disagreements: u64,
    /// As in [`SearchStats`].
    pub cutoffs: u64,
    /// As in [`SearchStats`].
    pub first_cutoffs: u64,
    /// As in [`SearchStats`].
    pub late_cutoffs: u64,
    /// Nodes after each iteration, with blanks between them.
    pub iterations: String,
}

impl SearchRow {
    /// What was the same for all contestants.
    #[must_use]
    pub fn setting(&self) -> Setting {
        Setting {
            plain: self.plain,
            without: self.without.clone(),
            hash: self.hash,
            bounds: self.bounds,
            grain: self.grain,
            depth: self.depth,
            evaluation: self.evaluation.clone(),
        }
    }

    /// The row of a setting to which nothing is known yet.
    pub(super) fn of(setting: &Setting) -> SearchRow {
        let Setting { plain, without, hash, bounds, grain, depth, evaluation } = setting.clone();
        SearchRow { plain, without, hash, bounds, grain, depth, evaluation, ..SearchRow::default() }
    }

    /// The row with what a search has found.
    pub(super) fn with(self, outcome: &Outcome, iterations: &Iterations) -> SearchRow {
        let (info, stats) = (&outcome.info, outcome.stats);
        let SearchStats {
            passes,
            researches,
            pass_limit_hits,
            disagreements,
            cutoffs,
            first_cutoffs,
            late_cutoffs,
        } = stats;
        let iterations: Vec<String> = iterations.0.iter().map(u64::to_string).collect();
        SearchRow {
            score: info.score.units(),
            nodes: info.nodes,
            microseconds: micros(info.elapsed),
            line: info.line.moves().len(),
            passes,
            asked_again: researches,
            capped: pass_limit_hits,
            disagreements,
            cutoffs,
            first_cutoffs,
            late_cutoffs,
            iterations: iterations.join(" "),
            ..self
        }
    }

    /// Nodes after the iteration of this depth.
    #[must_use]
    pub fn nodes_at(&self, depth: Depth) -> Option<u64> {
        let index = usize::try_from(depth).ok()?.checked_sub(1)?;
        self.iterations.split(' ').nth(index)?.parse().ok()
    }
}

/// Notes the nodes after each iteration.
#[derive(Default)]
pub(super) struct Iterations(Vec<u64>);

impl Reporter for Iterations {
    fn info(&mut self, info: &Info) {
        // Of those about one depth the last is the one that ends the iteration.
        let depth = info.depth.unsigned_abs() as usize;
        self.0.resize(depth.max(self.0.len()), 0);
        self.0[depth - 1] = info.nodes;
    }
}

/// What a contestant did in all positions, by what the baseline did there.
#[derive(Clone, Debug)]
pub struct SearchSummary {
    /// The contestant.
    pub driver: String,
    /// Positions.
    pub positions: usize,
    /// Nodes, by those of the baseline.
    pub nodes: Mean,
    /// Time, by that of the baseline.
    pub time: Mean,
    /// Moves of a line, on the mean.
    pub line: f64,
    /// Passes of an iteration, on the mean.
    pub passes: f64,
    /// Children of the principal variation asked again in an iteration, on the mean.
    pub asked_again: f64,
    /// Values that were not found within the pass limit.
    pub capped: u64,
    /// Iterations in which an answer contradicted an earlier one, of all.
    pub disagreements: f64,
    /// Cut-offs by the first move that was searched, of all.
    pub first_cutoffs: f64,
    /// Moves that were searched in vain before one that cut off, on the mean.
    pub late_cutoffs: f64,
}

/// What each contestant did in all positions by what `baseline` did there; `rows` are of one
/// setting. Only positions that both have searched count.
#[must_use]
pub fn summarise_searches(rows: &[&SearchRow], baseline: &str) -> Vec<SearchSummary> {
    let drivers = distinct(rows.iter().map(|row| row.driver.as_str())).into_iter();
    drivers.map(|driver| summarise(driver, &paired(rows, driver, baseline))).collect()
}

/// The rows of a driver, each with that of the baseline in the same position.
#[must_use]
pub fn paired<'a>(
    rows: &[&'a SearchRow],
    driver: &str,
    baseline: &str,
) -> Vec<(&'a SearchRow, &'a SearchRow)> {
    let of = |name: &str| rows.iter().copied().filter(move |row| row.driver == name).collect::<Vec<_>>();
    let known: std::collections::HashMap<&str, &SearchRow> =
        of(baseline).into_iter().map(|row| (row.fen.as_str(), row)).collect();
    of(driver).into_iter().filter_map(|row| Some((row, *known.get(row.fen.as_str())?))).collect()
}

fn summarise(driver: &str, pairs: &[(&SearchRow, &SearchRow)]) -> SearchSummary {
    let ratio = |of: fn(&SearchRow) -> u64| {
        geometric_mean(pairs.iter().map(|(row, base)| of(row).max(1) as f64 / of(base).max(1) as f64))
    };
    let sum = |of: fn(&SearchRow) -> u64| pairs.iter().map(|(row, _)| of(row)).sum::<u64>() as f64;
    let part = |of: fn(&SearchRow) -> u64, all: fn(&SearchRow) -> u64| sum(of) / sum(all).max(1.0);
    let iterations = |row: &SearchRow| u64::from(row.depth.unsigned_abs());
    SearchSummary {
        driver: driver.to_owned(),
        positions: pairs.len(),
        nodes: ratio(|row| row.nodes),
        time: ratio(|row| row.microseconds),
        line: sum(|row| row.line as u64) / pairs.len().max(1) as f64,
        passes: part(|row| row.passes, iterations),
        asked_again: part(|row| row.asked_again, iterations),
        capped: sum(|row| row.capped) as u64,
        disagreements: part(|row| row.disagreements, iterations),
        first_cutoffs: part(|row| row.first_cutoffs, |row| row.cutoffs),
        late_cutoffs: part(|row| row.late_cutoffs, |row| row.cutoffs),
    }
}

/// Writes the table: a row for each contestant.
pub(super) fn write_table(summaries: &[SearchSummary], out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "| driver | nodes | 95 % | time | 95 % | line | passes | again | capped | contradicted | first cut | g |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|---|---|---|---|---|")?;
    for summary in summaries {
        writeln!(
            out,
            "| {} | {} | {} | {:.1} | {:.2} | {:.2} | {} | {:.1} % | {:.1} % | {:.2} |",
            summary.driver,
            tell(summary.nodes),
            tell(summary.time),
            summary.line,
            summary.passes,
            summary.asked_again,
            summary.capped,
            100.0 * summary.disagreements,
            100.0 * summary.first_cutoffs,
            summary.late_cutoffs,
        )?;
    }
    writeln!(
        out,
        "\nPasses and children asked again are of one iteration, on the mean; g is the number of moves searched in \
         vain before one that cuts off."
    )
}

/// A mean and its interval, as two columns.
fn tell(mean: Mean) -> String {
    let Mean { value, low, high } = mean;
    format!("{value:.3} | {low:.3} to {high:.3}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(driver: &str, fen: &str, nodes: u64) -> SearchRow {
        let iterations = format!("7 {nodes}");
        SearchRow {
            driver: driver.into(),
            fen: fen.into(),
            nodes,
            depth: 2,
            passes: 6,
            iterations,
            ..SearchRow::default()
        }
    }

    #[test]
    fn only_what_both_have_searched_is_compared() {
        let rows =
            [row("A", "x", 100), row("B", "x", 50), row("B", "y", 9), row("A", "z", 10), row("B", "z", 20)];
        let rows: Vec<&SearchRow> = rows.iter().collect();
        let summaries = summarise_searches(&rows, "A");
        assert_eq!(summaries.iter().map(|summary| summary.positions).collect::<Vec<_>>(), [2, 2]);
        // Half as many and twice as many are as many on the geometric mean.
        assert!(summaries.iter().all(|summary| (summary.nodes.value - 1.0).abs() < 1e-12));
        assert_eq!(summaries[1].passes, 3.0);
    }

    #[test]
    fn nodes_are_known_after_each_iteration() {
        let row = row("A", "x", 50);
        assert_eq!([0, 1, 2, 3].map(|depth| row.nodes_at(depth)), [None, Some(7), Some(50), None]);
        assert_eq!(SearchRow::of(&row.setting()).setting(), row.setting());
    }
}
