//! The comparison of the narrow-window drivers within one engine.
//!
//! [`Drivers`] searches the same positions to the same depth with each driver, with cleared tables, and
//! reports the ratios of nodes and time to those of the first driver as geometric means. Plain searches, in a
//! build with the feature `tune`, use no unsound rule, so all drivers must find the same score. Games between
//! drivers are those of `lancet-arena match`.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "depths and table sizes are small"
)]

mod args;
mod positions;
mod search_row;

pub use args::DriversArgs;
pub use search_row::{Conditions, SearchRow, SearchSummary, paired, summarize_searches};

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use lancet::Error;
use lancet::commands::inputs::read_epds;
use lancet::commands::on_search_stack;
use lancet::console::{TableFormat, keep_apart, progress_bar, warn};
use lancet::eval::nnue::Model;
use lancet::files::{self, PathSet};
use lancet::position::{Game, Position};
use lancet::search::{Control, Limits, Searcher, Settings};
use lancet::types::{Depth, Score};
use lancet::workers::WorkerPool;
use lancet_arena::ArenaError;
use lancet_arena::driver_config::{DriverConfig, switch_off_rules};
use lancet_arena::player::{Player, check_results, evaluation_name};
use lancet_arena::results_file::{ResultsFile, distinct};
use search_row::{IterationNodes, NOTE, csv_table, push_csv, table};

use crate::error::LabError;

/// A comparison of drivers.
#[derive(Clone, Debug)]
pub struct Drivers {
    /// EPD files with positions; without any, positions from self-play.
    pub files: Vec<PathBuf>,
    /// The maximum number of positions.
    pub positions: usize,
    /// The depth of the searches in plies.
    pub depth: Depth,
    /// The drivers; the first is the baseline.
    pub drivers: Vec<DriverConfig>,
    /// Sizes of the transposition table in MiB.
    pub hash_mb: Vec<usize>,
    /// Bounds kept per entry of the transposition table.
    pub bounds: Vec<i32>,
    /// The granularities of scores, in evaluation units.
    pub granularities: Vec<i32>,
    /// Whether all rules except transposition table cutoffs at equal depth are disabled.
    pub plain: bool,
    /// The disabled rules.
    pub without: Vec<String>,
    /// The network.
    pub model: Arc<Model>,
    /// The number of concurrent searches.
    pub threads: usize,
    /// The results file; searches that it contains are not repeated.
    pub csv: Option<PathBuf>,
    /// The form of the tables.
    pub format: TableFormat,
}

impl Drivers {
    /// Runs the missing searches and writes a table for each combination of conditions.
    ///
    /// # Errors
    /// [`Error::Failed`] if plain searches disagree; an error if a file is invalid, or if memory, a thread or
    /// the feature `tune` is missing; those of `out`.
    pub fn run(&self, out: &mut (dyn Write + Send)) -> Result<(), LabError> {
        let tuned = self.plain || !self.without.is_empty() || self.bounds != [1] || self.granularities != [1];
        if tuned && !cfg!(feature = "tune") {
            return Err(LabError::NeedsTune);
        }
        if self.drivers.iter().any(|driver| driver.network.is_some()) {
            return Err(LabError::OneNetwork);
        }
        let mut names = HashSet::new();
        if let Some(repeated) = self.drivers.iter().find(|driver| !names.insert(driver.name())) {
            return Err(LabError::RepeatedDriver(repeated.name().to_owned()));
        }
        let (inputs, outputs) = (self.files.clone(), self.csv.iter().cloned().collect());
        keep_apart(&PathSet { inputs, outputs, ..PathSet::default() })?;
        let mut results = ResultsFile::<SearchRow>::open(self.csv.as_deref())?;
        let positions = self.read_positions()?;
        let players = Player::load_all(&self.drivers, &self.model)?;
        let signatures: Vec<u64> = players.iter().map(|player| player.signature).collect();
        let played = results.rows.iter().map(SearchRow::played);
        check_results(self.csv.as_deref(), played, &players, &self.model)?;
        let (mut agree, mut for_programs) = (true, csv_table());
        for conditions in self.conditions() {
            let known = self.known(&results.rows, &conditions, &signatures)?;
            self.search_missing(&positions, &conditions, &signatures, &known, &mut results)?;
            let rows = self.rows_of(&results.rows, &conditions, &positions);
            warn_of_load(&rows);
            let summaries = summarize_searches(&rows, self.drivers[0].name());
            if self.format == TableFormat::Csv {
                push_csv(&mut for_programs, &conditions, &summaries);
            } else {
                writeln!(out, "{}", self.heading(positions.len(), &conditions))?;
                table(&summaries).write(self.format, out)?;
                writeln!(out, "\n{NOTE}")?;
            }
            if self.plain {
                // A table for programs stands alone.
                agree &= match self.format {
                    TableFormat::Csv => report_disagreements(&rows, &mut files::stderr())?,
                    _ => report_disagreements(&rows, out)?,
                };
            }
        }
        if self.format == TableFormat::Csv {
            for_programs.write(self.format, out)?;
        }
        if agree { Ok(()) } else { Err(Error::Failed.into()) }
    }

