//! Suite: searching positions whose best moves are known.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use super::goal::Goal;
use super::inputs::read_epds;
use super::on_search_stack;
use super::verdict::{Moment, Verdict, Verdicts};
use crate::console::{create, keep_apart, progress_bar};
use crate::epd::{Epd, Operand, Operation};
use crate::error::Error;
use crate::eval::wdl::DisplayScore;
use crate::position::Game;
use crate::search::{Control, Info, Limits, Reporter, Searcher, Settings};

/// How a suite is run.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// What ends the search of each position.
    pub limits: Limits,
    /// How each search is set up.
    pub settings: Settings,
    /// MiB of the transposition table, which is cleared before each position.
    pub hash_mb: usize,
    /// One JSON object instead of a table.
    pub json: bool,
    /// A file for the positions with what was found about them.
    pub write: Option<PathBuf>,
}

/// A line of a suite.
struct Task {
    id: String,
    epd: Epd,
    goal: Goal,
}

impl Suite {
    /// Searches all positions of the files and writes what came of them.
    ///
    /// # Errors
    /// A sentence for the first file or line that cannot be read, for an output that is one of the
    /// inputs, or where memory or thread cannot be had; those of `out`.
    pub fn run(&self, files: &[PathBuf], out: &mut (dyn Write + Send)) -> Result<(), Error> {
        let tasks = read_tasks(files)?;
        self.write.as_deref().map(|path| keep_apart(path, files)).transpose()?;
        // A file that cannot be written is better known before the searches than after.
        let mut file = self.write.as_deref().map(create).transpose()?;
        let verdicts = Verdicts::of(on_search_stack(|| self.solve_all(&tasks, &mut *out, &mut file))??);
        if self.json {
            serde_json::to_writer(&mut *out, &verdicts).map_err(std::io::Error::from)?;
            writeln!(out)?;
        } else {
            verdicts.write(out)?;
        }
        Ok(())
    }

    fn solve_all(
        &self,
        tasks: &[Task],
        out: &mut dyn Write,
        file: &mut Option<BufWriter<File>>,
    ) -> Result<Vec<Verdict>, Error> {
        let mut searcher = Searcher::new(self.hash_mb)?;
        let bar = progress_bar(tasks.len() as u64, "positions");
        let mut verdicts = Vec::new();
        if !self.json {
            writeln!(out, "{}", Verdict::HEADER)?;
        }
        for task in tasks {
            let (verdict, info) = self.solve(&mut searcher, task);
            if let Some(file) = file {
                // Whoever breaks it off keeps what is solved.
                writeln!(file, "{}", with_findings(&task.epd, &info))
                    .and_then(|()| file.flush())
                    .map_err(unwritable)?;
            }
            if !self.json {
                bar.suspend(|| verdict.write(verdicts.len() + 1, out))?;
            }
            verdicts.push(verdict);
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(verdicts)
    }

    fn solve(&self, searcher: &mut Searcher, task: &Task) -> (Verdict, Info) {
        let Task { id, epd, goal } = task;
        let position = &epd.position;
        let mut watch = Watch { goal, solution: None };
        searcher.clear(self.settings.threads);
        let game = Game::new(position.clone());
        let outcome = searcher.search(&game, &self.limits, &self.settings, &Control::new(false), &mut watch);
        let solved = outcome.best.is_some_and(|m| goal.is_met(m, outcome.info.score));
        let verdict = Verdict {
            id: id.clone(),
            fen: position.fen(),
            wanted: goal.describe(epd),
            solved,
            played: outcome.best.map(|m| position.san(m)),
            uci: outcome.best.map(|m| position.move_text(m)),
            score: outcome.info.display_score(),
            points: outcome.best.map_or(0, |m| goal.points(m)),
            max_points: goal.most_points(),
            end: Moment::from(&outcome.info),
            solution: solved.then(|| watch.solution.unwrap_or(Moment::from(&outcome.info))),
        };
        (verdict, outcome.info)
    }
}

fn unwritable(error: std::io::Error) -> Error {
    Error::Sentence(format!("the file for the positions cannot be written: {error}"))
}

/// The position with the score, the depth, the nodes and the line of a search, in the place of older
/// ones.
fn with_findings(epd: &Epd, info: &Info) -> Epd {
    let mut epd = epd.clone();
    epd.operations.retain(|operation| !["ce", "acd", "acn", "pv"].contains(&operation.opcode.as_str()));
    let integer = |opcode: &str, number: i64| (opcode.to_owned(), Operand::Integer(number));
    let mut found = vec![
        integer("ce", i64::from(centipawns(info.display_score()))),
        integer("acd", i64::from(info.depth)),
        integer("acn", i64::try_from(info.nodes).unwrap_or(i64::MAX)),
    ];
    if info.line.first().is_some() {
        found.push(("pv".into(), Operand::Moves(info.line.moves().to_vec())));
    }
    epd.operations.extend(found.into_iter().map(|(opcode, operand)| Operation { opcode, operand }));
    epd
}

/// A score as `ce` has it: 32767 less the plies to the mate, negative for the side that is mated.
fn centipawns(told: DisplayScore) -> i32 {
    match told.mate_plies() {
        Some(plies) if told.is_win() => 32767 - plies,
        Some(plies) => -32767 - plies,
        None => told.centipawns().unwrap_or_default(),
    }
}

/// Notes when the goal was met for the last time without being lost again.
struct Watch<'a> {
    goal: &'a Goal,
    solution: Option<Moment>,
}

