//! The results of searches: one row per driver and position, and summaries over all positions.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use lancet::console::Table;
use lancet::search::{Info, Outcome, Reporter, SearchStats};
use lancet::types::Depth;
use lancet_arena::player::Played;
use lancet_arena::results_file::{Row, distinct, micros};
use lancet_arena::statistics::{Interval, geometric_mean};

/// The conditions of a comparison, equal for all drivers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Conditions {
    /// Whether all rules except transposition table cutoffs at equal depth are disabled.
    pub plain: bool,
    /// The disabled rules, separated by spaces.
    pub without: String,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Bounds kept per entry of the transposition table.
    pub bounds: i32,
    /// The granularity of scores, in evaluation units.
    pub granularity: i32,
    /// Depth of the searches.
    pub depth: Depth,
    /// Identity of the network.
    pub evaluation: String,
}

/// The search of a position by a driver: a row of the results file.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct SearchRow {
    /// Whether all rules except transposition table cutoffs at equal depth are disabled.
    pub plain: bool,
    /// The disabled rules, separated by spaces.
    pub without: String,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Bounds kept per entry of the transposition table.
    pub bounds: i32,
    /// The granularity of scores, in evaluation units.
    pub granularity: i32,
    /// Depth of the search.
    pub depth: Depth,
    /// Identity of the network.
    pub evaluation: String,
    /// The driver.
    pub driver: String,
    /// Nodes of a small bench by the driver, which identify the engine.
    pub signature: u64,
    /// Concurrent searches, which make times longer.
    pub threads: usize,
    /// The position.
    pub fen: String,
    /// The score in evaluation units.
    pub score: i32,
    /// Nodes searched.
    pub nodes: u64,
    /// Time in microseconds.
    pub microseconds: u64,
    /// Length of the principal variation.
    pub pv_length: usize,
    /// Searches of the root, over all iterations.
    pub passes: u64,
    /// Re-searches of children of the principal variation.
    pub researches: u64,
    /// Iterations that reached the pass limit.
    pub pass_limit_hits: u64,
    /// Iterations in which the result of a pass contradicted an earlier one.
    pub disagreements: u64,
    /// Beta cutoffs.
    pub cutoffs: u64,
    /// Beta cutoffs by the first move searched.
    pub first_cutoffs: u64,
    /// Moves searched before the move that caused a beta cutoff.
    pub late_cutoffs: u64,
    /// Nodes after each iteration, separated by spaces.
    pub iterations: String,
}

impl Row for SearchRow {
    const FORMER_COLUMNS: &'static [(&'static str, &'static str)] = &[
        ("grain", "granularity"),
        ("line", "pv_length"),
        ("asked_again", "researches"),
        ("capped", "pass_limit_hits"),
    ];
}

impl SearchRow {
    /// Returns the conditions of the search.
    #[must_use]
    pub fn conditions(&self) -> Conditions {
        Conditions {
            plain: self.plain,
            without: self.without.clone(),
            hash: self.hash,
            bounds: self.bounds,
            granularity: self.granularity,
            depth: self.depth,
            evaluation: self.evaluation.clone(),
        }
    }

    /// Returns what the row says of the engine.
    #[must_use]
    pub fn played(&self) -> Played<'_> {
        Played { driver: &self.driver, signature: self.signature, evaluation: &self.evaluation }
    }

    /// Creates a row under these conditions without results.
    pub(super) fn new(conditions: &Conditions) -> SearchRow {
        let Conditions { plain, without, hash, bounds, granularity, depth, evaluation } = conditions.clone();
        SearchRow { plain, without, hash, bounds, granularity, depth, evaluation, ..SearchRow::default() }
    }

    /// Returns the row with the results of a search.
    pub(super) fn with(self, outcome: &Outcome, iterations: &IterationNodes) -> SearchRow {
        let info = &outcome.info;
        let SearchStats {
            passes,
            researches,
            pass_limit_hits,
            disagreements,
            cutoffs,
            first_cutoffs,
            late_cutoffs,
            ..
        } = outcome.stats;
        let iterations: Vec<String> = iterations.0.iter().map(u64::to_string).collect();
        SearchRow {
            score: info.score.units(),
            nodes: info.nodes,
            microseconds: micros(info.elapsed),
            pv_length: info.line.moves().len(),
            passes,
            researches,
            pass_limit_hits,
            disagreements,
            cutoffs,
            first_cutoffs,
            late_cutoffs,
            iterations: iterations.join(" "),
            ..self
        }
    }

    /// Returns the nodes after the iteration of this depth.
    #[must_use]
    pub fn nodes_at(&self, depth: Depth) -> Option<u64> {
        let index = usize::try_from(depth).ok()?.checked_sub(1)?;
        self.iterations.split(' ').nth(index)?.parse().ok()
    }
}

