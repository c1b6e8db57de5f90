//! Iterative deepening on trees whose values of successive depths are correlated.

use std::collections::HashMap;

use clap::Args;
use serde::{Deserialize, Serialize};

use super::paired::ratio_of_means;
use super::{Experiment, Output, Runner, check_means};
use crate::algorithm::{Options, alpha_beta_fail_soft, aspiration, mtd_f, negascout};
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{DataTable, Section};
use crate::theory::Permuted;
use crate::tree::Incremental;
use crate::{Counters, End, GameTree, INFINITY, Observer, Value, Visit};
use lancet_arena::statistics::Mean;

/// Count what iterative deepening saves on incremental trees, by better order and by a guess of the value
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Deepening {
    /// Number of trees of each kind
    #[arg(short, long, value_name = "N", default_value_t = Deepening::default().runs, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for Deepening {
    fn default() -> Deepening {
        Deepening { runs: 50, output: Output::default() }
    }
}

/// Incremental trees.
struct Kind {
    id: &'static str,
    title: &'static str,
    width: usize,
    depth: u32,
    /// How much less later children gain.
    order: f64,
}

const KINDS: [Kind; 4] = [
    Kind { id: "w5-unordered", title: "width 5, depth 8, unordered", width: 5, depth: 8, order: 0.0 },
    Kind {
        id: "w5-ordered",
        title: "width 5, depth 8, later children gain less",
        width: 5,
        depth: 8,
        order: 0.5,
    },
    Kind { id: "w20-unordered", title: "width 20, depth 5, unordered", width: 20, depth: 5, order: 0.0 },
    Kind {
        id: "w20-ordered",
        title: "width 20, depth 5, later children gain less",
        width: 20,
        depth: 5,
        order: 0.5,
    },
];

/// The largest gain of a move, such as centipawns.
const GAIN: u32 = 100;

/// Half the width of the aspiration window.
const MARGIN: Value = 50;

/// How an iteration searches the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Driver {
    AlphaBeta,
    NegaScout,
    /// Around the value of this many iterations before.
    Aspiration(usize),
    /// From the value of this many iterations before.
    MtdF(usize),
}

const DRIVERS: [Driver; 6] = [
    Driver::AlphaBeta,
    Driver::NegaScout,
    Driver::Aspiration(1),
    Driver::Aspiration(2),
    Driver::MtdF(1),
    Driver::MtdF(2),
];

impl Driver {
    fn name(self) -> String {
        let guess = |back: usize| if back == 1 { "the last iteration" } else { "two iterations ago" };
        match self {
            Driver::AlphaBeta => "alpha-beta".into(),
            Driver::NegaScout => "NegaScout".into(),
            Driver::Aspiration(back) => format!("aspiration search, guess of {}", guess(back)),
            Driver::MtdF(back) => format!("MTD(f), f of {}", guess(back)),
        }
    }

    /// Searches to a depth; `values` are those of the iterations before, the first of depth 0.
    fn search<T: GameTree, O: Observer<T>>(
        self,
        tree: &T,
        observer: &mut O,
        depth: u32,
        values: &[Value],
    ) -> Result<Value, LabError> {
        let root = tree.root();
        let guess = |back: usize| values[values.len().saturating_sub(back)];
        Ok(match self {
            Driver::AlphaBeta => alpha_beta_fail_soft(tree, observer, &root, -INFINITY, INFINITY, depth),
            Driver::NegaScout => {
                negascout(tree, observer, &root, (-INFINITY, INFINITY), depth, Options::FIGURE_1)
            }
            Driver::Aspiration(back) => aspiration(tree, observer, guess(back), MARGIN, depth),
            Driver::MtdF(back) => mtd_f(tree, observer, guess(back), depth)?,
        })
    }
}

/// Notes the best child of every node whose value exceeds the lower end of the window.
struct BestChildren<'t, T> {
    tree: &'t T,
    /// The index of the best child in the tree itself, by the key of its parent.
    first: HashMap<u64, usize>,
    /// For each node on the way to the current one: the key of its best child so far, and the value.
    nodes: Vec<(Option<u64>, Value)>,
}

impl<T: GameTree> BestChildren<'_, T> {
    fn found(&mut self, key: u64, value: Value) {
        if let Some(parent) = self.nodes.last_mut()
            && -value > parent.1
        {
            *parent = (Some(key), -value);
        }
    }
}

impl<'t, T: GameTree> Observer<Permuted<'t, T>> for BestChildren<'t, T> {
    fn enter(&mut self, _visit: Visit<'_, Permuted<'t, T>>) {
        self.nodes.push((None, -INFINITY));
    }

    fn leave(&mut self, visit: Visit<'_, Permuted<'t, T>>, value: Value, _end: End) {
        let Some((best, _)) = self.nodes.pop() else { return };
        let key = visit.tree.key(visit.node);
        if let (Some(best), true) = (best, value > visit.alpha) {
            let moves = self.tree.moves(visit.node);
            let is_best = |index: &usize| self.tree.key(&self.tree.child(visit.node, &moves, *index)) == best;
            if let Some(index) = (0..self.tree.len(&moves)).find(is_best) {
                self.first.insert(key, index);
            }
        }
        self.found(key, value);
    }

    fn leaf(&mut self, visit: Visit<'_, Permuted<'t, T>>, value: Value) {
        self.found(visit.tree.key(visit.node), value);
    }

    fn table_cutoff(&mut self, visit: Visit<'_, Permuted<'t, T>>, value: Value) {
        self.found(visit.tree.key(visit.node), value);
    }
}

