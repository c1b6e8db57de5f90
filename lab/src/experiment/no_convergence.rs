//! When MTD(f) does not converge: lost entries, bugs, and the depth of entries (source 001).
//!
//! Programs accept entries of a greater depth than needed. These arise where a position recurs after another number of
//! moves, so they are examined on graphs; only a bug accepts entries of too little depth. The experiment has a memory test of
//! its own with these errors, so that the memory test of the library needs no switches.

use std::collections::HashMap;

use clap::Args;

use super::{Experiment, Output, Runner};
use crate::algorithm::{Bounds, alpha_beta_fail_soft, converge, mtd_f_bounds};
use crate::command_line::Words;
use crate::error::LabError;
use crate::game_tree::expand;
use crate::report::{DataTable, Section};
use crate::tree::{Incremental, splitmix64};
use crate::{GameTree, INFINITY, Value};

/// Count how often MTD(f) does not converge with lost entries, wrong bounds, or entries of other depths
#[derive(Args, Clone, PartialEq, Debug)]
pub struct NoConvergence {
    /// Number of trees of each kind
    #[arg(short, long, value_name = "N", default_value_t = NoConvergence::default().runs, value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: u64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for NoConvergence {
    fn default() -> NoConvergence {
        NoConvergence { runs: 200, output: Output::default() }
    }
}

/// Widths and depths.
const SIZES: [(usize, u32); 2] = [(3, 7), (5, 5)];

/// The largest gain by one move.
const GAIN: u32 = 100;

/// An error of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TableFault {
    /// None.
    None,
    /// It ignores what exceeds this number of entries.
    Lost(usize),
    /// Each result is stored as the value of the node, whatever bound it is.
    Exact,
    /// The bounds of one node in eight are too tight by a tenth of a gain.
    Tight,
    /// Entries of one ply less than needed are accepted, except at the root.
    Shallow,
    /// Entries of a greater depth than needed are accepted.
    Deeper,
}

/// The trees on which an error is examined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Incremental trees.
    Tree,
    /// Graphs in which positions recur at other depths.
    Graph,
}

const FAULTS: [(&str, TableFault, Kind); 8] = [
    ("no fault", TableFault::None, Kind::Tree),
    ("a table of 64 entries", TableFault::Lost(64), Kind::Tree),
    ("no table", TableFault::Lost(0), Kind::Tree),
    ("a bug: bounds stored as values", TableFault::Exact, Kind::Tree),
    ("a bug: bounds too tight", TableFault::Tight, Kind::Tree),
    ("a bug: entries one ply too shallow", TableFault::Shallow, Kind::Tree),
    ("no fault, graph", TableFault::None, Kind::Graph),
    ("deeper entries accepted, graph", TableFault::Deeper, Kind::Graph),
];

/// A graph in which a player reaches the same position in few long steps or in many short ones, so that it recurs with
/// another number of plies to search.
struct Steps {
    width: usize,
    seed: u64,
}

/// How far both players have come, the side to move first.
type Position = [u64; 2];

impl GameTree for Steps {
    type Node = (Position, bool);
    type Moves = ();

    fn root(&self) -> (Position, bool) {
        ([0, 0], false)
    }

    fn moves(&self, _node: &(Position, bool)) {}

    fn len(&self, (): &()) -> usize {
        self.width
    }

    fn child(&self, &([own, other], side): &(Position, bool), (): &(), index: usize) -> (Position, bool) {
        ([other, own + 1 + index as u64], !side)
    }

    fn evaluate(&self, node: &(Position, bool)) -> Value {
        (splitmix64(self.key(node)) % (2 * u64::from(GAIN) + 1)) as Value - GAIN as Value
    }

    fn key(&self, &([own, other], side): &(Position, bool)) -> u64 {
        splitmix64(self.seed ^ splitmix64(own << 32 | other << 1 | u64::from(side)))
    }
}

/// A table with an error: the depths and bounds of positions.
#[derive(Clone)]
struct FaultyTable {
    fault: TableFault,
    entries: HashMap<u64, (u32, Bounds)>,
}

impl FaultyTable {
    fn new(fault: TableFault) -> FaultyTable {
        FaultyTable { fault, entries: HashMap::new() }
    }

    /// The bounds of a node that are accepted at this depth.
    fn get(&self, key: u64, depth: u32, is_root: bool) -> Bounds {
        let missing = u32::from(self.fault == TableFault::Shallow && !is_root);
        match self.entries.get(&key) {
            Some((found, bounds))
                if *found == depth
                    || found + missing == depth
                    || self.fault == TableFault::Deeper && *found > depth =>
            {
                *bounds
            }
            _ => Bounds::NONE,
        }
    }

    fn set(&mut self, key: u64, depth: u32, found: Bounds) {
        let before =
            self.entries.get(&key).filter(|(of, _)| *of == depth).map_or(Bounds::NONE, |entry| entry.1);
        let bounds = match self.fault {
            TableFault::Lost(entries)
                if self.entries.len() >= entries && !self.entries.contains_key(&key) =>
            {
                return;
            }
            TableFault::Exact => {
                Bounds::exact(if found.lower > -INFINITY { found.lower } else { found.upper })
            }
            TableFault::Tight if found != Bounds::NONE && splitmix64(key).is_multiple_of(8) => {
                let by = (GAIN / 10) as Value;
                let tight = Bounds {
                    lower: if found.lower > -INFINITY { found.lower + by } else { found.lower },
                    upper: if found.upper < INFINITY { found.upper - by } else { found.upper },
                };
                before.tightened(tight)
            }
            _ => before.tightened(found),
        };
        self.entries.insert(key, (depth, bounds));
    }
}

