//! The benefit of fail-soft bounds in a transposition table (Fishburn's 7 %, source 003). Nodes that the table decides do
//! not count.

use std::hint::black_box;

use clap::Args;
use cpu_time::ThreadTime;

use super::paired::ratio_of_means;
use super::reference::{Comparisons, DISTANCE, Reference, reference};
use super::{Experiment, Output, Runner, check_means, seed_of};
use crate::algorithm::{Fail, Table, alpha_beta_fail_soft, alpha_beta_table};
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{Chart, Curve, DataTable, Section, XAxis};
use crate::tree::Commuting;
use crate::{Counters, GameTree, INFINITY, Observer, Value};
use lancet_arena::statistics::Mean;

/// Compare fail-soft with fail-hard alpha-beta, both with a transposition table
#[derive(Args, Clone, PartialEq, Debug)]
pub struct FailSoft {
    /// Number of graphs
    #[arg(short, long, value_name = "N", default_value_t = FailSoft::default().runs, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for FailSoft {
    fn default() -> FailSoft {
        FailSoft { runs: 100, output: Output::default() }
    }
}

const SIZES: [(usize, u32); 3] = [(4, 8), (6, 7), (8, 6)];

/// The number of different values of a position.
const RANGE: u32 = 1_000_000;

/// What counts as a node, unlike in the experiments `etc` and `two-bounds`.
const COUNTED: &str =
    "nodes that the table decides do not count; in the sections on ETC and on one or two bounds they do";

/// Why the ratios after a wrong guess are not those of the prototype.
const OTHER_GUESS: &str = "the prototype recorded that its guess was wrong, but neither by how much nor the margin of its window. Here the \
                           guess is off by a tenth of the range of values, and the margin is a twentieth; a guess that is off by \
                           about a fifth gives its ratios. The last column shows the distances, without a check";

/// The headers of the tables.
const COLUMNS: [&str; 3] = ["graph", "full window", "guess too high or too low"];

/// A graph, its value, and the window of the first search, if there is one.
struct Task {
    tree: Commuting,
    depth: u32,
    value: Value,
    aspiration: Option<(Value, Value)>,
}

impl Task {
    /// The graph of a seed, with the full window or with a wrong aspiration window.
    fn new((width, depth): (usize, u32), is_wrong: bool, seed: u64) -> Task {
        let tree = Commuting::new(width, RANGE, seed);
        let value = alpha_beta_fail_soft(&tree, &mut (), &tree.root(), -INFINITY, INFINITY, depth);
        // The guess alternates between a tenth of the range too high and too low.
        let guess = value + if seed.is_multiple_of(2) { 1 } else { -1 } * (RANGE / 10) as Value;
        let margin = (RANGE / 20) as Value;
        Task { tree, depth, value, aspiration: is_wrong.then_some((guess - margin, guess + margin)) }
    }

    /// Searches with an empty table and returns the value. With an aspiration window, the search with this window comes
    /// first.
    fn search<O: Observer<Commuting>>(&self, observer: &mut O, fail: Fail) -> Value {
        let (root, mut table) = (self.tree.root(), Table::default());
        let mut search = |alpha: Value, beta: Value| {
            alpha_beta_table(&self.tree, observer, &mut table, &root, (alpha, beta), self.depth, fail)
        };
        let Some((alpha, beta)) = self.aspiration else { return search(-INFINITY, INFINITY) };
        match search(alpha, beta) {
            value if value <= alpha => search(-INFINITY, value + 1),
            value if value >= beta => search(value - 1, INFINITY),
            value => value,
        }
    }

    /// The nodes of a search; `None` if it finds another value.
    fn nodes(&self, fail: Fail) -> Option<u64> {
        let mut counters = Counters::default();
        (self.search(&mut counters, fail) == self.value).then(|| counters.nodes())
    }

    /// The processor time of a search in nanoseconds.
    fn time(&self, fail: Fail) -> u64 {
        let start = ThreadTime::now();
        black_box(black_box(self).search(&mut (), fail));
        u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }
}

/// Measures the processor time of fail-soft relative to fail-hard on consecutive graphs, at least three.
fn time_ratio(size: (usize, u32), is_wrong: bool, seconds: f64) -> Mean {
    let (mut pairs, mut total) = (Vec::new(), 0.0);
    while pairs.len() < 3 || total < seconds {
        let number = pairs.len() as u64;
        let task = Task::new(size, is_wrong, seed_of(number));
        // Which search comes first alternates, because the second finds the caches warm.
        let (soft, hard) = if number.is_multiple_of(2) {
            let soft = task.time(Fail::Soft);
            (soft, task.time(Fail::Hard))
        } else {
            let hard = task.time(Fail::Hard);
            (task.time(Fail::Soft), hard)
        };
        total += (soft + hard) as f64 / 1e9;
        pairs.push((soft, hard));
    }
    ratio_of_means(&pairs)
}

