//! MTD(f), SSS*, DUAL* and bisection with and without a memory.

use clap::Args;

use super::paired::ratio_of_means;
use super::setting::{Setting, TreeTask};
use super::{Experiment, Output, Runner, TreeOrder};
use crate::algorithm::{Bounds, Table, alpha_beta_fail_soft, converge, midpoint, mtd, mtd_f_bounds};
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{DataTable, Section};
use crate::{Counters, GameTree, INFINITY, Value};
use lancet_arena::statistics::Mean;

/// Count what MTD(f), SSS*, DUAL* and bisection cost without a memory
#[derive(Args, Clone, PartialEq, Debug)]
pub struct WithoutMemory {
    /// Number of trees of each kind
    #[arg(short, long, value_name = "N", default_value_t = WithoutMemory::default().runs, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for WithoutMemory {
    fn default() -> WithoutMemory {
        WithoutMemory { runs: 50, output: Output::default() }
    }
}

const SETTINGS: [Setting; 4] = [
    Setting::new(TreeOrder::Strong, 20, 4),
    Setting::new(TreeOrder::Strong, 5, 6),
    Setting::new(TreeOrder::Iid, 5, 6),
    Setting::new(TreeOrder::Iid, 5, 6).with_range(100),
];

/// How the bounds of the tests are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Start {
    /// MTD(f) with a guess at this distance above the value, in percent of the range of values.
    Offset(Value),
    /// MTD(+inf), which is SSS*.
    Above,
    /// MTD(-inf), which is DUAL*.
    Below,
    /// Bisection of the values within the range, but not around the value.
    Bisection,
}

/// The offsets are parts of the range, so that no guess lies beyond all values.
const STARTS: [Start; 8] = [
    Start::Offset(0),
    Start::Offset(1),
    Start::Offset(-1),
    Start::Offset(10),
    Start::Offset(-10),
    Start::Above,
    Start::Below,
    Start::Bisection,
];

impl Start {
    fn name(self) -> String {
        match self {
            Start::Offset(0) => "MTD(f), f = v".into(),
            Start::Offset(percent) => format!("MTD(f), f = v{percent:+} %"),
            Start::Above => "SSS*".into(),
            Start::Below => "DUAL*".into(),
            Start::Bisection => "bisection".into(),
        }
    }

    /// The bounds of the tests, by the known bounds of the value, on trees with this range of values.
    fn next(self, value: Value, range: Value) -> Box<dyn FnMut(Bounds) -> Value> {
        match self {
            Start::Offset(percent) => Box::new(mtd_f_bounds(value + range / 100 * percent)),
            Start::Above => Box::new(mtd_f_bounds(INFINITY)),
            Start::Below => Box::new(mtd_f_bounds(1 - INFINITY)),
            Start::Bisection => {
                // The value is at a third of the range: in the middle the first test would find it.
                let range = Bounds { lower: value - range, upper: value + 2 * range };
                Box::new(move |known| midpoint(range, known))
            }
        }
    }
}

/// Leaves and passes with a memory and without.
type Costs = [(u64, u64); 2];

/// Searches of trees with a range of values.
struct Searches {
    range: Value,
}

impl TreeTask for Searches {
    /// The leaves of alpha-beta and the costs of every start.
    type Output = (u64, Vec<Costs>);

    fn run<T: GameTree>(&self, tree: &T, depth: u32) -> Result<(u64, Vec<Costs>), LabError> {
        let (root, mut plain) = (tree.root(), Counters::default());
        let value = alpha_beta_fail_soft(tree, &mut plain, &root, -INFINITY, INFINITY, depth);
        let mut costs = Vec::new();
        for start in STARTS {
            let mut counters = [Counters::default(), Counters::default()];
            let [with, without] = &mut counters;
            let found = [
                mtd(tree, with, depth, Table::default(), start.next(value, self.range))?,
                converge(start.next(value, self.range), |bound| {
                    without.passes += 1;
                    alpha_beta_fail_soft(tree, without, &root, bound - 1, bound, depth)
                }),
            ];
            if let Some(found) = found.into_iter().find(|found| *found != value) {
                return Err(LabError::AlgorithmValue { algorithm: start.name(), found, expected: value });
            }
            costs.push(counters.map(|counters| (counters.leaves, counters.passes)));
        }
        Ok((plain.leaves, costs))
    }
}

impl Experiment for WithoutMemory {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "without-memory".into(),
            title: "MTD and bisection without a memory".into(),
            ..Section::default()
        };
        let mut all = true;
        for setting in SETTINGS {
            let name = format!("without-memory-{}", setting.id());
            let searches = Searches { range: setting.range as Value };
            let runs = runner.runs(&name, self.runs, |seed| setting.run(seed, &searches))?;
            let title = format!(
                "{}: leaves / leaves of alpha-beta, and passes, {} trees; guesses in percent of the range",
                setting.name(),
                self.runs
            );
            let columns = ["start", "with a memory", "without", "passes with", "passes without"];
            let mut table = DataTable::new(title, columns);
            for (row, start) in STARTS.into_iter().enumerate() {
                let leaves = |column: usize| {
                    ratio_of_means(&runs.iter().map(|run| (run.1[row][column].0, run.0)).collect::<Vec<_>>())
                };
                let passes = |column: usize| {
                    let passes: Vec<f64> = runs.iter().map(|run| run.1[row][column].1 as f64).collect();
                    format!("{:.1}", Mean::of(&passes).mean)
                };
                table.push([start.name(), leaves(0).show(3), leaves(1).show(3), passes(0), passes(1)]);
                all &= runs.iter().all(|run| run.1[row][0].0 <= run.1[row][1].0);
            }
            section.tables.push(table);
        }
        section.check(all, "no search evaluates fewer leaves without its memory");
        Ok(section)
    }

    fn has_chart(&self) -> bool {
        false
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("without-memory").option("runs", self.runs))
    }
}
