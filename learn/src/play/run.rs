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
use crate::records::{Block, BlockBuilder, Damage, Game, Generator};
use crate::samples::Filter;

/// Self-play or rescoring with one set of settings.
#[derive(Debug)]
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

/// A game with its number.
pub type NumberedGame = (u64, Game);

/// The summary of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunSummary {
    /// The games in the file.
    pub games: u64,
    /// The positions in the file.
    pub positions: u64,
    /// Positions per second of this run.
    pub rate: f64,
    /// The time of this run.
    pub elapsed: Duration,
    /// Whether it was interrupted before a bound was reached.
    pub interrupted: bool,
    /// What the file has besides games.
    pub damage: Damage,
}

impl fmt::Display for RunSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RunSummary { games, positions, rate, elapsed, interrupted, .. } = self;
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
        let output = GameFile::open(path, self.generator, self.first_game)?;
        // Games that are missing because of damage are not made up for by later ones, which another file may have.
        let end = self.bounds.games.map_or(u64::MAX, |bound| self.first_game.saturating_add(bound));
        let numbers = output.next_game().min(end)..end;
        self.record(output, numbers, |number| number, Player::play)
    }

    /// Rescores games, in the order of their numbers, into a file, which is continued if it exists. They keep their
    /// numbers.
    ///
    /// # Errors
    /// As [`Run::play`].
    pub fn rescore(
        &self,
        games: &[NumberedGame],
        filter: &Filter,
        path: &Path,
    ) -> Result<RunSummary, LearnError> {
        let first = games.first().map_or(0, |(number, _)| *number);
        let output = GameFile::open(path, self.generator, first)?;
        let missing: Vec<&NumberedGame> = games.iter().filter(|(number, _)| !output.has(*number)).collect();
        self.record(
            output,
            0..missing.len() as u64,
            |job| missing[job as usize].0,
            |player, job| player.rescore(&missing[job as usize].1, filter),
        )
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
    /// [`LearnError::NoGame`] if one is missing, and as [`Run::play_block`].
    pub fn rescore_block(
        &self,
        games: &[NumberedGame],
        filter: &Filter,
        numbers: Range<u64>,
    ) -> Result<Block, LearnError> {
        if let Some(number) = numbers.clone().find(|number| numbered(games, *number).is_none()) {
            return Err(LearnError::NoGame(number));
        }
        self.block(numbers, |player, number| player.rescore(numbered(games, number)?, filter))
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

    /// Records the games that `make` returns for the numbers of jobs; `number` is the number of the game of a job.
    fn record(
        &self,
        mut output: GameFile,
        jobs: Range<u64>,
        number: impl Fn(u64) -> u64,
        make: impl Fn(&mut Player, u64) -> Option<Game> + Sync,
    ) -> Result<RunSummary, LearnError> {
        let mut progress = Progress::new(self.bounds, output.games(), output.positions());
        let mut recorded = jobs.clone();
        let made = self.make(jobs, make, |game| {
            if let Some((game, job)) = game.and_then(|game| Some((game, recorded.next()?))) {
                output.push(number(job), &game)?;
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
        let is_complete = recorded.is_empty()
            || self.bounds.is_reached(games, positions)
            || self.bounds.time.is_some_and(|time| progress.elapsed() >= time);
        Ok(RunSummary {
            games,
            positions,
            rate: progress.rate(positions),
            elapsed: progress.elapsed(),
            interrupted: interrupt::is_set() && !is_complete,
            damage: output.damage().clone(),
        })
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

/// Returns the game with a number.
pub fn numbered(games: &[NumberedGame], number: u64) -> Option<&Game> {
    let index = games.binary_search_by_key(&number, |(number, _)| *number).ok()?;
    Some(&games[index].1)
}