/// The cost of a driver.
#[derive(Clone, Copy, Default, Serialize, Deserialize, Debug)]
struct Cost {
    /// Leaves of the search without deepening.
    direct: u64,
    /// Leaves of the last iteration.
    last: u64,
    /// Leaves of all iterations.
    all: u64,
    /// Searches of the root in the last iteration.
    passes: u64,
}

/// The values of all depths, from 0, and the costs of all drivers.
type Run = (Vec<Value>, [Cost; DRIVERS.len()]);

/// Deepens by one driver; `values` are those of all depths.
fn deepen<T: GameTree>(tree: &T, driver: Driver, values: &[Value]) -> Result<Cost, LabError> {
    let (mut cost, mut first) = (Cost::default(), HashMap::new());
    let deepest = values.len() - 1;
    for depth in 1..=deepest {
        let ordered = Permuted::new(tree, first.clone());
        let mut observer = (Counters::default(), BestChildren { tree, first, nodes: Vec::new() });
        let found = driver.search(&ordered, &mut observer, depth as u32, &values[..depth])?;
        if found != values[depth] {
            let algorithm = driver.name();
            return Err(LabError::AlgorithmValue { algorithm, found, expected: values[depth] });
        }
        let (counters, best) = observer;
        first = best.first;
        cost.all += counters.leaves;
        (cost.last, cost.passes) =
            (counters.leaves, counters.passes + u64::from(!matches!(driver, Driver::MtdF(_))));
    }
    let mut direct = Counters::default();
    // The guess of a search without deepening is the value of the root without a search.
    driver.search(tree, &mut direct, deepest as u32, &values[..1])?;
    cost.direct = direct.leaves;
    Ok(cost)
}

fn run(kind: &Kind, seed: u64) -> Result<Run, LabError> {
    let tree = Incremental::new(kind.width, GAIN, kind.order, seed);
    let value = |depth| alpha_beta_fail_soft(&tree, &mut (), &tree.root(), -INFINITY, INFINITY, depth);
    let values: Vec<Value> = (0..=kind.depth).map(value).collect();
    let mut costs = [Cost::default(); DRIVERS.len()];
    for (cost, driver) in costs.iter_mut().zip(DRIVERS) {
        *cost = deepen(&tree, driver, &values)?;
    }
    Ok((values, costs))
}

impl Deepening {
    fn add(&self, runner: &Runner, kind: &Kind, section: &mut Section) -> Result<bool, LabError> {
        let runs = runner.runs(&format!("deepening-{}", kind.id), self.runs, |seed| run(kind, seed))?;
        let title =
            format!("{}: leaves / leaves of alpha-beta without deepening, {} trees", kind.title, self.runs);
        let columns =
            ["driver", "without deepening", "last iteration", "all iterations", "searches of the last"];
        let mut table = DataTable::new(title, columns);
        let mut saves = true;
        for (index, driver) in DRIVERS.into_iter().enumerate() {
            let ratio = |of: fn(&Cost) -> u64| {
                let pair = |run: &Run| (of(&run.1[index]), run.1[0].direct);
                ratio_of_means(&runs.iter().map(pair).collect::<Vec<(u64, u64)>>())
            };
            let (direct, all) = (ratio(|cost| cost.direct), ratio(|cost| cost.all));
            saves &= all.mean < direct.mean;
            let passes: Vec<f64> = runs.iter().map(|run| run.1[index].passes as f64).collect();
            table.push([
                driver.name(),
                direct.show(3),
                ratio(|cost| cost.last).show(3),
                all.show(3),
                format!("{:.1}", Mean::of(&passes).mean),
            ]);
        }
        let title = format!("{}: error of the guess, gains of up to {GAIN} a move", kind.title);
        let columns = ["depth", "value of the last iteration", "value of two iterations ago"];
        let mut errors = DataTable::new(title, columns);
        for depth in 2..=kind.depth as usize {
            let error = |back: usize| {
                let errors = runs.iter().map(|run| f64::from((run.0[depth] - run.0[depth - back]).abs()));
                Mean::of(&errors.collect::<Vec<f64>>()).show(1)
            };
            errors.push([depth.to_string(), error(1), error(2)]);
        }
        section.tables.extend([table, errors]);
        Ok(saves)
    }
}

impl Experiment for Deepening {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "deepening".into(),
            title: "Iterative deepening on incremental trees".into(),
            ..Section::default()
        };
        for kind in &KINDS {
            let saves = self.add(runner, kind, &mut section)?;
            if kind.order == 0.0 {
                let statement = format!(
                    "{}: all iterations together cost less than one search without deepening",
                    kind.title
                );
                check_means(&mut section, self.runs, saves, statement);
            }
        }
        Ok(section)
    }

    fn has_chart(&self) -> bool {
        false
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("deepening").option("runs", self.runs))
    }
}
