//! The cost model of source 002, reconstructed, and its figure 5.

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::model_prototype::FIGURE_5;
use super::setting::{Setting, TreeTask};
use super::{Experiment, Output, Runner, TreeOrder, model_chess};
use crate::algorithm::{Options, negascout};
use crate::command_line::{Words, number};
use crate::error::LabError;
use crate::report::{Chart, Curve, DataTable, Section};
use crate::theory::{Cost, Model as Equations, Reading, minimal_leaves};
use crate::tree::WinLoss;
use crate::{Counters, End, GameTree, INFINITY, Observer, Value, Visit, Window};
use lancet_arena::results_file::distinct;
use lancet_arena::statistics::Mean;

/// The largest number of children or cost that the options accept.
const LARGEST: f64 = 1e6;

/// Compute the cost model of source 002 (a reconstruction) by the quality of the move ordering
///
/// The model is a formula; with --measure it is compared with searches.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Model {
    /// Number of children of a node, one or more widths
    #[arg(short, long, value_name = "N", num_args = 1.., default_values_t = Model::default().width, value_parser = RangedU64ValueParser::<usize>::new().range(..=LARGEST as u64))]
    pub width: Vec<usize>,
    /// Depth in plies
    #[arg(short, long, value_name = "N", default_value_t = Model::default().depth, value_parser = clap::value_parser!(u32).range(1..=40))]
    pub depth: u32,
    /// Number of changes of the best child at a node of the principal variation
    #[arg(short, long, value_name = "R", default_value_t = Model::default().r, value_parser = number(0.0..=LARGEST))]
    pub r: f64,
    /// Number of children searched in vain before a cutoff; prints a table for this value only
    #[arg(short, long, value_name = "G", value_parser = number(0.0..=LARGEST))]
    pub g: Option<f64>,
    /// Where the best child changes
    #[arg(long, value_enum, default_value_t = Reading::default())]
    pub reading: Reading,
    /// Number of changes of the best child in a re-search [default: that of the reading]
    #[arg(long, value_name = "R", value_parser = number(0.0..=LARGEST))]
    pub r_research: Option<f64>,
    /// Cost of an interior node
    #[arg(short, value_name = "K", default_value_t = Model::default().k, value_parser = number(0.0..=LARGEST))]
    pub k: f64,
    /// Cost of a leaf
    #[arg(short, value_name = "E", default_value_t = Model::default().e, value_parser = number(0.0..=LARGEST))]
    pub e: f64,
    /// Also search trees and chess positions, and compare what is counted with the model of leaves (the default reading, -k 0 and -e 1)
    #[arg(long, conflicts_with = "g")]
    pub measure: bool,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for Model {
    fn default() -> Model {
        Model {
            width: vec![20, 40, 60, 80],
            depth: 7,
            r: 2.0,
            g: None,
            reading: Reading::Nested,
            r_research: None,
            k: 0.0,
            e: 1.0,
            measure: false,
            output: Output::default(),
        }
    }
}

const FRACTION_AXIS: &str = "children searched in vain before a cutoff, as a fraction of the width (g / w)";

/// The values of g as fractions of the width.
const FRACTIONS: [f64; 7] = [0.0, 0.05, 0.10, 0.15, 0.20, 0.25, 0.30];

/// The costs divided by that of the minimal tree.
fn against_minimal(model: Equations, depth: u32) -> Cost {
    let (cost, minimal) = (model.cost(depth), model.perfect().cost(depth).negascout);
    Cost {
        alpha_beta: cost.alpha_beta / minimal,
        negascout: cost.negascout / minimal,
        negascout_ab: cost.negascout_ab / minimal,
    }
}

fn three_digits(number: f64) -> String {
    let decimals = if number < 9.995 { 2 } else { usize::from(number < 99.95) };
    format!("{number:.decimals$}")
}

/// The fractions of the width at which crossings are looked for, in steps of a thousandth.
fn scanned() -> impl Iterator<Item = f64> {
    (0..=600).map(|step| f64::from(step) / 1000.0)
}

/// Evenly spaced fractions for the curves.
fn fractions() -> impl Iterator<Item = f64> {
    (0..=30).map(|step| f64::from(step) / 100.0)
}

/// The trees in which g and r are measured.
const MEASURED: [Setting; 7] = [
    Setting::new(TreeOrder::Iid, 20, 4),
    Setting::new(TreeOrder::Iid, 20, 5),
    Setting::new(TreeOrder::Iid, 10, 5),
    Setting::new(TreeOrder::Strong, 20, 4),
    Setting::new(TreeOrder::Strong, 20, 5),
    Setting::new(TreeOrder::Strong, 5, 7),
    Setting::new(TreeOrder::Random, 10, 5),
];

