//! Model: the equations of source 002, reconstructed, and its figure 5.

use clap::Args;

use super::{Experiment, Lab, Output};
use crate::algorithm::{Options, negascout};
use crate::section::{Chart, Line, Section, Sheet};
use crate::theory::{Cost, Model as Equations, minimal_leaves};
use crate::tree::{Iid, Order, TopDown, WinLoss};
use crate::{Counters, GameTree, INFINITY};
use lancet_arena::statistics::Mean;

/// Compute the model of source 002 (a reconstruction): what searches cost by the quality of the order
#[derive(Args, Clone, Debug)]
pub struct Model {
    /// Sons of a node, one width or more
    #[arg(short, long, value_name = "N", num_args = 1.., default_values_t = [20, 40, 60, 80])]
    pub width: Vec<usize>,
    /// Plies
    #[arg(short, long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=40))]
    pub depth: u32,
    /// Changes of the best son at a node of the principal variation
    #[arg(short, long, value_name = "R", default_value_t = 2.0)]
    pub r: f64,
    /// One number of sons examined in vain before a cut-off, instead of a row of them
    #[arg(short, long, value_name = "G")]
    pub g: Option<f64>,
    /// Where the results go
    #[command(flatten)]
    pub output: Output,
}

const SHARE_AXIS: &str = "sons examined in vain before a cut-off, as a share of the width (g / w)";

/// Shares of the width for g.
const SHARES: [f64; 7] = [0.0, 0.05, 0.10, 0.15, 0.20, 0.25, 0.30];

/// "Figure 5" as the prototype computed it: alpha-beta, NegaScout, NSab for each of [`SHARES`].
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

/// The share of the width at which NegaScout begins to cost more than alpha-beta.
fn crossing(width: usize, depth: u32, r: f64) -> Option<f64> {
    let excess = |share: f64| {
        let cost = against_minimal(width, depth, share * width as f64, r);
        cost.negascout - cost.alpha_beta
    };
    // Above the perfect order, where NegaScout pays for the changes of the best son alone.
    let steps: Vec<f64> = (5..=600).map(|step| f64::from(step) / 1000.0).collect();
    steps.windows(2).find(|pair| excess(pair[0]) <= 0.0 && excess(pair[1]) > 0.0).map(|pair| pair[1])
}

impl Model {
    fn figure_5(&self, section: &mut Section) {
        let mut sheet = Sheet::new(
            format!(
                "Leaves / minimal tree at depth {}, r = {}: alpha-beta / NegaScout / NSab",
                self.depth, self.r
            ),
            std::iter::once("width".to_string()).chain(SHARES.iter().map(|share| format!("g = {share} w"))),
        );
        let show =
            |cost: Cost| [cost.alpha_beta, cost.negascout, cost.negascout_ab].map(three_digits).join(" / ");
        for &width in &self.width {
            let cost = |share: f64| against_minimal(width, self.depth, share * width as f64, self.r);
            let cells = SHARES.iter().map(|share| show(cost(*share)));
            sheet.add(std::iter::once(width.to_string()).chain(cells));
            let line = |name: &str, of: fn(Cost) -> f64| Line {
                name: name.into(),
                points: (0..=30)
                    .map(|step| f64::from(step) / 100.0)
                    .map(|share| (share, of(cost(share)), 0.0))
                    .collect(),
            };
            section.charts.push(Chart {
                title: format!("The model at width {width}, depth {}, r = {}", self.depth, self.r),
                x: SHARE_AXIS.into(),
                y: "leaves / minimal tree".into(),
                log: true,
                lines: vec![
                    line("AB", |cost| cost.alpha_beta),
                    line("NS", |cost| cost.negascout),
                    line("NSab", |cost| cost.negascout_ab),
                ],
            });
        }
        let relative = |name: String, width: usize| Line {
            name,
            points: (0..=30)
                .map(|step| f64::from(step) / 100.0)
                .map(|share| (share, against_minimal(width, self.depth, share * width as f64, self.r)))
                .map(|(share, cost)| (share, cost.negascout / cost.alpha_beta, 0.0))
                .collect(),
        };
        let chart = Chart {
            title: format!("The model: NegaScout against alpha-beta at depth {}, r = {}", self.depth, self.r),
            x: SHARE_AXIS.into(),
            y: "leaves of NegaScout / alpha-beta".into(),
            log: false,
            lines: self.width.iter().map(|width| relative(format!("w {width}"), *width)).collect(),
        };
        section.charts.insert(0, chart);
        section.sheets.push(sheet);
        let mut crossings =
            Sheet::new("NegaScout costs more than alpha-beta from this g / w on", ["width", "g / w"]);
        for &width in &self.width {
            let from = crossing(width, self.depth, self.r);
            crossings.add([width.to_string(), from.map_or("nowhere".into(), |share| format!("{share:.3}"))]);
        }
        section.sheets.push(crossings);
    }

