//! The effect of the first guess on MTD(f), and the related searches SSS*, DUAL* and C*.

use clap::Args;

use super::reference::{Comparisons, DISTANCE, reference};
use super::{Experiment, Output, Runner};
use crate::algorithm::{
    Bounds, Options, alpha_beta_fail_soft, c_star, converge, midpoint, mtd_f, mtd_f_bounds, mtd_step,
    negascout, rec_dual_star, rec_sss_star,
};
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{Chart, Curve, DataTable, Section, XAxis};
use crate::theory::minimal_leaves;
use crate::tree::{Iid, Order, TopDown};
use crate::{Counters, GameTree, INFINITY, Value};
use lancet_arena::statistics::Mean;

/// Count the leaves and passes of MTD(f) by the quality of its first guess
#[derive(Args, Clone, PartialEq, Debug)]
pub struct MtdStart {
    /// Number of trees
    #[arg(short, long, value_name = "N", default_value_t = MtdStart::default().runs, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for MtdStart {
    fn default() -> MtdStart {
        MtdStart { runs: 20, output: Output::default() }
    }
}

/// A search to measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Start {
    /// MTD(f) with a first guess at this offset from the value.
    Offset(Value),
    /// MTD(f) whose tests store nothing, with a first guess at this offset.
    NoMemory(Value),
    /// MTD(step) with a first guess at an offset from the value, and the step.
    Step(Value, Value),
    SssStar,
    DualStar,
    /// C* in a range.
    CStar(Bounds),
    /// Bisection without memory in a range.
    Bisection(Bounds),
    AlphaBeta,
    NegaScout,
}

impl Start {
    /// The row in the prototype's table, whose C* used a range with the value in its middle.
    fn row(self) -> String {
        match self {
            Start::CStar(range) if range != OFF_CENTRE => "C*".into(),
            start => start.name(),
        }
    }

    fn name(self) -> String {
        match self {
            Start::Offset(0) => "v".into(),
            Start::Offset(offset) => format!("v{offset:+}"),
            Start::NoMemory(offset) => format!("{}, no memory", Start::Offset(offset).name()),
            Start::Step(offset, step) => format!("v{offset:+}, steps of {step}"),
            Start::SssStar => "SSS*".into(),
            Start::DualStar => "DUAL*".into(),
            Start::CStar(range) => format!("C* in {} to {}", range.lower, range.upper),
            Start::Bisection(range) => {
                format!("bisection without memory in {} to {}", range.lower, range.upper)
            }
            Start::AlphaBeta => "AB".into(),
            Start::NegaScout => "NS".into(),
        }
    }
}

/// The value 0 is in the middle of the range, so that the first test of C* finds it.
const CENTRED: Bounds = Bounds { lower: -1_000_000, upper: 1_000_000 };
/// The value 0 is not in the middle of the range.
const OFF_CENTRE: Bounds = Bounds { lower: -1_000_000, upper: 2_000_000 };
const HUNDRED: Bounds = Bounds { lower: 0, upper: 99 };

const WIDE: [Start; 20] = [
    Start::Offset(0),
    Start::Offset(-100),
    Start::Offset(100),
    Start::Offset(-1000),
    Start::Offset(1000),
    Start::Offset(-10_000),
    Start::Offset(10_000),
    Start::Offset(-100_000),
    Start::Offset(100_000),
    Start::NoMemory(0),
    Start::NoMemory(10_000),
    Start::Step(-100_000, 10_000),
    Start::Step(100_000, 10_000),
    Start::SssStar,
    Start::DualStar,
    Start::CStar(CENTRED),
    Start::CStar(OFF_CENTRE),
    Start::Bisection(OFF_CENTRE),
    Start::AlphaBeta,
    Start::NegaScout,
];

const COARSE: [Start; 9] = [
    Start::Offset(0),
    Start::Offset(-1),
    Start::Offset(10),
    Start::SssStar,
    Start::DualStar,
    Start::CStar(HUNDRED),
    Start::Bisection(HUNDRED),
    Start::AlphaBeta,
    Start::NegaScout,
];

/// Returns the leaves and passes of a search.
fn search<T: GameTree>(tree: &T, depth: u32, start: Start) -> Result<(u64, u64), LabError> {
    let root = tree.root();
    let value = alpha_beta_fail_soft(tree, &mut (), &root, -INFINITY, INFINITY, depth);
    let mut counters = Counters::default();
    let o = &mut counters;
    let found = match start {
        Start::Offset(offset) => mtd_f(tree, o, value + offset, depth)?,
        Start::NoMemory(offset) => without_memory(tree, o, depth, mtd_f_bounds(value + offset)),
        Start::Step(offset, step) => mtd_step(tree, o, value + offset, step, depth)?,
        Start::SssStar => rec_sss_star(tree, o, depth),
        Start::DualStar => rec_dual_star(tree, o, depth),
        Start::CStar(range) => c_star(tree, o, range, depth)?,
        Start::Bisection(range) => without_memory(tree, o, depth, |known| midpoint(range, known)),
        Start::AlphaBeta => alpha_beta_fail_soft(tree, o, &root, -INFINITY, INFINITY, depth),
        Start::NegaScout => negascout(tree, o, &root, (-INFINITY, INFINITY), depth, Options::FIGURE_1),
    };
    if found != value {
        return Err(LabError::AlgorithmValue { algorithm: start.name(), found, expected: value });
    }
    Ok((counters.leaves, counters.passes.max(1)))
}

