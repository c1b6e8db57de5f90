//! Ordering: what order of the sons favours minimal windows (the question of source 002).

use clap::Args;

use super::{Experiment, Lab, Output, reference};
use crate::algorithm::{Options, alpha_beta_fail_soft, negascout};
use crate::section::{Chart, Line, Section, Sheet};
use crate::tree::{Order, TopDown};
use crate::{Counters, GameTree, INFINITY};
use lancet_arena::statistics::Mean;

/// Compare NegaScout with alpha-beta by how often the first son is best
#[derive(Args, Clone, Debug)]
pub struct Ordering {
    /// Trees for each point
    #[arg(short, long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: u64,
    /// Where the results go
    #[command(flatten)]
    pub output: Output,
}

/// Widths and depths.
const SIZES: [(usize, u32); 4] = [(20, 5), (20, 4), (5, 7), (5, 6)];

/// How often the first son is best.
const FIRST: [f64; 8] = [0.05, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 1.0];

/// The ratio of two means, with the error that follows from the scatter of the pairs.
#[must_use]
pub fn ratio_of_means(pairs: &[(u64, u64)]) -> Mean {
    let above = Mean::of(&pairs.iter().map(|pair| pair.0 as f64).collect::<Vec<f64>>()).mean;
    let below = Mean::of(&pairs.iter().map(|pair| pair.1 as f64).collect::<Vec<f64>>()).mean;
    let ratio = above / below;
    let rest: Vec<f64> = pairs.iter().map(|pair| (pair.0 as f64 - ratio * pair.1 as f64) / below).collect();
    Mean { mean: ratio, error: Mean::of(&rest).error }
}

impl Ordering {
    fn point(&self, lab: &Lab, (width, depth): (usize, u32), first: f64) -> Result<Mean, String> {
        let pairs = lab.runs(&format!("ordering-w{width}-d{depth}-p{first}"), self.runs, |seed| {
            let tree = TopDown::new(width, Order::first(first), 1_000_000, seed);
            let (mut ns, mut ab) = (Counters::default(), Counters::default());
            let root = tree.root();
            let full = (-INFINITY, INFINITY);
            negascout(&tree, &mut ns, &root, full, depth, Options::FIGURE_1);
            alpha_beta_fail_soft(&tree, &mut ab, &root, full.0, full.1, depth);
            Ok((ns.leaves, ab.leaves))
        })?;
        Ok(ratio_of_means(&pairs))
    }
}

impl Experiment for Ordering {
    fn section(&self, lab: &Lab) -> Result<Section, String> {
        let mut section = Section {
            id: "ordering".into(),
            title: "Which order of the sons favours minimal windows".into(),
            ..Section::default()
        };
        let sizes = SIZES.iter().map(|(width, depth)| format!("w {width}, d {depth}"));
        let heads = || std::iter::once("first is best".to_string()).chain(sizes.clone());
        let title = format!("Leaves of NegaScout / leaves of alpha-beta, {} trees a point", self.runs);
        let mut ours = Sheet::new(title, heads());
        let mut theirs =
            Sheet::new("What the prototype measured (and its distance in standard errors)", heads());
        let mut lines: Vec<Line> = sizes.clone().map(|name| Line { name, points: Vec::new() }).collect();
        let (mut worst, mut count) = (0.0f64, 0);
        for first in FIRST {
            let (mut row, mut expected) = (vec![format!("{first}")], vec![format!("{first}")]);
            for (line, size) in lines.iter_mut().zip(SIZES) {
                let ratio = self.point(lab, size, first)?;
                line.points.push((first, ratio.mean, ratio.error));
                row.push(ratio.show(3));
                let all = reference(&format!("ordering-w{}-d{}", size.0, size.1));
                let one = all.iter().find(|one| one.row == format!("{first}"));
                expected.push(one.map_or_else(String::new, |one| {
                    let distance = ratio.distance(Mean { error: ratio.error, ..one.mean }, one.rounding);
                    (worst, count) = (worst.max(distance), count + 1);
                    format!("{} ({distance:.1})", one.mean.mean)
                }));
            }
            ours.add(row);
            theirs.add(expected);
        }
        section.sheets = vec![ours, theirs];
        section.charts.push(Chart {
            title: "NegaScout against alpha-beta by order".into(),
            x: "probability that the first son is best".into(),
            y: "leaves of NegaScout / alpha-beta".into(),
            log: false,
            lines,
        });
        let sentence = format!(
            "{count} ratios lie within 4 standard errors of the prototype's; the farthest at {worst:.1}"
        );
        section.check(worst <= 4.0, sentence);
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }
}