    fn conditions(&self) -> Vec<Conditions> {
        let without = distinct(self.without.iter().map(String::as_str));
        let mut conditions = Vec::new();
        for &hash in &self.hash_mb {
            for &bounds in &self.bounds {
                conditions.extend(self.granularities.iter().map(|&granularity| Conditions {
                    plain: self.plain,
                    without: without.join(" "),
                    hash,
                    bounds,
                    granularity,
                    depth: self.depth,
                    evaluation: evaluation_name(&self.model),
                }));
            }
        }
        distinct(conditions)
    }

    fn heading(&self, positions: usize, conditions: &Conditions) -> String {
        let Conditions { plain, without, hash, bounds, granularity, depth, .. } = conditions;
        let kind = if *plain { "plain searches" } else { "searches" };
        let without = if without.is_empty() { String::new() } else { format!(", without {without}") };
        format!(
            "\n{positions} positions, {kind} to depth {depth}, {hash} MiB, bounds kept: {bounds}, granularity {granularity}{without}\n"
        )
    }

    fn read_positions(&self) -> Result<Vec<Position>, LabError> {
        if self.files.is_empty() {
            return on_search_stack(|| {
                let mut searcher = Searcher::new(1)?;
                Ok(positions::default_positions(self.positions, &mut searcher))
            })?;
        }
        let mut found = Vec::new();
        for path in &self.files {
            found.extend(read_epds(path)?.into_iter().map(|(_, epd)| epd.position));
        }
        let mut found = distinct_positions(found, Position::fen)?;
        found.truncate(self.positions);
        Ok(found)
    }

    /// Returns the indices of the drivers that have searched each position already.
    fn known(
        &self,
        rows: &[SearchRow],
        conditions: &Conditions,
        signatures: &[u64],
    ) -> Result<HashMap<String, Vec<usize>>, LabError> {
        let mut known: HashMap<String, Vec<usize>> = HashMap::new();
        for row in rows.iter().filter(|row| row.conditions() == *conditions) {
            let Some(index) = self.drivers.iter().position(|one| one.name() == row.driver) else {
                continue;
            };
            if row.signature != signatures[index] {
                return Err(ArenaError::other_engine(self.csv.as_deref(), &row.driver).into());
            }
            known.entry(row.fen.clone()).or_default().push(index);
        }
        Ok(known)
    }

    /// Runs the searches that are not known yet.
    fn search_missing(
        &self,
        positions: &[Position],
        conditions: &Conditions,
        signatures: &[u64],
        known: &HashMap<String, Vec<usize>>,
        results: &mut ResultsFile<SearchRow>,
    ) -> Result<(), LabError> {
        let settings = self.drivers.iter().map(|driver| self.settings(driver, conditions));
        let settings = settings.collect::<Result<Vec<Settings>, LabError>>()?;
        let all = || 0..self.drivers.len();
        let missing = |position: &Position| -> Vec<usize> {
            let known = known.get(&position.fen());
            all().filter(|index| known.is_none_or(|known| !known.contains(index))).collect()
        };
        let tasks: Vec<_> = positions.iter().map(|position| (position, missing(position))).collect();
        let pool = WorkerPool { threads: self.threads, jobs: 0..tasks.len() as u64, ..WorkerPool::default() };
        let new_worker = || {
            let mut searcher = Searcher::with_model(conditions.hash, self.model.clone())?;
            let (tasks, settings) = (&tasks, &settings);
            Ok::<_, LabError>(move |number| {
                let (position, missing) = tasks.get(number as usize)?;
                let row = |index: &usize| {
                    let (driver, signature) = (&self.drivers[*index], signatures[*index]);
                    let driver = driver.name().to_owned();
                    let row = SearchRow { driver, signature, ..SearchRow::new(conditions) };
                    self.search(&mut searcher, position, &settings[*index], row)
                };
                Some(missing.iter().map(row).collect::<Vec<SearchRow>>())
            })
        };
        let bar = progress_bar(positions.len() as u64, "positions");
        pool.run(new_worker, |rows| {
            if let Some(rows) = rows {
                results.append(rows)?;
                bar.inc(1);
            }
            Ok::<_, LabError>(true)
        })?;
        bar.finish_and_clear();
        Ok(())
    }

