//! One bound or two for each node of the transposition table, on trees and graphs. Nodes that the table decides count.

use clap::Args;

use super::graph::Graph;
use super::paired::ratio_of_means;
use super::setting::TreeTask;
use super::{Experiment, Output, Runner, check_means};
use crate::algorithm::{Bounds, TableUse, midpoint, mtd_f_bounds, mtd_table, negascout_with_table};
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{DataTable, Section};
use crate::{Counters, GameTree, INFINITY, Value};

/// Compare transposition tables that store one bound of a node with those that store two
#[derive(Args, Clone, PartialEq, Debug)]
pub struct TwoBounds {
    /// Number of graphs of each kind
    #[arg(short, long, value_name = "N", default_value_t = TwoBounds::default().runs, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// Depth of the searches of chess positions in plies
    #[arg(long, value_name = "N", default_value_t = TwoBounds::default().chess, value_parser = clap::value_parser!(u32).range(2..=6))]
    pub chess: u32,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for TwoBounds {
    fn default() -> TwoBounds {
        TwoBounds { runs: 50, chess: 5, output: Output::default() }
    }
}

/// The searches: NegaScout, and MTD by its first guess.
const SEARCHES: [&str; 6] =
    ["NegaScout", "MTD(f), f = v", "MTD(f), f is off", "SSS* by MTD", "DUAL* by MTD", "C*"];

/// The nodes of every search, with two bounds and with one.
type Counts = [[u64; 2]; SEARCHES.len()];

struct Searches {
    /// The error of a first guess.
    spread: Value,
}

impl Searches {
    /// The bounds of the tests of a search other than NegaScout.
    fn next(&self, search: usize, value: Value) -> Box<dyn FnMut(Bounds) -> Value> {
        let guess = match search {
            1 => value,
            2 => value + self.spread,
            3 => INFINITY,
            4 => 1 - INFINITY,
            _ => {
                // The value is at a third of the range: in the middle the first test would find it.
                let range = Bounds { lower: value - 33 * self.spread, upper: value + 67 * self.spread };
                return Box::new(move |known| midpoint(range, known));
            }
        };
        Box::new(mtd_f_bounds(guess))
    }
}

impl TreeTask for Searches {
    type Output = Counts;

    fn run<T: GameTree>(&self, tree: &T, depth: u32) -> Result<Counts, LabError> {
        let full = (-INFINITY, INFINITY);
        let value = negascout_with_table(tree, &mut (), full, depth, TableUse::TWO_BOUNDS)?;
        let mut counts = Counts::default();
        for (search, (counts, name)) in counts.iter_mut().zip(SEARCHES).enumerate() {
            for (count, options) in counts.iter_mut().zip([TableUse::TWO_BOUNDS, TableUse::ONE_BOUND]) {
                let mut counters = Counters::default();
                let found = if search == 0 {
                    negascout_with_table(tree, &mut counters, full, depth, options)?
                } else {
                    mtd_table(tree, &mut counters, depth, options, self.next(search, value))?
                };
                if found != value {
                    return Err(LabError::AlgorithmValue { algorithm: name.into(), found, expected: value });
                }
                *count = counters.visits();
            }
        }
        Ok(counts)
    }
}

impl Experiment for TwoBounds {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "two-bounds".into(),
            title: "One bound or two in the transposition table".into(),
            ..Section::default()
        };
        let columns = || std::iter::once("graph").chain(SEARCHES);
        let mut against = DataTable::new("Nodes with one bound / nodes with two", columns());
        let mut two = DataTable::new("Nodes with two bounds / those of NegaScout with two bounds", columns());
        let mut one = DataTable::new("Nodes with one bound / those of NegaScout with one bound", columns());
        let mut never_fewer = true;
        for graph in Graph::all(self.chess) {
            let runs = graph.runs(runner, &Searches { spread: graph.spread() }, "two-bounds", self.runs)?;
            let row = |of: &dyn Fn(&Counts, usize) -> (u64, u64)| -> Vec<String> {
                let cell = |index| {
                    let pairs: Vec<(u64, u64)> = runs.iter().map(|run| of(run, index)).collect();
                    ratio_of_means(&pairs).show(3)
                };
                std::iter::once(graph.name()).chain((0..SEARCHES.len()).map(cell)).collect()
            };
            never_fewer &= (0..SEARCHES.len()).all(|index| {
                let sum = |bounds: usize| runs.iter().map(|run| run[index][bounds]).sum::<u64>() as f64;
                sum(1) >= 0.995 * sum(0)
            });
            against.push(row(&|run, index| (run[index][1], run[index][0])));
            two.push(row(&|run, index| (run[index][0], run[0][0])));
            one.push(row(&|run, index| (run[index][1], run[0][1])));
        }
        section.tables = vec![against, two, one];
        check_means(
            &mut section,
            self.runs,
            never_fewer,
            "one bound saves at most 0.5 % of the nodes on average, in any search on any kind of graphs",
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
        let words = Words::new("two-bounds").option("runs", self.runs).option("chess", self.chess);
        self.output.add_words(words)
    }
}
