//! Statements of the sources that a count decides: how often something happens on many trees.

use std::collections::HashSet;

use clap::Args;
use serde::{Deserialize, Serialize};

use super::{Experiment, Output, Runner};
use crate::algorithm::{
    Options, Table, alpha_beta_fail_hard, alpha_beta_fail_soft, converge, ins, memory_test, mtd_f_bounds,
    mtd_slide, negamax, negascout, rec_sss_star, scout,
};
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{DataTable, Section};
use crate::tree::{Commuting, Iid, Order, PathNode, Paths, TopDown};
use crate::{Counters, End, GameTree, INFINITY, LeafTrace, Observer, Value, Visit};

/// Count how often statements of the sources hold on many trees
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Counts {
    /// Number of seeds; each gives a tree of width 5 with ordered values and one of width 3 with independent leaves
    #[arg(short, long, value_name = "N", default_value_t = Counts::default().runs, value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: u64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts { runs: 200, output: Output::default() }
    }
}

const FULL: (Value, Value) = (-INFINITY, INFINITY);

/// The rows: what is counted, and out of what.
pub const ROWS: [(&str, &str); 13] = [
    ("F2 and F3 return the same after a cutoff by a leaf", "cutoffs by a leaf"),
    ("F2 and F3 return the same after a cutoff by an interior node", "cutoffs by an interior node"),
    ("the parent has an elder sibling", "children that alpha-beta cuts off"),
    ("the loop of MTD(f) with < never ends", "runs"),
    ("the loop of MTD(f) with <= ends with the value", "runs"),
    ("MTD(f) without a memory ends with the value", "runs"),
    ("MTD(f) with a full table ends with the value", "runs"),
    ("Scout visits a leaf that alpha-beta does not", "trees"),
    ("INS evaluates fewer leaves than NegaScout", "trees"),
    ("INS evaluates more leaves than NegaScout", "trees"),
    ("a re-search of INS lies inside another one", "re-searches of INS"),
    ("SSS* evaluates more leaves than NegaScout", "trees"),
    ("a position of the graph is visited for the first time", "visits of positions by negamax"),
];

/// How often something happened, and out of how many.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
struct Count(u64, u64);

impl Count {
    fn add(&mut self, happened: bool) {
        self.0 += u64::from(happened);
        self.1 += 1;
    }
}

/// The results of interior nodes: the depth, why the search ended, and the value.
#[derive(Default)]
struct Ends(Vec<(u32, End, Value)>);

impl<T: GameTree> Observer<T> for Ends {
    fn leave(&mut self, visit: Visit<'_, T>, value: Value, end: End) {
        self.0.push((visit.depth, end, value));
    }
}

/// Counts the cut-off children whose parent has an elder sibling.
#[derive(Default)]
struct Elders(Count);

impl<'t, T: GameTree> Observer<Paths<'t, T>> for Elders {
    fn leave(&mut self, visit: Visit<'_, Paths<'t, T>>, _value: Value, end: End) {
        let PathNode { path, .. } = visit.node;
        let End::Cutoff(index) = end else { return };
        let has_elder = path.indices().last().is_some_and(|index| *index > 0);
        for _ in index + 1..visit.tree.len(&visit.tree.moves(visit.node)) {
            self.0.add(has_elder);
        }
    }
}

/// Counts re-searches, and those inside another one.
#[derive(Default)]
struct Nesting {
    count: Count,
    is_next: bool,
    /// For each node on the way to the current one, whether it is re-searched.
    nodes: Vec<bool>,
}

impl<T: GameTree> Observer<T> for Nesting {
    fn research(&mut self, _tree: &T, _child: &T::Node) {
        let is_inside = self.nodes.contains(&true);
        self.count.add(is_inside);
        self.is_next = true;
    }

    fn enter(&mut self, _visit: Visit<'_, T>) {
        self.nodes.push(std::mem::take(&mut self.is_next));
    }

    fn leave(&mut self, _visit: Visit<'_, T>, _value: Value, _end: End) {
        self.nodes.pop();
    }

    fn leaf(&mut self, _visit: Visit<'_, T>, _value: Value) {
        self.is_next = false;
    }
}

/// The counts of one seed.
type Tally = [Count; ROWS.len()];

