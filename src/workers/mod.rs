//! Worker pool: numbered jobs on several search threads, with results in the order of the numbers.
//!
//! The results therefore do not depend on the number of threads.

mod in_order;
mod on_panic;
mod search_stream;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use std::{fmt, io};

use crate::error::Error;
use crate::search::{Control, threads};
use in_order::InOrder;
pub(crate) use on_panic::OnPanic;

pub use search_stream::SearchStream;

/// Time between two checks of the deadline and of interruption.
const TICK: Duration = Duration::from_millis(200);

/// A pool of threads that all do the same kind of job.
#[derive(Debug)]
pub struct WorkerPool {
    /// The number of threads, at most; there are no more than jobs.
    pub threads: usize,
    /// The numbers of the jobs.
    pub jobs: Range<u64>,
    /// The time after which no further job is started.
    pub time: Option<Duration>,
    /// Stops the searches of all workers.
    pub control: Arc<Control>,
    /// Reports whether the work was interrupted, as by Ctrl-C.
    pub interrupted: fn() -> bool,
}

impl Default for WorkerPool {
    fn default() -> WorkerPool {
        let control = Arc::new(Control::new(false));
        WorkerPool { threads: 1, jobs: 0..u64::MAX, time: None, control, interrupted: || false }
    }
}

/// A search thread that the operating system did not start.
#[derive(Debug)]
pub struct SpawnError(io::Error);

impl fmt::Display for SpawnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot start a search thread: {}", self.0)
    }
}

impl std::error::Error for SpawnError {}

impl From<io::Error> for SpawnError {
    fn from(error: io::Error) -> SpawnError {
        SpawnError(error)
    }
}

impl From<SpawnError> for Error {
    fn from(error: SpawnError) -> Error {
        Error::Thread(error.0)
    }
}

/// What the workers share.
struct Jobs {
    next: AtomicU64,
    end: u64,
    /// No further job is started.
    closed: AtomicBool,
    /// A worker has panicked: its result does not come.
    panicked: AtomicBool,
}

impl Jobs {
    fn take(&self) -> Option<u64> {
        if self.closed.load(Relaxed) {
            return None;
        }
        self.next.fetch_update(Relaxed, Relaxed, |next| (next < self.end).then(|| next + 1)).ok()
    }
}