/// Counts changes of the best child at nodes with a wide window, in first searches and in re-searches.
#[derive(Default)]
struct ChangeObserver {
    /// Changes and nodes: of first searches, and of re-searches.
    counts: [(u64, u64); 2],
    is_next: bool,
    /// For each node on the way to the current one, whether it lies in a re-search.
    nodes: Vec<bool>,
}

impl ChangeObserver {
    fn r(&self, index: usize) -> f64 {
        let (changes, nodes) = self.counts[index];
        changes as f64 / nodes.max(1) as f64
    }
}

impl<T: GameTree> Observer<T> for ChangeObserver {
    fn research(&mut self, _tree: &T, _child: &T::Node) {
        self.is_next = true;
    }

    fn enter(&mut self, visit: Visit<'_, T>) {
        let is_again = std::mem::take(&mut self.is_next) || self.nodes.last() == Some(&true);
        self.nodes.push(is_again);
        if visit.window() == Window::Wide {
            self.counts[usize::from(is_again)].1 += 1;
        }
    }

    fn leave(&mut self, _visit: Visit<'_, T>, _value: Value, _end: End) {
        self.nodes.pop();
    }

    fn leaf(&mut self, _visit: Visit<'_, T>, _value: Value) {
        self.is_next = false;
    }

    fn new_best(&mut self) {
        let is_again = self.nodes.last() == Some(&true);
        self.counts[usize::from(is_again)].0 += 1;
    }
}

/// Measures the parameters of the model in a search by NegaScout.
struct Changes;

impl TreeTask for Changes {
    /// The leaves, g, r, and r of first searches and of re-searches.
    type Output = [f64; 5];

    fn run<T: GameTree>(&self, tree: &T, depth: u32) -> Result<[f64; 5], LabError> {
        let mut observer = (Counters::default(), ChangeObserver::default());
        let full = (-INFINITY, INFINITY);
        negascout(tree, &mut observer, &tree.root(), full, depth, Options::FIGURE_1);
        let (counters, changes) = observer;
        Ok([counters.leaves as f64, counters.g(), counters.r(), changes.r(0), changes.r(1)])
    }
}