/// Records the nodes after each iteration.
#[derive(Default)]
pub(super) struct IterationNodes(Vec<u64>);

impl Reporter for IterationNodes {
    fn info(&mut self, info: &Info) {
        // The last report of a depth is that at the end of the iteration.
        let depth = info.depth.unsigned_abs() as usize;
        self.0.resize(depth.max(self.0.len()), 0);
        // A search that is stopped at once has depth 0.
        if let Some(nodes) = depth.checked_sub(1).and_then(|index| self.0.get_mut(index)) {
            *nodes = info.nodes;
        }
    }
}

/// A driver in all positions, relative to the baseline.
#[derive(Clone, Debug)]
pub struct SearchSummary {
    /// The driver.
    pub driver: String,
    /// Number of positions.
    pub positions: usize,
    /// Ratio of nodes to those of the baseline: the geometric mean over the positions.
    pub nodes: Interval,
    /// Nodes in all positions together relative to those of the baseline, which depends most on the largest searches.
    pub total_nodes: f64,
    /// The ratio of nodes that one position in twenty exceeds (nearest rank).
    pub nodes_95: f64,
    /// Ratio of time to that of the baseline.
    pub time: Interval,
    /// Mean length of the principal variation.
    pub pv_length: f64,
    /// Mean passes per iteration.
    pub passes: f64,
    /// Mean re-searches of children of the principal variation per iteration.
    pub researches: f64,
    /// Iterations that reached the pass limit.
    pub pass_limit_hits: u64,
    /// Fraction of iterations in which the result of a pass contradicted an earlier one.
    pub disagreements: f64,
    /// Fraction of beta cutoffs by the first move searched.
    pub first_cutoffs: f64,
    /// Mean number of moves searched before the move that caused a beta cutoff.
    pub late_cutoffs: f64,
}

/// Summarises rows of the same conditions: each driver relative to `baseline`, in the positions that both
/// have searched.
#[must_use]
pub fn summarize_searches(rows: &[&SearchRow], baseline: &str) -> Vec<SearchSummary> {
    let drivers = distinct(rows.iter().map(|row| row.driver.as_str())).into_iter();
    drivers.map(|driver| summarize(driver, &paired(rows, driver, baseline))).collect()
}

/// Pairs the rows of a driver with those of the baseline in the same positions, each position once.
#[must_use]
pub fn paired<'a>(
    rows: &[&'a SearchRow],
    driver: &str,
    baseline: &str,
) -> Vec<(&'a SearchRow, &'a SearchRow)> {
    // Results files of earlier versions may have a position twice.
    let of = |name: &str| {
        let mut seen = HashSet::new();
        let rows = rows.iter().copied().filter(|row| row.driver == name && seen.insert(row.fen.as_str()));
        rows.collect::<Vec<_>>()
    };
    let baseline_rows: HashMap<&str, &SearchRow> =
        of(baseline).into_iter().map(|row| (row.fen.as_str(), row)).collect();
    of(driver).into_iter().filter_map(|row| Some((row, *baseline_rows.get(row.fen.as_str())?))).collect()
}

