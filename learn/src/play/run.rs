//! A run: players on several threads whose games go to one file.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use lancet::search::{Control, threads};
use lancet::workers::WorkerPool;

use super::bounds::Bounds;
use super::evaluation::Evaluation;
use super::file::GameFile;
use super::player::Player;
use super::progress::Progress;
use crate::records::{Game, Generator};
use crate::samples::Filter;
use crate::{LearnError, interrupt};

/// Time between two updates of the progress bar.
const BAR_INTERVAL: Duration = Duration::from_millis(200);

/// Self-play or rescoring with one set of settings.
pub struct Run {
    generator: Generator,
    evaluation: Evaluation,
    /// What ends the run; without bounds it goes on until it is interrupted.
    pub bounds: Bounds,
    /// The number of threads.
    pub threads: usize,
}

/// The summary of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunSummary {
    /// The games in the file.
    pub games: u64,
    /// The positions in the file.
    pub positions: u64,
    /// Positions per second of this run.
    pub rate: f64,
    /// The time of this run.
    pub elapsed: Duration,
    /// Whether it was interrupted.
    pub interrupted: bool,
}

impl fmt::Display for RunSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RunSummary { games, positions, rate, elapsed, interrupted } = self;
        let state = if *interrupted { " (interrupted)" } else { "" };
        let seconds = elapsed.as_secs_f64();
        write!(f, "{games} games, {positions} positions, {rate:.0} positions/s, {seconds:.1} s{state}")
    }
}

impl Run {
    /// Creates a run without bounds on one thread. Sets the network and the engine signature of the
    /// generator.
    ///
    /// # Errors
    /// [`LearnError`] if there is no memory or no thread.
    pub fn new(generator: Generator, evaluation: Evaluation) -> Result<Run, LearnError> {
        let mut run = Run { generator, evaluation, bounds: Bounds::default(), threads: 1 };
        run.generator.network = run.evaluation.id();
        run.generator.signature = run.signature()?;
        Ok(run)
    }

    /// Returns the generator of the games.
    #[must_use]
    pub fn generator(&self) -> &Generator {
        &self.generator
    }

    fn signature(&self) -> Result<u64, LearnError> {
        thread::scope(|scope| {
            let work = || {
                let control = Arc::new(Control::new(false));
                Ok(Player::new(&self.generator, &self.evaluation, control)?.signature())
            };
            let handle = threads::spawn_scoped(scope, work).map_err(lancet::Error::Thread)?;
            handle.join().map_err(|_| lancet::Error::SearchTerminated)?
        })
    }

    /// Plays games into a file, which is continued if it exists.
    ///
    /// # Errors
    /// [`LearnError`] if the file is of another run or cannot be written, or there is no memory or no thread.
    pub fn play(&self, path: &Path) -> Result<RunSummary, LearnError> {
        self.record(path, Player::play)
    }

    /// Rescores games into a file, which is continued if it exists.
    ///
    /// # Errors
    /// As [`Run::play`].
    pub fn rescore(&self, games: &[Game], filter: &Filter, path: &Path) -> Result<RunSummary, LearnError> {
        let of = |number: u64| usize::try_from(number).ok().and_then(|index| games.get(index));
        self.record(path, |player, number| player.rescore(of(number)?, filter))
    }

    /// Records the games that `make` returns for the numbers from the end of the file on.
    fn record(
        &self,
        path: &Path,
        make: impl Fn(&mut Player, u64) -> Option<Game> + Sync,
    ) -> Result<RunSummary, LearnError> {
        let mut output = GameFile::open(path, self.generator)?;
        let first = output.next_game();
        let missing = self.bounds.games.map(|bound| bound.saturating_sub(output.games()));
        let control = Arc::new(Control::new(false));
        let pool = WorkerPool {
            threads: self.threads,
            jobs: first..missing.map_or(u64::MAX, |missing| first.saturating_add(missing)),
            time: self.bounds.time,
            control: Arc::clone(&control),
            interrupted: interrupt::is_set,
        };
        interrupt::install_handler();
        let new_worker = || {
            let mut player = Player::new(&self.generator, &self.evaluation, Arc::clone(&control))?;
            let make = &make;
            Ok::<_, LearnError>(move |number| make(&mut player, number))
        };
        let progress = Progress::new(self.bounds, output.games(), output.positions());
        let mut shown = Instant::now();
        let collected = pool.run(new_worker, |game: Option<Game>| {
            if let Some(game) = game {
                output.push(&game)?;
            }
            if shown.elapsed() >= BAR_INTERVAL {
                shown = Instant::now();
                progress.update_bar(output.games(), output.positions());
            }
            if output.write_if_due()? {
                progress.write_line(output.games(), output.positions());
            }
            Ok::<_, LearnError>(!self.bounds.is_reached(output.games(), output.positions()))
        });
        progress.finish();
        collected.and_then(|()| output.write())?;
        let (games, positions) = (output.games(), output.positions());
        let (rate, elapsed) = (progress.rate(positions), progress.elapsed());
        Ok(RunSummary { games, positions, rate, elapsed, interrupted: interrupt::is_set() })
    }
}
