//! Leaves of every algorithm divided by the minimal tree, by depth (figures 4 and 5 of source 000).

use std::fmt;
use std::str::FromStr;

use clap::Args;

use super::paired::{jackknife, ratio_of_means};
use super::reference::{Comparisons, DISTANCE, reference};
use super::{Experiment, Output, Runner, TreeOrder};
use crate::command_line::Words;
use crate::error::LabError;
use crate::golden::Searches;
use crate::report::{Chart, Curve, DataTable, Oscillation, Section, XAxis};
use crate::size_limit::{ChildOrder, check_figure};
use crate::theory::minimal_leaves;
use crate::tree::{Iid, TopDown};
use lancet_arena::statistics::Mean;

/// Count the leaves that every algorithm evaluates, divided by the minimal tree, for a range of depths
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Figure {
    /// Number of children of a node; source 000 uses 5 and 20
    #[arg(short, long, value_name = "N", default_value_t = Figure::default().width)]
    pub width: usize,
    /// Move ordering of the trees
    #[arg(short, long, value_enum, default_value_t = Figure::default().order)]
    pub order: TreeOrder,
    /// Depth in plies: one number, or the first and the last as in 2..8
    #[arg(short, long, value_name = "N..N", default_value_t = Figure::default().depth)]
    pub depth: Depths,
    /// Number of trees for each depth; source 000 uses 20
    #[arg(short, long, value_name = "N", default_value_t = Figure::default().runs, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// Allow trees of any size
    #[arg(long)]
    pub huge: bool,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for Figure {
    fn default() -> Figure {
        Figure {
            width: 20,
            order: TreeOrder::Strong,
            depth: Depths(2, 7),
            runs: 20,
            huge: false,
            output: Output::default(),
        }
    }
}

/// A range of depths: the first and the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depths(pub u32, pub u32);

/// The error of parsing a range of depths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseDepthsError;

impl fmt::Display for ParseDepthsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a depth or a range such as 2..8, from 1 to 30")
    }
}

impl std::error::Error for ParseDepthsError {}

impl fmt::Display for Depths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.0, self.1)
    }
}

impl FromStr for Depths {
    type Err = ParseDepthsError;

    fn from_str(text: &str) -> Result<Depths, ParseDepthsError> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let number = |text: &str| text.parse::<u32>().ok().filter(|depth| (1..=30).contains(depth));
        match (number(first), number(last.strip_prefix('=').unwrap_or(last))) {
            (Some(first), Some(last)) if first <= last => Ok(Depths(first, last)),
            _ => Err(ParseDepthsError),
        }
    }
}

/// The algorithms in the order of the tables.
pub const ALGORITHMS: [&str; 8] = ["AB", "NS", "NSab", "Scout", "PNS", "INS", "SSS*", "DUAL*"];

/// The algorithms of the charts: those of source 000, alpha-beta and DUAL*.
const DRAWN: [&str; 6] = ["AB", "NS", "PNS", "INS", "SSS*", "DUAL*"];

/// The pairs that source 000 compares.
const PAIRS: [[&str; 2]; 4] = [["INS", "SSS*"], ["PNS", "SSS*"], ["INS", "PNS"], ["PNS", "NS"]];

/// Leaves in the order of [`ALGORITHMS`], then the re-searches of NegaScout.
type Counts = [u64; 9];

fn counts(found: &Searches) -> Counts {
    let Searches { alpha_beta, negascout, negascout_ab, scout, pns, ins, researches, .. } = *found;
    let (sss, dual) = (found.sss_star.0, found.dual_star.0);
    [alpha_beta, negascout, negascout_ab, scout, pns, ins, sss, dual, researches]
}

/// The results of one depth.
#[derive(Debug)]
pub struct Row {
    /// The depth in plies.
    pub depth: u32,
    /// Leaves divided by the minimal tree, in the order of [`ALGORITHMS`].
    pub ratios: [Mean; 8],
    /// Re-searches of NegaScout.
    pub researches: Mean,
    /// The counts of every tree.
    counts: Vec<Counts>,
    /// The leaves of the minimal tree.
    minimal: f64,
}

impl Row {
    /// The ratio of an algorithm, by name.
    #[must_use]
    pub fn ratio(&self, name: &str) -> Option<Mean> {
        ALGORITHMS.iter().position(|algorithm| *algorithm == name).map(|index| self.ratios[index])
    }

    /// The ratio of an algorithm, by index, on the first trees of a number.
    fn ratio_of_first(&self, index: usize, trees: u64) -> Mean {
        let first = self.counts.iter().take(trees as usize);
        Mean::of(&first.map(|counts| counts[index] as f64 / self.minimal).collect::<Vec<f64>>())
    }

