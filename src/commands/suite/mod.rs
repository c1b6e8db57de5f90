//! Suite: a test suite, that is positions whose best moves are known.

mod goal;
mod result;

pub use goal::{Goal, NoGoal};
pub use result::{PositionResult, SearchPoint, SuiteResult};

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::inputs::read_epd_lines;
use super::threads::{new_searcher, on_search_stack};
use crate::console::{create, keep_apart, progress_bar};
use crate::epd::{Epd, Operand, Operation};
use crate::error::Error;
use crate::eval::wdl::DisplayScore;
use crate::files::{Output, PathSet};
use crate::position::Game;
use crate::search::{Control, Info, Limits, Reporter, Searcher, Settings};

/// A run of test suites.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// The suites: EPD files with goals.
    pub files: Vec<PathBuf>,
    /// What ends the search of each position.
    pub limits: Limits,
    /// The settings of each search.
    pub settings: Settings,
    /// Size of the transposition table in MiB; it is cleared before each position.
    pub hash_mb: usize,
    /// Whether to write one JSON object instead of a table.
    pub json: bool,
    /// A file for the positions with the results added as operations.
    pub write: Option<PathBuf>,
}

/// A position of a suite.
struct Task {
    id: String,
    epd: Epd,
    goal: Goal,
}

impl Suite {
    /// Searches all positions and writes the results.
    ///
    /// # Errors
    /// [`Error::File`] if an input is invalid, or if the file to write is one of the inputs or cannot be
    /// created; an error if memory or a thread is missing; those of `out`.
    pub fn run(&self, out: &mut (dyn Write + Send)) -> Result<(), Error> {
        let tasks = read_tasks(&self.files)?;
        // A file that cannot be written is an error before the searches.
        let mut writer =
            self.write.as_deref().map(|path| EpdWriter::create(path, &self.files)).transpose()?;
        let positions = on_search_stack(|| self.solve_all(&tasks, &mut *out, writer.as_mut()))??;
        let result = SuiteResult::new(positions);
        if self.json {
            serde_json::to_writer(&mut *out, &result).map_err(io::Error::from)?;
            writeln!(out)?;
        } else {
            result.write(out)?;
        }
        Ok(())
    }

    fn solve_all(
        &self,
        tasks: &[Task],
        out: &mut dyn Write,
        mut writer: Option<&mut EpdWriter>,
    ) -> Result<Vec<PositionResult>, Error> {
        let mut searcher = new_searcher(self.hash_mb, self.settings.threads)?;
        let bar = progress_bar(tasks.len() as u64, "positions");
        let mut results = Vec::new();
        if !self.json {
            writeln!(out, "{}", PositionResult::HEADER)?;
        }
        for task in tasks {
            let (result, info) = self.solve(&mut searcher, task);
            if let Some(writer) = &mut writer {
                writer.write(&with_results(&task.epd, &info))?;
            }
            if !self.json {
                bar.suspend(|| result.write(results.len() + 1, out))?;
            }
            results.push(result);
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(results)
    }

    fn solve(&self, searcher: &mut Searcher, task: &Task) -> (PositionResult, Info) {
        let Task { id, epd, goal } = task;
        let position = &epd.position;
        let mut watch = SolutionWatch { goal, solution: None };
        searcher.clear(self.settings.threads);
        let game = Game::new(position.clone());
        let outcome = searcher.search(&game, &self.limits, &self.settings, &Control::new(false), &mut watch);
        let solved = outcome.best.is_some_and(|m| goal.is_met(m, outcome.info.score));
        let end = SearchPoint::from(&outcome.info);
        let result = PositionResult {
            id: id.clone(),
            fen: position.fen(),
            wanted: goal.describe(epd),
            solved,
            played: outcome.best.map(|m| position.san(m)),
            uci: outcome.best.map(|m| position.move_text(m)),
            score: outcome.info.display_score(),
            points: outcome.best.map_or(0, |m| goal.points(m)),
            max_points: goal.max_points(),
            end,
            solution: solved.then(|| watch.solution.unwrap_or(end)),
        };
        (result, outcome.info)
    }
}

/// The file for the positions with their results.
struct EpdWriter {
    path: PathBuf,
    file: BufWriter<Output>,
}

impl EpdWriter {
    fn create(path: &Path, inputs: &[PathBuf]) -> Result<EpdWriter, Error> {
        let (inputs, outputs) = (inputs.to_vec(), vec![path.to_owned()]);
        keep_apart(&PathSet { inputs, outputs, ..PathSet::default() })?;
        Ok(EpdWriter { path: path.to_owned(), file: create(path)? })
    }

