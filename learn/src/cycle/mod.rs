//! Cycle: play, train, match and promotion, again and again, for as long as there is time.
//!
//! Everything is in one folder: games, models, the best of them as `best.lnn`, `cycle.json` with
//! how far it is, and `history.md` for people. What is there already is not done again, so that a
//! cycle can be broken off at any time and goes on when it is started again.

mod history;
mod runner;
pub mod schedule;
pub mod state;
mod steps;

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use lancet::Error;
use lancet::commands::cores;

use crate::interrupt;
use crate::play::parse_time;
use runner::Runner;
use state::{Settings, State};

/// Play, train, compare and promote, generation after generation
///
/// The schedule (positions, nodes, networks) is built in. It ends when the time is over, or by
/// Ctrl-C; the same command goes on from there. `history.md` in the folder tells how far it is, and
/// `best.lnn` is the best network so far.
#[derive(Args, Clone, Debug)]
pub struct Cycle {
    /// The folder for games, models and history; one that is there is continued
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,
    /// The time after which it ends, such as 45m or 8h; without end if not given
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub time: Option<Duration>,
    /// Generations after which it ends
    #[arg(long, value_name = "N")]
    pub generations: Option<usize>,
    /// Nodes of a move in self-play, from the next generation on, instead of those of the schedule
    #[arg(long, value_name = "N")]
    pub soft: Option<NonZeroU32>,
    /// Multiply all sizes of the schedule by this [default: 1]
    #[arg(long, value_name = "X", value_parser = positive)]
    pub scale: Option<f64>,
    /// The number that all chance follows from [default: 1]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (1e-6..=1e6).contains(&number) => Ok(number),
        _ => Err(format!("`{text}` is no number such as 0.01, 1 or 2.5")),
    }
}

impl Cycle {
    /// Goes on until the time is over, and tells what it does.
    ///
    /// # Errors
    /// A sentence where something cannot be done; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        interrupt::watch();
        let _lock = self.lock().map_err(Error::Sentence)?;
        let path = self.dir.join("cycle.json");
        let state = State::read(&path).and_then(|found| self.settle(found)).map_err(Error::Sentence)?;
        Runner::new(&self.dir, state, deadline, out).run(self.generations)
    }

    /// Makes the folder and holds it until the file is dropped.
    fn lock(&self) -> Result<File, String> {
        let folder = self.dir.display();
        let cannot = |error| format!("the folder {folder} cannot be used: {error}");
        fs::create_dir_all(&self.dir).map_err(cannot)?;
        let lock = File::create(self.dir.join("cycle.lock")).map_err(cannot)?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => Err(format!("another cycle is at work in {folder}")),
            // Where the system knows no locks, there is none.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(lock),
        }
    }

    /// The state to go on from, with what was asked for.
    fn settle(&self, found: Option<State>) -> Result<State, String> {
        let folder = self.dir.display();
        let Some(mut state) = found else {
            return Ok(State::new(Settings {
                seed: self.seed.unwrap_or(1),
                scale: self.scale.unwrap_or(1.0),
                soft: self.soft.map(NonZeroU32::get),
                threads: self.threads.unwrap_or_else(|| cores().min(256) as u16),
            }));
        };
        let Settings { seed, scale, .. } = state.settings;
        if self.seed.is_some_and(|wish| wish != seed) {
            return Err(format!("the cycle in {folder} was begun with seed {seed}; name another folder"));
        }
        if self.scale.is_some_and(|wish| wish != scale) {
            return Err(format!("the cycle in {folder} was begun with scale {scale}; name another folder"));
        }
        state.settings.soft = self.soft.map(NonZeroU32::get).or(state.settings.soft);
        state.settings.threads = self.threads.unwrap_or(state.settings.threads);
        Ok(state)
    }
}
