//! Distinct leaves: what a search costs if the values of leaves are not computed twice; and how often SSS* is misled.

use std::collections::HashMap;

use clap::Args;

use super::setting::{Setting, TreeTask};
use super::{Experiment, Output, Runner, TreeOrder};
use crate::algorithm::{Options, ins, negascout, pns, rec_sss_star};
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{DataTable, Section};
use crate::theory::minimal_leaves;
use crate::{GameTree, INFINITY, LeafTrace, Value};
use lancet_arena::statistics::Mean;

/// Count the distinct leaves of NegaScout, PNS, INS and SSS*, and the trees on which SSS* visits more than NegaScout
#[derive(Args, Clone, PartialEq, Debug)]
pub struct DistinctLeaves {
    /// Number of trees of each kind and depth
    #[arg(short, long, value_name = "N", default_value_t = DistinctLeaves::default().runs, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for DistinctLeaves {
    fn default() -> DistinctLeaves {
        DistinctLeaves { runs: 200, output: Output::default() }
    }
}

/// Orders and widths, each at some depths.
const KINDS: [(TreeOrder, usize, std::ops::RangeInclusive<u32>); 6] = [
    (TreeOrder::Strong, 5, 2..=7),
    (TreeOrder::Random, 5, 2..=7),
    (TreeOrder::Iid, 5, 2..=6),
    (TreeOrder::Strong, 20, 2..=5),
    (TreeOrder::Iid, 2, 2..=10),
    (TreeOrder::Strong, 2, 2..=10),
];

const FULL: (Value, Value) = (-INFINITY, INFINITY);

/// The algorithms of the columns.
const NAMES: [&str; 4] = ["NS", "PNS", "INS", "SSS*"];

/// The evaluations, the distinct leaves, and the most evaluations of one leaf, for each algorithm.
type Leaves = [(u64, u64, u64); NAMES.len()];

struct Searches;

impl TreeTask for Searches {
    type Output = Leaves;

    fn run<T: GameTree>(&self, tree: &T, depth: u32) -> Result<Leaves, LabError> {
        let root = tree.root();
        let mut traces = [const { None::<LeafTrace> }; NAMES.len()].map(|_| LeafTrace::default());
        let [ns, partial, informed, sss] = &mut traces;
        let values = [
            negascout(tree, ns, &root, FULL, depth, Options::FIGURE_1),
            pns(tree, partial, &root, FULL.0, FULL.1, depth),
            ins(tree, informed, &root, FULL.0, FULL.1, depth),
            rec_sss_star(tree, sss, depth),
        ];
        if let Some(index) = values.iter().position(|value| *value != values[0]) {
            let (found, expected) = (values[index], values[0]);
            return Err(LabError::AlgorithmValue { algorithm: NAMES[index].into(), found, expected });
        }
        Ok(traces.map(|trace| {
            let mut times: HashMap<u64, u64> = HashMap::new();
            trace.leaves.iter().for_each(|leaf| *times.entry(*leaf).or_default() += 1);
            let most = times.values().copied().max().unwrap_or(0);
            (trace.leaves.len() as u64, times.len() as u64, most)
        }))
    }
}

impl Experiment for DistinctLeaves {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "distinct-leaves".into(),
            title: "Distinct leaves, and SSS* against NegaScout".into(),
            ..Section::default()
        };
        let title = format!("Leaves / minimal tree, {} trees each", self.runs);
        let columns = [
            "trees",
            "NS",
            "NS, distinct",
            "PNS, distinct",
            "INS",
            "INS, distinct",
            "SSS*",
            "most evaluations of a leaf by NS",
            "by INS",
        ];
        let mut table = DataTable::new(title, columns);
        let mut misled = DataTable::new(
            "Trees on which SSS* evaluates more leaves than another search",
            [
                "trees",
                "than NegaScout",
                "than distinct leaves of NegaScout",
                "than INS",
                "than distinct leaves of INS",
            ],
        );
        let (mut is_once, mut most_informed) = (true, 0);
        for (order, width, depths) in KINDS {
            for depth in depths {
                let setting = Setting::new(order, width, depth);
                let name = format!("distinct-{}", setting.id());
                let runs = runner.runs(&name, self.runs, |seed| setting.run(seed, &Searches))?;
                let minimal = minimal_leaves(width, depth);
                let mean = |of: &dyn Fn(&Leaves) -> u64| {
                    let ratios: Vec<f64> = runs.iter().map(|run| of(run) as f64 / minimal).collect();
                    Mean::of(&ratios).show(3)
                };
                let most = |index: usize| runs.iter().map(|run| run[index].2).max().unwrap_or(0);
                table.push([
                    setting.name(),
                    mean(&|run| run[0].0),
                    mean(&|run| run[0].1),
                    mean(&|run| run[1].1),
                    mean(&|run| run[2].0),
                    mean(&|run| run[2].1),
                    mean(&|run| run[3].0),
                    most(0).to_string(),
                    most(2).to_string(),
                ]);
                let fraction = |of: &dyn Fn(&Leaves) -> u64| {
                    let more = runs.iter().filter(|run| run[3].0 > of(run)).count();
                    format!("{:.1} %", 100.0 * more as f64 / runs.len() as f64)
                };
                misled.push([
                    setting.name(),
                    fraction(&|run| run[0].0),
                    fraction(&|run| run[0].1),
                    fraction(&|run| run[2].0),
                    fraction(&|run| run[2].1),
                ]);
                is_once &= most(3) == 1;
                most_informed = most_informed.max(most(2));
            }
        }
        section.tables = vec![table, misled];
        section.check(is_once, "SSS* evaluates no leaf twice");
        section.check(
            most_informed <= 2,
            format!("INS evaluates no leaf more than twice; at most {most_informed} times"),
        );
        Ok(section)
    }

    fn has_chart(&self) -> bool {
        false
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("distinct-leaves").option("runs", self.runs))
    }
}
