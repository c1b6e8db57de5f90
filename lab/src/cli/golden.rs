//! The command `golden`.

use std::io::Write;

use clap::{Args, ValueEnum};
use lancet::console::integer_from;

use crate::INFINITY;
use crate::command_line::number;
use crate::error::LabError;
use crate::golden::{COLUMNS, GOLDEN_ROWS, Golden};
use crate::size_limit::{ChildOrder, MAX_DEPTH, check_figure};
use crate::tree::{Commuting, Iid, Incremental, Order, TopDown};

/// The kinds of artificial trees.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TreeKind {
    /// Independent leaves
    Iid,
    /// Values that propagate from the root
    Td,
    /// Leaf values that are sums of gains along the path
    Incr,
    /// A graph in which the order of a side's moves does not matter
    Dag,
}

impl TreeKind {
    /// The default of the option `p`.
    const DEFAULT_P: f64 = 0.6;

    /// The name on command lines.
    pub(super) fn id(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
    }

    /// Whether the order of the children has a parameter.
    pub(super) fn has_p(self) -> bool {
        matches!(self, TreeKind::Td | TreeKind::Incr)
    }

    /// The parameter of the order, given or not.
    ///
    /// # Errors
    /// [`LabError::PWithoutOrder`] if it is given for trees without an order.
    pub(super) fn p(self, given: Option<f64>) -> Result<f64, LabError> {
        if given.is_some() && !self.has_p() {
            return Err(LabError::PWithoutOrder);
        }
        Ok(given.unwrap_or(TreeKind::DEFAULT_P))
    }

    /// The order of the children, with its parameter.
    fn order(self, p: f64) -> ChildOrder {
        if self.has_p() { ChildOrder::First(p) } else { ChildOrder::Independent }
    }

    /// Checks that no value of a tree reaches the infinite values.
    ///
    /// # Errors
    /// [`LabError::RangeTooLarge`].
    pub(super) fn check_range(self, range: u32, depth: u32, p: f64) -> Result<(), LabError> {
        let limit = self.largest_range(depth, p);
        if range > limit { Err(LabError::RangeTooLarge { range, depth, limit }) } else { Ok(()) }
    }

    /// The largest range of trees whose values are less than infinite.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 2^29")]
    fn largest_range(self, depth: u32, p: f64) -> u32 {
        let largest = f64::from(INFINITY - 1);
        // A value is most extreme if only one player, who has the first move, loses by each move.
        let (moves, replies) = (f64::from(depth.div_ceil(2)), f64::from(depth / 2));
        let limit = match self {
            TreeKind::Iid | TreeKind::Dag => largest + 1.0,
            TreeKind::Td => largest / moves,
            TreeKind::Incr => largest / (moves * (1.0 + 2.0 * p) + replies),
        };
        limit as u32
    }
}

/// Count the leaves of ten searches on one tree, which must be the same on every machine
///
/// Without --tree: verify the six golden rows.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct GoldenCommand {
    /// Kind of tree
    #[arg(long, value_enum)]
    pub tree: Option<TreeKind>,
    /// Number of children of a node
    #[arg(short, long, value_name = "N", default_value_t = 5, requires = "tree")]
    pub width: usize,
    /// Depth in plies
    #[arg(short, long, value_name = "N", default_value_t = 6, requires = "tree", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub depth: u32,
    /// Number of different values of a leaf
    #[arg(long, value_name = "N", default_value_t = 1_000_000, requires = "tree", value_parser = integer_from(1_u32))]
    pub range: u32,
    /// td: probability that the first child is best; incr: how much less later children gain [default: 0.6]
    #[arg(short, long, value_name = "P", requires = "tree", value_parser = number(0.0..=1.0))]
    pub p: Option<f64>,
    /// td: probability that a child of the first quarter is best, at least that of the first child
    #[arg(long, value_name = "P", requires = "tree", value_parser = number(0.0..=1.0))]
    pub quarter: Option<f64>,
    /// Seed of the tree
    #[arg(long, value_name = "N", default_value_t = 17, requires = "tree")]
    pub seed: u64,
    /// Allow trees of any size
    #[arg(long, requires = "tree")]
    pub huge: bool,
}

