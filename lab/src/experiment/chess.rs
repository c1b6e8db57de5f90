//! The drivers of the family on chess positions, in a full-width search with a table and move ordering.

use lancet::files::InputStream;

use clap::Args;
use cpu_time::ThreadTime;
use lancet::commands::inputs::read_epds;
use lancet::console::progress_bar;
use lancet::epd::read_lines;
use lancet::position::Position;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Experiment, Output, Runner};
use crate::algorithm::{Bounds, Fail, converge, midpoint, mtd_f_bounds};
use crate::chess::{LeafEvaluation, LeafKind, MATE, SearchCounts, SearchOptions, Searcher};
use crate::command_line::Words;
use crate::drivers::distinct_positions;
use crate::error::LabError;
use crate::report::{Chart, Curve, DataTable, Section, XAxis};
use crate::{INFINITY, Value};
use lancet_arena::statistics::geometric_mean;

/// Search chess positions with every driver of the family and compare the costs
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Chess {
    /// EPD file with positions [default: the 24 positions of the Bratko-Kopec test]
    #[arg(long, value_name = "FILE")]
    pub epd: Option<InputStream>,
    /// Depth of the last iteration in plies
    #[arg(short, long, value_name = "N", default_value_t = Chess::default().depth, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,
    /// Evaluation of the leaves
    #[arg(long, value_enum, default_value_t = Chess::default().leaf)]
    pub leaf: LeafKind,
    /// Round values to multiples of N centipawns
    #[arg(long, alias = "grain", value_name = "N", default_value_t = Chess::default().granularity, value_parser = clap::value_parser!(i32).range(1..=1000))]
    pub granularity: i32,
    /// Half the width of the aspiration window, in centipawns
    #[arg(long, value_name = "N", default_value_t = Chess::default().window, value_parser = clap::value_parser!(i32).range(1..=10_000))]
    pub window: i32,
    /// Transposition table of 2^N buckets of two entries
    #[arg(long, value_name = "N", default_value_t = Chess::default().log_buckets, value_parser = clap::value_parser!(u32).range(8..=24))]
    pub log_buckets: u32,
    /// Search without a transposition table; omits the drivers that need one
    #[arg(long, conflicts_with = "log_buckets")]
    pub no_table: bool,
    /// Order quiet moves without killers and history
    #[arg(long)]
    pub no_history: bool,
    /// Allow depths above 7
    #[arg(long)]
    pub huge: bool,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for Chess {
    fn default() -> Chess {
        Chess {
            epd: None,
            depth: 6,
            leaf: LeafKind::Qs,
            granularity: 1,
            window: 50,
            log_buckets: LOG_BUCKETS,
            no_table: false,
            no_history: false,
            huge: false,
            output: Output::default(),
        }
    }
}

/// The largest depth without `--huge`.
const MAX_DEPTH: u32 = 7;

/// The default size of the transposition table: 2^18 buckets of two entries.
const LOG_BUCKETS: u32 = 18;

/// The size of the table of the prototype: 2^22 buckets.
const PROTOTYPE_LOG_BUCKETS: u32 = 22;

/// The positions of the Bratko-Kopec test, which are in the public domain.
const BRATKO_KOPEC: &str = include_str!("bratko_kopec.epd");

/// The windows with which the root is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Root {
    Full,
    Aspiration,
    /// MTD(f) with the value of this many iterations before as first guess.
    MtdF(usize),
    FromAbove,
    FromBelow,
    Bisection,
}

/// A driver to compare.
struct Driver {
    name: &'static str,
    /// The name in the legend of the chart; empty if the chart leaves the driver out.
    short: &'static str,
    fail: Fail,
    scout: bool,
    /// Whether re-searches use the bounds in the table.
    informed: bool,
    /// Whether there are no re-searches within two plies of the leaves.
    depth_rule: bool,
    root: Root,
}

impl Driver {
    const fn new(name: &'static str, fail: Fail, scout: bool, root: Root) -> Driver {
        Driver { name, short: "", fail, scout, informed: false, depth_rule: false, root }
    }

