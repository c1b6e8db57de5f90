//! Drivers: the narrow-window family compared, every member in the same engine.
//!
//! [`Drivers`] lets every contestant in turn search the same positions to the same depth, all else
//! forgotten before; what is told is how many nodes and how much time each needs by that of PVS with
//! aspiration, as geometric means over the positions. Plain searches, in a tuning build, have no
//! unsound rule, and then all contestants must find the same score. Matches between them are played by `lancet-arena match`.

mod args;
mod positions;
mod search_row;

pub use args::DriversArgs;
pub use search_row::{SearchRow, SearchSummary, Setting, paired, summarise_searches};

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use lancet::Error;
use lancet::commands::inputs::read_epds;
use lancet::commands::on_search_stack;
use lancet::console::progress_bar;
use lancet::eval::nnue::Model;
use lancet::position::{Game, Position};
#[cfg(feature = "tune")]
use lancet::search::experiment;
use lancet::search::{Control, Limits, Searcher};
use lancet::types::{Depth, Score};
use lancet::workers::WorkerPool;
use lancet_arena::driver_config::{Contestant, evaluation, other_engine, switch_off};
use lancet_arena::results_file::Ledger;
use search_row::{Iterations, write_table};

/// What is compared, and where.
#[derive(Clone, Debug)]
pub struct Drivers {
    /// Files of positions; if there are none, positions from games of Lancet against itself.
    pub files: Vec<PathBuf>,
    /// How many positions at most.
    pub positions: usize,
    /// To which depth each is searched.
    pub depth: Depth,
    /// What competes; the first is what the others are measured by.
    pub contestants: Vec<Contestant>,
    /// Sizes of the table in MiB.
    pub hash_mb: Vec<usize>,
    /// Bounds that the table keeps for a position.
    pub bounds: Vec<i32>,
    /// Evaluations are multiples of it.
    pub grains: Vec<i32>,
    /// No rule but the table at equal depth.
    pub plain: bool,
    /// Rules that are switched off.
    pub without: Vec<String>,
    /// What evaluates.
    pub model: Arc<Model>,
    /// Searches side by side.
    pub threads: usize,
    /// A file for every single result; what it has already is not searched again.
    pub csv: Option<PathBuf>,
}

impl Drivers {
    /// Compares and writes a table for each setting.
    ///
    /// # Errors
    /// A sentence for what cannot be done; [`Error::Failed`] where plain searches do not agree;
    /// those of `out`.
    pub fn run(&self, out: &mut (dyn Write + Send)) -> Result<(), Error> {
        let tuned = self.plain || self.bounds != [1] || self.grains != [1];
        if tuned && !cfg!(feature = "tune") {
            let text = "plain searches, grains and two bounds need a build with --features tune";
            return Err(Error::sentence(text));
        }
        let mut ledger = Ledger::open(self.csv.as_deref())?;
        // Before anything is switched off.
        let positions = self.read_positions()?;
        let signatures = self.contestants.iter().map(|one| one.signature(&self.model));
        let signatures = signatures.collect::<Result<Vec<u64>, Error>>()?;
        switch_off(&self.without)?;
        let mut agree = true;
        for setting in self.settings() {
            let known = self.known(&ledger.rows, &setting, &signatures)?;
            self.search_rest(&positions, &setting, &signatures, &known, &mut ledger)?;
            let rows = self.found(&ledger.rows, &setting, &positions);
            writeln!(out, "{}", self.heading(positions.len(), &setting))?;
            write_table(&summarise_searches(&rows, self.contestants[0].name()), out)?;
            if self.plain {
                agree &= tell_disagreements(&rows, out)?;
            }
        }
        if agree { Ok(()) } else { Err(Error::Failed) }
    }

    fn settings(&self) -> Vec<Setting> {
        let mut settings = Vec::new();
        for &hash in &self.hash_mb {
            for &bounds in &self.bounds {
                settings.extend(self.grains.iter().map(|&grain| Setting {
                    plain: self.plain,
                    without: self.without.join(" "),
                    hash,
                    bounds,
                    grain,
                    depth: self.depth,
                    evaluation: evaluation(&self.model),
                }));
            }
        }
        settings
    }

    fn heading(&self, positions: usize, setting: &Setting) -> String {
        let Setting { plain, without, hash, bounds, grain, depth, .. } = setting;
        let kind = if *plain { "plain searches" } else { "searches" };
        let without = if without.is_empty() { String::new() } else { format!(", without {without}") };
        format!(
            "\n{positions} positions, {kind} to depth {depth}, {hash} MiB, bounds kept: {bounds}, grain {grain}{without}\n"
        )
    }

    fn read_positions(&self) -> Result<Vec<Position>, Error> {
        if self.files.is_empty() {
            return on_search_stack(|| {
                let mut searcher = Searcher::new(1)?;
                Ok(positions::positions(self.positions, &mut searcher))
            })?;
        }
        let mut found = Vec::new();
        for path in &self.files {
            found.extend(read_epds(path)?.into_iter().map(|(_, epd)| epd.position));
        }
        found.retain(Position::has_legal_move);
        found.truncate(self.positions);
        if found.is_empty() { Err(Error::sentence("there is no position to search")) } else { Ok(found) }
    }

