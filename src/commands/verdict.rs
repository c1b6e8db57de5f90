//! Verdict: what came of a test suite, as a table or as JSON.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::seconds;
use crate::eval::wdl::DisplayScore;
use crate::search::Info;
use crate::types::Depth;

/// What came of one position.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// Its name: the operation `id`, or else the place in the file.
    pub id: String,
    /// The position.
    pub fen: String,
    /// What was asked for, in words.
    pub wanted: String,
    /// It was found.
    pub solved: bool,
    /// The move played, in algebraic notation; none where the game is over.
    #[serde(rename = "move")]
    pub played: Option<String>,
    /// The move as UCI writes it.
    pub uci: Option<String>,
    /// The score, from the side to move.
    pub score: DisplayScore,
    /// Points for the move.
    pub points: u32,
    /// Points that were to be had.
    pub max_points: u32,
    /// The end of the search.
    #[serde(flatten)]
    pub end: Moment,
    /// When the move became the best and stayed it, where it solves the position.
    pub solution: Option<Moment>,
}

/// A point of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Moment {
    /// The iteration.
    pub depth: Depth,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far, in milliseconds.
    pub time_ms: u64,
}

/// What came of all positions.
#[derive(Clone, Debug, Serialize)]
pub struct Verdicts {
    /// Positions solved.
    pub solved: usize,
    /// Positions.
    pub total: usize,
    /// Points for all moves.
    pub points: u32,
    /// Points that were to be had.
    pub max_points: u32,
    /// The positions, in their order.
    pub positions: Vec<Verdict>,
}

impl From<&Info> for Moment {
    fn from(info: &Info) -> Moment {
        let time_ms = u64::try_from(info.elapsed.as_millis()).unwrap_or(u64::MAX);
        Moment { depth: info.depth, nodes: info.nodes, time_ms }
    }
}

impl Moment {
    fn time(&self) -> Duration {
        Duration::from_millis(self.time_ms)
    }
}

impl Verdict {
    /// The line above the others.
    pub const HEADER: &str = "   no  result  move      points  depth       time  position";

    /// One line: the depth and the time are those of the solution.
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

impl Verdicts {
    /// Adds up.
    #[must_use]
    pub fn of(positions: Vec<Verdict>) -> Verdicts {
        Verdicts {
            solved: positions.iter().filter(|position| position.solved).count(),
            total: positions.len(),
            points: positions.iter().map(|position| position.points).sum(),
            max_points: positions.iter().map(|position| position.max_points).sum(),
            positions,
        }
    }

    /// The totals and the failures, for people.
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
                let Verdict { id, wanted, .. } = failure;
                writeln!(out, "  {id}: played {}, wanted {wanted}", failure.played())?;
            }
        }
        writeln!(out, "\nSolved: {} of {} ({share:.1} %)", self.solved, self.total)?;
        if self.max_points > 0 {
            let share = percent(f64::from(self.points), f64::from(self.max_points));
            writeln!(out, "Points: {} of {} ({share:.1} %)", self.points, self.max_points)?;
        }
        let solutions: Vec<_> = self.positions.iter().filter_map(|position| position.solution).collect();
        if let Some(longest) = solutions.iter().map(Moment::time).max() {
            let mean = solutions.iter().map(Moment::time).sum::<Duration>() / solutions.len() as u32;
            writeln!(out, "Time to solution: {} on average, {} at most", seconds(mean), seconds(longest))?;
        }
        Ok(())
    }
}