    /// The driver with a name in the legend of the chart.
    const fn shown(self, short: &'static str) -> Driver {
        Driver { short, ..self }
    }

    /// Reports whether the driver needs a transposition table.
    fn needs_table(&self) -> bool {
        self.informed || !matches!(self.root, Root::Full | Root::Aspiration)
    }
}

const DRIVERS: [Driver; 12] = [
    Driver::new("AB F2", Fail::Hard, false, Root::Full),
    Driver::new("AB F3", Fail::Soft, false, Root::Full).shown("AB F3"),
    Driver::new("aspiration AB F2", Fail::Hard, false, Root::Aspiration),
    Driver::new("aspiration AB F3", Fail::Soft, false, Root::Aspiration).shown("aspiration AB"),
    Driver::new("NS", Fail::Soft, true, Root::Full).shown("NS"),
    Driver::new("aspiration NS", Fail::Soft, true, Root::Aspiration),
    Driver {
        informed: true,
        ..Driver::new("aspiration NS, informed by the table", Fail::Soft, true, Root::Aspiration)
    },
    Driver::new("MTD(f), f = last iteration", Fail::Soft, false, Root::MtdF(1)).shown("MTD(f)"),
    Driver::new("MTD(f2), f = two iterations ago", Fail::Soft, false, Root::MtdF(2)).shown("MTD(f2)"),
    Driver::new("SSS* by MTD", Fail::Soft, false, Root::FromAbove).shown("SSS*"),
    Driver::new("DUAL* by MTD", Fail::Soft, false, Root::FromBelow).shown("DUAL*"),
    Driver::new("C*", Fail::Soft, false, Root::Bisection).shown("C*"),
];

/// The index of the driver that the others are compared with, one of those that need no table.
const BASELINE: usize = 5;

/// The results of a driver on a position.
#[derive(Clone, Serialize, Deserialize)]
struct Work {
    /// The values of the iterations.
    values: Vec<Value>,
    /// The costs of the iterations.
    counts: Vec<SearchCounts>,
    seconds: f64,
}

/// The sum of the costs of the last iteration over all positions.
fn last_iteration(works: &[Work]) -> SearchCounts {
    let counts = works.iter().filter_map(|work| work.counts.last().copied());
    counts.fold(SearchCounts::default(), SearchCounts::plus)
}

impl Chess {
    pub(super) fn positions(&self) -> Result<Vec<Position>, LabError> {
        let lines = match &self.epd {
            None => read_lines(BRATKO_KOPEC).map_err(LabError::BuiltInPositions)?,
            Some(path) => read_epds(path)?,
        };
        let positions = lines.into_iter().map(|(_, epd)| epd.position).collect();
        // These searches know no fifty-move rule.
        distinct_positions(positions, Position::key)
    }

    /// The name of the section, which contains the options that change the results.
    fn id(&self) -> String {
        let Chess { leaf, granularity, window, .. } = self;
        let table = match self.log_buckets {
            _ if self.no_table => "-no-table".into(),
            LOG_BUCKETS => String::new(),
            log_buckets => format!("-buckets{log_buckets}"),
        };
        let history = if self.no_history { "-no-history" } else { "" };
        format!("chess-{leaf:?}-granularity{granularity}-window{window}{table}{history}").to_lowercase()
    }

