//! The command `cycle`: self-play, training, matches and promotion, generation after generation.
//!
//! A folder contains everything: games, models, the best model as `best.lnn`, the state in `cycle.json`, and
//! `history.md` for people. Completed steps are not repeated, so that a cycle can be stopped at any time and
//! is resumed by the same command.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers of games are rounded from floats"
)]

mod history;
mod runner;
pub mod schedule;
pub mod state;
mod steps;
mod words;

use std::fs::File;
use std::io::Write;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use clap::Args;
use lancet::commands::cores;
use lancet::console::{self, interrupt};
use lancet::files::{self, OutputFolder};

use crate::LearnError;
use crate::duration::parse_time;
use runner::Runner;
use state::{Settings, State};

/// Play, train, compare and promote, generation after generation
///
/// The schedule (positions, nodes, networks) is built in. The run ends after the given time or by Ctrl-C; the
/// same command resumes it. In the folder, `history.md` shows the progress and `best.lnn` is the best network
/// so far.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Cycle {
    /// The folder for games, models and history; an existing cycle is resumed
    #[arg(long, value_name = "DIR")]
    pub dir: OutputFolder,
    /// Time after which the run ends, e.g. 45m or 8h [default: unlimited]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,
    /// Number of generations after which the run ends [default: unlimited]
    #[arg(long, value_name = "N")]
    pub generations: Option<usize>,
    /// Soft node limit of self-play from the next generation on [default: as before, at first by the schedule]
    #[arg(long, value_name = "N")]
    pub soft: Option<NonZeroU32>,
    /// Factor for all sizes of the schedule [default: 1]
    #[arg(long, value_name = "X", value_parser = parse_scale)]
    pub scale: Option<f64>,
    /// RNG seed [default: 1]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Threads [default: as before, at first one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

fn parse_scale(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (1e-5..=1e6).contains(&number) => Ok(number),
        _ => Err("expected a number from 1e-5 to 1e6, e.g. 0.01 or 2.5".into()),
    }
}

impl Cycle {
    /// Starts or resumes the cycle, and prints what it does.
    ///
    /// # Errors
    /// [`LearnError::Interrupted`] after an interrupt, with all results so far stored; other [`LearnError`]s if a step
    /// fails; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        interrupt::catch();
        let _lock = self.lock()?;
        let found = State::read(&self.dir.join("cycle.json"))?;
        let state = self.initial_state(found)?;
        Runner::new(&self.dir, state, deadline, out).run(self.generations)
    }

    /// Creates the folder and locks it until the file is dropped.
    fn lock(&self) -> Result<File, LearnError> {
        let path = self.dir.join("cycle.lock");
        files::create_folder(&self.dir).map_err(LearnError::write(&self.dir))?;
        let lock = files::append(&path, "a lock file", |_| true).map_err(LearnError::write(&path))?;
        console::lock(&path, &lock)?;
        Ok(lock)
    }

    /// Returns the state to start from, with the settings of this command.
    fn initial_state(&self, found: Option<State>) -> Result<State, LearnError> {
        let soft = self.soft.map(NonZeroU32::get);
        let Some(mut state) = found else {
            return Ok(State::new(Settings {
                seed: self.seed.unwrap_or(1),
                scale: self.scale.unwrap_or(1.0),
                soft,
                threads: self.threads.unwrap_or_else(|| cores().min(256) as u16),
            }));
        };
        let Settings { seed, scale, .. } = state.settings;
        let differs = |setting: String| LearnError::CycleSetting { folder: self.dir.clone().into(), setting };
        if self.seed.is_some_and(|other| other != seed) {
            return Err(differs(format!("seed {seed}")));
        }
        if self.scale.is_some_and(|other| other != scale) {
            return Err(differs(format!("scale {scale}")));
        }
        state.settings.soft = soft.or(state.settings.soft);
        state.settings.threads = self.threads.unwrap_or(state.settings.threads);
        Ok(state)
    }
}