impl GoldenCommand {
    /// Counts the leaves and prints them.
    ///
    /// # Errors
    /// If a golden row is wrong, the tree is too large, or algorithms disagree; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LabError> {
        let Some(kind) = self.tree else { return verify_golden_rows(out) };
        let p = kind.p(self.p)?;
        if let Some(quarter) = self.quarter {
            check_quarter(kind, quarter, p)?;
        }
        check_figure(self.width, self.depth, kind.order(p), self.huge)?;
        kind.check_range(self.range, self.depth, p)?;
        let (width, range, seed) = (self.width, self.range, self.seed);
        let order = Order { first: p, quarter: self.quarter };
        let counts = match kind {
            TreeKind::Iid => Golden::of(&Iid::new(width, range, seed), self.depth),
            TreeKind::Td => Golden::of(&TopDown::new(width, order, range, seed), self.depth),
            TreeKind::Incr => Golden::of(&Incremental::new(width, range, p, seed), self.depth),
            TreeKind::Dag => Golden::of(&Commuting::new(width, range, seed), self.depth),
        }?;
        let p = if kind.has_p() { format!(" p={p}") } else { String::new() };
        let quarter = self.quarter.map_or_else(String::new, |quarter| format!(" quarter={quarter}"));
        write_heading(out)?;
        let (name, depth) = (kind.id(), self.depth);
        writeln!(out, "{name} w={width} d={depth} range={range}{p}{quarter} seed={seed} | {counts}")?;
        Ok(())
    }
}

/// Checks that `--quarter` applies: in a top-down tree, where the first quarter contains the first child.
fn check_quarter(kind: TreeKind, quarter: f64, first: f64) -> Result<(), LabError> {
    if kind != TreeKind::Td {
        return Err(LabError::QuarterWithoutOrder);
    }
    if quarter < first { Err(LabError::QuarterBelowFirst { quarter, first }) } else { Ok(()) }
}

fn write_heading(out: &mut dyn Write) -> Result<(), LabError> {
    Ok(writeln!(out, "tree | {}", COLUMNS.join(" | "))?)
}

fn verify_golden_rows(out: &mut dyn Write) -> Result<(), LabError> {
    write_heading(out)?;
    let mut wrong = 0;
    for row in &GOLDEN_ROWS {
        let counts = row.count()?;
        let is_correct = counts == row.counts;
        wrong += usize::from(!is_correct);
        writeln!(out, "{} | {counts} | {}", row.name(), if is_correct { "correct" } else { "WRONG" })?;
    }
    if wrong > 0 {
        return Err(LabError::WrongGoldenRows { wrong, total: GOLDEN_ROWS.len() });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameTree, Value, expand};

    /// The largest absolute value of a node of a tree.
    fn largest<T: GameTree>(tree: &T, node: &T::Node, depth: u32) -> Value {
        let Some((moves, count)) = expand(tree, node, depth) else { return tree.evaluate(node).abs() };
        let of = |index| largest(tree, &tree.child(node, &moves, index), depth - 1);
        (0..count).map(of).max().unwrap_or(0)
    }

    #[test]
    fn values_are_finite_up_to_the_largest_range() {
        for depth in 1..=4 {
            for p in [0.0, 0.6, 1.0] {
                for seed in 0..20 {
                    let range = |kind: TreeKind| kind.largest_range(depth, p);
                    let iid = Iid::new(3, range(TreeKind::Iid), seed);
                    let dag = Commuting::new(3, range(TreeKind::Dag), seed);
                    let td = TopDown::new(3, Order::first(p), range(TreeKind::Td), seed);
                    let incr = Incremental::new(3, range(TreeKind::Incr), p, seed);
                    let values = [
                        largest(&iid, &iid.root(), depth),
                        largest(&dag, &dag.root(), depth),
                        largest(&td, &td.root(), depth),
                        largest(&incr, &incr.root(), depth),
                    ];
                    assert!(values.iter().all(|value| *value < INFINITY), "depth {depth}, p {p}: {values:?}");
                }
            }
        }
        let (range, limit) = (4_000_000_000, 1 << 29);
        assert!(matches!(
            TreeKind::Iid.check_range(range, 4, 0.6),
            Err(LabError::RangeTooLarge { limit: found, .. }) if found == limit
        ));
        assert!(TreeKind::Td.check_range(1 << 28, 4, 0.6).is_err());
        assert!(TreeKind::Td.check_range((1 << 28) - 1, 4, 0.6).is_ok());
    }
}
