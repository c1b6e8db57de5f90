//! Best node search (BNS) against the searches that find the value.

use clap::Args;

use super::paired::ratio_of_means;
use super::setting::{Setting, TreeTask};
use super::{Experiment, Output, Runner, TreeOrder};
use crate::algorithm::{
    BestNode, Bounds, Options, alpha_beta_fail_soft, best_node, best_node_value, c_star, mtd_f, negascout,
    rec_dual_star, rec_sss_star, separate,
};
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{Chart, Curve, DataTable, Section, XAxis};
use crate::tree::splitmix64;
use crate::{Counters, GameTree, INFINITY, Value};

/// Count the leaves of best node search by the range in which it looks for the best child
#[derive(Args, Clone, PartialEq, Debug)]
pub struct BestNodeSearch {
    /// Number of trees of each kind
    #[arg(short, long, value_name = "N", default_value_t = BestNodeSearch::default().runs, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for BestNodeSearch {
    fn default() -> BestNodeSearch {
        BestNodeSearch { runs: 100, output: Output::default() }
    }
}

const SETTINGS: [Setting; 5] = [
    Setting::new(TreeOrder::Iid, 5, 6),
    Setting::new(TreeOrder::Iid, 20, 3),
    Setting::new(TreeOrder::Random, 5, 6),
    Setting::new(TreeOrder::Strong, 5, 6),
    Setting::new(TreeOrder::Strong, 20, 4),
];

/// The sizes of the range; a tree has a million different values.
const RANGES: [Value; 5] = [100, 1_000, 10_000, 100_000, 1_000_000];

/// The searches without a range.
const PLAIN: [&str; 3] = ["NegaScout", "SSS*", "DUAL*"];

/// The searches with a range; MTD(f) begins in its middle.
const RANGED: [&str; 5] = ["MTD(f)", "C*", "BNS", "BNS, then the value", "BNS without memory"];

/// The searches that BNS is compared with: the plain ones, and the first of those with a range.
const OTHERS: [&str; 5] = ["NegaScout", "SSS*", "DUAL*", "MTD(f)", "C*"];

/// The index of BNS in [`RANGED`].
const BNS: usize = 2;

struct Searches {
    seed: u64,
}

/// Best node search whose tests are searches by alpha-beta, without a table.
fn without_memory<T: GameTree>(tree: &T, counters: &mut Counters, range: Bounds, depth: u32) -> BestNode {
    let root = tree.root();
    let moves = tree.moves(&root);
    separate(range, tree.len(&moves), |candidates, bound| {
        let mut test = |index: &usize| {
            let child = tree.child(&root, &moves, *index);
            -alpha_beta_fail_soft(tree, counters, &child, -bound, 1 - bound, depth - 1)
        };
        candidates.iter().map(&mut test).collect()
    })
}

impl TreeTask for Searches {
    /// The leaves of the plain searches, and those of the others by range; whether BNS finds a best child.
    type Output = ([u64; PLAIN.len()], Vec<[u64; RANGED.len()]>, bool);

    fn run<T: GameTree>(&self, tree: &T, depth: u32) -> Result<Self::Output, LabError> {
        let (root, full) = (tree.root(), (-INFINITY, INFINITY));
        let mut plain = [const { None::<Counters> }; PLAIN.len()].map(|_| Counters::default());
        let [scout, sss, dual] = &mut plain;
        let value = negascout(tree, scout, &root, full, depth, Options::FIGURE_1);
        let mut values =
            vec![("SSS*", rec_sss_star(tree, sss, depth)), ("DUAL*", rec_dual_star(tree, dual, depth))];
        let (mut ranged, mut is_best) = (Vec::new(), true);
        let mut child_is_best = |found: Option<BestNode>| {
            let best = found.map(|found| tree.child(&root, &tree.moves(&root), found.index));
            is_best &= best.is_some_and(|child| {
                -alpha_beta_fail_soft(tree, &mut (), &child, -INFINITY, INFINITY, depth - 1) == value
            });
        };
        for size in RANGES {
            // The value lies anywhere in the range.
            let below = (splitmix64(self.seed ^ size as u64) % size as u64) as Value;
            let range = Bounds { lower: value - below, upper: value - below + size };
            let mut counters = [const { None::<Counters> }; RANGED.len()].map(|_| Counters::default());
            let [mtd, bisection, bns, whole, plain] = &mut counters;
            values.push(("MTD(f)", mtd_f(tree, mtd, range.lower + size / 2, depth)?));
            values.push(("C*", c_star(tree, bisection, range, depth)?));
            child_is_best(best_node(tree, bns, range, depth)?);
            values.push(("BNS", best_node_value(tree, whole, range, depth)?));
            child_is_best(Some(without_memory(tree, plain, range, depth)));
            ranged.push(counters.map(|counters| counters.leaves));
        }
        match values.into_iter().find(|found| found.1 != value) {
            Some((algorithm, found)) => {
                Err(LabError::AlgorithmValue { algorithm: algorithm.into(), found, expected: value })
            }
            None => Ok((plain.map(|counters| counters.leaves), ranged, is_best)),
        }
    }
}