    /// The drivers that can search with these options.
    fn drivers(&self) -> impl Iterator<Item = &'static Driver> {
        let no_table = self.no_table;
        DRIVERS.iter().filter(move |driver| !(no_table && driver.needs_table()))
    }

    /// Searches a position with a driver by iterative deepening.
    fn work(&self, driver: &Driver, position: &Position) -> Work {
        let Driver { fail, scout, informed, depth_rule, .. } = *driver;
        let (table, history) = (!self.no_table, !self.no_history);
        let options = SearchOptions { fail, scout, informed, depth_rule, table, history };
        let leaves = LeafEvaluation { kind: self.leaf, granularity: self.granularity };
        let start = ThreadTime::now();
        let mut searcher = Searcher::new(leaves, options, self.log_buckets);
        let mut work = Work { values: Vec::new(), counts: Vec::new(), seconds: 0.0 };
        for depth in 1..=self.depth {
            searcher.counts = SearchCounts::default();
            let value = self.iteration(&mut searcher, position, depth, driver.root, &work.values);
            work.values.push(value);
            work.counts.push(searcher.counts);
        }
        work.seconds = start.elapsed().as_secs_f64();
        work
    }

    /// Runs one iteration; `previous` are the values of the iterations before.
    fn iteration(
        &self,
        searcher: &mut Searcher,
        position: &Position,
        depth: u32,
        root: Root,
        previous: &[Value],
    ) -> Value {
        let ago =
            |count: usize| previous.len().checked_sub(count).and_then(|index| previous.get(index)).copied();
        let last = ago(1).unwrap_or(0);
        match root {
            Root::Full => searcher.search_root(position, -INFINITY, INFINITY, depth),
            Root::Aspiration => {
                let (alpha, beta) = (last - self.window, last + self.window);
                match searcher.search_root(position, alpha, beta, depth) {
                    value if value <= alpha => searcher.search_root(position, -INFINITY, value + 1, depth),
                    value if value >= beta => searcher.search_root(position, value - 1, INFINITY, depth),
                    value => value,
                }
            }
            Root::MtdF(count) => passes(searcher, position, depth, mtd_f_bounds(ago(count).unwrap_or(last))),
            Root::FromAbove => passes(searcher, position, depth, mtd_f_bounds(INFINITY)),
            Root::FromBelow => passes(searcher, position, depth, mtd_f_bounds(-INFINITY)),
            Root::Bisection => {
                let range = Bounds { lower: -MATE, upper: MATE };
                passes(searcher, position, depth, move |known| midpoint(range, known))
            }
        }
    }

    /// Searches all positions with all drivers, which must find the same values.
    fn search_all(&self, runner: &Runner, positions: &[Position]) -> Result<Vec<Vec<Work>>, LabError> {
        let searches = self.drivers().count() * positions.len();
        let progress = progress_bar(searches as u64, "searches");
        let mut found: Vec<Vec<Work>> = Vec::new();
        for driver in self.drivers() {
            let name = driver.name.replace([' ', ',', '='], "_");
            let name = format!("{}-d{}-{name}-{:016x}", self.id(), self.depth, fingerprint(positions));
            let works = runner.cache.get_or_compute(&name, || {
                let one = |position| {
                    let work = self.work(driver, position);
                    progress.inc(1);
                    work
                };
                Ok(positions.par_iter().map(one).collect::<Vec<Work>>())
            })?;
            if let Some(first) = found.first() {
                compare_values(driver.name, &works, first)?;
            }
            found.push(works);
        }
        progress.finish_and_clear();
        Ok(found)
    }
}

/// Checks that a driver found the same values as the first one.
fn compare_values(driver: &'static str, works: &[Work], first: &[Work]) -> Result<(), LabError> {
    match works.iter().zip(first).position(|(work, first)| work.values != first.values) {
        None => Ok(()),
        Some(index) => Err(LabError::DriverValues {
            position: index + 1,
            driver,
            found: works[index].values.clone(),
            expected: first[index].values.clone(),
        }),
    }
}

/// A hash of the positions, to distinguish cached results of different files.
fn fingerprint(positions: &[Position]) -> u64 {
    positions.iter().fold(0, |sum, position| crate::tree::splitmix64(sum ^ position.key()))
}

/// Runs zero-window passes until the value is found, as [`crate::algorithm::mtd`] does.
fn passes(
    searcher: &mut Searcher,
    position: &Position,
    depth: u32,
    next: impl FnMut(Bounds) -> Value,
) -> Value {
    converge(next, |bound| searcher.search_root(position, bound - 1, bound, depth))
}

