//! Speed: how many leaves a second each algorithm evaluates, and how much it remembers.
//!
//! The time is that of the processor, so that other programs disturb little.

use std::hint::black_box;
use std::time::Duration;

use clap::Args;
use cpu_time::ThreadTime;

use super::{Experiment, Lab, Output, seed_of};
use crate::algorithm::{
    Options, alpha_beta_fail_soft, ins, mtd_f, negascout, negascout_ab, pns, pvs, rec_dual_star,
    rec_sss_star, scout, sss_star,
};
use crate::section::{Section, Sheet};
use crate::tree::{Iid, Order, TopDown};
use crate::{Counters, GameTree, INFINITY, Observer, Value};

/// Measure how many leaves a second each algorithm evaluates, on one core
#[derive(Args, Clone, Debug)]
pub struct Speed {
    /// Seconds for each algorithm and kind of tree
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    pub seconds: f64,
    /// Where the results go
    #[command(flatten)]
    pub output: Output,
}

/// An algorithm, by what is asked of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Algorithm {
    AlphaBeta,
    NegaScout,
    NegaScoutAb,
    Pvs,
    Scout,
    Pns,
    Ins,
    RecSssStar,
    RecDualStar,
    SssList,
    MtSss,
    MtdF,
}

/// Each with its name and the millions of leaves a second that it must reach on top-down trees of width 20.
const ALL: [(Algorithm, &str, Option<f64>); 12] = [
    (Algorithm::AlphaBeta, "AB", Some(30.0)),
    (Algorithm::NegaScout, "NS", Some(30.0)),
    (Algorithm::NegaScoutAb, "NSab", None),
    (Algorithm::Pvs, "PVS", None),
    (Algorithm::Scout, "Scout", None),
    (Algorithm::Pns, "PNS", Some(10.0)),
    (Algorithm::Ins, "INS", Some(10.0)),
    (Algorithm::RecSssStar, "SSS*, recursive", Some(10.0)),
    (Algorithm::RecDualStar, "DUAL*, recursive", None),
    (Algorithm::SssList, "SSS*, list OPEN", Some(1.0)),
    (Algorithm::MtSss, "SSS* by MT with hash", Some(8.0)),
    (Algorithm::MtdF, "MTD(v) with hash", Some(8.0)),
];

fn search<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    depth: u32,
    algorithm: Algorithm,
) -> Option<Value> {
    let root = tree.root();
    let (low, high) = (-INFINITY, INFINITY);
    Some(match algorithm {
        Algorithm::AlphaBeta => alpha_beta_fail_soft(tree, observer, &root, low, high, depth),
        Algorithm::NegaScout => negascout(tree, observer, &root, (low, high), depth, Options::FIGURE_1),
        Algorithm::NegaScoutAb => negascout_ab(tree, observer, &root, low, high, depth),
        Algorithm::Pvs => pvs(tree, observer, &root, low, high, depth),
        Algorithm::Scout => scout(tree, observer, &root, depth),
        Algorithm::Pns => pns(tree, observer, &root, low, high, depth),
        Algorithm::Ins => ins(tree, observer, &root, low, high, depth),
        Algorithm::RecSssStar => rec_sss_star(tree, observer, depth),
        Algorithm::RecDualStar => rec_dual_star(tree, observer, depth),
        Algorithm::SssList => sss_star(tree, observer, depth).ok()?,
        Algorithm::MtSss => mtd_f(tree, observer, high, depth).ok()?,
        // The value of a top-down tree; a guess elsewhere.
        Algorithm::MtdF => mtd_f(tree, observer, 0, depth).ok()?,
    })
}

/// Leaves, seconds, and the most entries of memory.
#[derive(Clone, Copy, Default)]
struct Measured {
    leaves: u64,
    seconds: f64,
    peak: usize,
}

impl Measured {
    fn rate(&self) -> f64 {
        self.leaves as f64 / self.seconds.max(1e-9) / 1e6
    }
}

/// Times an algorithm on one tree after the other, at least three.
fn measure<T: GameTree>(
    make: &dyn Fn(u64) -> T,
    depth: u32,
    algorithm: Algorithm,
    time: Duration,
) -> Option<Measured> {
    let mut measured = Measured::default();
    let mut number = 0;
    while number < 3 || measured.seconds < time.as_secs_f64() {
        let tree = make(seed_of(number));
        let mut counters = Counters::default();
        search(&tree, &mut counters, depth, algorithm)?;
        let start = ThreadTime::now();
        black_box(search(black_box(&tree), &mut (), depth, algorithm)?);
        measured.seconds += start.elapsed().as_secs_f64();
        measured.leaves += counters.leaves;
        measured.peak = measured.peak.max(counters.peak);
        number += 1;
    }
    Some(measured)
}

impl Speed {
    fn sheet<T: GameTree>(
        &self,
        title: &str,
        make: &dyn Fn(u64) -> T,
        depth: u32,
        judged: bool,
        section: &mut Section,
    ) {
        let time = Duration::from_secs_f64(self.seconds.clamp(0.0, 1e4));
        let mut sheet = Sheet::new(
            title,
            [
                "algorithm",
                "million leaves a second",
                "against AB",
                "time of a leaf against NS",
                "entries remembered at most",
            ],
        );
        let all: Vec<Measured> = ALL
            .iter()
            .map(|(algorithm, ..)| measure(make, depth, *algorithm, time).unwrap_or_default())
            .collect();
        for ((_, name, bar), measured) in ALL.iter().zip(&all) {
            let rate = measured.rate();
            sheet.add([
                (*name).to_string(),
                format!("{rate:.1}"),
                format!("{:.2}", rate / all[0].rate()),
                format!("{:.1}", all[1].rate() / rate),
                measured.peak.to_string(),
            ]);
            if let Some(bar) = bar.filter(|_| judged) {
                section
                    .check(rate >= bar, format!("{name}: at least {bar} million leaves a second; {rate:.1}"));
            }
        }
        section.sheets.push(sheet);
    }
}

impl Experiment for Speed {
    fn section(&self, _lab: &Lab) -> Result<Section, String> {
        let mut section = Section {
            id: "speed".into(),
            title: "Speed and memory, on one core".into(),
            ..Section::default()
        };
        let strong = |width: usize| move |seed: u64| TopDown::new(width, Order::STRONG, 1_000_000, seed);
        let iid = |width: usize| move |seed: u64| Iid::new(width, 100_000_000, seed);
        self.sheet("Top-down, strongly ordered, width 20, depth 6", &strong(20), 6, true, &mut section);
        self.sheet("Top-down, strongly ordered, width 5, depth 8", &strong(5), 8, false, &mut section);
        self.sheet("Independent leaves, width 20, depth 5", &iid(20), 5, false, &mut section);
        self.sheet("Independent leaves, width 5, depth 8", &iid(5), 8, false, &mut section);
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }
}
