//! Mtd-start: what the first guess is worth to MTD(f), and its relatives SSS*, DUAL* and C*.

use clap::Args;

use super::{Experiment, Lab, Output, reference};
use crate::algorithm::{
    Bounds, Options, alpha_beta_fail_soft, c_star, middle, mtd_f, mtd_step, negascout, rec_dual_star,
    rec_sss_star,
};
use crate::section::{Chart, Line, Section, Sheet};
use crate::theory::minimal_leaves;
use crate::tree::{Iid, Order, TopDown};
use crate::{Counters, GameTree, INFINITY, Value};
use lancet_arena::statistics::Mean;

/// Count the leaves and passes of MTD(f) by how good its first guess is
#[derive(Args, Clone, Debug)]
pub struct MtdStart {
    /// Trees
    #[arg(short, long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: u64,
    /// Where the results go
    #[command(flatten)]
    pub output: Output,
}

/// Who searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// MTD(f) from so much beside the value.
    Off(Value),
    /// MTD with steps, from so much beside the value.
    Step(Value, Value),
    SssStar,
    DualStar,
    /// C*, where the value is not in the middle of the range, or is.
    CStar(Bounds),
    /// A binary search without memory.
    Bisection(Bounds),
    AlphaBeta,
    NegaScout,
}

impl Way {
    /// The row of the prototype's table; it looked where the value is in the middle.
    fn row(self) -> String {
        match self {
            Way::CStar(range) if range != ASIDE => "C*".into(),
            way => way.name(),
        }
    }

    fn name(self) -> String {
        match self {
            Way::Off(0) => "v".into(),
            Way::Off(off) => format!("v{off:+}"),
            Way::Step(off, step) => format!("v{off:+}, steps of {step}"),
            Way::SssStar => "SSS*".into(),
            Way::DualStar => "DUAL*".into(),
            Way::CStar(range) => format!("C* in {} to {}", range.lower, range.upper),
            Way::Bisection(range) => {
                format!("bisection without memory in {} to {}", range.lower, range.upper)
            }
            Way::AlphaBeta => "AB".into(),
            Way::NegaScout => "NS".into(),
        }
    }
}

/// The value 0 is in the middle, which the first question finds.
const MIDDLE: Bounds = Bounds { lower: -1_000_000, upper: 1_000_000 };
/// It is not.
const ASIDE: Bounds = Bounds { lower: -1_000_000, upper: 2_000_000 };
const CENT: Bounds = Bounds { lower: 0, upper: 99 };

const WIDE: [Way; 18] = [
    Way::Off(0),
    Way::Off(-100),
    Way::Off(100),
    Way::Off(-1000),
    Way::Off(1000),
    Way::Off(-10_000),
    Way::Off(10_000),
    Way::Off(-100_000),
    Way::Off(100_000),
    Way::Step(-100_000, 10_000),
    Way::Step(100_000, 10_000),
    Way::SssStar,
    Way::DualStar,
    Way::CStar(MIDDLE),
    Way::CStar(ASIDE),
    Way::Bisection(ASIDE),
    Way::AlphaBeta,
    Way::NegaScout,
];

const COARSE: [Way; 9] = [
    Way::Off(0),
    Way::Off(-1),
    Way::Off(10),
    Way::SssStar,
    Way::DualStar,
    Way::CStar(CENT),
    Way::Bisection(CENT),
    Way::AlphaBeta,
    Way::NegaScout,
];

/// Leaves and passes of a way.
fn search<T: GameTree>(tree: &T, depth: u32, way: Way) -> Result<(u64, u64), String> {
    let root = tree.root();
    let value = alpha_beta_fail_soft(tree, &mut (), &root, -INFINITY, INFINITY, depth);
    let mut counters = Counters::default();
    let o = &mut counters;
    let full = |error: crate::algorithm::TableFull| error.to_string();
    let found = match way {
        Way::Off(off) => mtd_f(tree, o, value + off, depth).map_err(full)?,
        Way::Step(off, step) => mtd_step(tree, o, value + off, step, depth).map_err(full)?,
        Way::SssStar => rec_sss_star(tree, o, depth),
        Way::DualStar => rec_dual_star(tree, o, depth),
        Way::CStar(range) => c_star(tree, o, range, depth).map_err(full)?,
        Way::Bisection(range) => bisection(tree, o, range, depth),
        Way::AlphaBeta => alpha_beta_fail_soft(tree, o, &root, -INFINITY, INFINITY, depth),
        Way::NegaScout => negascout(tree, o, &root, (-INFINITY, INFINITY), depth, Options::FIGURE_1),
    };
    if found != value {
        return Err(format!("{} finds {found} where alpha-beta finds {value}", way.name()));
    }
    Ok((counters.leaves, counters.passes.max(1)))
}

