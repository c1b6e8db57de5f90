//! Enhanced transposition cutoffs (ETC): what they save, and what they look up. Nodes that the table decides count.

use clap::Args;

use super::graph::Graph;
use super::paired::{ratio_of_means, ratio_of_pairs};
use super::setting::TreeTask;
use super::{Experiment, Output, Runner, check_means};
use crate::algorithm::{TableUse, mtd_f_bounds, mtd_table, negascout_with_table};
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{Chart, Curve, DataTable, Section, XAxis};
use crate::{Counters, End, GameTree, INFINITY, Observer, Value, Visit};

/// Count the nodes that enhanced transposition cutoffs (ETC) save, and the positions that they look up
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Etc {
    /// Number of graphs of each kind
    #[arg(short, long, value_name = "N", default_value_t = Etc::default().runs, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// Depth of the searches of chess positions in plies
    #[arg(long, value_name = "N", default_value_t = Etc::default().chess, value_parser = clap::value_parser!(u32).range(2..=6))]
    pub chess: u32,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for Etc {
    fn default() -> Etc {
        Etc { runs: 50, chess: 5, output: Output::default() }
    }
}

/// The least depths at which children are looked up.
const LEAST: [u32; 4] = [1, 2, 3, 4];

const ALGORITHMS: [&str; 2] = ["NegaScout", "MTD(f), f = v"];

/// Counts the positions that are looked up before children are searched.
struct LookUps {
    least: u32,
    count: u64,
}

impl<T: GameTree> Observer<T> for LookUps {
    fn leave(&mut self, visit: Visit<'_, T>, _value: Value, end: End) {
        if visit.depth >= self.least {
            let children = || visit.tree.len(&visit.tree.moves(visit.node));
            self.count += if let End::Transposition(index) = end { index + 1 } else { children() } as u64;
        }
    }
}

/// For NegaScout and MTD(f): the nodes without ETC, and the nodes and look-ups with ETC by the least depth.
type Counts = [(u64, [(u64, u64); LEAST.len()]); ALGORITHMS.len()];

struct Searches;

/// Searches by NegaScout, or by MTD(f) if there is a guess.
fn search<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    depth: u32,
    options: TableUse,
    guess: Option<Value>,
) -> Result<Value, LabError> {
    Ok(match guess {
        None => negascout_with_table(tree, observer, (-INFINITY, INFINITY), depth, options)?,
        Some(guess) => mtd_table(tree, observer, depth, options, mtd_f_bounds(guess))?,
    })
}

impl TreeTask for Searches {
    type Output = Counts;

    fn run<T: GameTree>(&self, tree: &T, depth: u32) -> Result<Counts, LabError> {
        let value = search(tree, &mut (), depth, TableUse::TWO_BOUNDS, None)?;
        let mut counts = Counts::default();
        for (counts, guess) in counts.iter_mut().zip([None, Some(value)]) {
            let mut plain = Counters::default();
            search(tree, &mut plain, depth, TableUse::TWO_BOUNDS, guess)?;
            counts.0 = plain.visits();
            for (counts, least) in counts.1.iter_mut().zip(LEAST) {
                let options = TableUse { etc: Some(least), ..TableUse::TWO_BOUNDS };
                let mut observer = (Counters::default(), LookUps { least, count: 0 });
                let found = search(tree, &mut observer, depth, options, guess)?;
                if found != value {
                    let algorithm = "a search with ETC".to_string();
                    return Err(LabError::AlgorithmValue { algorithm, found, expected: value });
                }
                *counts = (observer.0.visits(), observer.1.count);
            }
        }
        Ok(counts)
    }
}

/// The nodes that an algorithm saves at depth 3 or more, and at all interior nodes, by graph.
fn saved_pairs(runs: &[Counts], algorithm: usize) -> Vec<(f64, f64)> {
    let index = |depth: u32| LEAST.iter().position(|least| *least == depth).unwrap_or(0);
    let saved = |run: &Counts, depth: u32| {
        let (plain, with) = (run[algorithm].0, run[algorithm].1[index(depth)].0);
        plain as f64 - with as f64
    };
    runs.iter().map(|run| (saved(run, 3), saved(run, 1))).collect()
}

impl Experiment for Etc {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "etc".into(),
            title: "Enhanced transposition cutoffs (ETC)".into(),
            ..Section::default()
        };
        let by_depth = |what: &str| LEAST.map(|least| format!("{what}, depth {least}"));
        let columns = ALGORITHMS.iter().flat_map(|algorithm| by_depth(algorithm));
        let title = "Nodes with ETC / nodes without, by the least depth at which children are looked up";
        let mut nodes = DataTable::new(title, std::iter::once("graph".to_string()).chain(columns.clone()));
        let title = "Positions looked up for each node that NegaScout or MTD(f) visits with ETC";
        let mut looked_up = DataTable::new(title, std::iter::once("graph".to_string()).chain(columns));
        let title = "Nodes that ETC saves at depth 3 or more / nodes that it saves at all interior nodes";
        let mut kept = DataTable::new(title, std::iter::once("graph").chain(ALGORITHMS));
        let (mut never_more, mut curves) = (true, Vec::new());
        for graph in Graph::all(self.chess) {
            let runs = graph.runs(runner, &Searches, "etc", self.runs)?;
            let (mut first, mut second) = (vec![graph.name()], vec![graph.name()]);
            let mut curve = Curve { name: graph.short(), points: Vec::new() };
            for algorithm in 0..ALGORITHMS.len() {
                for (index, least) in LEAST.into_iter().enumerate() {
                    let ratio = |of: &dyn Fn(&Counts) -> (u64, u64)| {
                        ratio_of_means(&runs.iter().map(of).collect::<Vec<(u64, u64)>>())
                    };
                    let saved = ratio(&|run| (run[algorithm].1[index].0, run[algorithm].0));
                    never_more &= saved.mean <= 1.005;
                    first.push(saved.show(3));
                    if algorithm == 0 {
                        curve.points.push((f64::from(least), saved.mean, saved.error));
                    }
                    let looked_up = |run: &Counts| {
                        let (nodes, count) = run[algorithm].1[index];
                        (count, nodes)
                    };
                    second.push(ratio(&looked_up).show(2));
                }
            }
            curves.push(curve);
            if !matches!(graph, Graph::Tree(_)) {
                let part = |algorithm: usize| ratio_of_pairs(&saved_pairs(&runs, algorithm)).show(2);
                kept.push(std::iter::once(graph.name()).chain((0..ALGORITHMS.len()).map(part)));
            }
            nodes.push(first);
            looked_up.push(second);
        }
        section.tables = vec![nodes, looked_up, kept];
        section.charts.push(Chart {
            title: "NegaScout with enhanced transposition cutoffs (ETC)".into(),
            x: "least depth at which children are looked up, in plies".into(),
            y: "nodes with ETC / without".into(),
            x_axis: XAxis::Integers,
            level: Some(1.0),
            curves,
            ..Chart::default()
        });
        check_means(
            &mut section,
            self.runs,
            never_more,
            "ETC costs at most 0.5 % of the nodes on average, on any kind of graphs",
        );
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        let words = Words::new("etc").option("runs", self.runs).option("chess", self.chess);
        self.output.add_words(words)
    }
}
