//! A run: players on several threads whose games go to one file.

use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use lancet::console::interrupt;
use lancet::search::{Control, threads};
use lancet::workers::WorkerPool;

use super::bounds::Bounds;
use super::evaluation::Evaluation;
use super::file::GameFile;
use super::player::Player;
use super::progress::Progress;
use crate::LearnError;
use crate::records::{Block, BlockBuilder, Game, Generator};
use crate::samples::Filter;

/// Self-play or rescoring with one set of settings.
pub struct Run {
    generator: Generator,
    evaluation: Evaluation,
    /// The number of the first game in the file of the run.
    pub first_game: u64,
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
        let mut run = Run { generator, evaluation, first_game: 0, bounds: Bounds::default(), threads: 1 };
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
        self.record(path, |player, number| player.rescore(self.game(games, number)?, filter))
    }

    /// Plays the games with these numbers and returns them as one block.
    ///
    /// # Errors
    /// [`LearnError::Interrupted`], and if there is no memory or no thread.
    pub fn play_block(&self, numbers: Range<u64>) -> Result<Block, LearnError> {
        self.block(numbers, Player::play)
    }

    /// Rescores those of `games` that have these numbers and returns them as one block.
    ///
    /// # Errors
    /// As [`Run::play_block`].
    pub fn rescore_block(
        &self,
        games: &[Game],
        filter: &Filter,
        numbers: Range<u64>,
    ) -> Result<Block, LearnError> {
        self.block(numbers, |player, number| player.rescore(self.game(games, number)?, filter))
    }

    /// Collects the games that `make` returns for these numbers in one block.
    fn block(
        &self,
        numbers: Range<u64>,
        make: impl Fn(&mut Player, u64) -> Option<Game> + Sync,
    ) -> Result<Block, LearnError> {
        let mut builder = BlockBuilder::new(self.generator, numbers.start);
        let bounds = Bounds { games: Some(numbers.end - numbers.start), ..Bounds::default() };
        let mut progress = Progress::new(bounds, 0, 0);
        let made = self.make(numbers, make, |game| {
            if let Some(game) = game {
                builder.push(&game)?;
            }
            progress.update_bar(builder.games().into(), builder.positions().into());
            Ok(true)
        });
        progress.finish();
        made?;
        let block = builder.take()?.filter(|_| !interrupt::is_set());
        block.ok_or(LearnError::Interrupted)
    }

    /// Records the games that `make` returns for the numbers from the end of the file on.
    fn record(
        &self,
        path: &Path,
        make: impl Fn(&mut Player, u64) -> Option<Game> + Sync,
    ) -> Result<RunSummary, LearnError> {
        let mut output = GameFile::open(path, self.generator, self.first_game)?;
        let first = output.next_game();
        // Games that are missing because of damage are not made up for by later ones, which another file may have.
        let end = self.bounds.games.map_or(u64::MAX, |bound| self.first_game.saturating_add(bound));
        let mut progress = Progress::new(self.bounds, output.games(), output.positions());
        let made = self.make(first.min(end)..end, make, |game| {
            if let Some(game) = game {
                output.push(&game)?;
            }
            progress.update_bar(output.games(), output.positions());
            if output.write_if_due()? {
                progress.write_line(output.games(), output.positions());
            }
            Ok(!self.bounds.is_reached(output.games(), output.positions()))
        });
        progress.finish();
        made.and_then(|()| output.write())?;
        let (games, positions) = (output.games(), output.positions());
        let (rate, elapsed) = (progress.rate(positions), progress.elapsed());
        Ok(RunSummary { games, positions, rate, elapsed, interrupted: interrupt::is_set() })
    }

    /// Returns the game with this number, of those from the first number on.
    fn game<'a>(&self, games: &'a [Game], number: u64) -> Option<&'a Game> {
        games.get(usize::try_from(number.checked_sub(self.first_game)?).ok()?)
    }

    /// Makes the games with these numbers on all threads. `collect` receives them in the order of their
    /// numbers, and `None` a few times a second; it returns whether the run goes on.
    fn make(
        &self,
        numbers: Range<u64>,
        make: impl Fn(&mut Player, u64) -> Option<Game> + Sync,
        collect: impl FnMut(Option<Game>) -> Result<bool, LearnError>,
    ) -> Result<(), LearnError> {
        let control = Arc::new(Control::new(false));
        let pool = WorkerPool {
            threads: self.threads,
            jobs: numbers,
            time: self.bounds.time,
            control: Arc::clone(&control),
            interrupted: interrupt::is_set,
        };
        interrupt::catch();
        let new_worker = || {
            let mut player = Player::new(&self.generator, &self.evaluation, Arc::clone(&control))?;
            let make = &make;
            Ok::<_, LearnError>(move |number| make(&mut player, number))
        };
        pool.run(new_worker, collect)
    }
}
