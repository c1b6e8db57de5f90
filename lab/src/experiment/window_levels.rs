//! The levels at which a better bound of the root produces cutoffs (source 001).

use std::collections::HashMap;

use clap::Args;

use super::setting::{Setting, TreeTask};
use super::{Experiment, Output, Runner, TreeOrder};
use crate::algorithm::alpha_beta_fail_soft;
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{DataTable, Section};
use crate::{End, GameTree, INFINITY, Observer, Value, Visit};

/// Count the leaves that a better alpha or beta of the root saves, by the level of the cutoffs
#[derive(Args, Clone, PartialEq, Debug)]
pub struct WindowLevels {
    /// Number of trees of each kind
    #[arg(short, long, value_name = "N", default_value_t = WindowLevels::default().runs, value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: u64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for WindowLevels {
    fn default() -> WindowLevels {
        WindowLevels { runs: 100, output: Output::default() }
    }
}

const SETTINGS: [Setting; 4] = [
    Setting::new(TreeOrder::Strong, 5, 6),
    Setting::new(TreeOrder::Random, 5, 6),
    Setting::new(TreeOrder::Iid, 5, 6),
    Setting::new(TreeOrder::Strong, 20, 4),
];

/// The number of levels with interior nodes of the deepest trees.
const LEVELS: usize = 6;

/// What a search visits below each node.
#[derive(Default)]
struct Searched {
    /// The leaves below a node, by its key.
    leaves: HashMap<u64, u64>,
    /// The children of an interior node that were searched, by its key.
    children: HashMap<u64, usize>,
    /// The leaves so far below each node on the way to the current one.
    open: Vec<u64>,
}

impl Searched {
    fn new<T: GameTree>(tree: &T, (alpha, beta): (Value, Value), depth: u32) -> (Searched, Value) {
        let mut searched = Searched::default();
        let value = alpha_beta_fail_soft(tree, &mut searched, &tree.root(), alpha, beta, depth);
        (searched, value)
    }

    fn leaves(&self, key: u64) -> u64 {
        self.leaves.get(&key).copied().unwrap_or(0)
    }

    fn children(&self, key: u64) -> usize {
        self.children.get(&key).copied().unwrap_or(0)
    }

    fn add(&mut self, key: u64, leaves: u64) {
        self.leaves.insert(key, leaves);
        if let Some(parent) = self.open.last_mut() {
            *parent += leaves;
        }
    }
}

impl<T: GameTree> Observer<T> for Searched {
    fn enter(&mut self, _visit: Visit<'_, T>) {
        self.open.push(0);
    }

    fn leave(&mut self, visit: Visit<'_, T>, _value: Value, end: End) {
        let key = visit.tree.key(visit.node);
        let searched = match end {
            End::Cutoff(index) => index + 1,
            _ => visit.tree.len(&visit.tree.moves(visit.node)),
        };
        self.children.insert(key, searched);
        let leaves = self.open.pop().unwrap_or(0);
        self.add(key, leaves);
    }

    fn leaf(&mut self, visit: Visit<'_, T>, _value: Value) {
        self.add(visit.tree.key(visit.node), 1);
    }
}

/// Adds the leaves that `narrow` saves below a node to the level of the nodes whose cutoffs save them.
fn add_saved<T: GameTree>(
    tree: &T,
    node: &T::Node,
    level: usize,
    [wide, narrow]: [&Searched; 2],
    saved: &mut [u64; LEVELS],
) {
    let (key, moves) = (tree.key(node), tree.moves(node));
    let kept = narrow.children(key);
    for index in 0..wide.children(key) {
        let child = tree.child(node, &moves, index);
        if index < kept {
            add_saved(tree, &child, level + 1, [wide, narrow], saved);
        } else if let Some(saved) = saved.get_mut(level) {
            *saved += wide.leaves(tree.key(&child));
        }
    }
}

struct Levels;

impl TreeTask for Levels {
    /// The leaves with the full window, those with a better alpha and with a better beta, and those saved by level.
    type Output = (u64, [u64; 2], [[u64; LEVELS]; 2]);

    fn run<T: GameTree>(&self, tree: &T, depth: u32) -> Result<Self::Output, LabError> {
        let root = tree.root();
        let (wide, value) = Searched::new(tree, (-INFINITY, INFINITY), depth);
        let (mut leaves, mut saved) = ([0; 2], [[0; LEVELS]; 2]);
        for (bound, window) in [(value - 1, INFINITY), (-INFINITY, value + 1)].into_iter().enumerate() {
            let (narrow, _) = Searched::new(tree, window, depth);
            leaves[bound] = narrow.leaves(tree.key(&root));
            add_saved(tree, &root, 0, [&wide, &narrow], &mut saved[bound]);
        }
        Ok((wide.leaves(tree.key(&root)), leaves, saved))
    }
}

impl Experiment for WindowLevels {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "window-levels".into(),
            title: "The levels at which a better window saves leaves".into(),
            ..Section::default()
        };
        let columns =
            SETTINGS.iter().flat_map(|one| ["alpha", "beta"].map(|bound| format!("{}, {bound}", one.name())));
        let title = format!(
            "Leaves saved by alpha = value - 1 or beta = value + 1 at the root, by the level of the cutoffs (0 is the root), in \
             percent of those with the full window, {} trees each",
            self.runs
        );
        let mut table = DataTable::new(title, std::iter::once("level".to_string()).chain(columns));
        let (mut cells, mut is_complete) = (Vec::new(), true);
        for setting in SETTINGS {
            let name = format!("window-levels-{}", setting.id());
            let found = runner.runs(&name, self.runs, |seed| setting.run(seed, &Levels))?;
            let all: u64 = found.iter().map(|(all, _, _)| all).sum();
            for bound in 0..2 {
                is_complete &= found
                    .iter()
                    .all(|(all, leaves, saved)| all - leaves[bound] == saved[bound].iter().sum::<u64>());
                cells.push((0..LEVELS).map(move |_| String::new()).collect::<Vec<String>>());
                let column = cells.last_mut().into_iter().flatten().enumerate();
                for (level, cell) in column.take(setting.depth as usize) {
                    let saved: u64 = found.iter().map(|(_, _, saved)| saved[bound][level]).sum();
                    *cell = format!("{:.2}", 100.0 * saved as f64 / all as f64);
                }
            }
        }
        for level in 0..LEVELS {
            let row = cells.iter().map(|column| column[level].clone());
            table.push(std::iter::once(level.to_string()).chain(row));
        }
        section.tables.push(table);
        section.check(is_complete, "the leaves saved at all levels are those that the narrower window saves");
        Ok(section)
    }

    fn has_chart(&self) -> bool {
        false
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("window-levels").option("runs", self.runs))
    }
}
