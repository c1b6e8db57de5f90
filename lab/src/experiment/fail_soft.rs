//! The benefit of fail-soft bounds in a transposition table (Fishburn's 7 %, source 003).

use clap::Args;

use super::ordering::ratio_of_means;
use super::{Experiment, Output, Reference, Runner, reference};
use crate::algorithm::{Fail, Table, alpha_beta_fail_soft, alpha_beta_table};
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{Chart, Curve, DataTable, Section, XAxis};
use crate::tree::Commuting;
use crate::{Counters, GameTree, INFINITY, Value};
use lancet_arena::statistics::Mean;

/// Compare fail-soft with fail-hard alpha-beta, both with a transposition table
#[derive(Args, Clone, PartialEq, Debug)]
pub struct FailSoft {
    /// Number of graphs
    #[arg(short, long, value_name = "N", default_value_t = FailSoft::default().runs, value_parser = clap::value_parser!(u64).range(1..))]
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

/// Returns the value and the number of nodes of a search with a table. With an aspiration window, the search with this
/// window comes first.
fn nodes(tree: &Commuting, depth: u32, fail: Fail, aspiration: Option<(Value, Value)>) -> (Value, u64) {
    let (root, mut table, mut counters) = (tree.root(), Table::default(), Counters::default());
    let mut search = |alpha: Value, beta: Value| {
        alpha_beta_table(tree, &mut counters, &mut table, &root, (alpha, beta), depth, fail)
    };
    let value = match aspiration {
        None => search(-INFINITY, INFINITY),
        Some((alpha, beta)) => match search(alpha, beta) {
            value if value <= alpha => search(-INFINITY, value.max(alpha) + 1),
            value if value >= beta => search(value - 1, INFINITY),
            value => value,
        },
    };
    (value, counters.nodes())
}

impl FailSoft {
    /// The nodes of fail-soft divided by those of fail-hard, optionally with a wrong aspiration window.
    fn ratio(&self, (width, depth): (usize, u32), wrong: bool, runner: &Runner) -> Result<Mean, LabError> {
        let name = format!("fail-soft-w{width}-d{depth}-{wrong}");
        let pairs = runner.runs(&name, self.runs, |seed| {
            let tree = Commuting::new(width, RANGE, seed);
            let value = alpha_beta_fail_soft(&tree, &mut (), &tree.root(), -INFINITY, INFINITY, depth);
            // The guess alternates between a tenth of the range too high and too low.
            let guess = value + if seed % 2 == 0 { 1 } else { -1 } * (RANGE / 10) as Value;
            let margin = (RANGE / 20) as Value;
            let window = wrong.then_some((guess - margin, guess + margin));
            let soft = nodes(&tree, depth, Fail::Soft, window);
            let hard = nodes(&tree, depth, Fail::Hard, window);
            let agree = soft.0 == value && hard.0 == value;
            if agree { Ok((soft.1, hard.1)) } else { Err(LabError::FailSoftValues { width, depth }) }
        });
        Ok(ratio_of_means(&pairs?))
    }
}

impl Experiment for FailSoft {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "fail-soft".into(),
            title: "Fail-soft bounds in a transposition table".into(),
            ..Section::default()
        };
        let mut table = DataTable::new(
            format!(
                "Nodes of fail-soft (F3) / nodes of fail-hard (F2), both with a table, {} graphs",
                self.runs
            ),
            ["graph", "full window", "guess too high or too low"],
        );
        let mut older =
            DataTable::new("Ratios of the prototype", ["graph", "full window", "guess too high or too low"]);
        let (full, off) = (reference("fail-soft-full"), reference("fail-soft-aspiration"));
        let (mut all_expected, mut ratios) = (true, Vec::new());
        let mut points = [Vec::new(), Vec::new()];
        for (width, depth) in SIZES {
            let plain = self.ratio((width, depth), false, runner)?;
            let wrong = self.ratio((width, depth), true, runner)?;
            let row = format!("w{width}d{depth}");
            let prototype = |all: &[Reference]| {
                let found = all.iter().find(|one| one.row == row);
                found.map_or_else(String::new, |one| one.mean.mean.to_string())
            };
            let graph = format!("w {width}, d {depth}");
            older.push([graph.clone(), prototype(&full), prototype(&off)]);
            table.push([graph, plain.show(3), wrong.show(3)]);
            all_expected &= (0.89..=0.99).contains(&plain.mean) && (0.89..=0.99).contains(&wrong.mean);
            ratios.push(plain.mean);
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
        section.check(
            all_expected,
            format!(
                "fail-soft saves 1 to 11 % of the nodes; with the full window the ratios are {ratios:.3?}"
            ),
        );
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("fail-soft").option("runs", self.runs))
    }
}
