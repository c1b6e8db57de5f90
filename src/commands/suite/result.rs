//! Result: the result of a test suite, as a table or as JSON.

use std::io::{self, Write};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::commands::seconds;
use crate::eval::wdl::DisplayScore;
use crate::files::quoted;
use crate::search::Info;
use crate::types::Depth;

/// The most failed positions that are listed after the table.
const MAX_FAILURES: usize = 1000;

/// The result of one position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionResult {
    /// The name: the operation `id`, or else the file and line.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The goal in words.
    pub wanted: String,
    /// Whether the goal was met.
    pub solved: bool,
    /// The move found, in standard algebraic notation; `None` if the game is over.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// The same move in UCI notation.
    pub uci: Option<String>,
    /// The score from the side to move.
    pub score: DisplayScore,
    /// Points for the move.
    pub points: u32,
    /// Points for the best move.
    pub max_points: u32,
    /// Where the search ended.
    #[serde(flatten)]
    pub end: SearchPoint,
    /// Where the move became the best for good, if it solves the position.
    pub solution: Option<SearchPoint>,
}

/// A point in the course of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SearchPoint {
    /// Depth of the iteration.
    pub depth: Depth,
    /// Nodes searched until then.
    pub nodes: u64,
    /// Milliseconds until then.
    pub time_ms: u64,
}

/// The totals of the positions so far.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SuiteTotals {
    /// What is counted.
    pub counts: Counts,
    /// The sum of the milliseconds to the solutions.
    time_ms: u64,
    /// The longest time to a solution in milliseconds.
    longest_ms: u64,
    /// The first positions that were not solved, in words.
    failures: Vec<String>,
}

/// What is counted in a suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Positions that were solved.
    pub solved: u64,
    /// All positions.
    pub total: u64,
    /// Points for all moves.
    pub points: u64,
    /// Points for the best moves.
    pub max_points: u64,
    /// Invalid lines of the files.
    #[serde(default)]
    pub skipped: u64,
}

impl From<&Info> for SearchPoint {
    fn from(info: &Info) -> SearchPoint {
        let time_ms = u64::try_from(info.elapsed.as_millis()).unwrap_or(u64::MAX);
        SearchPoint { depth: info.depth, nodes: info.nodes, time_ms }
    }
}

impl SearchPoint {
    fn time(&self) -> Duration {
        Duration::from_millis(self.time_ms)
    }
}

impl PositionResult {
    /// The header of the table.
    pub const HEADER: &str = "   no  result  move      points  depth       time  position";

    /// Writes a line of the table, with the depth and time of the solution.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, number: u64, out: &mut dyn Write) -> io::Result<()> {
        let result = if self.solved { "solved" } else { "failed" };
        let points = if self.max_points > 0 { self.points.to_string() } else { "-".into() };
        let (depth, time) = match &self.solution {
            Some(moment) => (moment.depth.to_string(), seconds(moment.time())),
            None => ("-".into(), "-".into()),
        };
        let (played, id) = (self.played(), quoted(&self.id));
        writeln!(out, "{number:>5}  {result}  {played:<8}  {points:>6}  {depth:>5}  {time:>9}  {id}")
    }

    fn played(&self) -> &str {
        self.played.as_deref().unwrap_or("none")
    }
}

impl SuiteTotals {
    /// Adds a position.
    pub fn add(&mut self, position: &PositionResult) {
        let counts = &mut self.counts;
        counts.total += 1;
        counts.solved += u64::from(position.solved);
        counts.points += u64::from(position.points);
        counts.max_points += u64::from(position.max_points);
        if let Some(solution) = &position.solution {
            self.time_ms += solution.time_ms;
            self.longest_ms = self.longest_ms.max(solution.time_ms);
        }
        if !position.solved && self.failures.len() < MAX_FAILURES {
            let PositionResult { id, wanted, .. } = position;
            let (id, played) = (quoted(id), position.played());
            self.failures.push(format!("{id}: played {played}, wanted {wanted}"));
        }
    }

    /// Writes the failed positions, at most 1000 of them, and the totals.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / (whole as f64).max(1.0);
        let Counts { solved, total, points, max_points, skipped } = self.counts;
        if !self.failures.is_empty() {
            writeln!(out, "\nFailed:")?;
            self.failures.iter().try_for_each(|failure| writeln!(out, "  {failure}"))?;
            let others = total - solved - self.failures.len() as u64;
            if others > 0 {
                writeln!(out, "  and {others} others")?;
            }
        }
        writeln!(out, "\nSolved: {solved} of {total} ({:.1} %)", percent(solved, total))?;
        if max_points > 0 {
            writeln!(out, "Points: {points} of {max_points} ({:.1} %)", percent(points, max_points))?;
        }
        if skipped > 0 {
            writeln!(out, "Skipped lines: {skipped}")?;
        }
        if let Some(mean) = self.time_ms.checked_div(solved) {
            let [mean, longest] = [mean, self.longest_ms].map(|time| seconds(Duration::from_millis(time)));
            writeln!(out, "Time to solution: {mean} on average, {longest} at most")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(number: u64, solved: bool) -> PositionResult {
        let end = SearchPoint { depth: 1, nodes: 1, time_ms: 10 * number };
        PositionResult {
            id: number.to_string(),
            fen: String::new(),
            wanted: "O-O".into(),
            solved,
            played: None,
            uci: None,
            score: DisplayScore::default(),
            points: u32::from(solved),
            max_points: 2,
            end,
            solution: solved.then_some(end),
        }
    }

    #[test]
    fn totals_are_those_of_all_positions_and_survive_their_state() {
        let mut totals = SuiteTotals::default();
        for number in 1..=5 {
            totals.add(&position(number, number % 2 == 0));
            totals = serde_json::from_value(serde_json::to_value(&totals).unwrap()).unwrap();
        }
        let mut text = Vec::new();
        totals.write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let failed = "\nFailed:\n  1: played none, wanted O-O\n  3: played none, wanted O-O\n  5: played none, wanted O-O\n";
        let rest = "\nSolved: 2 of 5 (40.0 %)\nPoints: 2 of 10 (20.0 %)\nTime to solution: 0.030 s on average, 0.040 s at most\n";
        assert_eq!(text, format!("{failed}{rest}"));
    }

    #[test]
    fn the_list_of_failures_is_bounded() {
        let mut totals = SuiteTotals::default();
        (0..MAX_FAILURES as u64 + 7).for_each(|number| totals.add(&position(number, false)));
        let mut text = Vec::new();
        totals.write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text.lines().filter(|line| line.contains("wanted")).count(), MAX_FAILURES);
        assert!(text.contains("\n  and 7 others\n"), "{text:.200}");
    }
}