fn summarize(driver: &str, pairs: &[(&SearchRow, &SearchRow)]) -> SearchSummary {
    let ratio = |of: fn(&SearchRow) -> u64| {
        geometric_mean(pairs.iter().map(|(row, base)| of(row).max(1) as f64 / of(base).max(1) as f64))
    };
    let sum = |of: fn(&SearchRow) -> u64| pairs.iter().map(|(row, _)| of(row)).sum::<u64>() as f64;
    let base_nodes: u64 = pairs.iter().map(|(_, base)| base.nodes).sum();
    let part = |of: fn(&SearchRow) -> u64, all: fn(&SearchRow) -> u64| sum(of) / sum(all).max(1.0);
    let iterations = |row: &SearchRow| u64::from(row.depth.unsigned_abs());
    SearchSummary {
        driver: driver.to_owned(),
        positions: pairs.len(),
        nodes: ratio(|row| row.nodes),
        total_nodes: sum(|row| row.nodes) / base_nodes.max(1) as f64,
        nodes_95: percentile_95(pairs.iter().map(|(row, base)| row.nodes as f64 / base.nodes.max(1) as f64)),
        time: ratio(|row| row.microseconds),
        pv_length: sum(|row| row.pv_length as u64) / pairs.len().max(1) as f64,
        passes: part(|row| row.passes, iterations),
        researches: part(|row| row.researches, iterations),
        pass_limit_hits: sum(|row| row.pass_limit_hits) as u64,
        disagreements: part(|row| row.disagreements, iterations),
        first_cutoffs: part(|row| row.first_cutoffs, |row| row.cutoffs),
        late_cutoffs: part(|row| row.late_cutoffs, |row| row.cutoffs),
    }
}