/// The memory test with a table that may have an error.
fn test<T: GameTree>(
    tree: &T,
    table: &mut FaultyTable,
    node: &T::Node,
    bound: Value,
    (depth, is_root): (u32, bool),
) -> Value {
    let key = tree.key(node);
    let known = table.get(key, depth, is_root);
    if known.lower >= bound {
        return known.lower;
    }
    if known.upper < bound {
        return known.upper;
    }
    // Leaves are not stored: an exact value is neither lost nor wrong.
    let Some((moves, count)) = expand(tree, node, depth) else { return tree.evaluate(node) };
    let mut best = -INFINITY;
    for index in 0..count {
        let child = tree.child(node, &moves, index);
        best = best.max(-test(tree, table, &child, 1 - bound, (depth - 1, false)));
        if best >= bound {
            break;
        }
    }
    table.set(key, depth, Bounds::found(best, (bound - 1, bound)));
    best
}

/// The end of a run of MTD(f).
#[derive(Clone, Copy, Debug)]
struct Run {
    bounds: Bounds,
    passes: u64,
}

/// Runs MTD(f) from a first guess.
fn run<T: GameTree>(tree: &T, table: &mut FaultyTable, guess: Value, depth: u32) -> Run {
    let mut run = Run { bounds: Bounds::NONE, passes: 0 };
    converge(mtd_f_bounds(guess), |bound| {
        let value = test(tree, table, &tree.root(), bound, (depth, true));
        run.passes += 1;
        if value < bound {
            run.bounds.upper = value;
        } else {
            run.bounds.lower = value;
        }
        value
    });
    run
}

/// The last iteration of iterative deepening: its passes, whether its bounds meet, and whether they do at the value.
///
/// The first guess is the value of two iterations ago, which is better than that of the last one in these trees.
fn last_iteration<T: GameTree>(tree: &T, fault: TableFault, deepest: u32) -> (u64, bool, bool) {
    let (mut table, mut values) = (FaultyTable::new(fault), [0; 2]);
    for depth in 1..deepest {
        let value = run(tree, &mut table, values[0], depth).bounds.lower;
        values = [values[1], value];
    }
    let Run { bounds, passes } = run(tree, &mut table, values[0], deepest);
    let value = alpha_beta_fail_soft(tree, &mut (), &tree.root(), -INFINITY, INFINITY, deepest);
    (passes, bounds.lower == bounds.upper, bounds == Bounds::exact(value))
}

impl Experiment for NoConvergence {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "no-convergence".into(),
            title: "When MTD(f) does not converge".into(),
            ..Section::default()
        };
        let sizes: Vec<String> = SIZES.iter().map(|(width, depth)| format!("w {width}, d {depth}")).collect();
        let title = format!(
            "Runs of MTD(f) by what is wrong with the table, in percent, on incremental trees, or on graphs in which positions \
             recur at other depths ({}), {} trees each",
            sizes.join("; "),
            self.runs
        );
        let columns =
            ["fault", "bounds meet", "at the value", "at another value", "bounds cross", "passes, mean"];
        let mut table = DataTable::new(title, columns);
        let mut all_end_with_the_value = true;
        for (name, fault, kind) in FAULTS {
            let mut runs = Vec::new();
            for (width, depth) in SIZES {
                let name = name.replace(": ", "-").replace(", ", "-").replace(' ', "-");
                let id = format!("no-convergence-{name}-w{width}-d{depth}");
                runs.extend(runner.runs(&id, self.runs, |seed| {
                    Ok(match kind {
                        Kind::Tree => last_iteration(&Incremental::new(width, GAIN, 0.3, seed), fault, depth),
                        Kind::Graph => last_iteration(&Steps { width, seed }, fault, depth),
                    })
                })?);
            }
            let fraction = |holds: &dyn Fn(&(u64, bool, bool)) -> bool| {
                let count = runs.iter().filter(|run| holds(run)).count();
                format!("{:.1}", 100.0 * count as f64 / runs.len().max(1) as f64)
            };
            let passes: u64 = runs.iter().map(|run| run.0).sum();
            table.push([
                name.to_string(),
                fraction(&|run| run.1),
                fraction(&|run| run.2),
                fraction(&|run| run.1 && !run.2),
                fraction(&|run| !run.1),
                format!("{:.1}", passes as f64 / runs.len().max(1) as f64),
            ]);
            if matches!(fault, TableFault::None | TableFault::Lost(_)) {
                all_end_with_the_value &= runs.iter().all(|run| run.2);
            }
        }
        section.tables.push(table);
        section.check(
            all_end_with_the_value,
            "without wrong bounds the bounds meet at the value, however many entries are lost",
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
        self.output.add_words(Words::new("no-convergence").option("runs", self.runs))
    }
}
