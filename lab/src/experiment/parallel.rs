//! Parallel search with a simulated clock: speedup, search overhead and idle time.

use clap::Args;
use serde::{Deserialize, Serialize};

use super::paired::ratio_of_means;
use super::setting::TreeTask;
use super::{Experiment, Output, Runner};
use crate::GameTree;
use crate::algorithm::alpha_beta_fail_soft;
use crate::command_line::Words;
use crate::error::LabError;
use crate::parallel::{Method, simulate};
use crate::report::{Chart, Curve, DataTable, Section, XAxis};
use crate::tree::{Commuting, Iid, Order, TopDown};
use crate::{INFINITY, Value};
use lancet_arena::statistics::Mean;

/// Count speedup, search overhead and idle time of parallel searches with a simulated clock
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Parallel {
    /// Number of trees of each kind
    #[arg(short, long, value_name = "N", default_value_t = Parallel::default().runs, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// How many plies less deep the trees are
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=3))]
    pub shallower: u32,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for Parallel {
    fn default() -> Parallel {
        Parallel { runs: 20, shallower: 0, output: Output::default() }
    }
}

/// The numbers of processors.
const PROCESSORS: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

const RANGE: u32 = 1_000_000;

/// A kind of trees.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// The first child is best with this probability.
    First(f64),
    /// Independent leaves.
    Iid,
    /// Commuting moves, of which each costs its player this much more than the one before.
    Graph(Value),
}

/// Trees of one kind and size.
struct Trees {
    id: &'static str,
    name: &'static str,
    kind: Kind,
    width: usize,
    depth: u32,
}

const TREES: [Trees; 5] = [
    Trees { id: "perfect", name: "perfect order", kind: Kind::First(1.0), width: 20, depth: 6 },
    Trees { id: "strong", name: "strong order", kind: Kind::First(0.6), width: 20, depth: 6 },
    Trees { id: "random", name: "random order", kind: Kind::First(0.05), width: 20, depth: 5 },
    Trees { id: "iid", name: "independent leaves", kind: Kind::Iid, width: 10, depth: 6 },
    Trees { id: "graph", name: "ordered graph", kind: Kind::Graph(50_000), width: 20, depth: 6 },
];

/// Ticks and visits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
struct Cost {
    ticks: u64,
    visits: u64,
}

/// The costs by method and number of processors.
type Costs = [[Cost; PROCESSORS.len()]; Method::ALL.len()];

struct Searches;

impl TreeTask for Searches {
    type Output = Costs;

    fn run<T: GameTree>(&self, tree: &T, depth: u32) -> Result<Costs, LabError> {
        let value = alpha_beta_fail_soft(tree, &mut (), &tree.root(), -INFINITY, INFINITY, depth);
        let mut costs = [[Cost { ticks: 0, visits: 0 }; PROCESSORS.len()]; Method::ALL.len()];
        for (costs, method) in costs.iter_mut().zip(Method::ALL) {
            for (cost, processors) in costs.iter_mut().zip(PROCESSORS) {
                let found = simulate(tree, depth, method, processors)?;
                if found.value != value {
                    let algorithm = format!("{} with {processors} processors", method.name());
                    return Err(LabError::AlgorithmValue { algorithm, found: found.value, expected: value });
                }
                *cost = Cost { ticks: found.ticks, visits: found.visits };
            }
        }
        Ok(costs)
    }
}

impl Trees {
    fn run(&self, seed: u64, depth: u32) -> Result<Costs, LabError> {
        match self.kind {
            Kind::First(first) => {
                Searches.run(&TopDown::new(self.width, Order::first(first), RANGE, seed), depth)
            }
            Kind::Iid => Searches.run(&Iid::new(self.width, RANGE, seed), depth),
            Kind::Graph(loss) => {
                Searches.run(&Commuting::new(self.width, RANGE, seed).with_loss(loss), depth)
            }
        }
    }
}

/// The results of a method with a number of processors.
struct Figures {
    /// The time of one processor divided by that of all.
    speedup: Mean,
    /// The visits of all processors together divided by those of one.
    work: Mean,
    /// The part of the time in which processors had nothing to do.
    idle: Mean,
    /// The speedup relative to that of young brothers wait.
    relative: Mean,
}