    fn compare(section: &mut Section) {
        let mut all = true;
        for (width, rows) in PROTOTYPE {
            for (share, expected) in SHARES.iter().zip(rows) {
                let cost = against_minimal(width, 7, share * width as f64, 2.0);
                let found = [cost.alpha_beta, cost.negascout, cost.negascout_ab];
                all &= found.iter().zip(expected).all(|(found, expected)| {
                    (found / expected - 1.0).abs() < 0.006 // three digits are told
                });
            }
        }
        section.check(all, "all 84 numbers of figure 5 are the prototype's");
        let expected = [(20, 0.10), (30, 0.15), (40, 0.17), (60, 0.19), (80, 0.19)];
        let found: Vec<f64> =
            expected.iter().map(|(width, _)| crossing(*width, 7, 2.0).unwrap_or(f64::NAN)).collect();
        let near = expected.iter().zip(&found).all(|((_, share), found)| (share - found).abs() < 0.0101);
        section.check(near, format!("NegaScout is overtaken at g/w of 0.10, 0.15, 0.17, 0.19, 0.19 for widths 20, 30, 40, 60, 80; found {found:.3?}"));
    }

    /// On the trees that the model describes its numbers are exact.
    fn exact_trees(section: &mut Section) {
        let mut count = 0;
        let mut exact = true;
        for width in [2, 3, 5, 8] {
            for g in 0..width.min(4) {
                for depth in 1..=if width == 8 { 6 } else { 7 } {
                    let tree = WinLoss::new(width, g);
                    let mut counters = Counters::default();
                    negascout(
                        &tree,
                        &mut counters,
                        &tree.root(),
                        (-INFINITY, INFINITY),
                        depth,
                        Options::FIGURE_1,
                    );
                    exact &= counters.leaves as f64
                        == Equations::leaves(width, g as f64, 0.0).cost(depth).negascout;
                    count += 1;
                }
            }
        }
        section.check(
            exact,
            format!("on {count} win-loss trees NegaScout visits exactly as many leaves as the model says"),
        );
    }

    /// The model with g and r as they are in real trees.
    fn measured(lab: &Lab, section: &mut Section) -> Result<(), String> {
        let mut sheet = Sheet::new(
            "The model with g and r as measured in the searches, mean of 50 trees",
            ["tree", "g", "r", "NS / minimal, by the model", "NS / minimal, counted"],
        );
        for (name, width, depth, iid) in
            [("iid", 20, 4, true), ("iid", 20, 5, true), ("strong", 20, 4, false), ("strong", 20, 5, false)]
        {
            let runs = lab.runs(&format!("model-{name}-w{width}-d{depth}"), 50, |seed| {
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
            sheet.add([
                format!("{name}, w {width}, d {depth}"),
                format!("{g:.2}"),
                format!("{r:.2}"),
                format!("{model:.2}"),
                format!("{counted:.2}"),
            ]);
        }
        section.sheets.push(sheet);
        Ok(())
    }
}

impl Experiment for Model {
    fn section(&self, lab: &Lab) -> Result<Section, String> {
        if let Some(width) = self.width.iter().find(|width| **width < 2) {
            return Err(format!("a width of {width} is no tree; it is 2 or more"));
        }
        let mut section = Section {
            id: "model".into(),
            title: "The model of source 002 (a reconstruction)".into(),
            ..Section::default()
        };
        if let Some(g) = self.g {
            let mut sheet = Sheet::new(
                format!("Leaves at g = {g}, r = {}", self.r),
                ["width", "depth", "alpha-beta", "NegaScout", "NSab", "minimal tree"],
            );
            for &width in &self.width {
                for depth in 1..=self.depth {
                    let Cost { alpha_beta, negascout, negascout_ab } =
                        Equations::leaves(width, g, self.r).cost(depth);
                    let numbers = [alpha_beta, negascout, negascout_ab, minimal_leaves(width, depth)];
                    let cells = numbers.map(|number| format!("{number:.0}"));
                    sheet.add([width.to_string(), depth.to_string()].into_iter().chain(cells));
                }
            }
            section.sheets.push(sheet);
            return Ok(section);
        }
        self.figure_5(&mut section);
        Model::measured(lab, &mut section)?;
        Model::compare(&mut section);
        Model::exact_trees(&mut section);
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }
}
