//! SPSA: tunes search parameters by games of a player against itself with other values.
//!
//! Every iteration perturbs all parameters at once, plays some pairs of games between the two points on either side of the
//! present values, and moves these towards the winner ([`optimizer`]). Results are applied in the order of the iterations,
//! and an iteration may begin while the `lag` iterations before it are still played. What it plays follows from the seed and
//! the results of the iterations before those alone, so a tuning by nodes has the same trajectory with any number of threads.
//!
//! Parameters keep their fractions between iterations and are rounded to the nearest integer for play.

mod checkpoint;
pub mod optimizer;
mod plot;
mod selection;
mod state;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{mem, slice};

use lancet::console::{Status, check_output, keep_apart, lock_replaced, warn, write_atomic};
use lancet::files::PathSet;
use lancet::search::Control;
use lancet::search::params::Parameter;
use lancet::workers::WorkerPool;

use crate::driver_config::DriverConfig;
use crate::error::ArenaError;
use crate::game_settings::GameSettings;
use crate::openings::Openings;
use crate::player::{Player, evaluation_name};
use crate::runner::{Match, Pair, PairPlayer};
use crate::statistics::Tally;
use checkpoint::{Checkpoint, Point, TuningKey, check_replaced};
use optimizer::{Schedule, Spsa, Variable};
use selection::{last_perturbation, lost_in_rounding, select};
use state::{SharedState, rounded, tuned};

/// Time between two checkpoints.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);

/// A tuning of search parameters.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The names of the parameters; a `*` stands for any letters.
    pub parameters: Vec<String>,
    /// The player, whose parameters are the values before the first iteration.
    pub player: DriverConfig,
    /// The perturbation in the last iteration, as a multiple of the steps in the table.
    pub c_end: f64,
    /// The length of the run, and how fast the parameters move.
    pub schedule: Schedule,
    /// Pairs of games of an iteration.
    pub pairs: u64,
    /// What the games share; the seed is also that of the perturbations.
    pub settings: GameSettings,
    /// A file from which the same tuning is resumed.
    pub checkpoint: Option<PathBuf>,
    /// A table with the trajectory of the parameters.
    pub csv: Option<PathBuf>,
    /// A plot of the trajectory of the parameters.
    pub svg: Option<PathBuf>,
    /// Iterations between two points of the trajectory.
    pub every: u64,
}