/// Passes whose tests store nothing but the bounds of the root.
fn without_memory<T: GameTree>(
    tree: &T,
    counters: &mut Counters,
    depth: u32,
    next: impl FnMut(Bounds) -> Value,
) -> Value {
    converge(next, |bound| {
        counters.passes += 1;
        alpha_beta_fail_soft(tree, counters, &tree.root(), bound - 1, bound, depth)
    })
}

/// Trees, and the searches to measure on them.
struct Setting {
    id: &'static str,
    title: &'static str,
    width: usize,
    depth: u32,
    starts: &'static [Start],
    iid: bool,
}

const SETTINGS: [Setting; 2] = [
    Setting {
        id: "mtd-start-w20",
        title: "Top-down trees of width 20 and depth 5, first child best with probability 0.6, values up to a million",
        width: 20,
        depth: 5,
        starts: &WIDE,
        iid: false,
    },
    Setting {
        id: "mtd-start-w5",
        title: "Independent leaves from 0 to 99, width 5, depth 6",
        width: 5,
        depth: 6,
        starts: &COARSE,
        iid: true,
    },
];

impl Setting {
    /// Returns the leaves and the passes of a search on every tree.
    fn measure(&self, start: Start, runs: u64, runner: &Runner) -> Result<Vec<(u64, u64)>, LabError> {
        runner.runs(&format!("{}-{}", self.id, start.name()), runs, |seed| {
            if self.iid {
                search(&Iid::new(self.width, 100, seed), self.depth, start)
            } else {
                let tree = TopDown::new(self.width, Order::STRONG, 1_000_000, seed);
                search(&tree, self.depth, start)
            }
        })
    }
}

impl MtdStart {
    fn add_table(&self, runner: &Runner, setting: &Setting, section: &mut Section) -> Result<(), LabError> {
        let expected = reference(setting.id);
        let mut table = DataTable::new(
            format!("{}: leaves / minimal tree and passes, {} trees", setting.title, self.runs),
            ["start", "leaves / minimal tree", "passes"],
        );
        let mut older = DataTable::new(
            format!("The same of the prototype ({DISTANCE})"),
            ["start", "leaves / minimal tree", "passes"],
        );
        let mut all = Comparisons::default();
        let minimal = minimal_leaves(setting.width, setting.depth);
        let mut curve = Curve { name: "MTD(f)".into(), points: Vec::new() };
        let mut levels = Vec::new();
        for &start in setting.starts {
            let runs = setting.measure(start, self.runs, runner)?;
            let ratio_of_first = |trees: u64| {
                let first = runs.iter().take(trees as usize);
                Mean::of(&first.map(|run| run.0 as f64 / minimal).collect::<Vec<f64>>())
            };
            let ratio = ratio_of_first(self.runs);
            let passes = Mean::of(&runs.iter().map(|run| run.1 as f64).collect::<Vec<f64>>());
            let prototype =
                |column: &str| expected.iter().find(|one| one.row == start.row() && one.column == column);
            let compared = prototype("ratio")
                .map_or_else(String::new, |one| all.add(one, one.compare(self.runs, ratio_of_first)));
            let their_passes = prototype("passes").map_or_else(String::new, |one| one.mean.mean.to_string());
            let passes = format!("{:.1}", passes.mean);
            table.push([start.name(), ratio.show(3), passes]);
            older.push([start.name(), compared, their_passes]);
            if matches!(start, Start::AlphaBeta | Start::NegaScout | Start::SssStar | Start::DualStar) {
                levels.push((start.name(), ratio));
            }
            if let Start::Offset(offset) = start {
                curve.points.push((f64::from(offset), ratio.mean, ratio.error));
            }
        }
        curve.points.sort_by(|a, b| a.0.total_cmp(&b.0));
        if let (true, [(first, ..), .., (last, ..)]) = (curve.points.len() > 4, curve.points.as_slice()) {
            let flat = levels.into_iter().map(|(name, ratio): (String, Mean)| Curve {
                name,
                points: [*first, *last].map(|x| (x, ratio.mean, ratio.error)).to_vec(),
            });
            let flat: Vec<Curve> = flat.collect();
            section.charts.push(Chart {
                title: "MTD(f) by its first guess (width 20, depth 5)".into(),
                x: "first guess minus value, logarithmic on both sides (values go up to a million)".into(),
                y: "leaf evaluations / minimal tree".into(),
                log: false,
                level: None,
                x_axis: XAxis::SymmetricLog,
                curves: std::iter::once(curve).chain(flat).collect(),
            });
        }
        section.tables.push(table);
        section.tables.push(older.folded());
        all.check(section, &format!("means of width {}", setting.width), self.runs);
        Ok(())
    }
}

impl Experiment for MtdStart {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "mtd-start".into(),
            title: "MTD(f): the effect of the first guess".into(),
            ..Section::default()
        };
        SETTINGS.iter().try_for_each(|setting| self.add_table(runner, setting, &mut section))?;
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("mtd-start").option("runs", self.runs))
    }
}