impl Figures {
    fn of(runs: &[Costs], method: usize, index: usize) -> Figures {
        let pair = |of: fn(&Cost) -> u64, run: &Costs| (of(&run[method][index]), of(&run[method][0]));
        let ticks: Vec<(u64, u64)> = runs.iter().map(|run| pair(|cost| cost.ticks, run)).collect();
        let swapped: Vec<(u64, u64)> = ticks.iter().map(|(all, one)| (*one, *all)).collect();
        let visits: Vec<(u64, u64)> = runs.iter().map(|run| pair(|cost| cost.visits, run)).collect();
        let processors = PROCESSORS[index] as u64;
        let busy: Vec<(u64, u64)> =
            visits.iter().zip(&ticks).map(|(visits, ticks)| (visits.0, ticks.0 * processors)).collect();
        let busy = ratio_of_means(&busy);
        let relative: Vec<(u64, u64)> =
            runs.iter().map(|run| (run[YOUNG_BROTHERS][index].ticks, run[method][index].ticks)).collect();
        Figures {
            speedup: ratio_of_means(&swapped),
            work: ratio_of_means(&visits),
            idle: Mean { mean: 1.0 - busy.mean, ..busy },
            relative: ratio_of_means(&relative),
        }
    }
}

/// The index of young brothers wait in the list of methods.
const YOUNG_BROTHERS: usize = 1;

/// A mean in percent.
fn percent(mean: Mean) -> String {
    Mean { mean: 100.0 * mean.mean, error: 100.0 * mean.error }.show(1)
}

impl Parallel {
    fn add(&self, runner: &Runner, trees: &Trees, section: &mut Section) -> Result<(), LabError> {
        let depth = trees.depth - self.shallower.min(trees.depth - 2);
        let id = format!("parallel-{}-w{}-d{depth}", trees.id, trees.width);
        let runs = runner.runs(&id, self.runs, |seed| trees.run(seed, depth))?;
        let name = format!("{}, w {}, d {depth}", trees.name, trees.width);
        let what = ["speedup", "overhead (%)", "idle (%)"];
        let columns =
            Method::ALL.iter().flat_map(|method| what.map(|what| format!("{}, {what}", method.name())));
        let visits = runs.iter().map(|run| run[0][0].visits).sum::<u64>() / runs.len() as u64;
        let title = format!("{name}: {} trees, {visits} visits by one processor", self.runs);
        let mut table = DataTable::new(title, std::iter::once("processors".to_string()).chain(columns));
        let methods = Method::ALL.iter().map(|method| method.name().to_string());
        let title = format!("{name}: speedup / that of young brothers wait on the same trees");
        let mut relative = DataTable::new(title, std::iter::once("processors".to_string()).chain(methods));
        let mut charts = [
            ("speedup", "time of one processor / time", false),
            ("search overhead", "visits / visits of one processor", true),
        ]
        .map(|(what, y, is_work)| {
            let chart = Chart {
                title: format!("Parallel search, {name}: {what}"),
                x: "processors".into(),
                y: y.into(),
                x_axis: XAxis::Doublings,
                log: true,
                ..Chart::default()
            };
            (chart, is_work)
        });
        for (chart, _) in &mut charts {
            let curve = |method: &Method| Curve { name: method.name().into(), points: Vec::new() };
            chart.curves = Method::ALL.iter().map(curve).collect();
        }
        for (index, processors) in PROCESSORS.into_iter().enumerate() {
            let mut row = vec![processors.to_string()];
            let mut other = vec![processors.to_string()];
            for method in 0..Method::ALL.len() {
                let found = Figures::of(&runs, method, index);
                let overhead = Mean { mean: found.work.mean - 1.0, ..found.work };
                row.extend([found.speedup.show(2), percent(overhead), percent(found.idle)]);
                other.push(found.relative.show(3));
                for (chart, is_work) in &mut charts {
                    let mean = if *is_work { found.work } else { found.speedup };
                    chart.curves[method].points.push((processors as f64, mean.mean, mean.error));
                }
            }
            table.push(row);
            relative.push(other);
        }
        if trees.id == "perfect" {
            let is_minimal = |method: usize| {
                runs.iter().all(|run| run[method].iter().all(|cost| cost.visits == run[method][0].visits))
            };
            section.check(
                is_minimal(0) && is_minimal(1),
                "in perfect order PV splitting and young brothers wait visit no node more than one processor does",
            );
        }
        section.tables.extend([table, relative.folded()]);
        section.charts.extend(charts.map(|chart| chart.0));
        Ok(())
    }
}

impl Experiment for Parallel {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "parallel".into(),
            title: "Parallel search with a simulated clock".into(),
            ..Section::default()
        };
        TREES.iter().try_for_each(|trees| self.add(runner, trees, &mut section))?;
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        let words = Words::new("parallel").option("runs", self.runs).option("shallower", self.shallower);
        self.output.add_words(words)
    }
}
