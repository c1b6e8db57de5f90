//! Run: players on several threads, and one that writes what they have played.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Once};
use std::thread;
use std::time::{Duration, Instant};

use lancet::search::{Control, Searcher};

use super::evaluation::Evaluation;
use super::file::Output;
use super::player::Player;
use super::progress::Progress;
use crate::records::{Game, Generator};

/// Time between two looks at the clock.
const TICK: Duration = Duration::from_millis(200);

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

/// What the players share.
struct Shared {
    next_game: AtomicU64,
    /// No game with this number or a later one is played.
    last_game: u64,
    /// No more games begin.
    ending: AtomicBool,
    /// Stops all searches.
    control: Arc<Control>,
}

/// Ctrl-C and its like have come.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Notes Ctrl-C from now on; a second time ends the process.
fn watch_for_interrupt() {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        // Where no handler can be set, Ctrl-C ends the process: a minute's work is lost.
        let _ = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Relaxed) {
                std::process::exit(130);
            }
        });
    });
}

impl Shared {
    fn take_number(&self) -> Option<u64> {
        if self.ending.load(Relaxed) {
            return None;
        }
        let number = self.next_game.fetch_add(1, Relaxed);
        (number < self.last_game).then_some(number)
    }

    /// Ends all games at once.
    fn stop(&self) {
        self.ending.store(true, Relaxed);
        self.control.stop();
    }
}

/// What a player sends.
type Played = Result<(u64, Game), String>;

impl Run {
    /// A run without bounds on one thread. What the generator says of the evaluation and of the
    /// way the engine plays is put in.
    ///
    /// # Errors
    /// A sentence where there is no memory or no thread.
    pub fn new(generator: Generator, evaluation: Evaluation) -> Result<Run, String> {
        let mut run = Run { generator, evaluation, bounds: Bounds::default(), threads: 1 };
        run.generator.network = run.evaluation.id;
        run.generator.signature = run.signature()?;
        Ok(run)
    }

    /// What makes the games.
    #[must_use]
    pub fn generator(&self) -> &Generator {
        &self.generator
    }

    fn signature(&self) -> Result<u64, String> {
        thread::scope(|scope| {
            let work = || {
                let control = Arc::new(Control::new(false));
                Ok(Player::new(&self.generator, &self.evaluation, control)?.signature())
            };
            let handle = search_thread().spawn_scoped(scope, work).map_err(no_thread)?;
            handle.join().map_err(|_| "the engine failed".to_string())?
        })
    }

    /// Plays into a file, which is continued if it is there.
    ///
    /// # Errors
    /// A sentence where the file is not one of this run or cannot be written, or where there is no
    /// memory or no thread.
    pub fn play(&self, path: &Path) -> Result<Done, String> {
        watch_for_interrupt();
        let mut output = Output::open(path, self.generator)?;
        let first = output.next_game();
        let missing = self.bounds.games.map(|bound| bound.saturating_sub(output.games()));
        let shared = Shared {
            next_game: AtomicU64::new(first),
            last_game: missing.map_or(u64::MAX, |missing| first.saturating_add(missing)),
            ending: AtomicBool::new(false),
            control: Arc::new(Control::new(false)),
        };
        let progress = Progress::new(self.bounds, output.games(), output.positions());
        let collected = thread::scope(|scope| {
            let (sender, receiver) = channel();
            let start = |_| {
                let sender = sender.clone();
                search_thread().spawn_scoped(scope, || self.play_games(&shared, sender)).map_err(no_thread)
            };
            let started: Result<Vec<_>, _> = (0..self.threads.max(1)).map(start).collect();
            drop(sender);
            let collected = started.and_then(|_| self.collect(&shared, &receiver, &mut output, &progress));
            shared.stop();
            collected
        });
        progress.end();
        collected.and_then(|()| output.write())?;
        let (games, positions) = (output.games(), output.positions());
        let (rate, elapsed) = (progress.rate(positions), progress.elapsed());
        Ok(Done { games, positions, rate, elapsed, interrupted: INTERRUPTED.load(Relaxed) })
    }

    /// The work of one thread.
    fn play_games(&self, shared: &Shared, sender: Sender<Played>) {
        let player = Player::new(&self.generator, &self.evaluation, Arc::clone(&shared.control));
        let mut player = match player {
            Ok(player) => player,
            Err(sentence) => {
                // The receiver goes only when the run ends.
                let _ = sender.send(Err(sentence));
                return;
            }
        };
        while let Some(number) = shared.take_number() {
            let Some(game) = player.play(number) else { return };
            if sender.send(Ok((number, game))).is_err() {
                return;
            }
        }
    }

    /// Takes the games as they come and writes them in order, until there are enough.
    fn collect(
        &self,
        shared: &Shared,
        receiver: &Receiver<Played>,
        output: &mut Output,
        progress: &Progress,
    ) -> Result<(), String> {
        let deadline = self.bounds.time.and_then(|time| Instant::now().checked_add(time));
        let mut waiting = BTreeMap::new();
        let mut shown = Instant::now();
        while !self.is_enough(output) {
            match receiver.recv_timeout(TICK) {
                Ok(played) => {
                    let (number, game) = played?;
                    waiting.insert(number, game);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            while !self.is_enough(output)
                && let Some(game) = waiting.remove(&output.next_game())
            {
                output.push(&game)?;
            }
            if INTERRUPTED.load(Relaxed) {
                shared.stop();
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                shared.ending.store(true, Relaxed);
            }
            if shown.elapsed() >= TICK {
                shown = Instant::now();
                progress.show(output.games(), output.positions());
            }
            if output.write_in_time()? {
                progress.tell(output.games(), output.positions());
            }
        }
        Ok(())
    }

    fn is_enough(&self, output: &Output) -> bool {
        self.bounds.games.is_some_and(|bound| output.games() >= bound)
            || self.bounds.positions.is_some_and(|bound| output.positions() >= bound)
    }
}

fn search_thread() -> thread::Builder {
    thread::Builder::new().name("search".into()).stack_size(Searcher::STACK_SIZE)
}

fn no_thread(error: std::io::Error) -> String {
    format!("a search thread cannot be started: {error}")
}
