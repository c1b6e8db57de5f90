//! Chess: the family on real positions, with all that a program has around it (table 4.5 of the plan).

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use lancet::position::Position;
use serde::{Deserialize, Serialize};

use super::{Experiment, Lab, Output};
use crate::algorithm::{Bounds, Fail, close_in, from_guess, middle};
use crate::chess::{Effort, LeafKind, Leaves, MATE, Rules, Searcher};
use crate::progress::Progress;
use crate::section::{Section, Sheet};
use crate::{INFINITY, Value};

/// Search positions of chess by every driver of the family and compare what they cost
#[derive(Args, Clone, Debug)]
pub struct Chess {
    /// A file of positions; the 24 of Bratko and Kopec, if not given
    #[arg(long, value_name = "FILE")]
    pub epd: Option<PathBuf>,
    /// The last iteration
    #[arg(short, long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,
    /// What a leaf is worth
    #[arg(long, value_enum, default_value = "qs")]
    pub leaf: LeafKind,
    /// Values are multiples of so many centipawns
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(i32).range(1..=1000))]
    pub grain: i32,
    /// Half the width of an aspiration window, in centipawns
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(i32).range(1..=10_000))]
    pub window: i32,
    /// Search without a table (the drivers that cannot do so are left out)
    #[arg(long)]
    pub no_table: bool,
    /// Order quiet moves without killers and history
    #[arg(long)]
    pub no_history: bool,
    /// Depths of any size
    #[arg(long)]
    pub huge: bool,
    /// Where the results go
    #[command(flatten)]
    pub output: Output,
}

/// The test of Bratko and Kopec, in the public domain.
const BRATKO_KOPEC: &str = include_str!("bratko_kopec.epd");

/// How the root is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Root {
    Full,
    Aspiration,
    /// From the value so many iterations ago.
    MtdF(usize),
    FromAbove,
    FromBelow,
    Halving,
}