/// The measurements of the prototype at depth 6 with granularity 1 and a table of 2^22 buckets: leaves, nodes and passes.
const PROTOTYPE: [(f64, f64, &str); 12] = [
    (1.063, 1.062, "1"),
    (1.061, 1.055, "1"),
    (1.048, 1.044, "1.04"),
    (1.047, 1.038, "1.04"),
    (1.002, 1.002, "1"),
    (1.0, 1.0, "1.04"),
    (1.012, 1.000, ""),
    (0.965, 0.987, "7.96"),
    (0.885, 0.927, "5.79"),
    (1.234, 6.79, "415"),
    (0.987, 1.218, "89"),
    (1.372, 1.798, "10.9"),
];

const COLUMNS: [&str; 12] = [
    "driver",
    "leaves",
    "nodes",
    "nodes, geometric mean",
    "95 % from",
    "to",
    "nodes a position",
    "passes",
    "re-searches",
    "g",
    "first move cutoffs",
    "seconds, all iterations",
];

impl Experiment for Chess {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        if self.depth > MAX_DEPTH && !self.huge {
            return Err(LabError::ChessDepth { depth: self.depth, limit: MAX_DEPTH });
        }
        let positions = self.positions()?;
        let found = self.search_all(runner, &positions)?;
        let base = last_iteration(&found[BASELINE]);
        let mut section = Section {
            id: self.id(),
            title: self.title(positions.len()),
            finding: format!(
                "Aspiration NegaScout evaluates {} leaves and visits {} nodes in total.",
                base.leaves, base.nodes
            ),
            tables: vec![self.table(&found)],
            charts: vec![self.chart(&found)],
            ..Section::default()
        };
        let values = found.len() * positions.len() * self.depth as usize;
        // No expectation: another value ends the experiment with an error.
        section.notes.push(format!(
            "all drivers find the same value in every position at every depth ({values} values)"
        ));
        if self.leaf == LeafKind::Qs {
            let right = self.depth_rule(runner, &positions, &found[0])?;
            section.tables.push(right);
        }
        section.tables.extend(self.prototype());
        self.check_ranges(&found, positions.len(), &mut section);
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        let words = Words::new("chess").path("epd", self.epd.as_deref()).option("depth", self.depth);
        let words = words.choice("leaf", self.leaf).option("granularity", self.granularity);
        let words = words.option("log-buckets", self.log_buckets);
        let words = words.option("window", self.window).switch("no-table", self.no_table);
        let words = words.switch("no-history", self.no_history).switch("huge", self.huge);
        self.output.add_words(words)
    }
}

impl Chess {
    fn title(&self, positions: usize) -> String {
        let leaves =
            if self.leaf == LeafKind::Qs { "quiescence search at the leaves" } else { "static leaves" };
        format!(
            "Chess: {positions} positions to depth {}, {leaves}, granularity {} cp",
            self.depth, self.granularity
        )
    }

    /// Reports whether the costs of the drivers in these searches are known: with the default positions and options, and
    /// with a granularity of 10.
    fn has_expectations(&self) -> bool {
        let Chess { granularity, huge, .. } = *self;
        let known = Chess { granularity, huge, output: self.output.clone(), ..Chess::default() };
        *self == known && [1, 10].contains(&granularity)
    }

    /// Reports whether the prototype measured these searches. Its table was larger than the default one; both sizes count.
    fn is_prototype(&self) -> bool {
        let with_default_table = Chess { log_buckets: LOG_BUCKETS, ..self.clone() };
        with_default_table.has_expectations()
            && self.granularity == 1
            && [LOG_BUCKETS, PROTOTYPE_LOG_BUCKETS].contains(&self.log_buckets)
    }