/// A sentence of the text of source 002, and whether a model satisfies it at a width.
type Sentence = (&'static str, fn(&Model, usize) -> bool);

const SENTENCES: [Sentence; 5] = [
    ("at low g (5 % of the width) NegaScout and NSab cost less than alpha-beta", |model, width| {
        let cost = model.cost(width, 0.05);
        cost.negascout.max(cost.negascout_ab) < cost.alpha_beta
    }),
    ("alpha-beta overtakes NegaScout at about 20 % (18 to 22 %)", |model, width| {
        let limit = model.crossing(width, |cost| cost.negascout - cost.alpha_beta);
        limit.is_some_and(|limit| (0.18..=0.22).contains(&limit))
    }),
    ("NegaScout costs less than NSab below that, from 1 to 18 %", |model, width| {
        (1..=18)
            .map(|percent| model.cost(width, f64::from(percent) / 100.0))
            .all(|cost| cost.negascout < cost.negascout_ab)
    }),
    ("above (25 and 30 %) alpha-beta costs least", |model, width| {
        [0.25, 0.30]
            .map(|fraction| model.cost(width, fraction))
            .iter()
            .all(|cost| cost.alpha_beta < cost.negascout.min(cost.negascout_ab))
    }),
    ("at the same g (1, as in chess) NegaScout gains more in a tree twice as wide", |model, width| {
        let ratio = |width: usize| {
            let cost = model.cost(width, 1.0 / width as f64);
            cost.negascout / cost.alpha_beta
        };
        ratio(2 * width) < ratio(width)
    }),
];

impl Model {
    /// The equations with the options.
    fn equations(&self, width: usize, g: f64) -> Equations {
        let model = self.reading.leaves(width, g, self.r);
        Equations { r_research: self.r_research.unwrap_or(model.r_research), k: self.k, e: self.e, ..model }
    }

    /// The cost of all algorithms relative to the minimal tree if g is a fraction of the width.
    fn cost(&self, width: usize, fraction: f64) -> Cost {
        against_minimal(self.equations(width, fraction * width as f64), self.depth)
    }

    /// Returns the fraction of the width from which an excess of cost is positive: 0 if it always is, `None` if it is
    /// nowhere in the scan.
    fn crossing(&self, width: usize, excess: fn(Cost) -> f64) -> Option<f64> {
        let at = |fraction: f64| excess(self.cost(width, fraction));
        // At g = 0 NegaScout pays for the changes of the best child only, so the scan starts slightly above.
        let steps: Vec<f64> = scanned().skip(5).collect();
        let crossed = steps.windows(2).find(|pair| at(pair[0]) <= 0.0 && at(pair[1]) > 0.0);
        let is_always = || steps.iter().all(|fraction| at(*fraction) > 0.0);
        crossed.map(|pair| pair[1]).or_else(|| is_always().then_some(0.0))
    }

    /// Returns the first and the last fraction of the first range in which NegaScout costs less than NSab.
    fn better_range(&self, width: usize) -> Option<(f64, f64)> {
        let is_better = |fraction: &f64| {
            let cost = self.cost(width, *fraction);
            cost.negascout < cost.negascout_ab
        };
        let mut range = scanned().skip_while(|fraction| !is_better(fraction)).take_while(is_better);
        let first = range.next()?;
        Some((first, range.last().unwrap_or(first)))
    }

    /// Describes depth, changes and costs for titles.
    fn describe(&self) -> String {
        let mut text = format!("depth {}, r = {}, {} reading", self.depth, self.r, self.reading.name());
        if let Some(r) = self.r_research {
            text += &format!(", {r} in re-searches");
        }
        if (self.k, self.e) != (0.0, 1.0) {
            text += &format!(", k = {}, e = {}", self.k, self.e);
        }
        text
    }

    /// The quantity of the tables.
    fn quantity(&self) -> &'static str {
        if (self.k, self.e) == (0.0, 1.0) { "Leaves" } else { "Cost" }
    }

    /// Adds the tables and the charts of figure 5.
    fn figure_5(&self, section: &mut Section) {
        let title = format!("{} / minimal tree at {}", self.quantity(), self.describe());
        let mut table = DataTable::new(title, ["width and g / w", "alpha-beta", "NegaScout", "NSab"]);
        for &width in &self.width {
            for fraction in FRACTIONS {
                let cost = self.cost(width, fraction);
                let cells = [cost.alpha_beta, cost.negascout, cost.negascout_ab].map(three_digits);
                table.push(std::iter::once(format!("w {width}, {fraction:.2}")).chain(cells));
            }
        }
        section.charts = vec![
            self.chart("NegaScout", "alpha-beta", |cost| cost.negascout / cost.alpha_beta),
            self.chart("NSab", "alpha-beta", |cost| cost.negascout_ab / cost.alpha_beta),
            self.chart("NegaScout", "NSab", |cost| cost.negascout / cost.negascout_ab),
        ];
        section.tables = vec![table, self.crossings()];
    }

    /// The ratio of two costs, for each width.
    fn chart(&self, above: &str, below: &str, ratio: fn(Cost) -> f64) -> Chart {
        let curve = |width: &usize| {
            let points = fractions().map(|fraction| (fraction, ratio(self.cost(*width, fraction)), 0.0));
            Curve { name: format!("w {width}"), points: points.collect() }
        };
        Chart {
            title: format!("The model: {above} relative to {below} at {}", self.describe()),
            x: FRACTION_AXIS.into(),
            y: format!("{} of {above} / {below}", self.quantity().to_lowercase()),
            level: Some(1.0),
            curves: self.width.iter().map(curve).collect(),
            ..Chart::default()
        }
    }

    /// Where one algorithm overtakes another.
    fn crossings(&self) -> DataTable {
        let mut table = DataTable::new(
            "Smallest g / w from which an algorithm costs less, and the range in which NegaScout costs less than NSab",
            [
                "width",
                "alpha-beta overtakes NegaScout",
                "alpha-beta overtakes NSab",
                "NegaScout is better than NSab from",
                "to",
            ],
        );
        let show = |found: Option<f64>| found.map_or("none".into(), |fraction| format!("{fraction:.3}"));
        // The range may go on beyond the scan.
        let end = |found: Option<f64>| match found {
            Some(fraction) if Some(fraction) == scanned().last() => format!("{fraction:.3} or more"),
            found => show(found),
        };
        for &width in &self.width {
            let of = |excess: fn(Cost) -> f64| self.crossing(width, excess);
            let better = self.better_range(width);
            table.push([
                width.to_string(),
                show(of(|cost| cost.negascout - cost.alpha_beta)),
                show(of(|cost| cost.negascout_ab - cost.alpha_beta)),
                show(better.map(|range| range.0)),
                end(better.map(|range| range.1)),
            ]);
        }
        table
    }

    /// Compares figure 5 with the prototype and with the text of the paper.
    fn compare(section: &mut Section) {
        let mut all = true;
        for (width, rows) in FIGURE_5 {
            for (fraction, expected) in FRACTIONS.iter().zip(rows) {
                let cost = Model::default().cost(width, *fraction);
                let found = [cost.alpha_beta, cost.negascout, cost.negascout_ab];
                all &= found.iter().zip(expected).all(|(found, expected)| {
                    (found / expected - 1.0).abs() < 0.006 // three digits are printed
                });
            }
        }
        section.check(all, "all 84 numbers of figure 5 equal those of the prototype");
        let expected = [(20, 0.10), (30, 0.15), (40, 0.17), (60, 0.19), (80, 0.19)];
        let found: Vec<f64> = expected
            .iter()
            .map(|(width, _)| {
                Model::default().crossing(*width, |cost| cost.negascout - cost.alpha_beta).unwrap_or(f64::NAN)
            })
            .collect();
        let near =
            expected.iter().zip(&found).all(|((_, fraction), found)| (fraction - found).abs() < 0.0101);
        let statement = format!(
            "alpha-beta overtakes NegaScout at g/w of 0.10, 0.15, 0.17, 0.19, 0.19 for widths 20, 30, 40, 60, 80; \
             found {found:.3?}"
        );
        section.check(near, statement);
    }

    /// Checks that the model is exact on win-loss trees.
    fn exact_trees(section: &mut Section) {
        let mut count = 0;
        let mut exact = true;
        for width in [2, 3, 5, 8] {
            for (g, depth) in (0..width.min(4)).flat_map(|g| (1..=7).map(move |depth| (g, depth))) {
                if width == 8 && depth > 6 {
                    continue;
                }
                let (tree, mut counters) = (WinLoss::new(width, g), Counters::default());
                let full = (-INFINITY, INFINITY);
                negascout(&tree, &mut counters, &tree.root(), full, depth, Options::FIGURE_1);
                exact &=
                    counters.leaves as f64 == Equations::leaves(width, g as f64, 0.0).cost(depth).negascout;
                count += 1;
            }
        }
        section.check(
            exact,
            format!(
                "on {count} win-loss trees NegaScout visits exactly as many leaves as the model predicts"
            ),
        );
    }

    /// Adds a table of the model with g and r as measured in searches.
    fn measured(runner: &Runner, section: &mut Section) -> Result<(), LabError> {
        let columns = [
            "tree",
            "g",
            "r",
            "r, first searches",
            "r, re-searches",
            "NS / minimal tree, one r",
            "two r",
            "counted",
            "error of one r",
            "of two r",
        ];
        let mut table =
            DataTable::new("The model with g and r as measured in searches, mean of 50 trees", columns);
        let (mut errors, mut better) = ([0.0; 2], 0);
        for setting in MEASURED {
            let name = format!("model-{}", setting.id());
            let runs: Vec<[f64; 5]> = runner.runs(&name, 50, |seed| setting.run(seed, &Changes))?;
            let mean = |index: usize| Mean::of(&runs.iter().map(|run| run[index]).collect::<Vec<f64>>()).mean;
            let [leaves, g, r, first, again] = std::array::from_fn(mean);
            // The counted NegaScout takes tests near the leaves as exact.
            let one = Equations { depth_rule: true, ..Equations::leaves(setting.width, g, r) };
            let two = Equations { r: first, r_research: again, ..one };
            let counted = leaves / minimal_leaves(setting.width, setting.depth);
            let models = [one, two].map(|model| against_minimal(model, setting.depth).negascout);
            let distances = models.map(|model| 100.0 * (model / counted - 1.0));
            better += usize::from(distances[1].abs() < distances[0].abs());
            errors.iter_mut().zip(distances).for_each(|(sum, error)| *sum += error.abs());
            let numbers =
                [g, r, first, again, models[0], models[1], counted].map(|number| format!("{number:.2}"));
            let distances = distances.map(|error| format!("{error:+.1} %"));
            table.push(std::iter::once(setting.name()).chain(numbers).chain(distances));
        }
        let [one, two] = errors.map(|sum| sum / MEASURED.len() as f64);
        section.tables.push(table);
        section.check(
            two < one,
            format!(
                "with different r in first searches and re-searches the model is off by {two:.1} % on average, with one r by \
                 {one:.1} %; better on {better} of {} kinds of trees",
                MEASURED.len()
            ),
        );
        Ok(())
    }

    /// Adds the table of the sentences of the text, and the widths at which each reading satisfies them.
    fn sentences(&self, section: &mut Section) {
        let columns = std::iter::once("sentence of the text").chain(Reading::ALL.map(Reading::name));
        let title =
            format!("Widths at which a reading satisfies the text, depth {}, r = {}", self.depth, self.r);
        let mut table = DataTable::new(title, columns);
        let models = Reading::ALL.map(|reading| Model { reading, r_research: None, ..self.clone() });
        for (sentence, holds) in SENTENCES {
            let widths = models.each_ref().map(|model| {
                let widths = model.width.iter().filter(|width| holds(model, **width));
                let widths: Vec<String> = widths.map(ToString::to_string).collect();
                if widths.is_empty() { "none".into() } else { widths.join(", ") }
            });
            table.push(std::iter::once(sentence.to_string()).chain(widths));
        }
        section.tables.push(table);
    }

    /// The table for one value of g.
    fn table(&self, g: f64) -> DataTable {
        let mut table = DataTable::new(
            format!("{} at g = {g}, {}", self.quantity(), self.describe()),
            ["width", "depth", "alpha-beta", "NegaScout", "NSab", "minimal tree"],
        );
        for &width in &self.width {
            for depth in 1..=self.depth {
                let model = self.equations(width, g);
                let Cost { alpha_beta, negascout, negascout_ab } = model.cost(depth);
                let numbers = [alpha_beta, negascout, negascout_ab, model.perfect().cost(depth).negascout];
                let cells = numbers.map(|number| format!("{number:.0}"));
                table.push([width.to_string(), depth.to_string()].into_iter().chain(cells));
            }
        }
        table
    }
}

