//! The command `golden`.

use std::io::Write;

use clap::{Args, ValueEnum};

use crate::command_line::number;
use crate::error::LabError;
use crate::golden::{COLUMNS, GOLDEN_ROWS, Golden};
use crate::size_limit;
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

/// Count the leaves of every algorithm on one tree, which must be the same on every machine
///
/// Without --tree: verify the six golden rows.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct GoldenCommand {
    /// Kind of tree
    #[arg(long, value_enum)]
    pub tree: Option<TreeKind>,
    /// Number of children of a node
    #[arg(short, long, value_name = "N", default_value_t = 5)]
    pub width: usize,
    /// Depth in plies
    #[arg(short, long, value_name = "N", default_value_t = 6)]
    pub depth: u32,
    /// Number of different values of a leaf
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub range: u32,
    /// td: probability that the first child is best; incr: how much less later children gain
    #[arg(short, long, value_name = "P", default_value_t = 0.6, value_parser = number(0.0..=1.0))]
    pub p: f64,
    /// td: probability that a child of the first quarter is best
    #[arg(long, value_name = "P", value_parser = number(0.0..=1.0))]
    pub quarter: Option<f64>,
    /// Seed of the tree
    #[arg(long, value_name = "N", default_value_t = 17)]
    pub seed: u64,
    /// Allow trees of any size
    #[arg(long)]
    pub huge: bool,
}

impl GoldenCommand {
    /// Counts the leaves and prints them.
    ///
    /// # Errors
    /// If a golden row is wrong, the tree is too large, or algorithms disagree; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LabError> {
        writeln!(out, "tree | {}", COLUMNS.join(" | "))?;
        let Some(kind) = self.tree else { return verify_golden_rows(out) };
        size_limit::check_leaves(self.width, self.depth, self.huge)?;
        let (width, range, seed) = (self.width, self.range, self.seed);
        let order = Order { first: self.p, quarter: self.quarter };
        let row = match kind {
            TreeKind::Iid => Golden::of(&Iid::new(width, range, seed), self.depth),
            TreeKind::Td => Golden::of(&TopDown::new(width, order, range, seed), self.depth),
            TreeKind::Incr => Golden::of(&Incremental::new(width, range, self.p, seed), self.depth),
            TreeKind::Dag => Golden::of(&Commuting::new(width, range, seed), self.depth),
        };
        let name = kind.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string());
        writeln!(out, "{name} w={width} d={} range={range} seed={seed} | {}", self.depth, row?)?;
        Ok(())
    }
}

fn verify_golden_rows(out: &mut dyn Write) -> Result<(), LabError> {
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
