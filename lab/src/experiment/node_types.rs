//! The nodes of the minimal tree by level and kind, and what they allow a parallel search.

use clap::Args;

use super::{Experiment, Output, Runner};
use crate::algorithm::alpha_beta_fail_soft;
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{Chart, Curve, DataTable, Section, XAxis};
use crate::theory::{NodeKind, Permuted, kinds_at_level, minimal_leaves};
use crate::tree::{Iid, PathNode, Paths};
use crate::{GameTree, INFINITY, Observer, Value, Visit};

/// Count the nodes of alpha-beta in perfect order by level and kind (1, 2.1, 2.2, 3.1, 3.2)
#[derive(Args, Clone, PartialEq, Debug)]
pub struct NodeTypes {
    /// Number of children of a node
    #[arg(short, long, value_name = "N", default_value_t = NodeTypes::default().width)]
    pub width: usize,
    /// Depth in plies
    #[arg(short, long, value_name = "N", default_value_t = NodeTypes::default().depth, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for NodeTypes {
    fn default() -> NodeTypes {
        NodeTypes { width: 3, depth: 8, output: Output::default() }
    }
}

/// The largest number of leaves of the whole tree, whose values the perfect order needs.
const MAX_LEAVES: f64 = 1e6;

/// Counts the visited nodes by level and kind; the last column is for nodes that are not critical.
#[derive(Default)]
struct Levels(Vec<[u64; 6]>);

impl Levels {
    fn count<N>(&mut self, node: &PathNode<N>) {
        let level = node.path.level();
        self.0.resize(self.0.len().max(level + 1), [0; 6]);
        let column = NodeKind::of(&node.path).map_or(5, |kind| kind as usize);
        self.0[level][column] += 1;
    }
}

impl<'t, T: GameTree> Observer<Paths<'t, T>> for Levels {
    fn enter(&mut self, visit: Visit<'_, Paths<'t, T>>) {
        self.count(visit.node);
    }

    fn leaf(&mut self, visit: Visit<'_, Paths<'t, T>>, _value: Value) {
        self.count(visit.node);
    }
}

impl NodeTypes {
    fn check_size(&self) -> Result<(), LabError> {
        let depth = i32::try_from(self.depth).unwrap_or(i32::MAX);
        let leaves = (self.width as f64).powi(depth);
        if self.width < 2 {
            return Err(LabError::ModelWidth(self.width));
        }
        if leaves > MAX_LEAVES {
            let (width, depth, limit) = (self.width, self.depth, MAX_LEAVES);
            return Err(LabError::WholeTreeTooLarge { width, depth, leaves, limit });
        }
        Ok(())
    }

    /// The nodes that alpha-beta visits in a perfectly ordered tree.
    fn counted(&self) -> Vec<[u64; 6]> {
        let tree = Iid::new(self.width, 1_000_000, 17);
        let perfect = Permuted::perfect(&tree, self.depth);
        let paths = Paths::new(&perfect);
        let mut levels = Levels::default();
        alpha_beta_fail_soft(&paths, &mut levels, &paths.root(), -INFINITY, INFINITY, self.depth);
        levels.0
    }

    fn table(&self, counted: &[[u64; 6]]) -> DataTable {
        let kinds = NodeKind::ALL.map(|kind| format!("kind {kind}"));
        let rest = ["visited", "w^ceil(l/2) + w^floor(l/2) - 1", "whole tree", "steps in parallel"];
        let columns = std::iter::once("level".to_string()).chain(kinds).chain(rest.map(String::from));
        let title = format!(
            "Nodes that alpha-beta visits in a perfectly ordered tree of width {} and depth {}",
            self.width, self.depth
        );
        let mut table = DataTable::new(title, columns);
        for (level, counts) in (0u32..).zip(counted) {
            let cells = counts[..5].iter().map(u64::to_string);
            let whole = (self.width as u64).pow(level);
            let rest = [
                counts.iter().sum::<u64>().to_string(),
                format!("{:.0}", minimal_leaves(self.width, level)),
                whole.to_string(),
                (level + 1).to_string(),
            ];
            table.push(std::iter::once(level.to_string()).chain(cells).chain(rest));
        }
        table
    }

    fn chart(counted: &[[u64; 6]]) -> Chart {
        let curve = |kind: NodeKind| {
            let points = (0..)
                .zip(counted)
                .map(|(level, counts)| (f64::from(level), counts[kind as usize] as f64, 0.0));
            Curve { name: format!("kind {kind}"), points: points.filter(|point| point.1 > 0.0).collect() }
        };
        Chart {
            title: "The minimal tree by level".into(),
            x: "level".into(),
            y: "nodes".into(),
            log: true,
            x_axis: XAxis::Integers,
            curves: NodeKind::ALL.map(curve).into(),
            ..Chart::default()
        }
    }
}

impl Experiment for NodeTypes {
    fn section(&self, _runner: &Runner) -> Result<Section, LabError> {
        self.check_size()?;
        let counted = self.counted();
        let mut section = Section {
            id: "node-types".into(),
            title: "The minimal tree by level and kind".into(),
            finding: "All children of a node of type 3, and all but the first of one of type 1, can be searched at the same \
                time without any extra work; a node of type 2 needs its first child only. With a processor for each of \
                them the search of the minimal tree takes one leaf for the principal variation and one more for each \
                level above the leaves."
                .into(),
            tables: vec![self.table(&counted)],
            charts: vec![NodeTypes::chart(&counted)],
            ..Section::default()
        };
        let expected = |level: u32| kinds_at_level(self.width as u64, level);
        let is_expected =
            (0..).zip(&counted).all(|(level, counts)| counts[..5] == expected(level) && counts[5] == 0);
        section.check(
            is_expected,
            "every level has as many nodes of each kind as the formulas say, and no others",
        );
        Ok(section)
    }

    fn has_partial_results(&self) -> bool {
        false
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        let words = Words::new("node-types").option("width", self.width).option("depth", self.depth);
        self.output.add_words(words)
    }
}
