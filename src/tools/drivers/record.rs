//! Record: what a contestant did in one position, and the table of what all did in all.

use std::io::{self, Write};
use std::time::Duration;

use super::contestant::Contestant;
use super::statistics::{Mean, geometric_mean};
use crate::search::{Effort, Outcome};
use crate::types::{Depth, Score};

/// What a contestant did in one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub score: Score,
    pub nodes: u64,
    pub elapsed: Duration,
    /// Moves of the line.
    pub line: usize,
    pub effort: Effort,
}

impl From<Outcome> for Record {
    fn from(outcome: Outcome) -> Record {
        let Outcome { info, effort, .. } = outcome;
        let line = info.line.moves().len();
        Record { score: info.score, nodes: info.nodes, elapsed: info.elapsed, line, effort }
    }
}

impl Record {
    pub const CSV_HEADER: &str = "hash,bounds,grain,depth,driver,fen,score,nodes,microseconds,line,passes,\
        asked_again,capped,disagreements,cutoffs,first_cutoffs,late_cutoffs";

    /// The columns of this record, after those of its setting.
    pub fn write_csv(&self, fen: &str, out: &mut dyn Write) -> io::Result<()> {
        let Record { score, nodes, elapsed, line, effort } = self;
        let Effort { passes, asked_again, capped, disagreements, cutoffs, first_cutoffs, late_cutoffs } =
            effort;
        let micros = elapsed.as_micros();
        write!(out, "{fen},{},{nodes},{micros},{line},{passes},{asked_again},", score.units())?;
        writeln!(out, "{capped},{disagreements},{cutoffs},{first_cutoffs},{late_cutoffs}")
    }
}

/// Writes the table: a row for each contestant, `records` having a row for each position.
pub(super) fn write_table(
    contestants: &[Contestant],
    depth: Depth,
    records: &[Vec<Record>],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(
        out,
        "| driver | nodes | 95 % | time | 95 % | line | passes | again | capped | contradicted | first cut | g |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|---|---|---|---|---|")?;
    let values = (records.len() * depth as usize) as f64;
    for (index, contestant) in contestants.iter().enumerate() {
        let ratio =
            |of: fn(&Record) -> f64| geometric_mean(records.iter().map(|row| of(&row[index]) / of(&row[0])));
        let nodes = ratio(|record| record.nodes.max(1) as f64);
        let time = ratio(|record| record.elapsed.as_secs_f64().max(1e-9));
        let sum = |of: fn(&Record) -> u64| records.iter().map(|row| of(&row[index])).sum::<u64>() as f64;
        let cutoffs = sum(|record| record.effort.cutoffs).max(1.0);
        writeln!(
            out,
            "| {contestant} | {} | {} | {:.1} | {:.2} | {:.2} | {} | {} | {:.1} % | {:.2} |",
            tell(nodes),
            tell(time),
            sum(|record| record.line as u64) / records.len() as f64,
            sum(|record| record.effort.passes) / values,
            sum(|record| record.effort.asked_again) / values,
            sum(|record| record.effort.capped),
            sum(|record| record.effort.disagreements),
            100.0 * sum(|record| record.effort.first_cutoffs) / cutoffs,
            sum(|record| record.effort.late_cutoffs) / cutoffs,
        )?;
    }
    writeln!(out, "\nPasses and children asked again are of one iteration, on the mean.")
}

/// A mean and its interval, as two columns.
fn tell(mean: Mean) -> String {
    let Mean { value, low, high } = mean;
    format!("{value:.3} | {low:.3} to {high:.3}")
}