    /// The positions that each contestant has searched already in this setting.
    fn known(
        &self,
        rows: &[SearchRow],
        setting: &Setting,
        signatures: &[u64],
    ) -> Result<HashMap<String, Vec<usize>>, Error> {
        let mut known: HashMap<String, Vec<usize>> = HashMap::new();
        for row in rows.iter().filter(|row| row.setting() == *setting) {
            let Some(index) = self.contestants.iter().position(|one| one.name() == row.driver) else {
                continue;
            };
            if row.signature != signatures[index] {
                return Err(other_engine(&row.driver));
            }
            known.entry(row.fen.clone()).or_default().push(index);
        }
        Ok(known)
    }

    /// Searches what is not yet known.
    fn search_rest(
        &self,
        positions: &[Position],
        setting: &Setting,
        signatures: &[u64],
        known: &HashMap<String, Vec<usize>>,
        ledger: &mut Ledger<SearchRow>,
    ) -> Result<(), Error> {
        self.set_up(setting);
        let all = || 0..self.contestants.len();
        let missing = |position: &Position| -> Vec<usize> {
            let known = known.get(&position.fen());
            all().filter(|index| known.is_none_or(|known| !known.contains(index))).collect()
        };
        let tasks: Vec<_> = positions.iter().map(|position| (position, missing(position))).collect();
        let pool = WorkerPool { threads: self.threads, jobs: 0..tasks.len() as u64, ..WorkerPool::default() };
        let new_worker = || {
            let mut searcher = Searcher::new(setting.hash)?;
            searcher.set_model(self.model.clone());
            let tasks = &tasks;
            Ok::<_, Error>(move |number| {
                let (position, missing) = tasks.get(number as usize)?;
                let row = |index: &usize| {
                    let row = SearchRow { signature: signatures[*index], ..SearchRow::of(setting) };
                    self.search(&mut searcher, position, &self.contestants[*index], row)
                };
                Some(missing.iter().map(row).collect::<Vec<SearchRow>>())
            })
        };
        let bar = progress_bar(positions.len() as u64, "positions");
        pool.run(new_worker, |rows| {
            if let Some(rows) = rows {
                ledger.append(rows)?;
                bar.inc(1);
            }
            Ok::<_, Error>(true)
        })?;
        bar.finish_and_clear();
        Ok(())
    }

    fn search(
        &self,
        searcher: &mut Searcher,
        position: &Position,
        contestant: &Contestant,
        row: SearchRow,
    ) -> SearchRow {
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let mut iterations = Iterations::default();
        searcher.clear(1);
        let game = Game::new(position.clone());
        let outcome =
            searcher.search(&game, &limits, &contestant.settings(), &Control::new(false), &mut iterations);
        SearchRow {
            driver: contestant.name().to_owned(),
            threads: self.threads,
            fen: position.fen(),
            ..row.with(&outcome, &iterations)
        }
    }

    /// The rows of these positions and contestants, in the order of the latter.
    fn found<'a>(
        &self,
        rows: &'a [SearchRow],
        setting: &Setting,
        positions: &[Position],
    ) -> Vec<&'a SearchRow> {
        let fens: std::collections::HashSet<String> = positions.iter().map(Position::fen).collect();
        let rows: Vec<&SearchRow> =
            rows.iter().filter(|row| row.setting() == *setting && fens.contains(&row.fen)).collect();
        let of = |one: &Contestant| {
            rows.iter().copied().filter(|row| row.driver == one.name()).collect::<Vec<_>>()
        };
        self.contestants.iter().flat_map(of).collect()
    }

    #[cfg(feature = "tune")]
    fn set_up(&self, setting: &Setting) {
        experiment::set("tt_bounds", setting.bounds);
        experiment::set("score_granularity", setting.grain);
        if self.plain {
            experiment::make_plain();
        }
    }

    #[cfg(not(feature = "tune"))]
    #[allow(clippy::unused_self)]
    fn set_up(&self, _: &Setting) {
        // Other settings than the default are refused without the feature `tune`.
    }
}

/// Tells where plain searches have found different scores; true if nowhere.
fn tell_disagreements(rows: &[&SearchRow], out: &mut dyn Write) -> Result<bool, Error> {
    let mut first: HashMap<&str, i32> = HashMap::new();
    let mut agree = true;
    for row in rows {
        let expected = *first.entry(&row.fen).or_insert(row.score);
        if row.score != expected {
            agree = false;
            let (found, expected) = (Score::new(row.score), Score::new(expected));
            writeln!(out, "{} finds {found:?} and not {expected:?}: {}", row.driver, row.fen)?;
        }
    }
    if agree {
        writeln!(out, "All find the same score in every position.")?;
    }
    Ok(agree)
}