/// Counts on one tree; `guesses` are offsets from its value.
fn count_tree<T: GameTree>(tree: &T, depth: u32, guesses: [Value; 3], tally: &mut Tally) {
    let root = tree.root();
    let (mut hard, mut soft) = (Ends::default(), Ends::default());
    let value = alpha_beta_fail_soft(tree, &mut soft, &root, FULL.0, FULL.1, depth);
    alpha_beta_fail_hard(tree, &mut hard, &root, FULL.0, FULL.1, depth);
    for ((depth, end, two), (_, _, three)) in hard.0.iter().zip(&soft.0) {
        if matches!(end, End::Cutoff(_)) {
            tally[usize::from(*depth > 1)].add(two == three);
        }
    }
    let paths = Paths::new(tree);
    let mut elders = Elders::default();
    alpha_beta_fail_soft(&paths, &mut elders, &paths.root(), FULL.0, FULL.1, depth);
    tally[2].0 += elders.0.0;
    tally[2].1 += elders.0.1;

    for guess in guesses.map(|offset| value + offset) {
        for (row, is_corrected) in [(3, false), (4, true)] {
            let mut table = Table::default();
            let found = mtd_slide(guess, is_corrected, |window| {
                memory_test(tree, &mut (), &mut table, &root, window + 1, depth)
            });
            tally[row].add(if is_corrected { found == Some(value) } else { found.is_none() });
        }
        let without = converge(mtd_f_bounds(guess), |bound| {
            alpha_beta_fail_soft(tree, &mut (), &root, bound - 1, bound, depth)
        });
        tally[5].add(without == value);
        // The table ignores what it cannot hold.
        let mut table = Table::new(64);
        let full = converge(mtd_f_bounds(guess), |bound| {
            memory_test(tree, &mut (), &mut table, &root, bound, depth)
        });
        if table.check().is_err() {
            tally[6].add(full == value);
        }
    }
    count_searches(tree, depth, tally);
}

/// Counts what searches with the full window visit.
fn count_searches<T: GameTree>(tree: &T, depth: u32, tally: &mut Tally) {
    let root = tree.root();
    let (mut scouted, mut visited) = (LeafTrace::default(), LeafTrace::default());
    scout(tree, &mut scouted, &root, depth);
    alpha_beta_fail_soft(tree, &mut visited, &root, FULL.0, FULL.1, depth);
    let visited = visited.set();
    tally[7].add(scouted.leaves.iter().any(|leaf| !visited.contains(leaf)));

    let mut counters = [const { None::<Counters> }; 3].map(|_| Counters::default());
    let [ns, informed, sss] = &mut counters;
    negascout(tree, ns, &root, FULL, depth, Options::FIGURE_1);
    ins(tree, informed, &root, FULL.0, FULL.1, depth);
    rec_sss_star(tree, sss, depth);
    tally[8].add(informed.leaves < ns.leaves);
    tally[9].add(informed.leaves > ns.leaves);
    tally[11].add(sss.leaves > ns.leaves);
    let mut nesting = Nesting::default();
    ins(tree, &mut nesting, &root, FULL.0, FULL.1, depth);
    tally[10].0 += nesting.count.0;
    tally[10].1 += nesting.count.1;
}

/// The positions that negamax visits in a graph.
#[derive(Default)]
struct Positions {
    known: HashSet<(u64, u32)>,
    count: Count,
}

impl<T: GameTree> Observer<T> for Positions {
    fn enter(&mut self, visit: Visit<'_, T>) {
        let is_new = self.known.insert((visit.tree.key(visit.node), visit.depth));
        self.count.add(is_new);
    }

    fn leaf(&mut self, visit: Visit<'_, T>, _value: Value) {
        self.enter(visit);
    }
}

/// Counts on the trees of a seed.
fn count(seed: u64) -> Tally {
    let mut tally = Tally::default();
    count_tree(&TopDown::new(5, Order::STRONG, 1_000_000, seed), 5, [0, -1000, 100_000], &mut tally);
    count_tree(&Iid::new(3, 100, seed), 6, [0, -3, 10], &mut tally);
    let graph = Commuting::new(4, 1000, seed);
    let mut positions = Positions::default();
    negamax(&graph, &mut positions, &graph.root(), 6);
    tally[12] = positions.count;
    tally
}

impl Experiment for Counts {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let tallies = runner.runs("counts", self.runs, |seed| Ok(count(seed)))?;
        let mut section = Section {
            id: "counts".into(),
            title: "How often statements of the sources hold".into(),
            ..Section::default()
        };
        let title = format!(
            "Top-down trees of width 5, depth 5, independent leaves of width 3, depth 6, and graphs of width 4, depth 6: {} \
             of each",
            self.runs
        );
        let mut table = DataTable::new(title, ["statement", "holds", "out of", "of", "fraction"]);
        for (row, (statement, of)) in ROWS.iter().enumerate() {
            let Count(holds, total) = tallies.iter().fold(Count::default(), |sum, tally: &Tally| {
                Count(sum.0 + tally[row].0, sum.1 + tally[row].1)
            });
            let fraction = format!("{:.1} %", 100.0 * holds as f64 / total.max(1) as f64);
            table.push([
                (*statement).to_string(),
                holds.to_string(),
                total.to_string(),
                (*of).to_string(),
                fraction,
            ]);
        }
        section.tables.push(table);
        Ok(section)
    }

    fn has_chart(&self) -> bool {
        false
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("counts").option("runs", self.runs))
    }
}
