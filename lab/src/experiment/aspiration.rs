//! Aspiration windows: how wide they should be for a given error of the guess.

use clap::Args;

use super::paired::ratio_of_means;
use super::setting::{Setting, TreeTask};
use super::{Experiment, Output, Runner, TreeOrder, check_means};
use crate::algorithm::{alpha_beta_fail_soft, aspiration, aspiration_widened};
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{Chart, Curve, DataTable, Section, XAxis};
use crate::{Counters, GameTree, INFINITY, Value};

/// Count the leaves of aspiration search by the width of its window and the error of its guess
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Aspiration {
    /// Number of trees of each kind
    #[arg(short, long, value_name = "N", default_value_t = Aspiration::default().runs, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for Aspiration {
    fn default() -> Aspiration {
        Aspiration { runs: 100, output: Output::default() }
    }
}

const SETTINGS: [Setting; 3] = [
    Setting::new(TreeOrder::Strong, 20, 4),
    Setting::new(TreeOrder::Strong, 5, 7),
    Setting::new(TreeOrder::Iid, 5, 6),
];

/// Distances of the guess from the value; half of the guesses are too high and half too low.
const ERRORS: [Value; 5] = [0, 100, 1000, 10_000, 100_000];

/// Half the widths of the first window.
const MARGINS: [Value; 6] = [1, 101, 1001, 10_001, 100_001, 1_000_001];

/// How often the window is widened: "use a larger epsilon".
const FACTOR: Value = 4;

/// What follows a search that failed.
const METHODS: [&str; 2] =
    ["re-search with an open end (source 001)", "re-searches with windows four times as wide (source 004)"];

/// The leaves of alpha-beta, and those of both methods for every margin and error, two guesses each.
type Leaves = (u64, Vec<[u64; METHODS.len()]>);

struct Searches;

impl TreeTask for Searches {
    type Output = Leaves;

    fn run<T: GameTree>(&self, tree: &T, depth: u32) -> Result<Leaves, LabError> {
        let mut plain = Counters::default();
        let value = alpha_beta_fail_soft(tree, &mut plain, &tree.root(), -INFINITY, INFINITY, depth);
        let mut all = Vec::new();
        for (margin, error) in MARGINS.iter().flat_map(|margin| ERRORS.map(|error| (*margin, error))) {
            let mut sums = [Counters::default(), Counters::default()];
            for guess in [value - error, value + error] {
                let [open, wider] = &mut sums;
                let found = [
                    aspiration(tree, open, guess, margin, depth),
                    aspiration_widened(tree, wider, guess, margin, FACTOR, depth),
                ];
                if let Some(found) = found.into_iter().find(|found| *found != value) {
                    let algorithm = format!("aspiration search, guess {guess}, margin {margin}");
                    return Err(LabError::AlgorithmValue { algorithm, found, expected: value });
                }
            }
            all.push(sums.map(|counters| counters.leaves));
        }
        Ok((plain.leaves, all))
    }
}

impl Aspiration {
    fn add(&self, runner: &Runner, setting: Setting, section: &mut Section) -> Result<bool, LabError> {
        let name = format!("aspiration-{}", setting.id());
        let runs = runner.runs(&name, self.runs, |seed| setting.run(seed, &Searches))?;
        let mut is_best_beyond = true;
        for (method, describe) in METHODS.iter().enumerate() {
            let errors = ERRORS.map(|error| format!("error {error}"));
            let columns = std::iter::once("margin".to_string()).chain(errors);
            let title = format!("{}, {describe}: leaves / leaves of alpha-beta", setting.name());
            let mut table = DataTable::new(title, columns);
            let mut curves =
                ERRORS.map(|error| Curve { name: format!("error {error}"), points: Vec::new() }).to_vec();
            for (row, margin) in MARGINS.iter().enumerate() {
                let ratio = |column: usize| {
                    let pair = |(plain, all): &Leaves| (all[row * ERRORS.len() + column][method], 2 * plain);
                    ratio_of_means(&runs.iter().map(pair).collect::<Vec<(u64, u64)>>())
                };
                let ratios = std::array::from_fn::<_, { ERRORS.len() }, _>(ratio);
                for (curve, ratio) in curves.iter_mut().zip(ratios) {
                    curve.points.push((f64::from(*margin), ratio.mean, ratio.error));
                }
                let cells = ratios.map(|ratio| ratio.show(3));
                table.push(std::iter::once(margin.to_string()).chain(cells));
            }
            section.tables.push(table);
            if method == 0 {
                is_best_beyond &= curves.iter().zip(ERRORS).all(|(curve, error)| {
                    let best = curve.points.iter().min_by(|a, b| a.1.total_cmp(&b.1));
                    best.is_some_and(|best| best.0 > f64::from(error) && best.0 <= f64::from(error) + 1.0)
                });
                section.charts.push(Chart {
                    title: format!("Aspiration search, {}", setting.name()),
                    x: "margin on both sides of the guess (values go up to a million)".into(),
                    y: "leaves / leaves of alpha-beta".into(),
                    x_axis: XAxis::SymmetricLog,
                    level: Some(1.0),
                    curves,
                    ..Chart::default()
                });
            }
        }
        section.tables.push(Aspiration::relative(setting, &runs));
        Ok(is_best_beyond)
    }

    /// The second method relative to the first on the same trees.
    fn relative(setting: Setting, runs: &[Leaves]) -> DataTable {
        let columns =
            std::iter::once("margin".to_string()).chain(ERRORS.map(|error| format!("error {error}")));
        let title = format!("{}: leaves of windows four times as wide / of an open end", setting.name());
        let mut table = DataTable::new(title, columns);
        for (row, margin) in MARGINS.iter().enumerate() {
            let cell = |column: usize| {
                let pair = |(_, all): &Leaves| {
                    let [open, wider] = all[row * ERRORS.len() + column];
                    (wider, open)
                };
                ratio_of_means(&runs.iter().map(pair).collect::<Vec<(u64, u64)>>()).show(3)
            };
            table.push(std::iter::once(margin.to_string()).chain((0..ERRORS.len()).map(cell)));
        }
        table.folded()
    }
}

impl Experiment for Aspiration {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "aspiration".into(),
            title: "Aspiration windows and the error of the guess".into(),
            ..Section::default()
        };
        let mut all = true;
        for setting in SETTINGS {
            all &= self.add(runner, setting, &mut section)?;
        }
        check_means(
            &mut section,
            self.runs,
            all,
            "the best margin is the smallest one that contains the value, for every error of the guess",
        );
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("aspiration").option("runs", self.runs))
    }
}
