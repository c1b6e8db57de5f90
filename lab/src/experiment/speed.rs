//! The speed of each algorithm in leaves per second, and the number of entries that it keeps in memory.
//!
//! Times are processor times of one thread, so that other processes have little effect.

use std::hint::black_box;
use std::time::Duration;

use clap::Args;
use cpu_time::ThreadTime;

use super::{Experiment, Output, Runner, fail_soft, seed_of};
use crate::algorithm::{Algorithm, Parameters, SearchError};
use crate::command_line::{Words, number};
use crate::error::LabError;
use crate::report::{DataTable, Section};
use crate::tree::{Iid, Order, TopDown};
use crate::{Counters, GameTree, INFINITY, Value};

/// The longest measurement of an algorithm on a kind of tree, in seconds.
const MAX_SECONDS: f64 = 1e4;

/// Measure the leaves per second of each algorithm on one core
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Speed {
    /// Seconds for each algorithm and kind of tree
    #[arg(long, value_name = "S", default_value_t = Speed::default().seconds, value_parser = number(0.0..=MAX_SECONDS))]
    pub seconds: f64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for Speed {
    fn default() -> Speed {
        Speed { seconds: 1.0, output: Output::default() }
    }
}

/// The algorithms with their names, and the first guess of those that have one. 0 is the value of a top-down tree, and a
/// guess on other trees.
const ALL: [(Algorithm, &str, Value); 12] = [
    (Algorithm::AlphaBetaFailSoft, "AB", 0),
    (Algorithm::NegaScout, "NS", 0),
    (Algorithm::NegaScoutAb, "NSab", 0),
    (Algorithm::Pvs, "PVS", 0),
    (Algorithm::Scout, "Scout", 0),
    (Algorithm::Pns, "PNS", 0),
    (Algorithm::Ins, "INS", 0),
    (Algorithm::RecSssStar, "SSS*, recursive", 0),
    (Algorithm::RecDualStar, "DUAL*, recursive", 0),
    (Algorithm::SssStar, "SSS*, list OPEN", 0),
    (Algorithm::MtdF, "SSS* by MT with hash", INFINITY),
    (Algorithm::MtdF, "MTD(v) with hash", 0),
];

/// The measurements of an algorithm.
#[derive(Clone, Copy, Default)]
struct Measurement {
    leaves: u64,
    seconds: f64,
    /// The maximum number of entries in memory.
    peak_entries: usize,
}

impl Measurement {
    /// Million leaves per second.
    fn rate(&self) -> f64 {
        self.leaves as f64 / self.seconds.max(1e-9) / 1e6
    }
}

/// The least number of trees. The entries in memory are counted on these alone, so that they do not depend on the time.
const TREES: u64 = 3;

/// Times an algorithm with a first guess on consecutive trees.
fn measure<T: GameTree>(
    generate: &dyn Fn(u64) -> T,
    depth: u32,
    (algorithm, guess): (Algorithm, Value),
    time: Duration,
) -> Result<Measurement, SearchError> {
    let parameters = Parameters { guess, ..Parameters::default() };
    let mut measured = Measurement::default();
    let mut number = 0;
    while number < TREES || measured.seconds < time.as_secs_f64() {
        let tree = generate(seed_of(number));
        let mut counters = Counters::default();
        algorithm.search(&tree, &mut counters, depth, &parameters)?;
        let start = ThreadTime::now();
        black_box(algorithm.search(black_box(&tree), &mut (), depth, &parameters)?);
        measured.seconds += start.elapsed().as_secs_f64();
        measured.leaves += counters.leaves;
        if number < TREES {
            measured.peak_entries = measured.peak_entries.max(counters.peak_entries);
        }
        number += 1;
    }
    Ok(measured)
}

const COLUMNS: [&str; 5] = [
    "algorithm",
    "million leaves per second",
    "relative to AB",
    "time per leaf relative to NS",
    "maximum entries in memory",
];

impl Speed {
    fn add_table<T: GameTree>(
        &self,
        title: &str,
        generate: &dyn Fn(u64) -> T,
        depth: u32,
        section: &mut Section,
    ) -> Result<(), SearchError> {
        let time = Duration::from_secs_f64(self.seconds.clamp(0.0, MAX_SECONDS));
        let mut table = DataTable::new(title, COLUMNS);
        let measured = |&(algorithm, _, guess)| measure(generate, depth, (algorithm, guess), time);
        let all: Vec<Measurement> = ALL.iter().map(measured).collect::<Result<_, _>>()?;
        for ((_, name, _), measured) in ALL.iter().zip(&all) {
            let rate = measured.rate();
            table.push([
                (*name).to_string(),
                format!("{rate:.1}"),
                format!("{:.2}", rate / all[0].rate()),
                format!("{:.1}", all[1].rate() / rate),
                measured.peak_entries.to_string(),
            ]);
        }
        section.tables.push(table);
        Ok(())
    }
}

impl Experiment for Speed {
    fn section(&self, _runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "speed".into(),
            title: "Speed and memory on one core".into(),
            ..Section::default()
        };
        let strong = |width: usize| move |seed: u64| TopDown::new(width, Order::STRONG, 1_000_000, seed);
        let iid = |width: usize| move |seed: u64| Iid::new(width, 100_000_000, seed);
        self.add_table("Top-down, strongly ordered, width 20, depth 6", &strong(20), 6, &mut section)?;
        self.add_table("Top-down, strongly ordered, width 5, depth 8", &strong(5), 8, &mut section)?;
        self.add_table("Independent leaves, width 20, depth 5", &iid(20), 5, &mut section)?;
        self.add_table("Independent leaves, width 5, depth 8", &iid(5), 8, &mut section)?;
        section.tables.push(fail_soft::times(self.seconds.clamp(0.0, MAX_SECONDS)));
        Ok(section)
    }

    fn has_chart(&self) -> bool {
        false
    }

    fn has_partial_results(&self) -> bool {
        false
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("speed").option("seconds", self.seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_do_not_depend_on_the_time() {
        let entries = |milliseconds: u64| {
            let time = Duration::from_millis(milliseconds);
            let measured = measure(&|seed: u64| Iid::new(5, 100, seed), 4, (Algorithm::Ins, 0), time);
            measured.expect("small trees").peak_entries
        };
        assert_eq!(entries(20), entries(0));
        assert!(entries(0) > 0);
    }
}
