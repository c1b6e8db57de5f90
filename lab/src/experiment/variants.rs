//! Variants: the printed forms of NegaScout against each other.

use clap::Args;

use super::{Experiment, Lab, Output, reference};
use crate::algorithm::{Options, ResearchFrom, negascout};
use crate::section::{Section, Sheet};
use crate::theory::minimal_leaves;
use crate::tree::{Order, TopDown};
use crate::{Counters, GameTree, INFINITY};
use lancet_arena::statistics::Mean;

/// Compare the forms of NegaScout: with and without the rule of depth, second searches from v or alpha
#[derive(Args, Clone, Debug)]
pub struct Variants {
    /// Trees for each number; as many as the prototype had, if not given
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: Option<u64>,
    /// Where the results go
    #[command(flatten)]
    pub output: Output,
}

const SIZES: [(usize, u32); 6] = [(5, 4), (5, 6), (5, 8), (20, 4), (20, 5), (20, 6)];

const VARIANTS: [(&str, &str, bool, ResearchFrom); 4] = [
    ("rule-value", "figure 1: rule of depth, second search from v", true, ResearchFrom::Value),
    ("rule-alpha", "rule of depth, second search from alpha", true, ResearchFrom::Alpha),
    ("value", "no rule of depth, from v (source 001)", false, ResearchFrom::Value),
    ("alpha", "no rule of depth, from alpha (PVS of today)", false, ResearchFrom::Alpha),
];

impl Variants {
    fn mean(
        &self,
        lab: &Lab,
        (width, depth): (usize, u32),
        name: &str,
        options: Options,
    ) -> Result<Mean, String> {
        let runs = self.runs.unwrap_or(if width == 5 { 1000 } else { 200 });
        let minimal = minimal_leaves(width, depth);
        let ratios = lab.runs(&format!("variants-{name}-w{width}-d{depth}"), runs, |seed| {
            let tree = TopDown::new(width, Order::STRONG, 1_000_000, seed);
            let mut counters = Counters::default();
            negascout(&tree, &mut counters, &tree.root(), (-INFINITY, INFINITY), depth, options);
            Ok(counters.leaves as f64 / minimal)
        })?;
        Ok(Mean::of(&ratios))
    }
}

impl Experiment for Variants {
    fn section(&self, lab: &Lab) -> Result<Section, String> {
        let mut section =
            Section { id: "variants".into(), title: "The forms of NegaScout".into(), ..Section::default() };
        let sizes = SIZES.iter().map(|(width, depth)| format!("w {width}, d {depth}"));
        let heads = || std::iter::once("form".to_string()).chain(sizes.clone());
        let mut ours = Sheet::new("Leaves / minimal tree, the first son best 60 % of the time", heads());
        let mut theirs =
            Sheet::new("What the prototype measured (and its distance in standard errors)", heads());
        let expected = reference("variants");
        let mut worst = 0.0f64;
        for (id, name, depth_rule, research_from) in VARIANTS {
            let (mut row, mut other) = (vec![name.to_string()], vec![name.to_string()]);
            for (width, depth) in SIZES {
                let mean = self.mean(lab, (width, depth), id, Options { depth_rule, research_from })?;
                row.push(mean.show(3));
                let column = format!("w{width}d{depth}");
                let one = expected.iter().find(|one| one.row == id && one.column == column);
                other.push(one.map_or_else(String::new, |one| {
                    let distance = mean.distance(Mean { error: mean.error, ..one.mean }, one.rounding);
                    worst = worst.max(distance);
                    format!("{} ({distance:.1})", one.mean.mean)
                }));
            }
            ours.add(row);
            theirs.add(other);
        }
        section.sheets = vec![ours, theirs];
        let sentence =
            format!("all means lie within 4 standard errors of the prototype's; the farthest at {worst:.1}");
        section.check(worst <= 4.0, sentence);
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }
}
