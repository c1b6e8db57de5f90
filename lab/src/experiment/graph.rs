//! The graphs on which uses of a transposition table are compared, and trees beside them.

use lancet::position::Position;

use super::chess::Chess;
use super::setting::{Setting, TreeTask};
use super::{Runner, TreeOrder};
use crate::Value;
use crate::chess::{ChessTree, LeafEvaluation, LeafKind};
use crate::error::LabError;
use crate::tree::Commuting;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The number of different values of a position, besides what the moves cost.
const RANGE: u32 = 1_000_000;

/// A kind of graphs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Graph {
    /// A tree, which has no transpositions.
    Tree(Setting),
    /// Commuting moves, of which each costs its player this much more than the one before.
    Commuting {
        /// The number of moves.
        width: usize,
        /// The depth in plies.
        depth: u32,
        /// How much.
        loss: Value,
    },
    /// The positions of the Bratko-Kopec test to a depth, evaluated by material and squares.
    Chess(u32),
}

impl Graph {
    /// The graphs of an experiment; the positions of chess are searched to this depth.
    pub(super) fn all(chess: u32) -> [Graph; 6] {
        [
            Graph::Tree(Setting::new(TreeOrder::Strong, 5, 6)),
            Graph::Commuting { width: 5, depth: 8, loss: 0 },
            Graph::Commuting { width: 8, depth: 6, loss: 0 },
            Graph::Commuting { width: 5, depth: 8, loss: 50_000 },
            Graph::Commuting { width: 12, depth: 6, loss: 50_000 },
            Graph::Chess(chess),
        ]
    }

    /// A name for tables.
    pub(super) fn name(self) -> String {
        match self {
            Graph::Tree(setting) => format!("tree: {}", setting.name()),
            Graph::Commuting { width, depth, loss: 0 } => format!("unordered graph, w {width}, d {depth}"),
            Graph::Commuting { width, depth, .. } => format!("ordered graph, w {width}, d {depth}"),
            Graph::Chess(depth) => format!("chess, d {depth}"),
        }
    }

    /// A name for the legends of charts.
    pub(super) fn short(self) -> String {
        match self {
            Graph::Tree(setting) => format!("tree, w {}", setting.width),
            Graph::Commuting { width, loss: 0, .. } => format!("unordered, w {width}"),
            Graph::Commuting { width, .. } => format!("ordered, w {width}"),
            Graph::Chess(_) => "chess".into(),
        }
    }

    /// A small part of the differences of values: 20 centipawns, or 1 % of the range.
    pub(super) fn spread(self) -> Value {
        if let Graph::Chess(_) = self { 20 } else { (RANGE / 100) as Value }
    }

    /// Runs a task on a number of graphs of the kind, or on the positions of chess.
    pub(super) fn runs<V>(
        self,
        runner: &Runner,
        task: &V,
        name: &str,
        runs: u64,
    ) -> Result<Vec<V::Output>, LabError>
    where
        V: TreeTask + Sync,
        V::Output: Serialize + DeserializeOwned + Send,
    {
        match self {
            Graph::Tree(setting) => {
                runner.runs(&format!("{name}-{}", setting.id()), runs, |seed| setting.run(seed, task))
            }
            Graph::Commuting { width, depth, loss } => {
                let name = format!("{name}-commuting-w{width}-d{depth}-l{loss}");
                runner.runs(&name, runs, |seed| {
                    task.run(&Commuting::new(width, RANGE, seed).with_loss(loss), depth)
                })
            }
            Graph::Chess(depth) => {
                let positions: Vec<Position> = Chess::default().positions()?;
                let leaves = LeafEvaluation { kind: LeafKind::Static, granularity: 1 };
                runner.numbered(&format!("{name}-chess-d{depth}"), positions.len() as u64, |number| {
                    task.run(&ChessTree::new(positions[number as usize].clone(), leaves), depth)
                })
            }
        }
    }
}
