//! The printed forms of NegaScout, compared.

use clap::Args;

use super::reference::{Comparisons, DISTANCE, reference};
use super::{Experiment, Output, Runner};
use crate::algorithm::{Options, ResearchFrom, negascout};
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{Chart, Curve, DataTable, Section, XAxis};
use crate::theory::minimal_leaves;
use crate::tree::{Order, TopDown};
use crate::{Counters, GameTree, INFINITY};
use lancet_arena::statistics::Mean;

/// Compare the forms of NegaScout: with and without the depth rule, re-searches from the value or from alpha
#[derive(Args, Clone, PartialEq, Default, Debug)]
pub struct Variants {
    /// Number of trees for each mean [default: 1000 for width 5 and 200 for width 20; the prototype took 300 and 60]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: Option<u64>,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

const SIZES: [(usize, u32); 6] = [(5, 4), (5, 6), (5, 8), (20, 4), (20, 5), (20, 6)];

/// A form of NegaScout.
struct Variant {
    /// The name in the prototype's table.
    id: &'static str,
    name: &'static str,
    /// The name in the legends of charts.
    short: &'static str,
    options: Options,
}

const VARIANTS: [Variant; 4] = [
    Variant {
        id: "rule-value",
        name: "figure 1: depth rule, re-search from v",
        short: "rule, from v",
        options: Options { depth_rule: true, research_from: ResearchFrom::Value },
    },
    Variant {
        id: "rule-alpha",
        name: "depth rule, re-search from alpha",
        short: "rule, from alpha",
        options: Options { depth_rule: true, research_from: ResearchFrom::Alpha },
    },
    Variant {
        id: "value",
        name: "no depth rule, from v (source 001)",
        short: "no rule, from v",
        options: Options { depth_rule: false, research_from: ResearchFrom::Value },
    },
    Variant {
        id: "alpha",
        name: "no depth rule, from alpha (PVS as implemented today)",
        short: "no rule, from alpha",
        options: Options { depth_rule: false, research_from: ResearchFrom::Alpha },
    },
];

impl Variants {
    /// The number of trees of a width.
    fn runs_of(&self, width: usize) -> u64 {
        self.runs.unwrap_or(if width == 5 { 1000 } else { 200 })
    }

    /// The leaves relative to the minimal tree, of every tree.
    fn ratios(
        &self,
        runner: &Runner,
        (width, depth): (usize, u32),
        variant: &Variant,
    ) -> Result<Vec<f64>, LabError> {
        let minimal = minimal_leaves(width, depth);
        let name = format!("variants-{}-w{width}-d{depth}", variant.id);
        runner.runs(&name, self.runs_of(width), |seed| {
            let tree = TopDown::new(width, Order::STRONG, 1_000_000, seed);
            let mut counters = Counters::default();
            negascout(&tree, &mut counters, &tree.root(), (-INFINITY, INFINITY), depth, variant.options);
            Ok(counters.leaves as f64 / minimal)
        })
    }
}

impl Experiment for Variants {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section =
            Section { id: "variants".into(), title: "The forms of NegaScout".into(), ..Section::default() };
        let sizes = SIZES.iter().map(|(width, depth)| format!("w {width}, d {depth}"));
        let columns = || std::iter::once("form".to_string()).chain(sizes.clone());
        let mut here =
            DataTable::new("Leaves / minimal tree, first child best with probability 0.6", columns());
        let mut prototype = DataTable::new(format!("Means of the prototype ({DISTANCE})"), columns());
        let expected = reference("variants");
        let mut compared = Comparisons::default();
        let mut charts = [5, 20].map(|width| Chart {
            title: format!("The forms of NegaScout, width {width}"),
            x: "depth in plies".into(),
            y: "leaves / minimal tree".into(),
            x_axis: XAxis::Integers,
            ..Chart::default()
        });
        for variant in &VARIANTS {
            for chart in &mut charts {
                chart.curves.push(Curve { name: variant.short.into(), points: Vec::new() });
            }
            let (mut row, mut other) = (vec![variant.name.to_string()], vec![variant.name.to_string()]);
            for (width, depth) in SIZES {
                let ratios = self.ratios(runner, (width, depth), variant)?;
                let mean_of_first =
                    |trees: u64| Mean::of(&ratios.iter().copied().take(trees as usize).collect::<Vec<f64>>());
                let mean = mean_of_first(self.runs_of(width));
                row.push(mean.show(3));
                if let Some(curve) = charts[usize::from(width != 5)].curves.last_mut() {
                    curve.points.push((f64::from(depth), mean.mean, mean.error));
                }
                let column = format!("w{width}d{depth}");
                let one = expected.iter().find(|one| one.row == variant.id && one.column == column);
                other.push(one.map_or_else(String::new, |one| {
                    compared.add(one, one.compare(self.runs_of(width), mean_of_first))
                }));
            }
            here.push(row);
            prototype.push(other);
        }
        section.tables = vec![here, prototype.folded()];
        section.charts = charts.into();
        compared.check(&mut section, "means", self.runs_of(20));
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("variants").options("runs", self.runs))
    }
}