    /// The leaves of one algorithm relative to those of another, on the same trees.
    fn relative(&self, name: &str, other: &str) -> Option<Mean> {
        let index = |name: &str| ALGORITHMS.iter().position(|algorithm| *algorithm == name);
        let (one, other) = (index(name)?, index(other)?);
        let pairs = self.counts.iter().map(|counts| (counts[one], counts[other]));
        Some(ratio_of_means(&pairs.collect::<Vec<(u64, u64)>>()))
    }
}

impl Figure {
    /// The name of the section, and of the prototype's table.
    #[must_use]
    pub fn id(&self) -> String {
        format!("figure-w{}-{}", self.width, self.order.name())
    }

    /// Searches the trees of all depths.
    ///
    /// # Errors
    /// If the trees are too large, or algorithms disagree.
    pub fn rows(&self, runner: &Runner) -> Result<Vec<Row>, LabError> {
        let Depths(first, last) = self.depth;
        let order = if self.order == TreeOrder::Iid { ChildOrder::Independent } else { ChildOrder::Ordered };
        check_figure(self.width, last, order, self.huge)?;
        (first..=last).map(|depth| self.row(runner, depth)).collect()
    }

    fn row(&self, runner: &Runner, depth: u32) -> Result<Row, LabError> {
        let counts = runner.runs(&format!("{}-d{depth}", self.id()), self.runs, |seed| {
            let found = match self.order.order(self.width) {
                Some(order) => Searches::of(&TopDown::new(self.width, order, 1_000_000, seed), depth)?,
                None => Searches::of(&Iid::new(self.width, 100_000_000, seed), depth)?,
            };
            Ok(counts(&found))
        })?;
        let researches = Mean::of(&counts.iter().map(|run| run[8] as f64).collect::<Vec<f64>>());
        let minimal = minimal_leaves(self.width, depth);
        let row = Row { depth, ratios: [Mean::default(); 8], researches, counts, minimal };
        Ok(Row { ratios: std::array::from_fn(|index| row.ratio_of_first(index, self.runs)), ..row })
    }

    fn table(&self, rows: &[Row]) -> DataTable {
        let columns = ["depth"].into_iter().chain(ALGORITHMS).chain(["re-searches of NS"]);
        let title = format!(
            "Leaf evaluations / leaves of the minimal tree, mean ± standard error of {} trees",
            self.runs
        );
        let mut table = DataTable::new(title, columns);
        for row in rows {
            let ratios = row.ratios.iter().map(|mean| mean.show(3));
            let cells = std::iter::once(row.depth.to_string()).chain(ratios);
            table.push(cells.chain([format!("{:.1}", row.researches.mean)]));
        }
        table
    }

    /// The algorithms relative to each other, which the claims compare.
    fn pairs(rows: &[Row]) -> DataTable {
        let headers = PAIRS.map(|[one, other]| format!("{one} / {other}"));
        let mut table = DataTable::new(
            "Leaves of one algorithm / leaves of another on the same trees",
            std::iter::once("depth".to_string()).chain(headers),
        );
        for row in rows {
            let cell = |[one, other]: [&str; 2]| row.relative(one, other).unwrap_or_default().show(3);
            table.push(std::iter::once(row.depth.to_string()).chain(PAIRS.map(cell)));
        }
        table.folded()
    }

    /// How the curves oscillate, with errors; `None` if there are too few depths.
    fn oscillations(rows: &[Row]) -> Option<DataTable> {
        let trees = rows.iter().map(|row| row.counts.len()).min()?;
        let curve = |name: &str, tree: usize| {
            let index = ALGORITHMS.iter().position(|algorithm| *algorithm == name).unwrap_or(0);
            rows.iter().map(|row| row.counts[tree][index] as f64 / row.minimal).collect::<Vec<f64>>()
        };
        let size = |curve: &[f64]| Oscillation::of(curve).map_or(f64::NAN, |found| found.size);
        if rows.len() < 4 {
            return None;
        }
        let columns = ["algorithm", "oscillation", "more than SSS*", "alternates"];
        let title =
            "Oscillation: mean distance of a point from the middle of its neighbours (jackknife errors)";
        let mut table = DataTable::new(title, columns);
        for name in ["SSS*", "AB", "NS", "PNS", "INS"] {
            let own: Vec<Vec<f64>> = (0..trees).map(|tree| curve(name, tree)).collect();
            let both: Vec<Vec<f64>> =
                (0..trees).map(|tree| [curve(name, tree), curve("SSS*", tree)].concat()).collect();
            let more = jackknife(&both, |means| {
                let (one, sss) = means.split_at(rows.len());
                size(one) - size(sss)
            });
            let alternates = match Oscillation::alternates_within_errors(&own) {
                Some(true) => "yes",
                Some(false) => "no",
                None => "undecided",
            };
            let own = jackknife(&own, size);
            table.push([name.to_string(), own.show(3), more.show(3), alternates.to_string()]);
        }
        Some(table.folded())
    }

