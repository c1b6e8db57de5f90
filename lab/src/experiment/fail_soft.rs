//! Fail-soft: what better bounds save where there is a table (Fishburn's 7 %, source 003).

use clap::Args;

use super::ordering::ratio_of_means;
use super::{Experiment, Lab, Output, reference};
use crate::algorithm::{Fail, Table, alpha_beta_fail_soft, alpha_beta_table};
use crate::section::{Section, Sheet};
use crate::tree::Commuting;
use crate::{Counters, GameTree, INFINITY, Value};

/// Compare fail-soft with fail-hard alpha-beta where a table remembers their bounds
#[derive(Args, Clone, Debug)]
pub struct FailSoft {
    /// Graphs
    #[arg(short, long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub runs: u64,
    /// Where the results go
    #[command(flatten)]
    pub output: Output,
}

const SIZES: [(usize, u32); 3] = [(4, 8), (6, 7), (8, 6)];

/// Different values of a position.
const RANGE: u32 = 1_000_000;

/// Nodes of a search with a table: once with the full window, or first around a wrong guess.
fn nodes(tree: &Commuting, depth: u32, fail: Fail, aspiration: Option<(Value, Value)>) -> (Value, u64) {
    let (root, mut table, mut counters) = (tree.root(), Table::default(), Counters::default());
    let mut search = |alpha: Value, beta: Value| {
        alpha_beta_table(tree, &mut counters, &mut table, &root, (alpha, beta), depth, fail)
    };
    let value = match aspiration {
        None => search(-INFINITY, INFINITY),
        Some((alpha, beta)) => match search(alpha, beta) {
            value if value <= alpha => search(-INFINITY, value.max(alpha) + 1),
            value if value >= beta => search(value - 1, INFINITY),
            value => value,
        },
    };
    (value, counters.nodes())
}

impl Experiment for FailSoft {
    fn section(&self, lab: &Lab) -> Result<Section, String> {
        let mut section = Section {
            id: "fail-soft".into(),
            title: "Fail-soft bounds in a table".into(),
            ..Section::default()
        };
        let mut sheet = Sheet::new(
            format!(
                "Nodes of fail-soft (F3) / nodes of fail-hard (F2), both with a table, {} graphs",
                self.runs
            ),
            ["graph", "full window", "the prototype's", "guess too high or too low", "the prototype's"],
        );
        let (full, off) = (reference("fail-soft-full"), reference("fail-soft-aspiration"));
        let (mut in_band, mut some) = (true, Vec::new());
        for (width, depth) in SIZES {
            let compare = |wrong: bool| {
                let name = format!("fail-soft-w{width}-d{depth}-{wrong}");
                let pairs = lab.runs(&name, self.runs, |seed| {
                    let tree = Commuting::new(width, RANGE, seed);
                    let value =
                        alpha_beta_fail_soft(&tree, &mut (), &tree.root(), -INFINITY, INFINITY, depth);
                    // By turns a tenth of the range too high and too low.
                    let guess = value + if seed % 2 == 0 { 1 } else { -1 } * (RANGE / 10) as Value;
                    let margin = (RANGE / 20) as Value;
                    let window = wrong.then_some((guess - margin, guess + margin));
                    let (soft, hard) =
                        (nodes(&tree, depth, Fail::Soft, window), nodes(&tree, depth, Fail::Hard, window));
                    let agree = soft.0 == value && hard.0 == value;
                    if agree { Ok((soft.1, hard.1)) } else { Err(format!("{width} {depth}: values differ")) }
                });
                pairs.map(|pairs| ratio_of_means(&pairs))
            };
            let (plain, wrong) = (compare(false)?, compare(true)?);
            let row = format!("w{width}d{depth}");
            let theirs = |all: &[super::Reference]| {
                all.iter()
                    .find(|one| one.row == row)
                    .map_or_else(String::new, |one| one.mean.mean.to_string())
            };
            sheet.add([
                format!("w {width}, d {depth}"),
                plain.show(3),
                theirs(&full),
                wrong.show(3),
                theirs(&off),
            ]);
            in_band &= (0.89..=0.99).contains(&plain.mean) && (0.89..=0.99).contains(&wrong.mean);
            some.push(plain.mean);
        }
        section.sheets.push(sheet);
        section.check(
            in_band,
            format!(
                "fail-soft saves 1 to 11 % of the nodes; here, with the full window, it needs {some:.3?}"
            ),
        );
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }
}