    fn search(
        &self,
        searcher: &mut Searcher,
        position: &Position,
        settings: &Settings,
        row: SearchRow,
    ) -> SearchRow {
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let mut iterations = IterationNodes::default();
        searcher.clear(1);
        let game = Game::new(position.clone());
        let outcome = searcher.search(&game, &limits, settings, &Control::new(false), &mut iterations);
        SearchRow { threads: self.threads, fen: position.fen(), ..row.with(&outcome, &iterations) }
    }

    /// Returns the rows of these positions, in the order of the drivers.
    fn rows_of<'a>(
        &self,
        rows: &'a [SearchRow],
        conditions: &Conditions,
        positions: &[Position],
    ) -> Vec<&'a SearchRow> {
        let fens: HashSet<String> = positions.iter().map(Position::fen).collect();
        let rows: Vec<&SearchRow> =
            rows.iter().filter(|row| row.conditions() == *conditions && fens.contains(&row.fen)).collect();
        let of = |one: &DriverConfig| {
            rows.iter().copied().filter(|row| row.driver == one.name()).collect::<Vec<_>>()
        };
        self.drivers.iter().flat_map(of).collect()
    }

    /// The settings of a driver's searches under these conditions. Without the feature `tune` only the default conditions
    /// are accepted.
    fn settings(&self, driver: &DriverConfig, conditions: &Conditions) -> Result<Settings, LabError> {
        let mut settings = driver.settings();
        let parameters = &mut settings.parameters;
        parameters.set_number("tt_bounds", conditions.bounds);
        parameters.set_number("score_granularity", conditions.granularity);
        #[cfg(feature = "tune")]
        if self.plain {
            lancet::search::experiment::make_plain(parameters);
        }
        switch_off_rules(parameters, &self.without)?;
        Ok(settings)
    }
}

/// Writes where plain searches found different scores; returns whether all agree.
fn report_disagreements(rows: &[&SearchRow], out: &mut dyn Write) -> Result<bool, LabError> {
    let mut first: HashMap<&str, i32> = HashMap::new();
    let mut agree = true;
    for row in rows {
        let expected = *first.entry(&row.fen).or_insert(row.score);
        if row.score != expected {
            agree = false;
            let (found, expected) = (Score::new(row.score), Score::new(expected));
            writeln!(out, "{} finds {found:?}, expected {expected:?}: {}", row.driver, row.fen)?;
        }
    }
    if agree {
        writeln!(out, "All drivers find the same scores.")?;
    }
    Ok(agree)
}

/// Returns the positions with legal moves, each once by its `identity`: a second search of a position would count it twice
/// in the means.
///
/// # Errors
/// [`Error::NoInput`] if there is none.
pub(crate) fn distinct_positions<K: Eq + Hash>(
    mut positions: Vec<Position>,
    identity: impl Fn(&Position) -> K,
) -> Result<Vec<Position>, LabError> {
    let mut seen = HashSet::new();
    positions.retain(|position| position.has_legal_move() && seen.insert(identity(position)));
    if positions.is_empty() { Err(Error::NoInput("positions").into()) } else { Ok(positions) }
}

/// Warns if the times of the rows cannot be compared.
fn warn_of_load(rows: &[&SearchRow]) {
    let loads = distinct(rows.iter().map(|row| row.threads));
    if loads.len() > 1 {
        let loads: Vec<String> = loads.iter().map(usize::to_string).collect();
        let loads = loads.join(" and ");
        warn(format_args!("times cannot be compared: they were measured with {loads} concurrent searches"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_that_is_named_twice_counts_once() {
        let drivers = Drivers {
            files: Vec::new(),
            positions: 1,
            depth: 1,
            drivers: Vec::new(),
            hash_mb: vec![16, 1, 16],
            bounds: vec![1, 1],
            granularities: vec![4, 1, 4],
            plain: false,
            without: ["use_see", "use_null_move", "use_see"].map(String::from).into(),
            model: Model::built_in(),
            threads: 1,
            csv: None,
            format: TableFormat::Markdown,
        };
        let conditions = drivers.conditions();
        let sizes: Vec<_> = conditions.iter().map(|one| (one.hash, one.granularity)).collect();
        assert_eq!(sizes, [(16, 4), (16, 1), (1, 4), (1, 1)]);
        assert!(conditions.iter().all(|one| one.without == "use_see use_null_move"), "{conditions:?}");
    }
}