/// C* whose tests remember nothing but the bounds of the root.
fn bisection<T: GameTree>(tree: &T, counters: &mut Counters, range: Bounds, depth: u32) -> Value {
    let mut known = Bounds::NONE;
    while known.lower < known.upper {
        let bound = middle(range, known).clamp(known.lower + 1, known.upper);
        let value = alpha_beta_fail_soft(tree, counters, &tree.root(), bound - 1, bound, depth);
        counters.passes += 1;
        if value < bound {
            known.upper = value;
        } else {
            known.lower = value;
        }
    }
    known.lower
}

/// A kind of tree, and who searches it.
struct Setting {
    id: &'static str,
    title: &'static str,
    width: usize,
    depth: u32,
    ways: &'static [Way],
    iid: bool,
}

const SETTINGS: [Setting; 2] = [
    Setting {
        id: "mtd-start-w20",
        title: "Top-down trees of width 20 and depth 5, the first son best 60 % of the time, values up to a million",
        width: 20,
        depth: 5,
        ways: &WIDE,
        iid: false,
    },
    Setting {
        id: "mtd-start-w5",
        title: "Independent leaves from 0 to 99, width 5, depth 6",
        width: 5,
        depth: 6,
        ways: &COARSE,
        iid: true,
    },
];

impl MtdStart {
    fn sheet(&self, lab: &Lab, setting: &Setting, section: &mut Section) -> Result<(), String> {
        let expected = reference(setting.id);
        let minimal = minimal_leaves(setting.width, setting.depth);
        let mut sheet = Sheet::new(
            format!("{}: leaves / minimal tree and passes, {} trees", setting.title, self.runs),
            ["start", "leaves / minimal tree", "passes", "the prototype's (distance)", "its passes"],
        );
        let (mut worst, mut count) = (0.0f64, 0);
        let mut line = Line { name: "MTD(f)".into(), points: Vec::new() };
        for &way in setting.ways {
            let runs = lab.runs(&format!("{}-{}", setting.id, way.name()), self.runs, |seed| {
                if setting.iid {
                    search(&Iid::new(setting.width, 100, seed), setting.depth, way)
                } else {
                    let tree = TopDown::new(setting.width, Order::STRONG, 1_000_000, seed);
                    search(&tree, setting.depth, way)
                }
            })?;
            let ratio = Mean::of(&runs.iter().map(|run| run.0 as f64 / minimal).collect::<Vec<f64>>());
            let passes = Mean::of(&runs.iter().map(|run| run.1 as f64).collect::<Vec<f64>>());
            let theirs =
                |column: &str| expected.iter().find(|one| one.row == way.row() && one.column == column);
            let compared = theirs("ratio").map_or_else(String::new, |one| {
                let distance = ratio.distance(Mean { error: ratio.error, ..one.mean }, one.rounding);
                (worst, count) = (worst.max(distance), count + 1);
                format!("{} ({distance:.1})", one.mean.mean)
            });
            let their_passes = theirs("passes").map_or_else(String::new, |one| one.mean.mean.to_string());
            sheet.add([way.name(), ratio.show(3), format!("{:.1}", passes.mean), compared, their_passes]);
            if let Way::Off(off) = way {
                line.points.push((f64::from(off) / 1000.0, ratio.mean, ratio.error));
            }
        }
        line.points.sort_by(|a, b| a.0.total_cmp(&b.0));
        if line.points.len() > 4 {
            section.charts.push(Chart {
                title: "MTD(f) by its first guess (width 20, depth 5)".into(),
                x: "first guess less the value, in thousands (values go up to a million)".into(),
                y: "leaf evaluations / minimal tree".into(),
                log: false,
                lines: vec![line],
            });
        }
        section.sheets.push(sheet);
        let sentence = format!(
            "width {}: {count} means lie within 4 standard errors of the prototype's; the farthest at {worst:.1}",
            setting.width
        );
        section.check(worst <= 4.0, sentence);
        Ok(())
    }
}

impl Experiment for MtdStart {
    fn section(&self, lab: &Lab) -> Result<Section, String> {
        let mut section = Section {
            id: "mtd-start".into(),
            title: "MTD(f): what the first guess is worth".into(),
            ..Section::default()
        };
        SETTINGS.iter().try_for_each(|setting| self.sheet(lab, setting, &mut section))?;
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }
}