/// Why nothing is searched although it was asked for.
const OTHER_COSTS: &str = "no search is compared with the model: searches count leaves, which the default reading predicts at the \
                           costs k = 0 and e = 1";

impl Model {
    /// Whether the model predicts the leaves that searches count, in the default reading.
    fn counts_leaves(&self) -> bool {
        self.reading == Reading::Nested && self.r_research.is_none() && (self.k, self.e) == (0.0, 1.0)
    }

    /// Whether the prototype computed the same figure 5.
    fn is_of_prototype(&self) -> bool {
        Model { measure: false, output: Output::default(), ..self.clone() } == Model::default()
    }

    /// Checks that the model is defined: no node has more children that are searched in vain, or more changes of the
    /// best child, than children besides the best one.
    fn check(&self) -> Result<(), LabError> {
        for &width in &self.width {
            if width < 2 {
                return Err(LabError::ModelWidth(width));
            }
            let limit = width as f64 - 1.0;
            let numbers = [("r", Some(self.r)), ("r-research", self.r_research), ("g", self.g)];
            for (name, value) in numbers {
                if let Some(value) = value.filter(|value| !(0.0..=limit).contains(value)) {
                    return Err(LabError::ModelParameter { name, value, width, limit });
                }
            }
        }
        let (k, e) = (self.k, self.e);
        if k >= 0.0 && e >= 0.0 && k + e > 0.0 { Ok(()) } else { Err(LabError::ModelCosts { k, e }) }
    }
}

