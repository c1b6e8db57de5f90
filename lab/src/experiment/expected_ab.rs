//! Expected-ab: the leaves of alpha-beta on independent leaves, exactly and counted.

use clap::Args;

use super::{Experiment, Lab, Output};
use crate::algorithm::alpha_beta_fail_soft;
use crate::section::{Chart, Line, Section, Sheet};
use crate::theory::{expected_alpha_beta, minimal_leaves};
use crate::tree::Iid;
use crate::{Counters, GameTree, INFINITY};
use lancet_arena::statistics::Mean;

/// Compute how many leaves alpha-beta visits on average where leaves are independent, and count them
#[derive(Args, Clone, Debug)]
pub struct ExpectedAb {
    /// Sons of a node, one width or more
    #[arg(short, long, value_name = "N", num_args = 1.., default_values_t = [2, 3, 4, 5, 20])]
    pub width: Vec<usize>,
    /// The greatest depth
    #[arg(short, long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(2..=16))]
    pub depth: u32,
    /// Trees for each width and depth
    #[arg(short, long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// Where the results go
    #[command(flatten)]
    pub output: Output,
}

/// Leaves of all trees together up to which they are counted and not only computed.
const MOST_COUNTED: f64 = 4e8;

/// A finer range than elsewhere, so that leaves are different as good as always.
const RANGE: u32 = 500_000_000;

impl Experiment for ExpectedAb {
    fn section(&self, lab: &Lab) -> Result<Section, String> {
        let mut section = Section {
            id: "expected-ab".into(),
            title: "Alpha-beta on independent leaves: what is expected, exactly".into(),
            ..Section::default()
        };
        let mut sheet = Sheet::new(
            format!("Leaves of alpha-beta; the mean of up to {} trees", self.runs),
            [
                "width",
                "depth",
                "expected",
                "counted",
                "trees",
                "distance in standard errors",
                "expected / minimal tree",
            ],
        );
        let mut worst = 0.0f64;
        let mut lines = Vec::new();
        for &width in &self.width {
            let mut line = Line { name: format!("w {width}"), points: Vec::new() };
            for depth in 2..=self.depth {
                let expected = expected_alpha_beta(width, depth);
                let ratio = expected / minimal_leaves(width, depth);
                line.points.push((f64::from(depth), ratio, 0.0));
                let trees = self.runs.min((MOST_COUNTED / expected) as u64);
                let trees = if trees < 20 { 0 } else { trees };
                let counts = lab.runs(&format!("expected-ab-w{width}-d{depth}"), trees, |seed| {
                    let tree = Iid::new(width, RANGE, seed);
                    let mut counters = Counters::default();
                    alpha_beta_fail_soft(&tree, &mut counters, &tree.root(), -INFINITY, INFINITY, depth);
                    Ok(counters.leaves as f64)
                })?;
                let found = Mean::of(&counts);
                let distance = found.distance(Mean { mean: expected, error: 0.0 }, 0.0);
                if trees > 0 {
                    worst = worst.max(distance);
                }
                let or_none = |text: String| if trees > 0 { text } else { "-".into() };
                sheet.add([
                    width.to_string(),
                    depth.to_string(),
                    format!("{expected:.2}"),
                    or_none(found.show(2)),
                    trees.to_string(),
                    or_none(format!("{distance:.1}")),
                    format!("{ratio:.3}"),
                ]);
            }
            lines.push(line);
        }
        section.sheets.push(sheet);
        section.charts.push(Chart {
            title: "Alpha-beta on independent leaves".into(),
            x: "depth in plies".into(),
            y: "expected leaves / minimal tree".into(),
            log: true,
            lines,
        });
        section.check(
            worst <= 4.0,
            format!(
                "all counts lie within 4 standard errors of what is expected; the farthest at {worst:.1}"
            ),
        );
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }
}
