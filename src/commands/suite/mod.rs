//! Suite: a test suite, that is positions whose best moves are known.

mod goal;
mod output;
mod result;

pub use goal::{Goal, GoalError};
pub use result::{PositionResult, SearchPoint, SuiteTotals};

use std::fmt;
use std::io::Write;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use indicatif::ProgressBar;

use super::inputs::{Positions, check_readable};
use super::stream::{
    Destination, DigestWriter, Items, Numbered, Plan, Remaining, State, model_option, read_ahead,
    tables_option,
};
use super::threads::new_searcher;
use crate::console::{interrupt, keep_apart, progress_count, show_total, warn};
use crate::epd::{Epd, Operand, Operation};
use crate::error::Error;
use crate::eval::nnue::Model;
use crate::eval::wdl::DisplayScore;
use crate::files::{PathSet, UNLIMITED};
use crate::position::Game;
use crate::search::{Control, Info, Limits, Reporter, Searcher, Settings};
use crate::workers::SearchStream;
use output::SuiteWriter;

/// The number of positions that are read before they are needed.
const POSITIONS_AHEAD: usize = 64;

/// A run of test suites.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The suites: EPD files with goals.
    pub files: Vec<PathBuf>,
    /// What ends the search of each position.
    pub limits: Limits,
    /// The settings of each search.
    pub settings: Settings,
    /// Size of the transposition table in MiB; it is cleared before each position.
    pub hash_mb: usize,
    /// The network.
    pub model: Arc<Model>,
    /// Whether to write one JSON object instead of a table.
    pub json: bool,
    /// Where the table or the object goes; `None` writes none.
    pub output: Option<Destination>,
    /// Where the positions with the results added as operations go.
    pub write: Option<Destination>,
    /// Whether to go on where the same command was stopped.
    pub resume: bool,
}

/// A position of a suite.
struct Task {
    id: String,
    epd: Epd,
    goal: Goal,
}

/// The positions that are still to be searched.
type Tasks = Items<Numbered<Task>>;

