//! The speed of each algorithm in leaves per second, and the number of entries that it keeps in memory.
//!
//! Times are processor times of one thread, so that other processes have little effect.

use std::hint::black_box;
use std::time::Duration;

use clap::Args;
use cpu_time::ThreadTime;

use super::paired::ratio_of_means;
use super::setting::{Setting, TreeTask};
use super::{Experiment, Output, Runner, TreeOrder, fail_soft, seed_of};
use crate::algorithm::{Algorithm, Parameters, SearchError};
use crate::command_line::{Words, number};
use crate::error::LabError;
use crate::report::{DataTable, Section};
use crate::tree::{Iid, Order, TopDown};
use crate::{Counters, GameTree, INFINITY, Value};
use lancet_arena::statistics::Mean;

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
#[derive(Clone, Default)]
struct Measurement {
    leaves: u64,
    seconds: f64,
    /// The largest number of entries in memory on each of the first trees.
    peak_entries: Vec<usize>,
}

impl Measurement {
    /// Million leaves per second.
    fn rate(&self) -> f64 {
        self.leaves as f64 / self.seconds.max(1e-9) / 1e6
    }

    /// The entries in memory: the mean over the trees, and the maximum.
    fn entries(&self) -> [String; 2] {
        peaks(&self.peak_entries)
    }
}

/// The mean and the maximum of the largest numbers of entries in memory, by tree.
fn peaks(entries: &[usize]) -> [String; 2] {
    let mean = Mean::of(&entries.iter().map(|count| *count as f64).collect::<Vec<f64>>());
    [mean.show(0), entries.iter().max().copied().unwrap_or_default().to_string()]
}

/// The least number of trees for a time.
const TIMED_TREES: u64 = 3;

/// The number of trees on which entries in memory are counted, so that they do not depend on the time.
const COUNTED_TREES: u64 = 20;

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
    let is_timed = |number: u64, seconds: f64| number < TIMED_TREES || seconds < time.as_secs_f64();
    while number < COUNTED_TREES || is_timed(number, measured.seconds) {
        let tree = generate(seed_of(number));
        let mut counters = Counters::default();
        algorithm.search(&tree, &mut counters, depth, &parameters)?;
        if is_timed(number, measured.seconds) {
            let start = ThreadTime::now();
            black_box(algorithm.search(black_box(&tree), &mut (), depth, &parameters)?);
            measured.seconds += start.elapsed().as_secs_f64();
            measured.leaves += counters.leaves;
        }
        if number < COUNTED_TREES {
            measured.peak_entries.push(counters.peak_entries);
        }
        number += 1;
    }
    Ok(measured)
}

const COLUMNS: [&str; 6] = [
    "algorithm",
    "million leaves per second",
    "relative to AB",
    "time per leaf relative to NS",
    "entries in memory",
    "maximum entries in memory",
];

/// The trees on which INS and SSS* are compared by their entries: each kind at an odd and at an even depth, because every
/// second level of a test stores its scores.
const MEMORY: [Setting; 8] = [
    Setting::new(TreeOrder::Strong, 20, 5),
    Setting::new(TreeOrder::Strong, 20, 6),
    Setting::new(TreeOrder::Strong, 5, 7),
    Setting::new(TreeOrder::Strong, 5, 8),
    Setting::new(TreeOrder::Iid, 20, 4),
    Setting::new(TreeOrder::Iid, 20, 5),
    Setting::new(TreeOrder::Iid, 5, 7),
    Setting::new(TreeOrder::Iid, 5, 8),
];

/// Counts the entries of INS, of INS with the scores of leaves as printed, and of SSS* with its list OPEN.
struct Entries;

impl TreeTask for Entries {
    type Output = [usize; 3];

    fn run<T: GameTree>(&self, tree: &T, depth: u32) -> Result<[usize; 3], LabError> {
        let (mut ins, mut sss) = (Counters::default(), Counters::default());
        Algorithm::Ins.search(tree, &mut ins, depth, &Parameters::default())?;
        Algorithm::SssStar.search(tree, &mut sss, depth, &Parameters::default())?;
        Ok([ins.peak_entries, ins.peak_entries_with_leaf_scores, sss.peak_entries])
    }
}

/// The entries of INS and SSS* in memory at the same time.
fn memory(settings: &[Setting]) -> Result<DataTable, LabError> {
    let title = format!(
        "Largest number of entries in memory, {COUNTED_TREES} trees: mean, maximum, and ratio of the means. One ply above the \
         leaves INS stores one index in place of the scores of all leaves, which source 000 stores"
    );
    let columns = [
        "trees",
        "INS",
        "INS, maximum",
        "INS with leaf scores",
        "INS with leaf scores, maximum",
        "SSS*",
        "SSS*, maximum",
        "INS / SSS*",
        "INS with leaf scores / SSS*",
    ];
    let mut table = DataTable::new(title, columns);
    for setting in settings {
        let runs: Vec<[usize; 3]> = (0..COUNTED_TREES)
            .map(|number| setting.run(seed_of(number), &Entries))
            .collect::<Result<_, _>>()?;
        let of = |index: usize| peaks(&runs.iter().map(|run| run[index]).collect::<Vec<usize>>());
        let ratio = |index: usize| {
            let pairs = runs.iter().map(|run| (run[index] as u64, run[2] as u64));
            ratio_of_means(&pairs.collect::<Vec<(u64, u64)>>()).show(3)
        };
        let counts = [0, 1, 2].into_iter().flat_map(of);
        table.push(std::iter::once(setting.name()).chain(counts).chain([ratio(0), ratio(1)]));
    }
    Ok(table)
}

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
            let [mean, maximum] = measured.entries();
            table.push([
                (*name).to_string(),
                format!("{rate:.1}"),
                format!("{:.2}", rate / all[0].rate()),
                format!("{:.1}", all[1].rate() / rate),
                mean,
                maximum,
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
        section.tables.push(memory(&MEMORY)?);
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
        assert!(entries(0).len() as u64 == COUNTED_TREES && entries(0).iter().all(|count| *count > 0));
    }

    #[test]
    fn the_scores_of_leaves_are_stored_by_the_printed_form_only() {
        let settings = [3, 4].map(|depth| Setting::new(TreeOrder::Iid, 5, depth));
        let table = memory(&settings).expect("small trees");
        for row in &table.rows {
            let ratio = |column: &str| table.number(&row[0], column).expect("a ratio");
            assert!(ratio("INS / SSS*") <= ratio("INS with leaf scores / SSS*"), "{row:?}");
        }
        let is_larger = |row: &Vec<String>| {
            table.number(&row[0], "INS / SSS*") < table.number(&row[0], "INS with leaf scores / SSS*")
        };
        assert!(table.rows.iter().any(is_larger), "{table:?}");
    }
}