/// The value that one in twenty exceeds, by nearest rank; 0 if there is none.
fn percentile_95(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    let rank = (values.len() * 19).div_ceil(20);
    values.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

/// What the columns of [`table`] mean.
pub(super) const NOTE: &str = "Nodes and time are geometric means of the ratios, total is the ratio of all nodes, and one \
                               position in twenty exceeds \"1 in 20\"; fewer than ten positions have no interval. Passes and re-searches are means per iteration; g is the mean number of moves searched \
                               before the move that causes a beta cutoff.";

/// Returns a table for people with a row for each driver.
pub(super) fn table(summaries: &[SearchSummary]) -> Table {
    let mut table = Table::new([
        "driver",
        "nodes",
        "95 %",
        "total",
        "1 in 20",
        "time",
        "95 %",
        "PV length",
        "passes",
        "re-searches",
        "pass limit hits",
        "contradicted",
        "first cutoff",
        "g",
    ]);
    let interval = |mean: Interval| {
        mean.ends().map_or_else(|| "-".to_string(), |(low, high)| format!("{low:.3} to {high:.3}"))
    };
    for summary in summaries {
        table.push([
            summary.driver.clone(),
            format!("{:.3}", summary.nodes.value),
            interval(summary.nodes),
            format!("{:.3}", summary.total_nodes),
            format!("{:.2}", summary.nodes_95),
            format!("{:.3}", summary.time.value),
            interval(summary.time),
            format!("{:.1}", summary.pv_length),
            format!("{:.2}", summary.passes),
            format!("{:.2}", summary.researches),
            summary.pass_limit_hits.to_string(),
            format!("{:.1} %", 100.0 * summary.disagreements),
            format!("{:.1} %", 100.0 * summary.first_cutoffs),
            format!("{:.2}", summary.late_cutoffs),
        ]);
    }
    table
}

/// Returns a table for programs without rows; [`push_csv`] fills it.
pub(super) fn csv_table() -> Table {
    Table::new([
        "depth",
        "hash",
        "bounds",
        "granularity",
        "plain",
        "without",
        "driver",
        "positions",
        "nodes",
        "nodes_low",
        "nodes_high",
        "total_nodes",
        "nodes_95",
        "time",
        "time_low",
        "time_high",
        "pv_length",
        "passes",
        "researches",
        "pass_limit_hits",
        "contradicted",
        "first_cutoff",
        "late_cutoffs",
    ])
}

/// Adds a row for each driver to a table for programs: the conditions, and numbers without units. Fractions are from 0
/// to 1. The ends of an
/// interval are "-" if the positions are too few for one.
pub(super) fn push_csv(table: &mut Table, conditions: &Conditions, summaries: &[SearchSummary]) {
    let Conditions { plain, without, hash, bounds, granularity, depth, .. } = conditions;
    for summary in summaries {
        let SearchSummary { nodes, time, .. } = summary;
        let ends = |mean: &Interval| {
            mean.ends().map_or_else(
                || ["-", "-"].map(String::from),
                |(low, high)| [low, high].map(|end| format!("{end:.4}")),
            )
        };
        let ([nodes_low, nodes_high], [time_low, time_high]) = (ends(nodes), ends(time));
        table.push([
            depth.to_string(),
            hash.to_string(),
            bounds.to_string(),
            granularity.to_string(),
            plain.to_string(),
            without.clone(),
            summary.driver.clone(),
            summary.positions.to_string(),
            format!("{:.4}", nodes.value),
            nodes_low,
            nodes_high,
            format!("{:.4}", summary.total_nodes),
            format!("{:.4}", summary.nodes_95),
            format!("{:.4}", time.value),
            time_low,
            time_high,
            format!("{:.2}", summary.pv_length),
            format!("{:.3}", summary.passes),
            format!("{:.3}", summary.researches),
            summary.pass_limit_hits.to_string(),
            format!("{:.4}", summary.disagreements),
            format!("{:.4}", summary.first_cutoffs),
            format!("{:.3}", summary.late_cutoffs),
        ]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lancet::console::TableFormat;

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
    fn summaries_compare_only_common_positions() {
        let rows =
            [row("A", "x", 100), row("B", "x", 50), row("B", "y", 9), row("A", "z", 10), row("B", "z", 20)];
        let rows: Vec<&SearchRow> = rows.iter().collect();
        let summaries = summarize_searches(&rows, "A");
        assert_eq!(summaries.iter().map(|summary| summary.positions).collect::<Vec<_>>(), [2, 2]);
        // The geometric mean of 1/2 and 2 is 1.
        assert!(summaries.iter().all(|summary| (summary.nodes.value - 1.0).abs() < 1e-12));
        assert_eq!(summaries[1].passes, 3.0);
    }

    #[test]
    fn the_total_and_the_tail_show_what_the_mean_hides() {
        let fens: Vec<String> = (0..20).map(|number| number.to_string()).collect();
        let mut rows = Vec::new();
        for (number, fen) in fens.iter().enumerate() {
            // Half of the nodes in eighteen positions, three and a hundred times as many in the last two.
            let nodes = if number < 18 { 50 } else { [300, 10_000][number - 18] };
            rows.extend([row("A", fen, 100), row("B", fen, nodes)]);
        }
        let rows: Vec<&SearchRow> = rows.iter().collect();
        let summaries = summarize_searches(&rows, "A");
        let summary = &summaries[1];
        assert!(summary.nodes.value < 1.0, "{summary:?}");
        assert_eq!((summary.total_nodes, summary.nodes_95), ((900.0 + 10_300.0) / 2000.0, 3.0));
        assert_eq!((summaries[0].total_nodes, summaries[0].nodes_95), (1.0, 1.0));
        assert_eq!(percentile_95(std::iter::empty()), 0.0);
    }

    #[test]
    fn few_positions_have_no_interval() {
        let cells = |positions: usize| {
            let rows: Vec<SearchRow> = (0..positions).map(|fen| row("A", &fen.to_string(), 100)).collect();
            let summaries = summarize_searches(&rows.iter().collect::<Vec<_>>(), "A");
            let mut csv = csv_table();
            push_csv(&mut csv, &rows[0].conditions(), &summaries);
            let text = |table: &Table, format| {
                let mut out = Vec::new();
                table.write(format, &mut out).expect("a write");
                String::from_utf8(out).expect("text")
            };
            [text(&table(&summaries), TableFormat::Markdown), text(&csv, TableFormat::Csv)]
        };
        let [few, few_csv] = cells(9);
        assert!(few.contains("| A | 1.000 | - | 1.000 "), "{few}");
        assert!(few_csv.contains(",1.0000,-,-,1.0000,"), "{few_csv}");
        let [enough, enough_csv] = cells(10);
        assert!(enough.contains("| A | 1.000 | 1.000 to 1.000 | 1.000 "), "{enough}");
        assert!(!enough_csv.contains('-'), "{enough_csv}");
    }

    #[test]
    fn a_repeated_position_counts_once() {
        let rows = [row("A", "x", 100), row("A", "x", 50), row("B", "x", 100), row("B", "x", 7)];
        let rows: Vec<&SearchRow> = rows.iter().collect();
        let summaries = summarize_searches(&rows, "A");
        assert_eq!(summaries.iter().map(|summary| summary.positions).collect::<Vec<_>>(), [1, 1]);
        assert!(summaries.iter().all(|summary| summary.nodes.value == 1.0), "{summaries:?}");
    }

    #[test]
    fn nodes_at_returns_the_nodes_of_each_iteration() {
        let row = row("A", "x", 50);
        assert_eq!([0, 1, 2, 3].map(|depth| row.nodes_at(depth)), [None, Some(7), Some(50), None]);
        assert_eq!(SearchRow::new(&row.conditions()).conditions(), row.conditions());
    }
}
