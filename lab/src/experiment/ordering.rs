//! The move ordering that favours zero windows, the subject of source 002.

use clap::Args;

use super::paired::ratio_of_means;
use super::reference::{Comparisons, DISTANCE, reference};
use super::{Experiment, Output, Runner};
use crate::algorithm::{Options, alpha_beta_fail_soft, negascout, scout};
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{Chart, Curve, DataTable, Section, XAxis};
use crate::tree::{Order, TopDown};
use crate::{Counters, GameTree, INFINITY};
use lancet_arena::statistics::Mean;

/// Compare NegaScout and Scout with alpha-beta by the probability that the first child is best
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Ordering {
    /// Number of trees for each point
    #[arg(short, long, value_name = "N", default_value_t = Ordering::default().runs, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for Ordering {
    fn default() -> Ordering {
        Ordering { runs: 200, output: Output::default() }
    }
}

/// Widths and depths.
const SIZES: [(usize, u32); 4] = [(20, 5), (20, 4), (5, 7), (5, 6)];

/// Probabilities that the first child is best.
const FIRST: [f64; 8] = [0.05, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 1.0];

/// The leaves of NegaScout, Scout and alpha-beta.
type Leaves = (u64, u64, u64);

impl Ordering {
    /// The leaves of NegaScout and Scout relative to alpha-beta.
    fn point(
        &self,
        runner: &Runner,
        (width, depth): (usize, u32),
        first: f64,
    ) -> Result<[Mean; 2], LabError> {
        let runs = runner.runs(&format!("ordering-w{width}-d{depth}-p{first}"), self.runs, |seed| {
            let tree = TopDown::new(width, Order::first(first), 1_000_000, seed);
            let [mut ns, mut plain, mut ab] = [(); 3].map(|()| Counters::default());
            let root = tree.root();
            let full = (-INFINITY, INFINITY);
            negascout(&tree, &mut ns, &root, full, depth, Options::FIGURE_1);
            scout(&tree, &mut plain, &root, depth);
            alpha_beta_fail_soft(&tree, &mut ab, &root, full.0, full.1, depth);
            Ok((ns.leaves, plain.leaves, ab.leaves))
        })?;
        let ratio = |of: fn(&Leaves) -> (u64, u64)| ratio_of_means(&runs.iter().map(of).collect::<Vec<_>>());
        Ok([ratio(|run| (run.0, run.2)), ratio(|run| (run.1, run.2))])
    }
}

impl Experiment for Ordering {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "ordering".into(),
            title: "The move ordering that favours zero windows".into(),
            ..Section::default()
        };
        let sizes = SIZES.iter().map(|(width, depth)| format!("w {width}, d {depth}"));
        let columns = || std::iter::once("P(first is best)".to_string()).chain(sizes.clone());
        let title = format!("Leaves of NegaScout / leaves of alpha-beta, {} trees per point", self.runs);
        let mut here = DataTable::new(title, columns());
        let title = format!("Leaves of Scout / leaves of alpha-beta, {} trees per point", self.runs);
        let mut of_scout = DataTable::new(title, columns());
        let mut prototype = DataTable::new(format!("Ratios of the prototype ({DISTANCE})"), columns());
        let mut curves: Vec<Curve> = sizes.clone().map(|name| Curve { name, points: Vec::new() }).collect();
        let mut compared = Comparisons::default();
        for first in FIRST {
            let [mut row, mut other, mut expected] = [(); 3].map(|()| vec![format!("{first}")]);
            for (curve, size) in curves.iter_mut().zip(SIZES) {
                let [ratio, scout] = self.point(runner, size, first)?;
                curve.points.push((first, ratio.mean, ratio.error));
                row.push(ratio.show(3));
                other.push(scout.show(3));
                let all = reference(&format!("ordering-w{}-d{}", size.0, size.1));
                let one = all.iter().find(|one| one.row == format!("{first}"));
                expected.push(
                    one.map_or_else(String::new, |one| compared.add(one, one.compare(self.runs, |_| ratio))),
                );
            }
            here.push(row);
            of_scout.push(other);
            prototype.push(expected);
        }
        section.tables = vec![here, of_scout, prototype.folded()];
        section.charts.push(Chart {
            title: "NegaScout relative to alpha-beta, by move ordering".into(),
            x: "probability that the first child is best".into(),
            y: "leaves of NegaScout / alpha-beta".into(),
            log: false,
            level: Some(1.0),
            x_axis: XAxis::Linear,
            curves,
        });
        compared.check(&mut section, "ratios", self.runs);
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("ordering").option("runs", self.runs))
    }
}