/// Returns the processor times of fail-soft relative to fail-hard, which depend on the machine. `seconds` is the time for
/// each ratio.
pub(super) fn times(seconds: f64) -> DataTable {
    let title = "Processor time of fail-soft (F3) / fail-hard (F2), both with a table";
    let mut table = DataTable::new(title, COLUMNS);
    for (width, depth) in SIZES {
        let ratio = |is_wrong| time_ratio((width, depth), is_wrong, seconds).show(3);
        table.push([format!("w {width}, d {depth}"), ratio(false), ratio(true)]);
    }
    table
}

impl FailSoft {
    /// The nodes of fail-soft divided by those of fail-hard, optionally with a wrong aspiration window.
    fn ratio(&self, (width, depth): (usize, u32), wrong: bool, runner: &Runner) -> Result<Mean, LabError> {
        let name = format!("fail-soft-w{width}-d{depth}-{wrong}");
        let pairs = runner.runs(&name, self.runs, |seed| {
            let task = Task::new((width, depth), wrong, seed);
            let nodes = task.nodes(Fail::Soft).zip(task.nodes(Fail::Hard));
            nodes.ok_or(LabError::FailSoftValues { width, depth })
        });
        Ok(ratio_of_means(&pairs?))
    }
}

impl Experiment for FailSoft {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "fail-soft".into(),
            title: "Fail-soft bounds in a transposition table".into(),
            notes: vec![COUNTED.into(), OTHER_GUESS.into()],
            ..Section::default()
        };
        let mut table = DataTable::new(
            format!(
                "Nodes of fail-soft (F3) / nodes of fail-hard (F2), both with a table, {} graphs",
                self.runs
            ),
            COLUMNS,
        );
        let mut older = DataTable::new(format!("Ratios of the prototype ({DISTANCE})"), COLUMNS);
        let (full, off) = (reference("fail-soft-full"), reference("fail-soft-aspiration"));
        let (mut compared, mut others) = (Comparisons::default(), Comparisons::default());
        let mut saves = true;
        let mut points = [Vec::new(), Vec::new()];
        for (width, depth) in SIZES {
            let plain = self.ratio((width, depth), false, runner)?;
            let wrong = self.ratio((width, depth), true, runner)?;
            let row = format!("w{width}d{depth}");
            let cell = |all: &[Reference], compared: &mut Comparisons, ratio: Mean| {
                let found = all.iter().find(|one| one.row == row);
                found.map_or_else(String::new, |one| compared.add(one, one.compare(self.runs, |_| ratio)))
            };
            let graph = format!("w {width}, d {depth}");
            let cells = [cell(&full, &mut compared, plain), cell(&off, &mut others, wrong)];
            older.push(std::iter::once(graph.clone()).chain(cells));
            table.push([graph, plain.show(3), wrong.show(3)]);
            saves &= [plain, wrong].iter().all(|ratio| ratio.mean + 2.0 * ratio.error < 1.0);
            for (points, ratio) in points.iter_mut().zip([plain, wrong]) {
                points.push((width as f64, ratio.mean, ratio.error));
            }
        }
        section.tables = vec![table, older.folded()];
        let sizes: Vec<String> = SIZES.iter().map(|(width, depth)| format!("{depth} at {width}")).collect();
        let names = ["full window", "guess too high or too low"];
        let curves = names.into_iter().zip(points);
        section.charts.push(Chart {
            title: "Fail-soft relative to fail-hard alpha-beta, both with a table".into(),
            x: format!("moves of a position (depth: {})", sizes.join(", ")),
            y: "nodes of F3 / F2".into(),
            x_axis: XAxis::Integers,
            level: Some(1.0),
            curves: curves.map(|(name, points)| Curve { name: name.into(), points }).collect(),
            ..Chart::default()
        });
        compared.check(&mut section, "ratios with the full window", self.runs);
        let statement = "on graphs of every size fail-soft saves nodes, by more than two standard errors";
        check_means(&mut section, self.runs, saves, statement);
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("fail-soft").option("runs", self.runs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_guess_of_another_program_is_no_expectation() {
        let section =
            FailSoft { runs: 2, ..FailSoft::default() }.section(&Runner::default()).expect("small graphs");
        assert!(section.checks.is_empty() && section.notes.iter().any(|note| note.contains("by how much")));
        let distances = &section.tables[1];
        for row in &distances.rows {
            assert!(row[1..].iter().all(|cell| cell.starts_with("0.9") && cell.ends_with(')')), "{row:?}");
        }
    }

    #[test]
    fn both_forms_are_timed_on_every_graph() {
        let table = times(0.0);
        assert_eq!(table.rows.len(), SIZES.len());
        for row in &table.rows {
            let ratios = COLUMNS[1..].iter().map(|column| table.number(&row[0], column));
            assert!(ratios.into_iter().all(|ratio| ratio.is_some_and(|ratio| ratio > 0.0)), "{row:?}");
        }
    }
}
