//! Run: players on several threads, and one that writes what they make.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use lancet::search::{Control, threads};
use lancet::workers::WorkerPool;

use super::evaluation::Evaluation;
use super::file::Output;
use super::player::Player;
use super::progress::Progress;
use crate::records::{Game, Generator};
use crate::samples::Filter;
use crate::{LearnError, interrupt};

/// Time between two pictures of the progress.
const PICTURES: Duration = Duration::from_millis(200);

/// What ends a run; whatever comes first. Games and positions count what was in the file before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// Games.
    pub games: Option<u64>,
    /// Positions.
    pub positions: Option<u64>,
    /// Time, of this run alone.
    pub time: Option<Duration>,
}

/// Self-play with one set of settings.
pub struct Run {
    generator: Generator,
    evaluation: Evaluation,
    /// When it ends; never if there are none.
    pub bounds: Bounds,
    /// How many play at the same time.
    pub threads: usize,
}

/// What a run has done.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Done {
    /// Games in the file.
    pub games: u64,
    /// Positions in the file.
    pub positions: u64,
    /// Positions a second of this run.
    pub rate: f64,
    /// Time of this run.
    pub elapsed: Duration,
    /// It was interrupted.
    pub interrupted: bool,
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Done { games, positions, rate, elapsed, interrupted } = self;
        let how = if *interrupted { " (interrupted)" } else { "" };
        let seconds = elapsed.as_secs_f64();
        write!(f, "{games} games, {positions} positions, {rate:.0} positions/s, {seconds:.1} s{how}")
    }
}

impl Run {
    /// A run without bounds on one thread. What the generator says of the evaluation and of the
    /// way the engine plays is put in.
    ///
    /// # Errors
    /// A sentence where there is no memory or no thread.
    pub fn new(generator: Generator, evaluation: Evaluation) -> Result<Run, LearnError> {
        let mut run = Run { generator, evaluation, bounds: Bounds::default(), threads: 1 };
        run.generator.network = run.evaluation.id();
        run.generator.signature = run.signature()?;
        Ok(run)
    }

    /// What makes the games.
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

    /// Plays into a file, which is continued if it is there.
    ///
    /// # Errors
    /// A sentence where the file is not one of this run or cannot be written, or where there is no
    /// memory or no thread.
    pub fn play(&self, path: &Path) -> Result<Done, LearnError> {
        self.record(path, Player::play)
    }

    /// Judges games again into a file, which is continued if it is there.
    ///
    /// # Errors
    /// As those of [`Run::play`].
    pub fn rescore(&self, games: &[Game], filter: &Filter, path: &Path) -> Result<Done, LearnError> {
        let of = |number: u64| usize::try_from(number).ok().and_then(|index| games.get(index));
        self.record(path, |player, number| player.rescore(of(number)?, filter))
    }

    /// Records what players make of the numbers from the end of the file on.
    fn record(
        &self,
        path: &Path,
        make: impl Fn(&mut Player, u64) -> Option<Game> + Sync,
    ) -> Result<Done, LearnError> {
        let mut output = Output::open(path, self.generator)?;
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
            if shown.elapsed() >= PICTURES {
                shown = Instant::now();
                progress.show(output.games(), output.positions());
            }
            if output.write_in_time()? {
                progress.tell(output.games(), output.positions());
            }
            Ok::<_, LearnError>(!self.is_enough(&output))
        });
        progress.end();
        collected.and_then(|()| output.write())?;
        let (games, positions) = (output.games(), output.positions());
        let (rate, elapsed) = (progress.rate(positions), progress.elapsed());
        Ok(Done { games, positions, rate, elapsed, interrupted: interrupt::is_set() })
    }

    fn is_enough(&self, output: &Output) -> bool {
        self.bounds.games.is_some_and(|bound| output.games() >= bound)
            || self.bounds.positions.is_some_and(|bound| output.positions() >= bound)
    }
}