impl Suite {
    /// Searches the positions one after another, and writes the result of each at once. Few positions are held in memory at
    /// a time.
    ///
    /// # Errors
    /// [`Error::File`] if an input is invalid, or if an output is one of the inputs or cannot be created or continued;
    /// [`Error::NoInput`] without inputs; [`Error::Interrupted`] after Ctrl-C; an error if memory or a thread is missing;
    /// those of `out`. What was searched before is written, and the outputs are complete.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        interrupt::catch();
        let plan = self.plan();
        keep_apart(&PathSet { inputs: self.files.clone(), outputs: plan.files(), ..PathSet::default() })?;
        check_readable(&self.files)?;
        let state = plan.start(self.resume)?;
        let bar = progress_count("positions");
        let (tasks, skipped) = match self.read(&plan, state.as_ref(), bar.clone()) {
            Err(Error::Stopped) => return Err(plan.interrupted(state.as_ref())),
            Ok((None, _)) if state.is_none() => return Err(Error::NoInput("positions")),
            read => read?,
        };
        // A file that cannot be written is an error before the searches.
        let mut writer = SuiteWriter::open(self, &plan, state, out)?;
        let solved = tasks.map_or(Ok(()), |tasks| self.search(&tasks, &bar, &mut writer));
        bar.finish_and_clear();
        writer.end(solved, skipped.load(Ordering::Relaxed))
    }

    /// Returns what is written, and the options on which it depends.
    fn plan(&self) -> Plan<'_> {
        let Limits { depth, nodes, movetime, .. } = &self.limits;
        let tables = self.settings.syzygy.tables.as_ref();
        let options = vec![
            ("--depth", depth.map(|depth| depth.to_string())),
            ("--nodes", nodes.map(|nodes| nodes.to_string())),
            ("--movetime", movetime.map(|time| time.as_millis().to_string())),
            ("--threads", Some(self.settings.threads.to_string())),
            ("--hash", Some(self.hash_mb.to_string())),
            ("--eval-file", model_option(&self.model)),
            ("--json", self.json.then(|| "on".to_owned())),
            ("--syzygy", tables.map(|tables| tables_option(tables))),
        ];
        let mut plan = Plan::new("suite", "positions", options);
        output::add_outputs(self, &mut plan);
        plan
    }

    /// Starts to read the positions that are not searched yet, `None` if there is none, and counts the lines that are skipped.
    fn read(
        &self,
        plan: &Plan<'_>,
        state: Option<&State>,
        bar: ProgressBar,
    ) -> Result<(Option<Tasks>, Arc<AtomicUsize>), Error> {
        let printer = bar.clone();
        let warn = move |message: fmt::Arguments<'_>| printer.suspend(|| warn(message));
        let read = |file: &Path, number: usize, epd: Epd| {
            let goal = Goal::of(&epd)?;
            let id = match epd.get("id") {
                Some(Operand::Text(id) | Operand::Word(id)) => id.clone(),
                _ => format!("{}, line {number}", file.display()),
            };
            Ok::<_, GoalError>(Task { id, epd, goal })
        };
        let feed = |task: &Task, digest: &mut DigestWriter| {
            // Writing to a digest does not fail.
            let _ = writeln!(digest, "{} {}", task.id, task.epd);
        };
        let tasks = Positions::new(self.files.clone(), UNLIMITED, read, warn);
        let skipped = tasks.skipped();
        let mut tasks = Remaining::new(tasks, feed, state.and_then(|state| plan.done(state)));
        let mut total = state.map_or(0, |state| state.done);
        bar.set_position(total);
        let counted = iter::from_fn(move || {
            let task = tasks.next();
            match &task {
                Some(Ok(_)) => total += 1,
                Some(Err(_)) => {}
                None => show_total(&bar, total),
            }
            task
        });
        read_ahead(counted, POSITIONS_AHEAD).map(|tasks| (tasks, skipped))
    }

    /// Searches the positions and writes their results.
    fn search(&self, tasks: &Tasks, bar: &ProgressBar, writer: &mut SuiteWriter<'_>) -> Result<(), Error> {
        let stream = SearchStream {
            threads: 1,
            new_searcher: || new_searcher(self.hash_mb, self.settings.threads, &self.model),
            interrupted: interrupt::is_set,
        };
        let work = |searcher: &mut Searcher, control: &Control, task: &Numbered<Task>| {
            let solved = self.solve(searcher, control, &task.item);
            (!control.is_stopped()).then_some(solved)
        };
        stream.run(tasks, work, |task, (result, info)| {
            bar.inc(1);
            bar.suspend(|| writer.add(&task.item.epd, &task.digest, &result, &info))
        })
    }

    fn solve(&self, searcher: &mut Searcher, control: &Control, task: &Task) -> (PositionResult, Info) {
        let Task { id, epd, goal } = task;
        let position = &epd.position;
        let mut watch = SolutionWatch { goal, solution: None };
        searcher.clear(self.settings.threads);
        let game = Game::new(position.clone());
        let outcome = searcher.search(&game, &self.limits, &self.settings, control, &mut watch);
        let solved = outcome.best.is_some_and(|m| goal.is_met(m, (outcome.info.score, outcome.info.bound)));
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

/// Returns the position with the score, depth, nodes and line of a search, in place of older ones and of the time they
/// took.
fn with_results(epd: &Epd, info: &Info) -> Epd {
    let mut epd = epd.clone();
    let is_result = |opcode: &str| ["ce", "acd", "acn", "acs", "pv"].contains(&opcode);
    epd.operations.retain(|operation| !is_result(&operation.opcode));
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
        if info.line.first().is_some_and(|m| self.goal.is_met(m, (info.score, info.bound))) {
            self.solution.get_or_insert(SearchPoint::from(info));
        } else {
            self.solution = None;
        }
    }
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
        let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; acs 60;".parse().unwrap();
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
                is_drawn: false,
                line,
            };
            watch.info(&info);
            let text = with_results(&epd, &info).to_string();
            let line = epd.position.san_line(info.line.moves());
            assert!(
                text.ends_with(&format!(" bm O-O; ce 0; acd {depth}; acn {depth}; pv {line};")),
                "{text}"
            );
            // Only the first line counts.
            watch.info(&Info { multi_pv: 2, line: Line::new(), ..info });
        }
        assert_eq!(watch.solution, Some(SearchPoint { depth: 3, nodes: 3, time_ms: 3 }));
    }
}