    fn chart(&self, rows: &[Row]) -> Chart {
        let curve = |name: &str| {
            let point =
                |row: &Row| row.ratio(name).map(|ratio| (f64::from(row.depth), ratio.mean, ratio.error));
            Curve { name: name.into(), points: rows.iter().filter_map(point).collect() }
        };
        Chart {
            title: format!("Width {}, {} ({} trees per depth)", self.width, self.order.describe(), self.runs),
            x: "depth in plies".into(),
            y: "leaf evaluations / minimal tree".into(),
            log: false,
            x_axis: XAxis::Integers,
            level: None,
            curves: DRAWN.into_iter().map(curve).collect(),
        }
    }
}

impl Experiment for Figure {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let rows = self.rows(runner)?;
        let (width, order) = (self.width, self.order.describe());
        let mut section = Section {
            id: self.id(),
            title: format!("Leaves relative to the minimal tree: width {width}, {order}"),
            tables: vec![self.table(&rows), Figure::pairs(&rows)],
            charts: vec![self.chart(&rows)],
            ..Section::default()
        };
        section.tables.extend(Figure::oscillations(&rows));
        self.compare(&rows, &mut section);
        if self.runs >= 100 {
            self.check_order(&rows, &mut section);
        }
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        let words = Words::new("figure").option("width", self.width).choice("order", self.order);
        let words = words.option("depth", self.depth).option("runs", self.runs).switch("huge", self.huge);
        self.output.add_words(words)
    }
}

impl Figure {
    /// Compares the means with those of the prototype.
    fn compare(&self, rows: &[Row], section: &mut Section) {
        let expected = reference(&self.id());
        let mut all = Comparisons::default();
        let mut table = DataTable::new(
            format!("Means of the prototype ({DISTANCE})"),
            ["depth"].into_iter().chain(ALGORITHMS),
        );
        for row in rows {
            let depth = row.depth.to_string();
            let cell = |(index, name): (usize, &&str)| {
                let one = expected.iter().find(|one| one.row == depth && one.column == *name)?;
                let found = one.compare(self.runs, |trees| row.ratio_of_first(index, trees));
                Some(all.add(one, found))
            };
            let cells: Vec<Option<String>> = ALGORITHMS.iter().enumerate().map(cell).collect();
            if cells.iter().any(Option::is_some) {
                table.push(std::iter::once(depth).chain(cells.into_iter().map(Option::unwrap_or_default)));
            }
        }
        if !all.is_empty() {
            section.tables.push(table.folded());
        }
        all.check(section, "means", self.runs);
    }

    /// Checks the order of the algorithms by their means, with a tolerance of 2 %.
    fn check_order(&self, rows: &[Row], section: &mut Section) {
        let mut check = |statement: &str, depths: &dyn Fn(u32) -> bool, names: &[&str]| {
            let chosen: Vec<&Row> = rows.iter().filter(|row| depths(row.depth)).collect();
            let rises =
                |row: &&Row| names.windows(2).all(|pair| mean(row, pair[0]) <= 1.02 * mean(row, pair[1]));
            if !chosen.is_empty() {
                section.check(chosen.iter().all(rises), format!("{statement}, within 2 %"));
            }
        };
        let even = |depth: u32| depth.is_multiple_of(2) && depth > 2;
        check("at even depths SSS* ≤ INS ≤ PNS ≤ NS", &even, &["SSS*", "INS", "PNS", "NS"]);
        check("at odd depths DUAL* ≤ SSS*", &|depth| depth % 2 == 1, &["DUAL*", "SSS*"]);
        check("NS ≤ Scout", &|_| true, &["NS", "Scout"]);
        if self.width == 20 && self.order == TreeOrder::Strong {
            let odd = |depth: u32| matches!(depth, 3 | 5 | 7);
            check("at depths 3, 5 and 7 PNS ≤ SSS*", &odd, &["PNS", "SSS*"]);
        }
        if self.width == 5 && self.order == TreeOrder::Random {
            check("NSab ≤ NS", &|_| true, &["NSab", "NS"]);
        }
        if self.order != TreeOrder::Iid {
            check_oscillation(rows, section);
        }
    }
}

fn mean(row: &Row, name: &str) -> f64 {
    row.ratio(name).map_or(f64::NAN, |ratio| ratio.mean)
}

/// Checks that the curve of SSS* oscillates least, if there are enough depths.
fn check_oscillation(rows: &[Row], section: &mut Section) {
    let curve = |name: &str| rows.iter().map(|row| mean(row, name)).collect::<Vec<f64>>();
    let size = |name: &str| Oscillation::of(&curve(name)).map(|oscillation| oscillation.size);
    let (Some(sss), Some(ab)) = (size("SSS*"), size("AB")) else { return };
    let is_least = ALGORITHMS.iter().all(|name| size(name).is_some_and(|size| size >= sss));
    let statement = format!(
        "the curve of SSS* oscillates least: its points lie {sss:.2} from the middle of their neighbours, those of AB {ab:.2}"
    );
    section.check(is_least, statement);
}