impl Reporter for Watch<'_> {
    fn info(&mut self, info: &Info) {
        if info.multi_pv > 1 {
            return;
        }
        if info.line.first().is_some_and(|m| self.goal.is_met(m, info.score)) {
            self.solution.get_or_insert(Moment::from(info));
        } else {
            self.solution = None;
        }
    }
}

fn read_tasks(files: &[PathBuf]) -> Result<Vec<Task>, Error> {
    let mut tasks = Vec::new();
    for file in files {
        let name = file.display();
        for (number, epd) in read_epds(file)? {
            let goal = Goal::of(&epd)
                .map_err(|reason| Error::Sentence(format!("{name}, line {number}: {reason}")))?;
            let id = match epd.get("id") {
                Some(Operand::Text(id) | Operand::Word(id)) => id.clone(),
                Some(Operand::Integer(id)) => id.to_string(),
                _ => format!("{name}, line {number}"),
            };
            tasks.push(Task { id, epd, goal });
        }
    }
    if tasks.is_empty() {
        return Err(Error::sentence("there is no position in what was to be read"));
    }
    Ok(tasks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::wdl::Curve;
    use crate::position::{Position, parse_san};
    use crate::types::{Bound, Line, Score};
    use std::time::Duration;

    #[test]
    fn mates_are_counted_from_a_bound() {
        let told = |score| centipawns(Curve::of(&Position::default()).display_score(score));
        assert_eq!((told(Score::mate_in(3)), told(Score::mated_in(2))), (32764, -32765));
        assert_eq!(centipawns(DisplayScore::new(-12)), -12);
    }

    #[test]
    fn the_solution_is_the_last_time_the_move_came_to_stay() {
        let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;".parse().unwrap();
        let goal = Goal::of(&epd).unwrap();
        let mut watch = Watch { goal: &goal, solution: None };
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
                nodes: depth as u64,
                elapsed: Duration::from_millis(depth as u64),
                hashfull: 0,
                tb_hits: 0,
                line,
            };
            watch.info(&info);
            let text = with_findings(&epd, &info).to_string();
            let line = epd.position.san_line(info.line.moves());
            assert!(text.ends_with(&format!(" ce 0; acd {depth}; acn {depth}; pv {line};")), "{text}");
            // The second best line decides nothing.
            watch.info(&Info { multi_pv: 2, line: Line::new(), ..info });
        }
        assert_eq!(watch.solution, Some(Moment { depth: 3, nodes: 3, time_ms: 3 }));
    }
}