impl WorkerPool {
    /// Runs the jobs.
    ///
    /// Each thread calls `new_worker` for a worker, which returns the result of a job, or `None` if it was
    /// stopped, which ends the work. `collect` receives the results in order, and `None` a few times a second;
    /// it returns whether the work goes on.
    ///
    /// # Errors
    /// Those of `new_worker` and `collect`, and [`SpawnError`].
    ///
    /// # Panics
    /// If a worker panics, after the others have stopped.
    pub fn run<T: Send, W: FnMut(u64) -> Option<T>, E: From<SpawnError> + Send>(
        &self,
        new_worker: impl Fn() -> Result<W, E> + Sync,
        collect: impl FnMut(Option<T>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let Range { start, end } = self.jobs;
        let next = AtomicU64::new(start);
        let jobs = Jobs { next, end, closed: AtomicBool::new(false), panicked: AtomicBool::new(false) };
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let spawn = |_| {
                let sender = sender.clone();
                let (jobs, new_worker) = (&jobs, &new_worker);
                threads::spawn_scoped(scope, move || work(jobs, new_worker, &sender))
            };
            let spawned: Result<Vec<_>, io::Error> = (0..self.worker_count()).map(spawn).collect();
            drop(sender);
            let result = match spawned {
                Ok(_) => self.collect_in_order(&jobs, &receiver, collect),
                Err(error) => Err(SpawnError(error).into()),
            };
            self.stop(&jobs);
            result
        })
    }

    fn worker_count(&self) -> usize {
        let jobs = self.jobs.end.saturating_sub(self.jobs.start);
        self.threads.max(1).min(usize::try_from(jobs).unwrap_or(usize::MAX))
    }

    fn stop(&self, jobs: &Jobs) {
        jobs.closed.store(true, Relaxed);
        self.control.stop();
    }

    fn collect_in_order<T, E>(
        &self,
        jobs: &Jobs,
        receiver: &Receiver<Done<T, E>>,
        mut collect: impl FnMut(Option<T>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let mut results = InOrder::from(self.jobs.start);
        while collect(None)? {
            match receiver.recv_timeout(TICK) {
                Ok(done) => {
                    let (number, result) = done?;
                    results.insert(number, result);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            while let Some(result) = results.next() {
                if !collect(Some(result))? {
                    return Ok(());
                }
            }
            if jobs.panicked.load(Relaxed) {
                return Ok(());
            }
            if (self.interrupted)() {
                self.stop(jobs);
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                jobs.closed.store(true, Relaxed);
            }
        }
        Ok(())
    }
}

/// What a worker sends: a result with the number of its job.
type Done<T, E> = Result<(u64, T), E>;

fn work<T, W: FnMut(u64) -> Option<T>, E>(
    jobs: &Jobs,
    new_worker: impl Fn() -> Result<W, E>,
    sender: &Sender<Done<T, E>>,
) {
    let _guard = OnPanic(|| jobs.panicked.store(true, Relaxed));
    let mut worker = match new_worker() {
        Ok(worker) => worker,
        Err(error) => {
            // Without a receiver the work has ended already.
            let _ = sender.send(Err(error));
            return;
        }
    };
    while let Some(number) = jobs.take() {
        let Some(result) = worker(number) else {
            // The results after this one could never be collected.
            jobs.closed.store(true, Relaxed);
            return;
        };
        if sender.send(Ok((number, result))).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn pool(threads: usize, jobs: Range<u64>) -> WorkerPool {
        WorkerPool { threads, jobs, ..WorkerPool::default() }
    }

    /// A job that takes longer for some numbers.
    #[expect(clippy::unnecessary_wraps, reason = "the pool's jobs may end early")]
    fn square(number: u64) -> Option<u64> {
        thread::sleep(Duration::from_millis(number * 7 % 5));
        Some(number * number)
    }

    /// Returns the results of all jobs.
    fn results(pool: &WorkerPool, job: fn(u64) -> Option<u64>) -> Vec<u64> {
        let mut found = Vec::new();
        let collect = |result| -> Result<bool, Error> {
            found.extend(result);
            Ok(true)
        };
        pool.run(|| Ok(job), collect).expect("done");
        found
    }

    #[test]
    fn results_come_in_order() {
        let found = results(&pool(4, 10..40), square);
        assert_eq!(found, (10..40).map(|number| number * number).collect::<Vec<u64>>());
    }

    #[test]
    fn there_are_no_more_workers_than_jobs() {
        for (jobs, expected) in [(7..9, 2), (5..5, 0), (0..100, 4)] {
            let workers = AtomicU64::new(0);
            let new_worker = || {
                workers.fetch_add(1, Relaxed);
                Ok::<_, Error>(square)
            };
            pool(4, jobs.clone()).run(new_worker, |_| Ok(true)).expect("done");
            assert_eq!(workers.into_inner(), expected, "{jobs:?}");
        }
    }

    #[test]
    fn the_last_number_ends_the_work() {
        let found = results(&pool(3, u64::MAX - 2..u64::MAX), Some);
        assert_eq!(found, [u64::MAX - 2, u64::MAX - 1]);
    }

    #[test]
    fn the_work_ends_when_there_is_enough_or_something_fails() {
        let mut found = Vec::new();
        let collect = |result| -> Result<bool, Error> {
            found.extend(result);
            Ok(found.len() < 5)
        };
        pool(3, 0..u64::MAX).run(|| Ok(square), collect).expect("done");
        assert_eq!(found, [0, 1, 4, 9, 16]);
        let refuse = || if false { Ok(square) } else { Err(Error::Failed) };
        assert!(matches!(pool(2, 0..9).run(refuse, |_| Ok(true)), Err(Error::Failed)));
        let fail = |result: Option<u64>| if result.is_some() { Err(Error::Failed) } else { Ok(true) };
        assert!(matches!(pool(2, 0..9).run(|| Ok(square), fail), Err(Error::Failed)));
    }

    #[test]
    fn the_work_ends_when_a_worker_has_no_result() {
        let found = results(&pool(2, 0..u64::MAX), |number| (number != 3).then_some(number));
        assert_eq!(found, [0, 1, 2]);
    }

    #[test]
    fn the_work_ends_when_a_worker_panics() {
        let fail = |number| if number == 3 { panic!("a job that fails") } else { square(number) };
        let run = || pool(2, 0..u64::MAX).run(|| Ok(fail), |_| Ok::<_, Error>(true));
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    }

    #[test]
    fn the_work_can_be_interrupted() {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let pool = WorkerPool { interrupted: || COUNT.load(Relaxed) >= 5, ..pool(2, 0..u64::MAX) };
        let collect = |result: Option<u64>| -> Result<bool, Error> {
            COUNT.fetch_add(u64::from(result.is_some()), Relaxed);
            Ok(true)
        };
        pool.run(|| Ok(square), collect).expect("done");
        assert!(pool.control.is_stopped() && COUNT.load(Relaxed) >= 5);
    }

    #[test]
    fn the_work_ends_at_the_deadline() {
        let pool = WorkerPool { time: Some(Duration::from_millis(300)), ..pool(2, 0..u64::MAX) };
        let mut count = 0;
        let collect = |result: Option<u64>| -> Result<bool, Error> {
            count += u64::from(result.is_some());
            Ok(true)
        };
        pool.run(|| Ok(square), collect).expect("done");
        assert!(count > 10, "{count}");
    }
}
