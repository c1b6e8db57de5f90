//! The cost model of source 002, reconstructed, and its figure 5.

use clap::Args;

use super::{Experiment, Output, Runner};
use crate::algorithm::{Options, negascout};
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{Chart, Curve, DataTable, Section};
use crate::theory::{Cost, Model as Equations, minimal_leaves};
use crate::tree::{Iid, Order, TopDown, WinLoss};
use crate::{Counters, GameTree, INFINITY};
use lancet_arena::statistics::Mean;

/// Compute the cost model of source 002 (a reconstruction) by the quality of the move ordering
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Model {
    /// Number of children of a node, one or more widths
    #[arg(short, long, value_name = "N", num_args = 1.., default_values_t = Model::default().width)]
    pub width: Vec<usize>,
    /// Depth in plies
    #[arg(short, long, value_name = "N", default_value_t = Model::default().depth, value_parser = clap::value_parser!(u32).range(1..=40))]
    pub depth: u32,
    /// Number of changes of the best child at a node of the principal variation
    #[arg(short, long, value_name = "R", default_value_t = Model::default().r)]
    pub r: f64,
    /// Number of children searched in vain before a cutoff; prints a table for this value only
    #[arg(short, long, value_name = "G")]
    pub g: Option<f64>,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for Model {
    fn default() -> Model {
        Model { width: vec![20, 40, 60, 80], depth: 7, r: 2.0, g: None, output: Output::default() }
    }
}

const FRACTION_AXIS: &str = "children searched in vain before a cutoff, as a fraction of the width (g / w)";

/// The values of g as fractions of the width.
const FRACTIONS: [f64; 7] = [0.0, 0.05, 0.10, 0.15, 0.20, 0.25, 0.30];

/// Figure 5 as computed by the prototype: alpha-beta, NegaScout and NSab for each of [`FRACTIONS`].
const PROTOTYPE: [(usize, [[f64; 3]; 7]); 4] = [
    (
        20,
        [
            [1.00, 2.26, 1.40],
            [4.63, 3.82, 3.47],
            [6.67, 6.70, 6.18],
            [10.5, 11.9, 11.0],
            [17.4, 20.8, 19.4],
            [29.1, 36.0, 33.7],
            [48.7, 61.1, 57.6],
        ],
    ),
    (
        40,
        [
            [1.00, 1.50, 1.20],
            [5.33, 3.35, 3.45],
            [9.72, 8.13, 8.22],
            [19.8, 19.3, 19.2],
            [41.5, 43.4, 42.8],
            [85.1, 92.4, 91.1],
            [168.0, 186.0, 183.0],
        ],
    ),
    (
        60,
        [
            [1.00, 1.31, 1.13],
            [5.97, 3.56, 3.74],
            [13.2, 10.8, 11.1],
            [32.6, 30.9, 31.0],
            [79.4, 80.7, 80.4],
            [183.0, 193.0, 192.0],
            [397.0, 424.0, 421.0],
        ],
    ),
    (
        80,
        [
            [1.00, 1.22, 1.10],
            [6.62, 3.91, 4.12],
            [17.4, 14.2, 14.5],
            [49.4, 46.6, 46.9],
            [134.0, 135.0, 135.0],
            [336.0, 348.0, 347.0],
            [771.0, 808.0, 806.0],
        ],
    ),
];

fn against_minimal(width: usize, depth: u32, g: f64, r: f64) -> Cost {
    let cost = Equations::leaves(width, g, r).cost(depth);
    let minimal = minimal_leaves(width, depth);
    Cost {
        alpha_beta: cost.alpha_beta / minimal,
        negascout: cost.negascout / minimal,
        negascout_ab: cost.negascout_ab / minimal,
    }
}

fn three_digits(number: f64) -> String {
    let decimals = if number < 9.995 { 2 } else { usize::from(number < 99.95) };
    format!("{number:.decimals$}")
}

/// The fractions of the width at which crossings are looked for, in steps of a thousandth.
fn scanned() -> impl Iterator<Item = f64> {
    (0..=600).map(|step| f64::from(step) / 1000.0)
}

/// Returns the fraction of the width from which an excess of cost is positive.
fn crossing(width: usize, depth: u32, r: f64, excess: fn(Cost) -> f64) -> Option<f64> {
    let at = |fraction: f64| excess(against_minimal(width, depth, fraction * width as f64, r));
    // At g = 0 NegaScout pays for the changes of the best child only, so the scan starts slightly above.
    let steps: Vec<f64> = scanned().skip(5).collect();
    steps.windows(2).find(|pair| at(pair[0]) <= 0.0 && at(pair[1]) > 0.0).map(|pair| pair[1])
}

/// Returns the first and the last fraction of the first range in which NegaScout costs less than NSab.
fn better_range(width: usize, depth: u32, r: f64) -> Option<(f64, f64)> {
    let is_better = |fraction: &f64| {
        let cost = against_minimal(width, depth, fraction * width as f64, r);
        cost.negascout < cost.negascout_ab
    };
    let mut range = scanned().skip_while(|fraction| !is_better(fraction)).take_while(is_better);
    let first = range.next()?;
    Some((first, range.last().unwrap_or(first)))
}

/// Evenly spaced fractions for the curves.
fn fractions() -> impl Iterator<Item = f64> {
    (0..=30).map(|step| f64::from(step) / 100.0)
}

impl Model {
    /// The cost of all algorithms relative to the minimal tree if g is a fraction of the width.
    fn cost(&self, width: usize, fraction: f64) -> Cost {
        against_minimal(width, self.depth, fraction * width as f64, self.r)
    }

    /// Adds the tables and the charts of figure 5.
    fn figure_5(&self, section: &mut Section) {
        let title = format!("Leaves / minimal tree at depth {}, r = {}", self.depth, self.r);
        let mut table = DataTable::new(title, ["width and g / w", "alpha-beta", "NegaScout", "NSab"]);
        for &width in &self.width {
            for fraction in FRACTIONS {
                let cost = self.cost(width, fraction);
                let cells = [cost.alpha_beta, cost.negascout, cost.negascout_ab].map(three_digits);
                table.push(std::iter::once(format!("w {width}, {fraction:.2}")).chain(cells));
            }
        }
        section.charts = vec![
            self.chart("NegaScout", "alpha-beta", |cost| cost.negascout / cost.alpha_beta),
            self.chart("NSab", "alpha-beta", |cost| cost.negascout_ab / cost.alpha_beta),
            self.chart("NegaScout", "NSab", |cost| cost.negascout / cost.negascout_ab),
        ];
        section.tables = vec![table, self.crossings()];
    }

    /// The ratio of two costs, for each width.
    fn chart(&self, above: &str, below: &str, ratio: fn(Cost) -> f64) -> Chart {
        let curve = |width: &usize| {
            let points = fractions().map(|fraction| (fraction, ratio(self.cost(*width, fraction)), 0.0));
            Curve { name: format!("w {width}"), points: points.collect() }
        };
        Chart {
            title: format!("The model: {above} relative to {below} at depth {}, r = {}", self.depth, self.r),
            x: FRACTION_AXIS.into(),
            y: format!("leaves of {above} / {below}"),
            level: Some(1.0),
            curves: self.width.iter().map(curve).collect(),
            ..Chart::default()
        }
    }

    /// Where one algorithm overtakes another.
    fn crossings(&self) -> DataTable {
        let mut table = DataTable::new(
            "Smallest g / w from which an algorithm costs less, and the range in which NegaScout costs less than NSab",
            [
                "width",
                "alpha-beta overtakes NegaScout",
                "alpha-beta overtakes NSab",
                "NegaScout is better than NSab from",
                "to",
            ],
        );
        let show = |found: Option<f64>| found.map_or("none".into(), |fraction| format!("{fraction:.3}"));
        for &width in &self.width {
            let of = |excess: fn(Cost) -> f64| crossing(width, self.depth, self.r, excess);
            let better = better_range(width, self.depth, self.r);
            table.push([
                width.to_string(),
                show(of(|cost| cost.negascout - cost.alpha_beta)),
                show(of(|cost| cost.negascout_ab - cost.alpha_beta)),
                show(better.map(|range| range.0)),
                show(better.map(|range| range.1)),
            ]);
        }
        table
    }

    /// Compares figure 5 with the prototype and with the text of the paper.
    fn compare(section: &mut Section) {
        let mut all = true;
        for (width, rows) in PROTOTYPE {
            for (fraction, expected) in FRACTIONS.iter().zip(rows) {
                let cost = against_minimal(width, 7, fraction * width as f64, 2.0);
                let found = [cost.alpha_beta, cost.negascout, cost.negascout_ab];
                all &= found.iter().zip(expected).all(|(found, expected)| {
                    (found / expected - 1.0).abs() < 0.006 // three digits are printed
                });
            }
        }
        section.check(all, "all 84 numbers of figure 5 equal those of the prototype");
        let expected = [(20, 0.10), (30, 0.15), (40, 0.17), (60, 0.19), (80, 0.19)];
        let found: Vec<f64> = expected
            .iter()
            .map(|(width, _)| {
                crossing(*width, 7, 2.0, |cost| cost.negascout - cost.alpha_beta).unwrap_or(f64::NAN)
            })
            .collect();
        let near =
            expected.iter().zip(&found).all(|((_, fraction), found)| (fraction - found).abs() < 0.0101);
        let statement = format!(
            "alpha-beta overtakes NegaScout at g/w of 0.10, 0.15, 0.17, 0.19, 0.19 for widths 20, 30, 40, 60, 80; \
             found {found:.3?}"
        );
        section.check(near, statement);
    }

    /// Checks that the model is exact on win-loss trees.
    fn exact_trees(section: &mut Section) {
        let mut count = 0;
        let mut exact = true;
        for width in [2, 3, 5, 8] {
            for (g, depth) in (0..width.min(4)).flat_map(|g| (1..=7).map(move |depth| (g, depth))) {
                if width == 8 && depth > 6 {
                    continue;
                }
                let (tree, mut counters) = (WinLoss::new(width, g), Counters::default());
                let full = (-INFINITY, INFINITY);
                negascout(&tree, &mut counters, &tree.root(), full, depth, Options::FIGURE_1);
                exact &=
                    counters.leaves as f64 == Equations::leaves(width, g as f64, 0.0).cost(depth).negascout;
                count += 1;
            }
        }
        section.check(
            exact,
            format!(
                "on {count} win-loss trees NegaScout visits exactly as many leaves as the model predicts"
            ),
        );
    }

    /// Adds a table of the model with g and r as measured in searches.
    fn measured(runner: &Runner, section: &mut Section) -> Result<(), LabError> {
        let mut table = DataTable::new(
            "The model with g and r as measured in searches, mean of 50 trees",
            ["tree", "g", "r", "NS / minimal tree, model", "NS / minimal tree, counted"],
        );
        for (name, width, depth, iid) in
            [("iid", 20, 4, true), ("iid", 20, 5, true), ("strong", 20, 4, false), ("strong", 20, 5, false)]
        {
            let runs = runner.runs(&format!("model-{name}-w{width}-d{depth}"), 50, |seed| {
                let mut counters = Counters::default();
                let full = (-INFINITY, INFINITY);
                if iid {
                    let tree = Iid::new(width, 100_000_000, seed);
                    negascout(&tree, &mut counters, &tree.root(), full, depth, Options::FIGURE_1);
                } else {
                    let tree = TopDown::new(width, Order::STRONG, 1_000_000, seed);
                    negascout(&tree, &mut counters, &tree.root(), full, depth, Options::FIGURE_1);
                }
                Ok((counters.leaves as f64, counters.g(), counters.r()))
            })?;
            let column =
                |of: fn(&(f64, f64, f64)) -> f64| Mean::of(&runs.iter().map(of).collect::<Vec<f64>>()).mean;
            let (leaves, g, r) = (column(|run| run.0), column(|run| run.1), column(|run| run.2));
            let model = against_minimal(width, depth, g, r).negascout;
            let counted = leaves / minimal_leaves(width, depth);
            table.push([
                format!("{name}, w {width}, d {depth}"),
                format!("{g:.2}"),
                format!("{r:.2}"),
                format!("{model:.2}"),
                format!("{counted:.2}"),
            ]);
        }
        section.tables.push(table);
        Ok(())
    }

    /// The table for one value of g.
    fn table(&self, g: f64) -> DataTable {
        let mut table = DataTable::new(
            format!("Leaves at g = {g}, r = {}", self.r),
            ["width", "depth", "alpha-beta", "NegaScout", "NSab", "minimal tree"],
        );
        for &width in &self.width {
            for depth in 1..=self.depth {
                let Cost { alpha_beta, negascout, negascout_ab } =
                    Equations::leaves(width, g, self.r).cost(depth);
                let numbers = [alpha_beta, negascout, negascout_ab, minimal_leaves(width, depth)];
                let cells = numbers.map(|number| format!("{number:.0}"));
                table.push([width.to_string(), depth.to_string()].into_iter().chain(cells));
            }
        }
        table
    }
}

impl Experiment for Model {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        if let Some(width) = self.width.iter().find(|width| **width < 2) {
            return Err(LabError::ModelWidth(*width));
        }
        let mut section = Section {
            id: "model".into(),
            title: "The cost model of source 002 (a reconstruction)".into(),
            ..Section::default()
        };
        if let Some(g) = self.g {
            section.tables.push(self.table(g));
            return Ok(section);
        }
        self.figure_5(&mut section);
        Model::measured(runner, &mut section)?;
        Model::compare(&mut section);
        Model::exact_trees(&mut section);
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        let words = Words::new("model").options("width", &self.width).option("depth", self.depth);
        self.output.add_words(words.option("r", self.r).options("g", self.g))
    }
}