    /// Writes a line and flushes it, so that an interrupted run keeps it.
    fn write(&mut self, epd: &Epd) -> Result<(), Error> {
        let written = writeln!(self.file, "{epd}").and_then(|()| self.file.flush());
        written.map_err(|error| Error::unwritable(&self.path, error))
    }
}

/// Returns the position with the score, depth, nodes and line of a search, in place of older ones.
fn with_results(epd: &Epd, info: &Info) -> Epd {
    let mut epd = epd.clone();
    epd.operations.retain(|operation| !["ce", "acd", "acn", "pv"].contains(&operation.opcode.as_str()));
    let integer = |opcode: &str, number: i64| (opcode.to_owned(), Operand::Integer(number));
    let mut results = vec![
        integer("ce", i64::from(centipawns(info.display_score()))),
        integer("acd", i64::from(info.depth)),
        integer("acn", i64::try_from(info.nodes).unwrap_or(i64::MAX)),
    ];
    if info.line.first().is_some() {
        results.push(("pv".into(), Operand::Moves(info.line.moves().to_vec())));
    }
    epd.operations.extend(results.into_iter().map(|(opcode, operand)| Operation { opcode, operand }));
    epd
}

/// Returns a score as the operation `ce` has it: 32767 minus the plies to mate, negative for the mated side.
fn centipawns(score: DisplayScore) -> i32 {
    match score.mate_plies() {
        Some(plies) if score.is_win() => 32767 - plies,
        Some(plies) => -32767 - plies,
        None => score.centipawns().unwrap_or_default(),
    }
}

/// Records where the goal was met for the last time without being lost again.
struct SolutionWatch<'a> {
    goal: &'a Goal,
    solution: Option<SearchPoint>,
}

impl Reporter for SolutionWatch<'_> {
    fn info(&mut self, info: &Info) {
        if info.multi_pv > 1 {
            return;
        }
        if info.line.first().is_some_and(|m| self.goal.is_met(m, info.score)) {
            self.solution.get_or_insert(SearchPoint::from(info));
        } else {
            self.solution = None;
        }
    }
}

fn read_tasks(files: &[PathBuf]) -> Result<Vec<Task>, Error> {
    let mut tasks = Vec::new();
    for file in files {
        let lines = read_epd_lines(file, |number, epd| {
            let goal = Goal::of(&epd)?;
            let id = match epd.get("id") {
                Some(Operand::Text(id) | Operand::Word(id)) => id.clone(),
                Some(Operand::Integer(id)) => id.to_string(),
                _ => format!("{}, line {number}", file.display()),
            };
            Ok::<_, NoGoal>(Task { id, epd, goal })
        })?;
        tasks.extend(lines.read);
    }
    if tasks.is_empty() { Err(Error::NoInput("positions")) } else { Ok(tasks) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::wdl::Curve;
    use crate::position::{Position, parse_san};
    use crate::types::{Bound, Line, Score};
    use std::time::Duration;

    #[test]
    fn ce_of_mates_counts_down_from_32767() {
        let ce = |score| centipawns(Curve::of(&Position::default()).display_score(score));
        assert_eq!((ce(Score::mate_in(3)), ce(Score::mated_in(2))), (32764, -32765));
        assert_eq!(centipawns(DisplayScore::new(-12)), -12);
    }

    #[test]
    fn solution_is_where_the_move_became_best_for_good() {
        let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;".parse().unwrap();
        let goal = Goal::of(&epd).unwrap();
        let mut watch = SolutionWatch { goal: &goal, solution: None };
        for (depth, m) in [(1, "O-O"), (2, "Rh8"), (3, "O-O"), (4, "O-O")] {
            let mut line = Line::new();
            line.push(parse_san(&epd.position, m).unwrap());
            let info = Info {
                depth,
                seldepth: 1,
                multi_pv: 1,
                score: Score::DRAW,
                curve: Curve::of(&epd.position),
                bound: Bound::Exact,
                is_finished: true,
                nodes: depth.unsigned_abs().into(),
                elapsed: Duration::from_millis(depth.unsigned_abs().into()),
                hashfull: 0,
                tb_hits: 0,
                line,
            };
            watch.info(&info);
            let text = with_results(&epd, &info).to_string();
            let line = epd.position.san_line(info.line.moves());
            assert!(text.ends_with(&format!(" ce 0; acd {depth}; acn {depth}; pv {line};")), "{text}");
            // Only the first line counts.
            watch.info(&Info { multi_pv: 2, line: Line::new(), ..info });
        }
        assert_eq!(watch.solution, Some(SearchPoint { depth: 3, nodes: 3, time_ms: 3 }));
    }
}
