//! The leaves of alpha-beta on independent leaves: the exact expected number, and counts.

use clap::Args;
use lancet::console::integer_from;

use super::{Experiment, MIN_RUNS, Output, Runner};
use crate::algorithm::alpha_beta_fail_soft;
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{Chart, Curve, DataTable, Section, XAxis};
use crate::theory::{expected_alpha_beta, minimal_leaves};
use crate::tree::Iid;
use crate::{Counters, GameTree, INFINITY};
use lancet_arena::results_file::distinct;
use lancet_arena::statistics::Mean;

/// Compute the expected number of leaves of alpha-beta on independent leaves, and count them
#[derive(Args, Clone, PartialEq, Debug)]
pub struct ExpectedAb {
    /// Number of children of a node, one or more widths
    #[arg(short, long, value_name = "N", num_args = 1.., default_values_t = ExpectedAb::default().width, value_parser = integer_from(1_usize))]
    pub width: Vec<usize>,
    /// Maximum depth in plies
    #[arg(short, long, value_name = "N", default_value_t = ExpectedAb::default().depth, value_parser = clap::value_parser!(u32).range(2..=16))]
    pub depth: u32,
    /// Number of trees for each width and depth
    #[arg(short, long, value_name = "N", default_value_t = ExpectedAb::default().runs, value_parser = clap::value_parser!(u64).range(MIN_RUNS..))]
    pub runs: u64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for ExpectedAb {
    fn default() -> ExpectedAb {
        ExpectedAb { width: vec![2, 3, 4, 5, 20], depth: 8, runs: 1000, output: Output::default() }
    }
}

/// The largest number of leaves of all trees of a size together; fewer trees are counted if they would exceed it.
const MAX_LEAVES: f64 = 4e8;

/// A larger range than elsewhere, so that equal leaves are negligible.
const RANGE: u32 = 500_000_000;

/// Expected and counted leaves of one size of trees.
struct Point {
    expected: f64,
    /// The expected number divided by the size of the minimal tree.
    ratio: f64,
    trees: u64,
    counted: Mean,
    /// The distance of the counted mean in standard errors.
    distance: f64,
}

impl ExpectedAb {
    fn point(&self, width: usize, depth: u32, runner: &Runner) -> Result<Point, LabError> {
        let expected = expected_alpha_beta(width, depth);
        let trees = self.runs.min((MAX_LEAVES / expected) as u64);
        let trees = if trees < MIN_RUNS { 0 } else { trees };
        let counts = runner.runs(&format!("expected-ab-w{width}-d{depth}"), trees, |seed| {
            let tree = Iid::new(width, RANGE, seed);
            let mut counters = Counters::default();
            alpha_beta_fail_soft(&tree, &mut counters, &tree.root(), -INFINITY, INFINITY, depth);
            Ok(counters.leaves as f64)
        })?;
        let counted = Mean::of(&counts);
        let distance = counted.distance(Mean { mean: expected, error: 0.0 }, 0.0);
        Ok(Point { expected, ratio: expected / minimal_leaves(width, depth), trees, counted, distance })
    }
}

impl Point {
    fn cells(&self, width: usize, depth: u32) -> [String; 7] {
        let if_counted = |text: String| if self.trees > 0 { text } else { "-".into() };
        [
            width.to_string(),
            depth.to_string(),
            format!("{:.2}", self.expected),
            if_counted(self.counted.show(2)),
            self.trees.to_string(),
            if_counted(format!("{:.1}", self.distance)),
            format!("{:.3}", self.ratio),
        ]
    }
}

const COLUMNS: [&str; 7] = [
    "width",
    "depth",
    "expected",
    "counted",
    "trees",
    "distance in standard errors",
    "expected / minimal tree",
];

impl Experiment for ExpectedAb {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "expected-ab".into(),
            title: "Alpha-beta on independent leaves: the exact expected number of leaves".into(),
            ..Section::default()
        };
        let title = format!("Leaves of alpha-beta; the mean of up to {} trees", self.runs);
        let mut table = DataTable::new(title, COLUMNS);
        let mut worst = None::<f64>;
        let mut curves = Vec::new();
        for width in distinct(self.width.iter().copied()) {
            let mut curve = Curve { name: format!("w {width}"), points: Vec::new() };
            for depth in 2..=self.depth {
                let point = self.point(width, depth, runner)?;
                curve.points.push((f64::from(depth), point.ratio, 0.0));
                if point.trees > 0 {
                    worst = Some(worst.map_or(point.distance, |worst| worst.max(point.distance)));
                }
                table.push(point.cells(width, depth));
            }
            curves.push(curve);
        }
        section.tables.push(table);
        section.charts.push(Chart {
            title: "Alpha-beta on independent leaves".into(),
            x: "depth in plies".into(),
            y: "expected leaves / minimal tree".into(),
            log: true,
            x_axis: XAxis::Integers,
            level: None,
            curves,
        });
        if let Some(worst) = worst {
            section.check(
                worst <= 4.0,
                format!(
                    "all counts lie within 4 standard errors of the expected number; the largest distance is {worst:.1}"
                ),
            );
        }
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        let words = Words::new("expected-ab").options("width", &self.width).option("depth", self.depth);
        self.output.add_words(words.option("runs", self.runs))
    }
}
