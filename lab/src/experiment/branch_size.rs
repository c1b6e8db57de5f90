//! Which of two equally good branches is cut off: that with more nodes, or that with fewer (source 003).

use std::collections::HashMap;

use clap::Args;

use super::paired::ratio_of_means;
use super::{Experiment, Output, Runner};
use crate::algorithm::alpha_beta_fail_soft;
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{DataTable, Section};
use crate::tree::{RandomShape, RandomShapeMoves, RandomShapeNode, Shape, splitmix64};
use crate::{Counters, GameTree, INFINITY, Value, game_tree::expand};

/// Count the nodes of alpha-beta on irregular trees by the size of the branches that it cuts off
#[derive(Args, Clone, PartialEq, Debug)]
pub struct BranchSize {
    /// Number of trees of each kind
    #[arg(short, long, value_name = "N", default_value_t = BranchSize::default().runs, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for BranchSize {
    fn default() -> BranchSize {
        BranchSize { runs: 200, output: Output::default() }
    }
}

/// Mean numbers of children, depths, and numbers of values of the leaves.
const SETTINGS: [(u32, u32, u32); 6] =
    [(4, 6, 2), (4, 6, 10), (4, 6, 1000), (8, 4, 2), (8, 4, 10), (8, 4, 1000)];

/// The probability that a node below the root is interior.
const INTERIOR: f64 = 0.8;

/// A tree of random shape whose children have an order, and whose leaves have independent values.
struct Irregular {
    shape: RandomShape,
    values: u32,
    /// The order of the children, by the key of their parent; the tree's own order where there is none.
    order: HashMap<u64, Vec<usize>>,
}

impl Irregular {
    fn new((children, depth, values): (u32, u32, u32), seed: u64) -> Irregular {
        let interior: Vec<f64> = (0..depth).map(|level| if level == 0 { 1.0 } else { INTERIOR }).collect();
        let children = interior.iter().map(|q| q * f64::from(children)).collect();
        let shape = RandomShape::new(Shape { interior, children }, 1.0, 1, seed);
        Irregular { shape, values, order: HashMap::new() }
    }
}

impl GameTree for Irregular {
    type Node = RandomShapeNode;
    type Moves = RandomShapeMoves;

    fn root(&self) -> RandomShapeNode {
        self.shape.root()
    }

    fn moves(&self, node: &RandomShapeNode) -> RandomShapeMoves {
        self.shape.moves(node)
    }

    fn len(&self, moves: &RandomShapeMoves) -> usize {
        self.shape.len(moves)
    }

    fn child(&self, node: &RandomShapeNode, moves: &RandomShapeMoves, index: usize) -> RandomShapeNode {
        let order = self.order.get(&self.shape.key(node));
        self.shape.child(node, moves, order.map_or(index, |order| order[index]))
    }

    /// An odd distance from the middle, so that both players have the same values.
    fn evaluate(&self, node: &RandomShapeNode) -> Value {
        let number = splitmix64(self.shape.key(node) ^ 0x77) % u64::from(self.values);
        2 * number as Value - (self.values as Value - 1)
    }

    fn key(&self, node: &RandomShapeNode) -> u64 {
        self.shape.key(node)
    }
}

/// An order of the children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ChildOrder {
    /// Whether better children come first.
    by_value: bool,
    /// Which of children that are equal so far comes first.
    size: Size,
}

/// The place of a child by the number of nodes of its branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Size {
    /// At random.
    Any,
    Smallest,
    Largest,
}

const ORDERS: [(&str, ChildOrder); 6] = [
    ("best first", ChildOrder { by_value: true, size: Size::Any }),
    ("best first, of equals the smallest", ChildOrder { by_value: true, size: Size::Smallest }),
    ("best first, of equals the largest", ChildOrder { by_value: true, size: Size::Largest }),
    ("random", ChildOrder { by_value: false, size: Size::Any }),
    ("smallest first", ChildOrder { by_value: false, size: Size::Smallest }),
    ("largest first", ChildOrder { by_value: false, size: Size::Largest }),
];

