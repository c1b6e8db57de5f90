//! Golden rows: the leaf counts of every algorithm on given trees, which must be the same on every machine.

use std::fmt;

use crate::algorithm::{
    Options, TableFull, alpha_beta_fail_soft, ins, mtd_f, negascout, negascout_ab, pns, rec_dual_star,
    rec_sss_star, scout,
};
use crate::tree::{Iid, Order, TopDown};
use crate::{Counters, GameTree, INFINITY, Value};

/// Leaf evaluations of every algorithm on one tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Golden {
    /// The algorithms without a table.
    pub searches: Searches,
    /// Leaves and passes of MTD(f) that starts at the value.
    pub mtd: (u64, u64),
    /// Leaves and passes of MTD(f) that starts 5000 above the value.
    pub mtd_off: (u64, u64),
}

/// Leaf evaluations of the algorithms without a table on one tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searches {
    /// The minimax value, which all algorithms must find.
    pub value: Value,
    /// Alpha-beta.
    pub alpha_beta: u64,
    /// NegaScout as in figure 1 of source 000.
    pub negascout: u64,
    /// Re-searches of NegaScout.
    pub researches: u64,
    /// NegaScout with alpha-beta re-searches (NSab).
    pub negascout_ab: u64,
    /// Scout.
    pub scout: u64,
    /// Partially informed NegaScout.
    pub pns: u64,
    /// Informed NegaScout.
    pub ins: u64,
    /// Leaves and passes of SSS*.
    pub sss_star: (u64, u64),
    /// Leaves and passes of DUAL*.
    pub dual_star: (u64, u64),
}

/// The error of counting a golden row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoldenError {
    /// The table of MTD(f) is full.
    TableFull(TableFull),
    /// Two algorithms found different values.
    Disagreement {
        /// The value by alpha-beta.
        alpha_beta: Value,
        /// The value by the other algorithm.
        other: Value,
    },
}

impl fmt::Display for GoldenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoldenError::TableFull(error) => error.fmt(f),
            GoldenError::Disagreement { alpha_beta, other } => {
                write!(f, "values differ: {alpha_beta} by alpha-beta, {other} by another algorithm")
            }
        }
    }
}

impl std::error::Error for GoldenError {}

impl From<TableFull> for GoldenError {
    fn from(error: TableFull) -> GoldenError {
        GoldenError::TableFull(error)
    }
}

impl Golden {
    /// Searches a tree with every algorithm.
    ///
    /// # Errors
    /// If the table of MTD(f) is full, or if two algorithms find different values.
    pub fn of<T: GameTree>(tree: &T, depth: u32) -> Result<Golden, GoldenError> {
        let searches = Searches::of(tree, depth)?;
        let value = searches.value;
        let mtd = |guess| {
            let (found, counters) = counted(|o| mtd_f(tree, o, guess, depth));
            agreed(value, (found?, counters)).map(leaves_and_passes)
        };
        Ok(Golden { searches, mtd: mtd(value)?, mtd_off: mtd(value.saturating_add(5000))? })
    }
}

/// Runs a search and returns its result with its counters.
fn counted<R>(search: impl FnOnce(&mut Counters) -> R) -> (R, Counters) {
    let mut counters = Counters::default();
    let found = search(&mut counters);
    (found, counters)
}

/// Returns the counters of a search if it found the value of alpha-beta.
fn agreed(alpha_beta: Value, (other, counters): (Value, Counters)) -> Result<Counters, GoldenError> {
    if other == alpha_beta { Ok(counters) } else { Err(GoldenError::Disagreement { alpha_beta, other }) }
}

fn leaves_and_passes(counters: Counters) -> (u64, u64) {
    (counters.leaves, counters.passes)
}

impl Searches {
    /// Searches a tree with every algorithm that needs no table.
    ///
    /// # Errors
    /// If two algorithms find different values.
    pub fn of<T: GameTree>(tree: &T, depth: u32) -> Result<Searches, GoldenError> {
        let root = tree.root();
        let full = (-INFINITY, INFINITY);
        let (value, ab) = counted(|o| alpha_beta_fail_soft(tree, o, &root, full.0, full.1, depth));
        let agreed = |found| agreed(value, found);
        let ns = agreed(counted(|o| negascout(tree, o, &root, full, depth, Options::FIGURE_1)))?;
        Ok(Searches {
            value,
            alpha_beta: ab.leaves,
            negascout: ns.leaves,
            researches: ns.researches,
            negascout_ab: agreed(counted(|o| negascout_ab(tree, o, &root, full.0, full.1, depth)))?.leaves,
            scout: agreed(counted(|o| scout(tree, o, &root, depth)))?.leaves,
            pns: agreed(counted(|o| pns(tree, o, &root, full.0, full.1, depth)))?.leaves,
            ins: agreed(counted(|o| ins(tree, o, &root, full.0, full.1, depth)))?.leaves,
            sss_star: leaves_and_passes(agreed(counted(|o| rec_sss_star(tree, o, depth)))?),
            dual_star: leaves_and_passes(agreed(counted(|o| rec_dual_star(tree, o, depth)))?),
        })
    }
}