/// A driver: its name, the form of alpha-beta, whether it scouts, whether a second search is informed, the root.
type Driver = (&'static str, Fail, bool, bool, Root);

const DRIVERS: [Driver; 12] = [
    ("AB F2", Fail::Hard, false, false, Root::Full),
    ("AB F3", Fail::Soft, false, false, Root::Full),
    ("aspiration AB F2", Fail::Hard, false, false, Root::Aspiration),
    ("aspiration AB F3", Fail::Soft, false, false, Root::Aspiration),
    ("NS", Fail::Soft, true, false, Root::Full),
    ("aspiration NS", Fail::Soft, true, false, Root::Aspiration),
    ("aspiration NS, informed by the table", Fail::Soft, true, true, Root::Aspiration),
    ("MTD(f), f = last iteration", Fail::Soft, false, false, Root::MtdF(1)),
    ("MTD(f2), f = two iterations ago", Fail::Soft, false, false, Root::MtdF(2)),
    ("SSS* by MTD", Fail::Soft, false, false, Root::FromAbove),
    ("DUAL* by MTD", Fail::Soft, false, false, Root::FromBelow),
    ("C*", Fail::Soft, false, false, Root::Halving),
];

/// All others are measured by this one.
const BASELINE: usize = 5;

/// What a driver did on a position: the values of the iterations, and the efforts.
#[derive(Clone, Serialize, Deserialize)]
struct Work {
    values: Vec<Value>,
    efforts: Vec<Effort>,
    seconds: f64,
}

impl Chess {
    fn positions(&self) -> Result<Vec<Position>, String> {
        let text = match &self.epd {
            None => BRATKO_KOPEC.to_string(),
            Some(path) => std::fs::read_to_string(path)
                .map_err(|error| format!("the file {} cannot be read: {error}", path.display()))?,
        };
        let lines = lancet::epd::read_lines(&text).map_err(|error| format!("the positions: {error}"))?;
        let positions: Vec<Position> = lines.into_iter().map(|(_, epd)| epd.position).collect();
        if positions.is_empty() { Err("there are no positions in the file".into()) } else { Ok(positions) }
    }

    fn settings(&self) -> String {
        let Chess { leaf, grain, window, .. } = self;
        let table = if self.no_table { "-no-table" } else { "" };
        let history = if self.no_history { "-no-history" } else { "" };
        format!("chess-{leaf:?}-grain{grain}-window{window}{table}{history}").to_lowercase()
    }

    /// A driver searches a position by iterations.
    fn work(&self, driver: &Driver, position: &Position) -> Work {
        let (_, fail, scout, informed, root) = *driver;
        let rules = Rules { fail, scout, informed, table: !self.no_table, history: !self.no_history };
        let start = Instant::now();
        let mut searcher = Searcher::new(Leaves { kind: self.leaf, grain: self.grain }, rules, 18);
        let mut work = Work { values: Vec::new(), efforts: Vec::new(), seconds: 0.0 };
        for depth in 1..=self.depth {
            searcher.effort = Effort::default();
            let value = self.iteration(&mut searcher, position, depth, root, &work.values);
            work.values.push(value);
            work.efforts.push(searcher.effort);
        }
        work.seconds = start.elapsed().as_secs_f64();
        work
    }

    fn iteration(
        &self,
        searcher: &mut Searcher,
        position: &Position,
        depth: u32,
        root: Root,
        before: &[Value],
    ) -> Value {
        let ago = |count: usize| before.len().checked_sub(count).and_then(|place| before.get(place)).copied();
        let last = ago(1).unwrap_or(0);
        match root {
            Root::Full => searcher.root(position, -INFINITY, INFINITY, depth),
            Root::Aspiration => {
                let (alpha, beta) = (last - self.window, last + self.window);
                match searcher.root(position, alpha, beta, depth) {
                    value if value <= alpha => searcher.root(position, -INFINITY, value + 1, depth),
                    value if value >= beta => searcher.root(position, value - 1, INFINITY, depth),
                    value => value,
                }
            }
            Root::MtdF(count) => tests(searcher, position, depth, from_guess(ago(count).unwrap_or(last))),
            Root::FromAbove => tests(searcher, position, depth, from_guess(INFINITY)),
            Root::FromBelow => tests(searcher, position, depth, from_guess(-INFINITY)),
            Root::Halving => {
                let range = Bounds { lower: -MATE, upper: MATE };
                tests(searcher, position, depth, move |known| middle(range, known))
            }
        }
    }

    /// All drivers on all positions; values must be the same.
    fn all(&self, lab: &Lab, positions: &[Position]) -> Result<Vec<Vec<Work>>, String> {
        let drivers: Vec<&Driver> =
            DRIVERS.iter().filter(|driver| !self.no_table || !is_memory(driver)).collect();
        let progress = Progress::new((drivers.len() * positions.len()) as u64, "searches");
        let mut found = Vec::new();
        for driver in drivers {
            let name =
                format!("{}-d{}-{}", self.settings(), self.depth, driver.0.replace([' ', ',', '='], "_"));
            let name = format!("{name}-{:016x}", fingerprint(positions));
            let works = lab.store.piece(&name, || {
                let one = |position| {
                    let work = self.work(driver, position);
                    progress.step();
                    work
                };
                Ok(positions.iter().map(one).collect::<Vec<Work>>())
            })?;
            found.push(works);
        }
        progress.end();
        let agree = |works: &Vec<Work>| works.iter().zip(&found[0]).position(|(a, b)| a.values != b.values);
        match found.iter().enumerate().find_map(|(driver, works)| Some((driver, agree(works)?))) {
            None => Ok(found),
            Some((driver, position)) => {
                let [theirs, first] = [&found[driver][position].values, &found[0][position].values];
                let position = position + 1;
                Err(format!("on position {position} {} finds {theirs:?}, AB F2 {first:?}", DRIVERS[driver].0))
            }
        }
    }
}

/// A driver that is nothing without a table.
fn is_memory(driver: &Driver) -> bool {
    driver.3 || !matches!(driver.4, Root::Full | Root::Aspiration)
}

/// What tells sets of positions apart.
fn fingerprint(positions: &[Position]) -> u64 {
    positions.iter().fold(0, |sum, position| crate::tree::mix(sum ^ position.key()))
}

/// A row of null windows, as in [`crate::algorithm::mtd`].
fn tests(
    searcher: &mut Searcher,
    position: &Position,
    depth: u32,
    next: impl FnMut(Bounds) -> Value,
) -> Value {
    close_in(next, |bound| searcher.root(position, bound - 1, bound, depth))
}

/// What the prototype measured at depth 6 with a grain of 1: leaves, nodes, passes.
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

impl Experiment for Chess {
    fn section(&self, lab: &Lab) -> Result<Section, String> {
        if self.depth > 7 && !self.huge {
            return Err(format!("depth {} takes hours; --huge allows more than 7", self.depth));
        }
        let positions = self.positions()?;
        let found = self.all(lab, &positions)?;
        let mut section = Section {
            id: self.settings(),
            title: format!(
                "Chess: {} positions to depth {}, {}, values in steps of {} cp",
                positions.len(),
                self.depth,
                if self.leaf == LeafKind::Qs { "quiescence at the leaves" } else { "static leaves" },
                self.grain
            ),
            ..Section::default()
        };
        let mut sheet = Sheet::new(
            format!("The iteration of depth {}, against aspiration NegaScout", self.depth),
            [
                "driver",
                "leaves",
                "nodes",
                "passes",
                "second searches",
                "g",
                "first son cuts",
                "seconds, all iterations",
                "the prototype's leaves",
                "nodes",
                "passes",
            ],
        );
        let last = |works: &[Work]| {
            works.iter().filter_map(|work| work.efforts.last().copied()).fold(Effort::default(), Effort::plus)
        };
        let baseline = if self.no_table { found.len() - 1 } else { BASELINE };
        let base = last(&found[baseline]);
        let names = DRIVERS.iter().filter(|driver| !self.no_table || !is_memory(driver));
        let compared = self.epd.is_none()
            && self.depth == 6
            && self.grain == 1
            && self.leaf == LeafKind::Qs
            && !self.no_table
            && !self.no_history;
        let mut slowest = 0.0f64;
        for (number, (driver, works)) in names.zip(&found).enumerate() {
            let sum = last(works);
            let seconds: f64 = works.iter().map(|work| work.seconds).sum();
            slowest = slowest.max(seconds);
            let mean = |count: u64| count as f64 / positions.len() as f64;
            let share = |part: u64| part as f64 / sum.cuts.max(1) as f64;
            let mut row = vec![
                driver.0.to_string(),
                format!("{:.3}", sum.leaves as f64 / base.leaves as f64),
                format!("{:.3}", sum.nodes as f64 / base.nodes as f64),
                format!("{:.2}", mean(sum.passes)),
                format!("{:.1}", mean(sum.researches)),
                format!("{:.2}", share(sum.cut_indices)),
                format!("{:.1} %", 100.0 * share(sum.first_cuts)),
                format!("{seconds:.1}"),
            ];
            let theirs = PROTOTYPE.get(number).filter(|_| compared);
            row.extend(theirs.map_or([const { String::new() }; 3], |(leaves, nodes, passes)| {
                [leaves.to_string(), nodes.to_string(), (*passes).to_string()]
            }));
            sheet.add(row);
        }
        section.sheets.push(sheet);
        section.check(
            true,
            format!(
                "all drivers find the same value on every position at every depth ({} values)",
                found.len() * positions.len() * self.depth as usize
            ),
        );
        section.check(slowest < 30.0, format!("no driver takes 30 seconds; the slowest {slowest:.1}"));
        let (leaves, nodes) = (base.leaves, base.nodes);
        section.finding =
            format!("Aspiration NegaScout evaluates {leaves} leaves and visits {nodes} nodes in all.");
        if !self.no_table {
            self.check_bands(&found, positions.len(), &mut section);
        }
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }
}

impl Chess {
    fn check_bands(&self, found: &[Vec<Work>], positions: usize, section: &mut Section) {
        let last = |number: usize| {
            let efforts = found[number].iter().filter_map(|work| work.efforts.last().copied());
            efforts.fold(Effort::default(), Effort::plus)
        };
        let nodes = |number: usize| last(number).nodes as f64 / last(BASELINE).nodes as f64;
        let passes = |number: usize| last(number).passes as f64 / positions as f64;
        let mut within = |what: &str, found: f64, from: f64, to: f64| {
            let sentence = format!("{what}: {found:.3}, expected from {from} to {to}");
            section.check((from..=to).contains(&found), sentence);
        };
        if self.leaf == LeafKind::Qs && self.depth == 6 {
            within("nodes of MTD(f2) against aspiration NS", nodes(8), 0.85, 1.05);
            within("nodes of AB against aspiration NS", nodes(1), 1.02, 1.15);
            within("nodes of NS informed by the table", nodes(6), 0.98, 1.02);
            if self.grain == 1 {
                within("passes of MTD(f)", passes(7), 4.0, 9.0);
                within("passes of MTD(f2)", passes(8), 4.0, 9.0);
                within("nodes of SSS*", nodes(9), 2.0, 100.0);
            }
            if self.grain == 10 {
                within("passes of MTD(f)", passes(7), 2.0, 3.0);
                within("passes of MTD(f2)", passes(8), 2.0, 3.0);
            }
        }
    }
}