impl ChildOrder {
    /// The sort key of a child with this value for its parent and this number of nodes.
    fn rank(self, (value, nodes): (Value, u64)) -> (Value, i64) {
        let size = match self.size {
            Size::Any => 0,
            Size::Smallest => nodes as i64,
            Size::Largest => -(nodes as i64),
        };
        (if self.by_value { -value } else { 0 }, size)
    }
}

/// Notes the values and the sizes of the children of every node; returns those of `node`.
fn measure(
    tree: &Irregular,
    node: &RandomShapeNode,
    depth: u32,
    children: &mut HashMap<u64, Vec<(Value, u64)>>,
) -> (Value, u64) {
    let Some((moves, count)) = expand(tree, node, depth) else { return (tree.evaluate(node), 1) };
    let found: Vec<(Value, u64)> = (0..count)
        .map(|index| {
            let (value, nodes) = measure(tree, &tree.child(node, &moves, index), depth - 1, children);
            (-value, nodes)
        })
        .collect();
    let value = found.iter().map(|child| child.0).max().unwrap_or(-INFINITY);
    let nodes = 1 + found.iter().map(|child| child.1).sum::<u64>();
    children.insert(tree.key(node), found);
    (value, nodes)
}

/// Returns the nodes of alpha-beta in each order, or an error if it finds another value.
fn nodes(setting: (u32, u32, u32), seed: u64) -> Result<Vec<u64>, LabError> {
    let (mut tree, mut children) = (Irregular::new(setting, seed), HashMap::new());
    let (root, depth) = (tree.root(), setting.1);
    let (value, _) = measure(&tree, &root, depth, &mut children);
    let count = |(name, order): (&str, ChildOrder)| {
        tree.order = children
            .iter()
            .map(|(key, children)| {
                let mut indices: Vec<usize> = (0..children.len()).collect();
                indices.sort_by_key(|index| order.rank(children[*index]));
                (*key, indices)
            })
            .collect();
        let mut counters = Counters::default();
        let found = alpha_beta_fail_soft(&tree, &mut counters, &root, -INFINITY, INFINITY, depth);
        if found == value {
            Ok(counters.nodes())
        } else {
            Err(LabError::AlgorithmValue { algorithm: name.into(), found, expected: value })
        }
    };
    ORDERS.into_iter().map(count).collect()
}

impl Experiment for BranchSize {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "branch-size".into(),
            title: "Cutting off the larger branch".into(),
            ..Section::default()
        };
        let names = SETTINGS
            .map(|(children, depth, values)| format!("{children} children, d {depth}, {values} values"));
        let columns = || std::iter::once("order").chain(names.iter().map(String::as_str));
        let title = format!(
            "Nodes of alpha-beta on irregular trees, relative to the same order with a random choice among equals, {} trees each",
            self.runs
        );
        let mut ratios = DataTable::new(title, columns());
        let mut means =
            DataTable::new("Nodes of alpha-beta with a random choice among equals, mean", columns());
        let all = SETTINGS
            .map(|setting| {
                let (children, depth, values) = setting;
                let name = format!("branch-size-c{children}-d{depth}-v{values}");
                runner.runs(&name, self.runs, |seed| nodes(setting, seed))
            })
            .into_iter()
            .collect::<Result<Vec<Vec<Vec<u64>>>, LabError>>()?;
        for (number, (name, order)) in ORDERS.iter().enumerate() {
            let base = if order.by_value { 0 } else { 3 };
            let pairs = |runs: &Vec<Vec<u64>>| -> Vec<(u64, u64)> {
                runs.iter().map(|nodes| (nodes[number], nodes[base])).collect()
            };
            let name = std::iter::once((*name).to_string());
            if number == base {
                let mean = |runs: &Vec<Vec<u64>>| {
                    let sum: u64 = runs.iter().map(|nodes| nodes[base]).sum();
                    format!("{:.0}", sum as f64 / runs.len().max(1) as f64)
                };
                means.push(name.chain(all.iter().map(mean)));
            } else {
                ratios.push(name.chain(all.iter().map(|runs| ratio_of_means(&pairs(runs)).show(3))));
            }
        }
        section.tables = vec![ratios, means];
        Ok(section)
    }

    fn has_chart(&self) -> bool {
        false
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("branch-size").option("runs", self.runs))
    }
}
