//! Result: the result of a test suite, as a table or as JSON.
#![expect(clippy::cast_possible_truncation, reason = "a suite has fewer than 2^32 positions")]

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use crate::commands::seconds;
use crate::eval::wdl::DisplayScore;
use crate::search::Info;
use crate::types::Depth;

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

/// The result of all positions.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteResult {
    /// Positions that were solved.
    pub solved: usize,
    /// All positions.
    pub total: usize,
    /// Points for all moves.
    pub points: u32,
    /// Points for the best moves.
    pub max_points: u32,
    /// The positions, in their order.
    pub positions: Vec<PositionResult>,
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
    pub fn write(&self, number: usize, out: &mut dyn Write) -> io::Result<()> {
        let result = if self.solved { "solved" } else { "failed" };
        let points = if self.max_points > 0 { self.points.to_string() } else { "-".into() };
        let (depth, time) = match &self.solution {
            Some(moment) => (moment.depth.to_string(), seconds(moment.time())),
            None => ("-".into(), "-".into()),
        };
        let (played, id) = (self.played(), &self.id);
        writeln!(out, "{number:>5}  {result}  {played:<8}  {points:>6}  {depth:>5}  {time:>9}  {id}")
    }

    fn played(&self) -> &str {
        self.played.as_deref().unwrap_or("none")
    }
}

impl SuiteResult {
    /// Returns the totals of `positions`.
    #[must_use]
    pub fn new(positions: Vec<PositionResult>) -> SuiteResult {
        SuiteResult {
            solved: positions.iter().filter(|position| position.solved).count(),
            total: positions.len(),
            points: positions.iter().map(|position| position.points).sum(),
            max_points: positions.iter().map(|position| position.max_points).sum(),
            positions,
        }
    }

    /// Writes the failed positions and the totals.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let percent = |part: f64, whole: f64| 100.0 * part / whole.max(1.0);
        let share = percent(self.solved as f64, self.total as f64);
        let failures: Vec<_> = self.positions.iter().filter(|position| !position.solved).collect();
        if !failures.is_empty() {
            writeln!(out, "\nFailed:")?;
            for failure in &failures {
                let PositionResult { id, wanted, .. } = failure;
                writeln!(out, "  {id}: played {}, wanted {wanted}", failure.played())?;
            }
        }
        writeln!(out, "\nSolved: {} of {} ({share:.1} %)", self.solved, self.total)?;
        if self.max_points > 0 {
            let share = percent(f64::from(self.points), f64::from(self.max_points));
            writeln!(out, "Points: {} of {} ({share:.1} %)", self.points, self.max_points)?;
        }
        let solutions: Vec<_> = self.positions.iter().filter_map(|position| position.solution).collect();
        if let Some(longest) = solutions.iter().map(SearchPoint::time).max() {
            let mean = solutions.iter().map(SearchPoint::time).sum::<Duration>() / solutions.len() as u32;
            writeln!(out, "Time to solution: {} on average, {} at most", seconds(mean), seconds(longest))?;
        }
        Ok(())
    }
}