/// The columns of a golden row as displayed.
pub const COLUMNS: [&str; 11] = [
    "value",
    "AB",
    "NS (re)",
    "NSab",
    "Scout",
    "PNS",
    "INS",
    "SSS* (passes)",
    "DUAL* (passes)",
    "MTD(v)",
    "MTD(v+5000)",
];

impl fmt::Display for Golden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Golden { searches: s, mtd, mtd_off } = *self;
        write!(f, "{} | {} | ", s.value, s.alpha_beta)?;
        write!(f, "{} ({}) | {} | {} | ", s.negascout, s.researches, s.negascout_ab, s.scout)?;
        write!(f, "{} | {}", s.pns, s.ins)?;
        let passes = [s.sss_star, s.dual_star, mtd, mtd_off];
        passes.into_iter().try_for_each(|(leaves, passes)| write!(f, " | {leaves} ({passes})"))
    }
}

/// A tree with the counts that every algorithm must reproduce.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GoldenRow {
    /// Whether the leaves are independent; otherwise the tree is a top-down tree.
    pub iid: bool,
    /// The probability that the first child of a top-down tree is best.
    pub p: f64,
    /// The number of children of a node.
    pub width: usize,
    /// The depth in plies.
    pub depth: u32,
    /// The number of different values of a leaf.
    pub range: u32,
    /// The counts of an independent program, which shares no code with this crate.
    pub counts: Golden,
}

impl GoldenRow {
    /// A name that contains all parameters of the tree.
    #[must_use]
    pub fn name(&self) -> String {
        let kind = if self.iid { "iid".to_string() } else { format!("td p={}", self.p) };
        format!("{kind} w={} d={} range={} seed=17", self.width, self.depth, self.range)
    }

    /// Searches the tree with every algorithm.
    ///
    /// # Errors
    /// As [`Golden::of`].
    pub fn count(&self) -> Result<Golden, GoldenError> {
        if self.iid {
            Golden::of(&Iid::new(self.width, self.range, 17), self.depth)
        } else {
            Golden::of(&TopDown::new(self.width, Order::first(self.p), self.range, 17), self.depth)
        }
    }
}

const fn row(
    (iid, p, width, depth, range): (bool, f64, usize, u32, u32),
    value: Value,
    [alpha_beta, negascout, researches, negascout_ab, scout, pns, ins]: [u64; 7],
    [sss_star, dual_star, mtd, mtd_off]: [(u64, u64); 4],
) -> GoldenRow {
    let searches = Searches {
        value,
        alpha_beta,
        negascout,
        researches,
        negascout_ab,
        scout,
        pns,
        ins,
        sss_star,
        dual_star,
    };
    let counts = Golden { searches, mtd, mtd_off };
    GoldenRow { iid, p, width, depth, range, counts }
}

/// The golden rows: trees with seed 17 and the counts of the prototype.
#[rustfmt::skip]
pub const GOLDEN_ROWS: [GoldenRow; 6] = [
    row((true, 0.0, 5, 6, 100_000_000), 27_972_839, [2817, 2821, 17, 2696, 3145, 2243, 2225],
        [(1397, 163), (2240, 45), (1165, 2), (1165, 2)]),
    row((true, 0.0, 20, 4, 100_000_000), 10_465_157, [20366, 22975, 20, 22030, 27215, 16695, 16695],
        [(13068, 886), (16455, 48), (10696, 2), (10696, 2)]),
    row((false, 0.6, 5, 6, 1_000_000), 0, [1279, 1813, 18, 1714, 2429, 1320, 1215],
        [(680, 63), (1005, 19), (556, 2), (556, 2)]),
    row((false, 0.6, 20, 5, 1_000_000), 0, [24498, 25532, 21, 24097, 27808, 21219, 20408],
        [(18586, 133), (14703, 142), (11366, 2), (11371, 2)]),
    row((false, 0.05, 20, 4, 1_000_000), 0, [7983, 9647, 19, 9404, 11555, 6283, 6283],
        [(4197, 389), (5676, 44), (3199, 2), (3240, 4)]),
    row((false, 0.2, 5, 5, 1_000_000), 0, [818, 1220, 22, 1035, 1769, 565, 526],
        [(528, 30), (490, 32), (349, 2), (349, 2)]),
];
