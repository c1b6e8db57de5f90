//! The loop of MTD(f) as the slide of source 001 prints it, with `<`, and corrected, with `<=`.

use clap::Args;

use super::setting::{Setting, TreeTask};
use super::{Experiment, Output, Runner, TreeOrder};
use crate::algorithm::{Table, alpha_beta_fail_soft, memory_test, mtd_slide};
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{DataTable, Section};
use crate::{GameTree, INFINITY, Value};

/// Count how often the loop of MTD(f) as printed in source 001 never ends, by the first guess
#[derive(Args, Clone, PartialEq, Debug)]
pub struct SlideLoop {
    /// Number of trees of each kind
    #[arg(short, long, value_name = "N", default_value_t = SlideLoop::default().runs, value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: u64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for SlideLoop {
    fn default() -> SlideLoop {
        SlideLoop { runs: 100, output: Output::default() }
    }
}

const SETTINGS: [Setting; 5] = [
    Setting::new(TreeOrder::Strong, 5, 5),
    Setting::new(TreeOrder::Iid, 5, 5),
    Setting::new(TreeOrder::Iid, 5, 5).with_range(100),
    Setting::new(TreeOrder::Iid, 3, 6).with_range(20),
    Setting::new(TreeOrder::Strong, 20, 3),
];

/// The first guesses, relative to the value.
const OFFSETS: [Value; 7] = [0, -1, 1, -10, 10, -1000, 1000];

/// What a run of the loop comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    Endless,
    Right,
    Wrong,
}

/// Runs the loop on a tree; also returns the number of tests.
fn outcome<T: GameTree>(
    tree: &T,
    depth: u32,
    value: Value,
    offset: Value,
    is_corrected: bool,
) -> (Outcome, u64) {
    let (mut table, mut tests) = (Table::default(), 0);
    let found = mtd_slide(value + offset, is_corrected, |window| {
        tests += 1;
        memory_test(tree, &mut (), &mut table, &tree.root(), window + 1, depth)
    });
    let outcome = match found {
        None => Outcome::Endless,
        Some(found) if found == value => Outcome::Right,
        Some(_) => Outcome::Wrong,
    };
    (outcome, tests)
}

struct Loops;

impl TreeTask for Loops {
    /// For each guess, whether the printed loop never ends, whether it returns a wrong value, whether the corrected one
    /// returns the value, and the tests of the corrected one.
    type Output = Vec<(bool, bool, bool, u64)>;

    fn run<T: GameTree>(&self, tree: &T, depth: u32) -> Result<Self::Output, LabError> {
        let value = alpha_beta_fail_soft(tree, &mut (), &tree.root(), -INFINITY, INFINITY, depth);
        let one = |offset: &Value| {
            let (printed, _) = outcome(tree, depth, value, *offset, false);
            let (corrected, tests) = outcome(tree, depth, value, *offset, true);
            (printed == Outcome::Endless, printed == Outcome::Wrong, corrected == Outcome::Right, tests)
        };
        Ok(OFFSETS.iter().map(one).collect())
    }
}

impl Experiment for SlideLoop {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "slide-loop".into(),
            title: "The loop of MTD(f) on the slide".into(),
            ..Section::default()
        };
        let columns = || std::iter::once("first guess".to_string()).chain(SETTINGS.map(Setting::name));
        let title = format!("Runs of the loop with < that never end, {} trees each", self.runs);
        let mut endless = DataTable::new(title, columns());
        let mut tests = DataTable::new("Tests of the loop with <=, mean", columns());
        let mut rows: Vec<[Vec<String>; 2]> = OFFSETS
            .iter()
            .map(|offset| {
                let name = if *offset == 0 { "v".to_string() } else { format!("v{offset:+}") };
                [vec![name.clone()], vec![name]]
            })
            .collect();
        let (mut never_wrong, mut corrected, mut from_value) = (true, true, true);
        for setting in SETTINGS {
            let name = format!("slide-loop-{}", setting.id());
            let runs = runner.runs(&name, self.runs, |seed| setting.run(seed, &Loops))?;
            for (index, [endless, tests]) in rows.iter_mut().enumerate() {
                let all = || runs.iter().map(|run| run[index]);
                let fraction = all().filter(|run| run.0).count() as f64 / runs.len() as f64;
                endless.push(format!("{:.0} %", 100.0 * fraction));
                tests.push(format!("{:.1}", all().map(|run| run.3 as f64).sum::<f64>() / runs.len() as f64));
                never_wrong &= all().all(|run| !run.1);
                corrected &= all().all(|run| run.2);
                from_value &= OFFSETS[index] != 0 || all().all(|run| run.3 == 2);
            }
        }
        for [first, second] in rows {
            endless.push(first);
            tests.push(second);
        }
        section.tables = vec![endless, tests];
        section.check(never_wrong, "the loop with < never ends with a wrong value");
        section.check(corrected, "the loop with <= always ends with the value");
        section.check(from_value, "the loop with <= takes two tests from the value itself");
        Ok(section)
    }

    fn has_chart(&self) -> bool {
        false
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("slide-loop").option("runs", self.runs))
    }
}