impl Tuning {
    /// Plays the remaining iterations and writes the values.
    ///
    /// # Errors
    /// A name of no parameter, a checkpoint of another tuning, files that cannot be used, or a build without the feature
    /// `tune`; [`ArenaError::Interrupted`] after an interrupt, with the values so far.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), ArenaError> {
        if !cfg!(feature = "tune") {
            return Err(ArenaError::NeedsTuning);
        }
        self.check_files()?;
        let _lock = self.checkpoint.as_deref().map(lock_replaced).transpose()?;
        let rows = select(&self.parameters, self.settings.time_control.has_clock())?;
        self.settings.warn_of_idle_settings(slice::from_ref(&self.player), &[]);
        let openings = self.settings.read_openings(Openings::BALANCED)?;
        let player = Player::load_all(slice::from_ref(&self.player), &self.settings.model)?.remove(0);
        let key = self.key(&player, &rows, &openings);
        let lost = lost_in_rounding(&rows, self.c_end);
        if !lost.is_empty() {
            warn(format_args!("perturbations below 0.5 are often lost in rounding: {}", lost.join(", ")));
        }
        let mut spsa = Spsa::new(variables(&key, &rows), self.schedule, self.settings.seed);
        let record = self.resume(key, &mut spsa)?;
        let engine = player.engine(&[])?;
        let of_match = self.settings.match_between([engine.clone(), engine], openings, u64::MAX);
        let record = self.play(&of_match, &rows, spsa, record)?;
        let saved = self.save(&record);
        let written = self.write_result(&record, &rows, out);
        saved.and(written)?;
        if record.is_complete() { Ok(()) } else { Err(ArenaError::Interrupted) }
    }

    /// Refuses an output that is an input or another output, or that cannot be written.
    fn check_files(&self) -> Result<(), ArenaError> {
        let inputs = self.settings.openings.iter().chain(&self.player.network).cloned().collect();
        let outputs: Vec<PathBuf> =
            [&self.checkpoint, &self.csv, &self.svg].into_iter().flatten().cloned().collect();
        for output in &outputs {
            check_output(output)?;
        }
        if let Some(path) = &self.csv {
            check_replaced(path, Checkpoint::TABLE_START, "a table of 'lancet-arena spsa'")?;
        }
        if let Some(path) = &self.svg {
            check_replaced(path, plot::BEGINNING, "a plot of 'lancet-arena spsa'")?;
        }
        Ok(keep_apart(&PathSet { inputs, outputs, ..PathSet::default() })?)
    }

    fn key(&self, player: &Player, rows: &[&Parameter], openings: &Openings) -> TuningKey {
        let start = |row: &&Parameter| player.driver.parameters.number(row.name).unwrap_or(row.default);
        let adjudication = self.settings.adjudication;
        TuningKey {
            player: player.driver.name().to_owned(),
            signature: player.signature_in(self.settings.time_control),
            evaluation: evaluation_name(&player.model),
            parameters: rows.iter().map(|row| row.name.to_owned()).collect(),
            start: rows.iter().map(start).collect(),
            min: rows.iter().map(|row| row.min).collect(),
            max: rows.iter().map(|row| row.max).collect(),
            c_end: rows.iter().map(|row| last_perturbation(row, self.c_end)).collect(),
            r_end: self.schedule.r_end,
            iterations: self.schedule.iterations,
            lag: self.schedule.lag,
            pairs: self.pairs,
            time_control: self.settings.time_control.to_string(),
            openings: openings.name(self.settings.time_control),
            seed: self.settings.seed,
            hash: self.settings.hash_mb,
            adjudication: adjudication.by_score.is_some(),
            custom_adjudication: adjudication.custom_rules(),
        }
    }

    /// Returns the record of the tuning so far, with its state in `spsa`.
    fn resume(&self, key: TuningKey, spsa: &mut Spsa) -> Result<Checkpoint, ArenaError> {
        if let Some(path) = &self.checkpoint
            && let Some(found) = Checkpoint::read(path, &key)?
        {
            if !spsa.resume(found.applied, found.recent.clone()) {
                return Err(Checkpoint::invalid(path));
            }
            return Ok(found);
        }
        let start = spsa.values().to_vec();
        let trajectory = vec![Point { iteration: 0, values: start.clone() }];
        Ok(Checkpoint { key, applied: 0, recent: vec![start], games: [0; 3], trajectory })
    }

    /// Plays the remaining iterations.
    fn play(
        &self,
        of_match: &Match,
        rows: &[&Parameter],
        spsa: Spsa,
        mut record: Checkpoint,
    ) -> Result<Checkpoint, ArenaError> {
        let (end, pairs) = (self.schedule.iterations, self.pairs);
        let control = Arc::new(Control::new(false));
        let state = SharedState::new(spsa, Arc::clone(&control));
        let pool = WorkerPool {
            threads: self.busy_threads(),
            jobs: record.applied * pairs..end * pairs,
            control: Arc::clone(&control),
            interrupted: self.settings.interrupted,
            ..WorkerPool::default()
        };
        let base = &self.player.parameters;
        let new_worker = || {
            let mut player = PairPlayer::new(of_match, Arc::clone(&control))?;
            let state = &state;
            Ok::<_, ArenaError>(move |number| {
                let points = state.points(number / pairs)?;
                player.set_parameters(points.map(|values| tuned(base, rows, &values)));
                player.play(number)
            })
        };
        let (mut status, mut saved, begun) =
            (Status::new(end, record.applied), Instant::now(), Instant::now());
        let games_before = record.games_played();
        let mut tally = Tally::default();
        pool.run(new_worker, |pair: Option<Pair>| {
            if let Some(pair) = pair {
                tally.add(pair.results());
            }
            if tally.pair_count() == pairs {
                state.apply(&mem::take(&mut tally), &mut record);
                record.add_point(self.every);
            }
            if saved.elapsed() >= SAVE_INTERVAL {
                saved = Instant::now();
                // The next time it may succeed: the values must not be lost with a file.
                self.save(&record).unwrap_or_else(warn);
            }
            let speed = |games: u64| (games - games_before) as f64 * 3600.0 / begun.elapsed().as_secs_f64();
            status.update(record.applied, || record.line(speed));
            Ok::<_, ArenaError>(!record.is_complete())
        })?;
        status.finish();
        Ok(record)
    }

    /// The threads that can be busy: pairs of later iterations wait.
    fn busy_threads(&self) -> usize {
        let pairs = self.schedule.lag.saturating_add(1).saturating_mul(self.pairs);
        self.settings.threads.min(usize::try_from(pairs).unwrap_or(usize::MAX))
    }

    /// Writes the checkpoint, the table and the plot.
    fn save(&self, record: &Checkpoint) -> Result<(), ArenaError> {
        if let Some(path) = &self.checkpoint {
            record.write(path)?;
        }
        if let Some(path) = &self.csv {
            write_atomic(path, |file| {
                let mut table = Vec::new();
                record.write_table(&mut table)?;
                file.write_all(&table)
            })?;
        }
        if let Some(path) = &self.svg {
            let svg = plot::draw(record).map_err(|error| ArenaError::unwritable(path, error.to_string()))?;
            write_atomic(path, |file| file.write_all(svg.as_bytes()))?;
        }
        Ok(())
    }

    /// Writes the values as a table, and as a player for the command `match`.
    fn write_result(
        &self,
        record: &Checkpoint,
        rows: &[&Parameter],
        out: &mut dyn Write,
    ) -> Result<(), ArenaError> {
        let Some(values) = record.recent.last() else { return Ok(()) };
        let state = if record.is_complete() { "" } else { " (interrupted)" };
        writeln!(out, "{} iterations{state}, {} games\n", record.applied, record.games_played())?;
        writeln!(out, "| parameter | before | after | change in steps |\n|---|---|---|---|")?;
        for ((row, value), start) in rows.iter().zip(values).zip(&record.key.start) {
            let steps = (value - f64::from(*start)) / f64::from(row.step);
            writeln!(out, "| {} | {start} | {} | {steps:+.2} |", row.name, rounded(row, *value))?;
        }
        let parameters = tuned(&self.player.parameters, rows, values);
        writeln!(out, "\nplayer  {}", self.player.with_parameters(parameters))?;
        Ok(())
    }
}

/// The variables of the optimizer.
fn variables(key: &TuningKey, rows: &[&Parameter]) -> Vec<Variable> {
    let all = rows.iter().zip(&key.start).zip(&key.c_end);
    let variable = |((row, start), c_end): ((&&Parameter, &i32), &f64)| Variable {
        start: f64::from(*start),
        min: f64::from(row.min),
        max: f64::from(row.max),
        c_end: *c_end,
    };
    all.map(variable).collect()
}
