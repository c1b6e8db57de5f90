//! The command `golden`.

use std::io::Write;

use clap::{Args, ValueEnum};
use lancet::Error;

use crate::golden::{Golden, HEAD, KNOWN};
use crate::limit;
use crate::tree::{Commuting, Iid, Incremental, Order, TopDown};

/// The kinds of trees that a row can be made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Kind {
    /// Independent leaves
    Iid,
    /// Values handed down from the root
    Td,
    /// Leaves that are sums of gains on the way
    Incr,
    /// A graph in which the order of a side's moves does not matter
    Dag,
}

/// Count what every algorithm visits on one tree, which must be the same everywhere
///
/// Without a tree: the six rows that the laboratory was built by.
#[derive(Args, Clone, Debug)]
pub struct GoldenRow {
    /// The kind of tree
    #[arg(long, value_enum)]
    pub tree: Option<Kind>,
    /// Sons of a node
    #[arg(short, long, value_name = "N", default_value_t = 5)]
    pub width: usize,
    /// Plies
    #[arg(short, long, value_name = "N", default_value_t = 6)]
    pub depth: u32,
    /// Different values of a leaf
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub range: u32,
    /// The probability that the first son is best, of td; how far the last is behind the first, of incr
    #[arg(short, long, value_name = "P", default_value_t = 0.6)]
    pub p: f64,
    /// The probability that one of the first quarter is best, of td
    #[arg(long, value_name = "P")]
    pub quarter: Option<f64>,
    /// The number of the tree
    #[arg(long, value_name = "N", default_value_t = 17)]
    pub seed: u64,
    /// Trees of any size
    #[arg(long)]
    pub huge: bool,
}

impl GoldenRow {
    /// Counts and shows.
    ///
    /// # Errors
    /// A sentence where a count is not what it must be, or the tree is too large; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        writeln!(out, "tree | {HEAD}")?;
        let Some(kind) = self.tree else { return all_known(out) };
        limit::check_leaves(self.width, self.depth, self.huge).map_err(Error::Sentence)?;
        let (width, range, seed) = (self.width, self.range, self.seed);
        let order = Order { first: self.p, quarter: self.quarter };
        let row = match kind {
            Kind::Iid => Golden::of(&Iid::new(width, range, seed), self.depth),
            Kind::Td => Golden::of(&TopDown::new(width, order, range, seed), self.depth),
            Kind::Incr => Golden::of(&Incremental::new(width, range, self.p, seed), self.depth),
            Kind::Dag => Golden::of(&Commuting::new(width, range, seed), self.depth),
        };
        let name = kind.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string());
        let row = row.map_err(Error::Sentence)?;
        writeln!(out, "{name} w={width} d={} range={range} seed={seed} | {row}", self.depth)?;
        Ok(())
    }
}

fn all_known(out: &mut dyn Write) -> Result<(), Error> {
    let mut wrong = 0;
    for known in &KNOWN {
        let row = known.count().map_err(Error::Sentence)?;
        let verdict = if row == known.counts { "as it must be" } else { "WRONG" };
        wrong += usize::from(row != known.counts);
        writeln!(out, "{} | {row} | {verdict}", known.name())?;
    }
    if wrong > 0 {
        return Err(Error::Sentence(format!("{wrong} of {} rows are wrong", KNOWN.len())));
    }
    Ok(())
}