impl Experiment for Model {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        self.check()?;
        let model = Model { width: distinct(self.width.iter().copied()), ..self.clone() };
        let mut section = Section {
            id: "model".into(),
            title: "The cost model of source 002 (a reconstruction)".into(),
            ..Section::default()
        };
        if let Some(g) = model.g {
            section.tables.push(model.table(g));
            return Ok(section);
        }
        model.figure_5(&mut section);
        let is_compared = model.measure && model.counts_leaves();
        if is_compared {
            Model::measured(runner, &mut section)?;
        } else if model.measure {
            section.notes.push(OTHER_COSTS.into());
        }
        model.sentences(&mut section);
        if is_compared {
            model_chess::measured(runner, &mut section)?;
        }
        if model.measure && model.is_of_prototype() {
            Model::compare(&mut section);
        }
        if is_compared {
            Model::exact_trees(&mut section);
        }
        Ok(section)
    }

    fn has_chart(&self) -> bool {
        self.g.is_none()
    }

    fn has_partial_results(&self) -> bool {
        self.measure
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        let words = Words::new("model").options("width", &self.width).option("depth", self.depth);
        let words = words.option("r", self.r).options("g", self.g).choice("reading", self.reading);
        let words = words.options("r-research", self.r_research).switch("measure", self.measure);
        // The costs have short names only.
        let mut words = self.output.add_words(words);
        if (self.k, self.e) != (0.0, 1.0) {
            words.extend(["-k".to_string(), self.k.to_string(), "-e".to_string(), self.e.to_string()]);
        }
        words
    }
}
