//! Golden: the counts of every algorithm on one tree, which must be the same everywhere.

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
    /// Of those that need no table.
    pub searches: Searches,
    /// MTD(f) from the value itself, and its passes.
    pub mtd: (u64, u64),
    /// MTD(f) from 5000 above the value, and its passes.
    pub mtd_off: (u64, u64),
}

/// Leaf evaluations of the algorithms that need no table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searches {
    /// The minimax value, the same by all.
    pub value: Value,
    /// Alpha-beta.
    pub alpha_beta: u64,
    /// NegaScout as in figure 1 of source 000.
    pub negascout: u64,
    /// Its second searches.
    pub researches: u64,
    /// NegaScout with alpha-beta for the second search.
    pub negascout_ab: u64,
    /// Scout.
    pub scout: u64,
    /// Partially informed NegaScout.
    pub pns: u64,
    /// Informed NegaScout.
    pub ins: u64,
    /// SSS* and its passes.
    pub sss_star: (u64, u64),
    /// DUAL* and its passes.
    pub dual_star: (u64, u64),
}

impl Golden {
    /// Searches a tree with every algorithm.
    ///
    /// # Errors
    /// A sentence where the table of MTD(f) is full, or where two algorithms do not agree on the value.
    pub fn of<T: GameTree>(tree: &T, depth: u32) -> Result<Golden, String> {
        let searches = Searches::of(tree, depth)?;
        let value = searches.value;
        let mtd = |guess| {
            let (found, counters) = counted(|o| mtd_f(tree, o, guess, depth));
            let found = found.map_err(|full: TableFull| full.to_string())?;
            agreed(value, (found, counters)).map(passes)
        };
        Ok(Golden { searches, mtd: mtd(value)?, mtd_off: mtd(value.saturating_add(5000))? })
    }
}

fn agreed(value: Value, (found, counters): (Value, Counters)) -> Result<Counters, String> {
    let differs = || format!("alpha-beta says {value}, another algorithm {found}");
    if found == value { Ok(counters) } else { Err(differs()) }
}

fn passes(counters: Counters) -> (u64, u64) {
    (counters.leaves, counters.passes)
}

impl Searches {
    /// Searches a tree with every algorithm that needs no table.
    ///
    /// # Errors
    /// A sentence where two of them do not agree on the value.
    pub fn of<T: GameTree>(tree: &T, depth: u32) -> Result<Searches, String> {
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
            sss_star: passes(agreed(counted(|o| rec_sss_star(tree, o, depth)))?),
            dual_star: passes(agreed(counted(|o| rec_dual_star(tree, o, depth)))?),
        })
    }
}

fn counted<R>(search: impl FnOnce(&mut Counters) -> R) -> (R, Counters) {
    let mut counters = Counters::default();
    let found = search(&mut counters);
    (found, counters)
}

/// What the numbers are, in the order in which they are shown.
pub const HEAD: &str =
    "value | AB | NS (re) | NSab | Scout | PNS | INS | SSS* (passes) | DUAL* (passes) | MTD(v) | MTD(v+5000)";

/// The heads of a table of golden rows.
#[must_use]
pub fn heads() -> Vec<&'static str> {
    std::iter::once("tree").chain(HEAD.split(" | ")).collect()
}

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

/// A tree that the laboratory was built by, and what is known of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    /// Whether its leaves are independent; else its values are handed down.
    pub iid: bool,
    /// The probability that the first son is best, where values are handed down.
    pub p: f64,
    /// Sons of a node.
    pub width: usize,
    /// Plies.
    pub depth: u32,
    /// Different values of a leaf.
    pub range: u32,
    /// What a program that shares no line with this one counted.
    pub counts: Golden,
}

impl Known {
    /// What tree it is.
    #[must_use]
    pub fn name(&self) -> String {
        let kind = if self.iid { "iid".to_string() } else { format!("td p={}", self.p) };
        format!("{kind} w={} d={} range={} seed=17", self.width, self.depth, self.range)
    }

    /// Counts it here.
    ///
    /// # Errors
    /// As [`Golden::of`].
    pub fn count(&self) -> Result<Golden, String> {
        if self.iid {
            Golden::of(&Iid::new(self.width, self.range, 17), self.depth)
        } else {
            Golden::of(&TopDown::new(self.width, Order::first(self.p), self.range, 17), self.depth)
        }
    }
}

const fn known(
    (iid, p, width, depth, range): (bool, f64, usize, u32, u32),
    value: Value,
    [alpha_beta, negascout, researches, negascout_ab, scout, pns, ins]: [u64; 7],
    [sss_star, dual_star, mtd, mtd_off]: [(u64, u64); 4],
) -> Known {
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
    Known { iid, p, width, depth, range, counts }
}

/// The trees of seed 17, with the counts of the prototype.
#[rustfmt::skip]
pub const KNOWN: [Known; 6] = [
    known((true, 0.0, 5, 6, 100_000_000), 27_972_839, [2817, 2821, 17, 2696, 3145, 2243, 2225],
        [(1397, 163), (2240, 45), (1165, 2), (1165, 2)]),
    known((true, 0.0, 20, 4, 100_000_000), 10_465_157, [20366, 22975, 20, 22030, 27215, 16695, 16695],
        [(13068, 886), (16455, 48), (10696, 2), (10696, 2)]),
    known((false, 0.6, 5, 6, 1_000_000), 0, [1279, 1813, 18, 1714, 2429, 1320, 1215],
        [(680, 63), (1005, 19), (556, 2), (556, 2)]),
    known((false, 0.6, 20, 5, 1_000_000), 0, [24498, 25532, 21, 24097, 27808, 21219, 20408],
        [(18586, 133), (14703, 142), (11366, 2), (11371, 2)]),
    known((false, 0.05, 20, 4, 1_000_000), 0, [7983, 9647, 19, 9404, 11555, 6283, 6283],
        [(4197, 389), (5676, 44), (3199, 2), (3240, 4)]),
    known((false, 0.2, 5, 5, 1_000_000), 0, [818, 1220, 22, 1035, 1769, 565, 526],
        [(528, 30), (490, 32), (349, 2), (349, 2)]),
];
