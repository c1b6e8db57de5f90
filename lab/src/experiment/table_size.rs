//! INS and PNS with a hash table of limited size, from nothing to all.

use clap::Args;

use super::paired::ratio_of_means;
use super::setting::{Setting, TreeTask};
use super::{Experiment, Output, Runner, TreeOrder, check_means};
use crate::algorithm::{InfoTable, Options, ins, ins_table, negascout, pns};
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{Chart, Curve, DataTable, Section, XAxis};
use crate::{GameTree, INFINITY, LeafTrace, Value};

/// Count the leaves of INS and PNS by the size of the table for their information
#[derive(Args, Clone, PartialEq, Debug)]
pub struct TableSize {
    /// Number of trees of each kind
    #[arg(short, long, value_name = "N", default_value_t = TableSize::default().runs, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for TableSize {
    fn default() -> TableSize {
        TableSize { runs: 100, output: Output::default() }
    }
}

const SETTINGS: [Setting; 4] = [
    Setting::new(TreeOrder::Strong, 5, 8),
    Setting::new(TreeOrder::Random, 5, 7),
    Setting::new(TreeOrder::Strong, 20, 5),
    Setting::new(TreeOrder::Iid, 5, 6),
];

/// The numbers of slots; the last row has as many as are needed.
const SLOTS: [Option<u64>; 9] =
    [Some(0), Some(16), Some(64), Some(256), Some(1024), Some(4096), Some(16_384), Some(65_536), None];

const FULL: (Value, Value) = (-INFINITY, INFINITY);

/// The leaves of NegaScout, those of INS and PNS by the number of slots, the largest number of slots in use, and whether
/// the ends of the scale are NegaScout, INS and PNS, leaf by leaf.
type Leaves = (u64, Vec<[u64; 2]>, [u64; 2], bool);

struct Searches;

impl TreeTask for Searches {
    type Output = Leaves;

    fn run<T: GameTree>(&self, tree: &T, depth: u32) -> Result<Leaves, LabError> {
        let root = tree.root();
        let mut traces = [const { None::<LeafTrace> }; 3].map(|_| LeafTrace::default());
        let [plain, all, best] = &mut traces;
        let value = negascout(tree, plain, &root, FULL, depth, Options::FIGURE_1);
        ins(tree, all, &root, FULL.0, FULL.1, depth);
        pns(tree, best, &root, FULL.0, FULL.1, depth);
        let [plain, all, best] = traces.map(|trace| trace.leaves);
        let (mut leaves, mut used, mut is_exact) = (Vec::new(), [0; 2], true);
        for slots in SLOTS {
            let mut counts = [0; 2];
            for (index, best_only) in [false, true].into_iter().enumerate() {
                let (mut table, mut trace) = (InfoTable::new(slots, best_only), LeafTrace::default());
                let found = ins_table(tree, &mut trace, &mut table, &root, FULL, depth);
                if found != value {
                    let algorithm = format!("INS with a table of {slots:?} slots");
                    return Err(LabError::AlgorithmValue { algorithm, found, expected: value });
                }
                is_exact &= match slots {
                    Some(0) => trace.leaves == plain,
                    None => trace.leaves == [&all, &best][index].as_slice(),
                    Some(_) => true,
                };
                counts[index] = trace.leaves.len() as u64;
                used[index] = used[index].max(table.used() as u64);
            }
            leaves.push(counts);
        }
        Ok((plain.len() as u64, leaves, used, is_exact))
    }
}

fn slots_name(slots: Option<u64>) -> String {
    slots.map_or("all".into(), |slots| slots.to_string())
}

impl Experiment for TableSize {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: "table-size".into(),
            title: "INS and PNS by the size of their table".into(),
            ..Section::default()
        };
        let (mut is_exact, mut is_bounded, mut trees) = (true, true, 0);
        let mut needed =
            DataTable::new("Slots in use with a table that holds everything, mean", ["trees", "INS", "PNS"]);
        let columns = SETTINGS
            .iter()
            .flat_map(|setting| ["INS", "PNS"].map(|algorithm| format!("{algorithm}, {}", setting.name())));
        let title = format!("Leaves / leaves of NegaScout, {} trees", self.runs);
        let mut table = DataTable::new(title, std::iter::once("slots".to_string()).chain(columns));
        let mut rows: Vec<Vec<String>> = SLOTS.iter().map(|slots| vec![slots_name(*slots)]).collect();
        let mut curves = Vec::new();
        for setting in SETTINGS {
            let name = format!("table-size-{}", setting.id());
            let runs = runner.runs(&name, self.runs, |seed| setting.run(seed, &Searches))?;
            is_exact &= runs.iter().all(|run| run.3);
            trees += runs.len();
            let mean =
                |index: usize| runs.iter().map(|run| run.2[index] as f64).sum::<f64>() / runs.len() as f64;
            needed.push([setting.name(), format!("{:.0}", mean(0)), format!("{:.0}", mean(1))]);
            for (index, algorithm) in ["INS", "PNS"].into_iter().enumerate() {
                let mut curve =
                    Curve { name: format!("{algorithm}, {}", setting.name()), points: Vec::new() };
                for (row, slots) in SLOTS.into_iter().enumerate() {
                    let pairs: Vec<(u64, u64)> = runs.iter().map(|run| (run.1[row][index], run.0)).collect();
                    let ratio = ratio_of_means(&pairs);
                    is_bounded &= ratio.mean <= 1.0 + 1e-9;
                    rows[row].push(ratio.show(3));
                    if let Some(slots) = slots {
                        curve.points.push((slots as f64, ratio.mean, ratio.error));
                    }
                }
                if index == 0 {
                    curves.push(curve);
                }
            }
        }
        rows.into_iter().for_each(|row| table.push(row));
        section.tables = vec![table, needed];
        section.charts.push(Chart {
            title: "INS by the size of its table".into(),
            x: "slots of the table, one tested node each (logarithmic from 10 on)".into(),
            y: "leaves of INS / NegaScout".into(),
            x_axis: XAxis::SymmetricLog,
            level: Some(1.0),
            curves,
            ..Chart::default()
        });
        section.check(
            is_exact,
            format!("on {trees} trees the search is NegaScout without slots, and INS or PNS with all of them, leaf by leaf"),
        );
        check_means(
            &mut section,
            self.runs,
            is_bounded,
            "no mean exceeds that of NegaScout, whatever the size of the table",
        );
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("table-size").option("runs", self.runs))
    }
}