impl Experiment for BestNodeSearch {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section =
            Section { id: "best-node".into(), title: "Best node search (BNS)".into(), ..Section::default() };
        let names = SETTINGS.map(Setting::name);
        let columns = || std::iter::once("search".to_string()).chain(names.clone());
        let title = format!("Leaves / leaves of NegaScout, {} trees", self.runs);
        let mut table = DataTable::new(title, columns());
        let mut rows: Vec<Vec<String>> = PLAIN.iter().map(|name| vec![(*name).to_string()]).collect();
        for size in RANGES {
            rows.extend(RANGED.iter().map(|name| vec![format!("{name}, range {size}")]));
        }
        let title = "Leaves of BNS / MTD(f) that begins in the middle of the same range";
        let mut against = DataTable::new(title, std::iter::once("range".to_string()).chain(names.clone()));
        let mut ratios: Vec<Vec<String>> = RANGES.iter().map(|size| vec![size.to_string()]).collect();
        let (mut curves, mut all_best, mut trees) = (Vec::new(), true, 0);
        let mut others: Vec<Vec<String>> = OTHERS
            .iter()
            .flat_map(|other| RANGES.map(|size| vec![format!("{other}, range {size}")]))
            .collect();
        for setting in SETTINGS {
            let name = format!("best-node-{}", setting.id());
            let runs = runner.runs(&name, self.runs, |seed| setting.run(seed, &Searches { seed }))?;
            trees += runs.len();
            all_best &= runs.iter().all(|run| run.2);
            for (index, row) in rows.iter_mut().enumerate() {
                let leaves = |run: &<Searches as TreeTask>::Output| match index.checked_sub(PLAIN.len()) {
                    None => run.0[index],
                    Some(index) => run.1[index / RANGED.len()][index % RANGED.len()],
                };
                let pairs: Vec<(u64, u64)> = runs.iter().map(|run| (leaves(run), run.0[0])).collect();
                row.push(ratio_of_means(&pairs).show(3));
            }
            let mut curve = Curve { name: setting.name(), points: Vec::new() };
            for (index, size) in RANGES.iter().enumerate() {
                let pairs: Vec<(u64, u64)> =
                    runs.iter().map(|run| (run.1[index][BNS], run.1[index][0])).collect();
                let ratio = ratio_of_means(&pairs);
                ratios[index].push(ratio.show(3));
                curve.points.push((f64::from(*size), ratio.mean, ratio.error));
            }
            curves.push(curve);
            for (index, row) in others.iter_mut().enumerate() {
                let (other, range) = (index / RANGES.len(), index % RANGES.len());
                let leaves = |run: &<Searches as TreeTask>::Output| {
                    let ranged = other.checked_sub(PLAIN.len());
                    (run.1[range][BNS], ranged.map_or_else(|| run.0[other], |other| run.1[range][other]))
                };
                row.push(ratio_of_means(&runs.iter().map(leaves).collect::<Vec<(u64, u64)>>()).show(3));
            }
        }
        let title = "Leaves of BNS / leaves of another search on the same trees";
        let mut relative = DataTable::new(title, columns());
        others.into_iter().for_each(|row| relative.push(row));
        rows.into_iter().for_each(|row| table.push(row));
        ratios.into_iter().for_each(|row| against.push(row));
        section.tables = vec![table, against, relative.folded()];
        section.charts.push(Chart {
            title: "Best node search relative to MTD(f)".into(),
            x: "size of the range that contains the value".into(),
            y: "leaves of BNS / MTD(f)".into(),
            x_axis: XAxis::SymmetricLog,
            level: Some(1.0),
            curves,
            ..Chart::default()
        });
        section.check(
            all_best,
            format!(
                "on {trees} trees and {} ranges each, BNS finds a best child, with memory and without",
                RANGES.len()
            ),
        );
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("best-node").option("runs", self.runs))
    }
}
