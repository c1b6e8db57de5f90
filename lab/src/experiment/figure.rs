//! Figure: what every algorithm visits, against the minimal tree, by depth (figures 4 and 5 of source 000).

use clap::Args;

use super::{Experiment, Lab, Output, TreeOrder, reference};
use crate::golden::Searches;
use crate::limit;
use crate::section::{Chart, Line, Section, Sheet};
use crate::theory::minimal_leaves;
use crate::tree::{Iid, TopDown};
use lancet_arena::statistics::Mean;

/// Count the leaves that every algorithm evaluates, against the minimal tree, for a row of depths
#[derive(Args, Clone, Debug)]
pub struct Figure {
    /// Sons of a node; source 000 has 5 and 20
    #[arg(short, long, value_name = "N", default_value_t = 20)]
    pub width: usize,
    /// How the sons are ordered
    #[arg(short, long, value_enum, default_value = "strong")]
    pub order: TreeOrder,
    /// Plies: one number, or the first and the last as in 2..8
    #[arg(short, long, value_name = "N..N", value_parser = parse_depths, default_value = "2..7")]
    pub depth: Depths,
    /// Trees for each depth; source 000 has 20
    #[arg(short, long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: u64,
    /// Trees of any size
    #[arg(long)]
    pub huge: bool,
    /// Where the results go
    #[command(flatten)]
    pub output: Output,
}

/// The first depth and the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Depths(pub u32, pub u32);

fn parse_depths(text: &str) -> Result<Depths, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| {
        text.trim_start_matches('=').parse::<u32>().ok().filter(|depth| (1..=30).contains(depth))
    };
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => Ok(Depths(first, last)),
        _ => Err(format!("`{text}` is no row of depths; write it as 2..8")),
    }
}

/// The algorithms in the order of the tables.
pub const ALGORITHMS: [&str; 8] = ["AB", "NS", "NSab", "Scout", "PNS", "INS", "SSS*", "DUAL*"];

/// Those that source 000 has curves of, and DUAL*.
const DRAWN: [&str; 6] = ["AB", "NS", "PNS", "INS", "SSS*", "DUAL*"];

/// Leaves in the order of [`ALGORITHMS`], then the second searches of NegaScout.
type Counts = [u64; 9];

fn counts(found: &Searches) -> Counts {
    let Searches { alpha_beta, negascout, negascout_ab, scout, pns, ins, researches, .. } = *found;
    let (sss, dual) = (found.sss_star.0, found.dual_star.0);
    [alpha_beta, negascout, negascout_ab, scout, pns, ins, sss, dual, researches]
}

/// A depth: for each algorithm the mean of its leaves, against the minimal tree.
pub struct Row {
    /// Plies.
    pub depth: u32,
    /// In the order of [`ALGORITHMS`].
    pub ratios: [Mean; 8],
    /// Second searches of NegaScout.
    pub researches: Mean,
}

impl Row {
    /// The ratio of an algorithm, by its name.
    #[must_use]
    pub fn ratio(&self, name: &str) -> Option<Mean> {
        ALGORITHMS.iter().position(|algorithm| *algorithm == name).map(|place| self.ratios[place])
    }
}

impl Figure {
    /// The name of its table.
    #[must_use]
    pub fn id(&self) -> String {
        format!("figure-w{}-{}", self.width, self.order.name())
    }

    /// Counts all depths.
    ///
    /// # Errors
    /// A sentence where the trees are too large.
    pub fn rows(&self, lab: &Lab) -> Result<Vec<Row>, String> {
        let Depths(first, last) = self.depth;
        limit::check_figure(self.width, last, self.order == TreeOrder::Iid, self.huge)?;
        (first..=last).map(|depth| self.row(lab, depth)).collect()
    }

    fn row(&self, lab: &Lab, depth: u32) -> Result<Row, String> {
        let runs = lab.runs(&format!("{}-d{depth}", self.id()), self.runs, |seed| {
            let found = match self.order.order(self.width) {
                Some(order) => Searches::of(&TopDown::new(self.width, order, 1_000_000, seed), depth)?,
                None => Searches::of(&Iid::new(self.width, 100_000_000, seed), depth)?,
            };
            Ok(counts(&found))
        })?;
        let minimal = minimal_leaves(self.width, depth);
        let column = |place: usize| runs.iter().map(|run: &Counts| run[place] as f64).collect::<Vec<f64>>();
        let against = |place: usize| {
            let ratios: Vec<f64> = column(place).into_iter().map(|leaves| leaves / minimal).collect();
            Mean::of(&ratios)
        };
        Ok(Row { depth, ratios: std::array::from_fn(against), researches: Mean::of(&column(8)) })
    }
}