    fn table(&self, found: &[Vec<Work>]) -> DataTable {
        let base = last_iteration(&found[BASELINE]);
        let title = format!("The iteration of depth {}, relative to aspiration NegaScout", self.depth);
        let mut table = DataTable::new(title, COLUMNS);
        for (driver, works) in self.drivers().zip(found) {
            let sum = last_iteration(works);
            let seconds: f64 = works.iter().map(|work| work.seconds).sum();
            let mean = |count: u64| count as f64 / works.len() as f64;
            let per_cutoff = |part: u64| (sum.cutoffs > 0).then(|| part as f64 / sum.cutoffs as f64);
            let ratios = works.iter().zip(&found[BASELINE]).filter_map(|(work, base)| {
                Some(work.counts.last()?.nodes as f64 / base.counts.last()?.nodes as f64)
            });
            let interval = geometric_mean(ratios);
            let end = |of: fn((f64, f64)) -> f64| {
                interval.ends().map_or_else(|| "-".to_string(), |ends| format!("{:.3}", of(ends)))
            };
            let row = [
                driver.name.to_string(),
                format!("{:.3}", sum.leaves as f64 / base.leaves as f64),
                format!("{:.3}", sum.nodes as f64 / base.nodes as f64),
                format!("{:.3}", interval.value),
                end(|ends| ends.0),
                end(|ends| ends.1),
                format!("{:.0}", mean(sum.nodes)),
                format!("{:.2}", mean(sum.passes)),
                format!("{:.1}", mean(sum.researches)),
                per_cutoff(sum.cutoff_indices).map_or("-".into(), |g| format!("{g:.2}")),
                per_cutoff(sum.first_move_cutoffs)
                    .map_or("-".into(), |fraction| format!("{:.1} %", 100.0 * fraction)),
                format!("{seconds:.1}"),
            ];
            table.push(row);
        }
        table
    }

    /// The nodes of every iteration, relative to those of the baseline.
    fn chart(&self, found: &[Vec<Work>]) -> Chart {
        let nodes = |works: &[Work], index: usize| -> u64 {
            works.iter().filter_map(|work| work.counts.get(index)).map(|counts| counts.nodes).sum()
        };
        let curve = |(driver, works): (&Driver, &Vec<Work>)| {
            let ratio = |index: usize| nodes(works, index) as f64 / nodes(&found[BASELINE], index) as f64;
            let points = (0..self.depth as usize).map(|index| ((index + 1) as f64, ratio(index), 0.0));
            Curve { name: driver.short.into(), points: points.collect() }
        };
        Chart {
            title: self.title(found[BASELINE].len()),
            x: "depth of the iteration in plies".into(),
            y: "nodes / aspiration NegaScout".into(),
            x_axis: XAxis::Integers,
            log: true,
            level: Some(1.0),
            curves: self
                .drivers()
                .zip(found)
                .filter(|(driver, _)| !driver.short.is_empty())
                .map(curve)
                .collect(),
        }
    }

    /// The measurements of the prototype, if it made the same searches. The title names the size of its table if it differs.
    fn prototype(&self) -> Option<DataTable> {
        let table_size = match self.log_buckets {
            PROTOTYPE_LOG_BUCKETS => String::new(),
            other => format!(" with a table of 2^{PROTOTYPE_LOG_BUCKETS} buckets instead of 2^{other}"),
        };
        let mut table = DataTable::new(
            format!("The prototype{table_size}, relative to its aspiration NegaScout"),
            ["driver", "leaves", "nodes", "passes"],
        );
        for (driver, (leaves, nodes, passes)) in DRIVERS.iter().zip(PROTOTYPE) {
            table.push([driver.name.to_string(), leaves.to_string(), nodes.to_string(), passes.to_string()]);
        }
        self.is_prototype().then(|| table.folded())
    }