impl Experiment for Figure {
    fn section(&self, lab: &Lab) -> Result<Section, String> {
        let rows = self.rows(lab)?;
        let mut section = Section {
            id: self.id(),
            title: format!(
                "Leaves against the minimal tree: width {}, {}",
                self.width,
                self.order.describe()
            ),
            ..Section::default()
        };
        let columns = ["depth"].into_iter().chain(ALGORITHMS).chain(["second searches of NS"]);
        let mut sheet = Sheet::new(
            format!(
                "Leaf evaluations / leaves of the minimal tree, mean ± standard error of {} trees",
                self.runs
            ),
            columns,
        );
        for row in &rows {
            let cells = row.ratios.iter().map(|mean| mean.show(3));
            sheet.add(
                std::iter::once(row.depth.to_string())
                    .chain(cells)
                    .chain([format!("{:.1}", row.researches.mean)]),
            );
        }
        section.sheets.push(sheet);
        let line = |name: &str| {
            let point =
                |row: &Row| row.ratio(name).map(|ratio| (f64::from(row.depth), ratio.mean, ratio.error));
            Line { name: name.into(), points: rows.iter().filter_map(point).collect() }
        };
        section.charts.push(Chart {
            title: format!("Width {}, {} ({} trees a depth)", self.width, self.order.describe(), self.runs),
            x: "depth in plies".into(),
            y: "leaf evaluations / minimal tree".into(),
            log: false,
            lines: DRAWN.into_iter().map(line).collect(),
        });
        self.compare(&rows, &mut section);
        if self.runs >= 100 {
            self.check_order(&rows, &mut section);
        }
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }
}

impl Figure {
    /// Tells what the prototype measured, and by how much that is elsewhere.
    fn compare(&self, rows: &[Row], section: &mut Section) {
        let expected = reference(&self.id());
        let mut worst = 0.0f64;
        let mut count = 0;
        let mut sheet = Sheet::new(
            "What the prototype measured (in brackets: its distance from the mean above in combined standard errors)",
            ["depth"].into_iter().chain(ALGORITHMS),
        );
        for row in rows {
            let depth = row.depth.to_string();
            let cell = |name: &&str| {
                let one = expected.iter().find(|one| one.row == depth && one.column == *name)?;
                let distance = row.ratio(name)?.distance(one.mean, one.rounding);
                worst = worst.max(distance);
                count += 1;
                Some(format!("{} ({distance:.1})", one.mean.mean))
            };
            let cells: Vec<Option<String>> = ALGORITHMS.iter().map(cell).collect();
            if cells.iter().any(Option::is_some) {
                sheet.add(std::iter::once(depth).chain(cells.into_iter().map(Option::unwrap_or_default)));
            }
        }
        if count > 0 {
            section.sheets.push(sheet);
            let sentence = format!(
                "{count} means lie within 4 combined standard errors of the prototype's; the farthest at {worst:.1}"
            );
            section.check(worst <= 4.0, sentence);
        }
    }

    /// The orders that must hold of the means, with 2 % of slack.
    fn check_order(&self, rows: &[Row], section: &mut Section) {
        let mean = |row: &Row, name: &str| row.ratio(name).map_or(f64::NAN, |ratio| ratio.mean);
        let mut check = |sentence: &str, depths: &dyn Fn(u32) -> bool, names: &[&str]| {
            let chosen: Vec<&Row> = rows.iter().filter(|row| depths(row.depth)).collect();
            let rises =
                |row: &&Row| names.windows(2).all(|pair| mean(row, pair[0]) <= 1.02 * mean(row, pair[1]));
            if !chosen.is_empty() {
                section.check(chosen.iter().all(rises), sentence);
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
        if self.order == TreeOrder::Strong && rows.len() > 3 {
            let variation = |name: &str| {
                rows.windows(2).map(|pair| (mean(&pair[1], name) - mean(&pair[0], name)).abs()).sum::<f64>()
            };
            let (sss, ab) = (variation("SSS*"), variation("AB"));
            let least = ALGORITHMS.iter().all(|name| variation(name) >= sss);
            let sentence = format!(
                "the curve of SSS* goes up and down the least: by {sss:.2} in all, that of AB by {ab:.2}"
            );
            section.check(least, sentence);
        }
    }
}