    /// Counts the wrong values of NegaScout with the depth rule of figure 1, which takes the result of a test within two
    /// plies of the leaves as exact although quiescence search depends on the window.
    fn depth_rule(
        &self,
        runner: &Runner,
        positions: &[Position],
        right: &[Work],
    ) -> Result<DataTable, LabError> {
        let driver =
            Driver { depth_rule: true, ..Driver::new("NS, depth rule", Fail::Soft, true, Root::Full) };
        let name = format!("{}-d{}-depth-rule-{:016x}", self.id(), self.depth, fingerprint(positions));
        let works: Vec<Work> = runner.cache.get_or_compute(&name, || {
            Ok(positions.par_iter().map(|position| self.work(&driver, position)).collect())
        })?;
        let pairs = works.iter().zip(right).flat_map(|(work, right)| work.values.iter().zip(&right.values));
        let (values, wrong) = pairs.fold((0u64, 0u64), |(values, wrong), (found, right)| {
            (values + 1, wrong + u64::from(found != right))
        });
        let mut table = DataTable::new(
            "NegaScout with the depth rule of figure 1: values of all positions and iterations",
            ["searches", "values", "wrong values"],
        );
        table.push(["all".to_string(), values.to_string(), wrong.to_string()]);
        Ok(table)
    }

    /// Checks that the costs of some drivers lie in the expected ranges, if the searches are those with known costs.
    fn check_ranges(&self, found: &[Vec<Work>], positions: usize, section: &mut Section) {
        if !self.has_expectations() {
            return;
        }
        let last = |number: usize| last_iteration(&found[number]);
        let nodes = |number: usize| last(number).nodes as f64 / last(BASELINE).nodes as f64;
        let passes = |number: usize| last(number).passes as f64 / positions as f64;
        let mut within = |what: &str, found: f64, from: f64, to: f64| {
            let statement = format!("{what}: {found:.3}, expected from {from} to {to}");
            section.check((from..=to).contains(&found), statement);
        };
        within("nodes of MTD(f2) relative to aspiration NS", nodes(8), 0.85, 1.05);
        within("nodes of AB relative to aspiration NS", nodes(1), 1.02, 1.15);
        within("nodes of NS informed by the table", nodes(6), 0.98, 1.02);
        let (from, to) = if self.granularity == 1 { (4.0, 9.0) } else { (2.0, 3.0) };
        within("passes of MTD(f)", passes(7), from, to);
        within("passes of MTD(f2)", passes(8), from, to);
        if self.granularity == 1 {
            within("nodes of SSS*", nodes(9), 2.0, 100.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of expectations about the costs of searches.
    fn expectations(chess: &Chess) -> usize {
        let work = Work { values: vec![0], counts: vec![SearchCounts::default()], seconds: 0.0 };
        let found: Vec<Vec<Work>> = chess.drivers().map(|_| vec![work.clone()]).collect();
        let mut section = Section::default();
        chess.check_ranges(&found, 1, &mut section);
        section.checks.len()
    }

    #[test]
    fn only_searches_with_known_costs_have_expectations() {
        let chess = Chess::default();
        let coarse = Chess { granularity: 10, huge: true, ..chess.clone() };
        assert_eq!((expectations(&chess), chess.is_prototype()), (6, true));
        assert_eq!((expectations(&coarse), coarse.is_prototype()), (5, false));
        for other in [
            Chess { epd: Some("positions.epd".into()), ..chess.clone() },
            Chess { depth: 5, ..chess.clone() },
            Chess { leaf: LeafKind::Static, ..chess.clone() },
            Chess { granularity: 4, ..chess.clone() },
            Chess { window: 51, ..chess.clone() },
            Chess { log_buckets: 17, ..chess.clone() },
            Chess { no_table: true, ..chess.clone() },
            Chess { no_history: true, ..chess.clone() },
        ] {
            assert_eq!((expectations(&other), other.is_prototype()), (0, false), "{other:?}");
        }
    }

    #[test]
    fn the_prototype_is_shown_with_the_size_of_its_table() {
        let small = Chess::default();
        let large = Chess { log_buckets: PROTOTYPE_LOG_BUCKETS, huge: true, ..small.clone() };
        let title = |chess: &Chess| chess.prototype().map_or_else(String::new, |table| table.title);
        assert!(title(&small).starts_with("The prototype with a table of 2^22 buckets instead of 2^18, "));
        assert!(title(&large).starts_with("The prototype, "));
        assert_eq!(title(&Chess { log_buckets: 20, ..small }), "");
    }
}
