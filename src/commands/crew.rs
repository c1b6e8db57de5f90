//! Crew: numbered work on several search threads, handed over in the order of the numbers.
//!
//! What is handed over thus does not depend on how many there are, nor on who is quick.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::no_thread;
use crate::search::{Control, Searcher};

/// Time between two looks at the clock.
const TICK: Duration = Duration::from_millis(200);

/// Workers at the same kind of work.
pub struct Crew {
    /// How many there are.
    pub threads: usize,
    /// The numbers of the work.
    pub numbers: Range<u64>,
    /// After this time no more is begun.
    pub time: Option<Duration>,
    /// Stops the searches of all workers.
    pub control: Arc<Control>,
    /// Tells that the work is to be broken off, as by Ctrl-C.
    pub interrupted: fn() -> bool,
}

impl Default for Crew {
    fn default() -> Crew {
        let control = Arc::new(Control::new(false));
        Crew { threads: 1, numbers: 0..u64::MAX, time: None, control, interrupted: || false }
    }
}

/// What the workers share.
struct Shared {
    next: AtomicU64,
    end: u64,
    /// No more is begun.
    ending: AtomicBool,
}

impl Shared {
    fn take_number(&self) -> Option<u64> {
        if self.ending.load(Relaxed) {
            return None;
        }
        let number = self.next.fetch_add(1, Relaxed);
        (number < self.end).then_some(number)
    }
}

impl Crew {
    /// Does the work. Each thread calls `enlist` for a worker, which turns numbers into results,
    /// or into nothing once it is stopped. `take` is given the results in order, and nothing now
    /// and then; it says whether there is need for more.
    ///
    /// # Errors
    /// The sentences of `enlist` and `take`, and one where a thread cannot be started.
    pub fn work<T: Send, W: FnMut(u64) -> Option<T>, E: From<String>>(
        &self,
        enlist: impl Fn() -> Result<W, String> + Sync,
        take: impl FnMut(Option<T>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let Range { start, end } = self.numbers;
        let shared = Shared { next: AtomicU64::new(start), end, ending: AtomicBool::new(false) };
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            let begin = |_| {
                let sender = sender.clone();
                let (shared, enlist) = (&shared, &enlist);
                Searcher::thread()
                    .spawn_scoped(scope, move || labour(shared, enlist, &sender))
                    .map_err(no_thread)
            };
            let started: Result<Vec<_>, String> = (0..self.threads.max(1)).map(begin).collect();
            drop(sender);
            let taken = started.map_err(E::from).and_then(|_| self.hand_over(&shared, &receiver, take));
            self.stop(&shared);
            taken
        })
    }

    fn stop(&self, shared: &Shared) {
        shared.ending.store(true, Relaxed);
        self.control.stop();
    }

    fn hand_over<T, E: From<String>>(
        &self,
        shared: &Shared,
        receiver: &Receiver<Done<T>>,
        mut take: impl FnMut(Option<T>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let mut waiting = BTreeMap::new();
        let mut next = self.numbers.start;
        while take(None)? {
            match receiver.recv_timeout(TICK) {
                Ok(done) => {
                    let (number, result) = done?;
                    waiting.insert(number, result);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                if !take(Some(result))? {
                    return Ok(());
                }
            }
            if (self.interrupted)() {
                self.stop(shared);
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                shared.ending.store(true, Relaxed);
            }
        }
        Ok(())
    }
}

/// What a worker sends.
type Done<T> = Result<(u64, T), String>;

fn labour<T, W: FnMut(u64) -> Option<T>>(
    shared: &Shared,
    enlist: impl Fn() -> Result<W, String>,
    sender: &Sender<Done<T>>,
) {
    let mut worker = match enlist() {
        Ok(worker) => worker,
        Err(sentence) => {
            // The receiver goes only when the work ends.
            let _ = sender.send(Err(sentence));
            return;
        }
    };
    while let Some(number) = shared.take_number() {
        let Some(result) = worker(number) else { return };
        if sender.send(Ok((number, result))).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crew(threads: usize, numbers: Range<u64>) -> Crew {
        Crew { threads, numbers, ..Crew::default() }
    }

    /// Takes its time, more of it for some numbers.
    fn square(number: u64) -> Option<u64> {
        thread::sleep(Duration::from_millis(number * 7 % 5));
        Some(number * number)
    }

    #[test]
    fn results_come_in_order() {
        let mut found = Vec::new();
        let take = |result| -> Result<bool, String> {
            found.extend(result);
            Ok(true)
        };
        crew(4, 10..40).work(|| Ok(square), take).expect("done");
        assert_eq!(found, (10..40).map(|number| number * number).collect::<Vec<u64>>());
    }

    #[test]
    fn it_ends_when_there_is_enough_or_something_fails() {
        let mut found = Vec::new();
        let take = |result| -> Result<bool, String> {
            found.extend(result);
            Ok(found.len() < 5)
        };
        crew(3, 0..u64::MAX).work(|| Ok(square), take).expect("done");
        assert_eq!(found, [0, 1, 4, 9, 16]);
        let refuse = || if false { Ok(square) } else { Err("no memory".to_string()) };
        assert_eq!(crew(2, 0..9).work::<_, _, String>(refuse, |_| Ok(true)), Err("no memory".to_string()));
        let fail = |result: Option<u64>| if result.is_some() { Err("full".to_string()) } else { Ok(true) };
        assert_eq!(crew(2, 0..9).work(|| Ok(square), fail), Err("full".to_string()));
    }

    #[test]
    fn it_can_be_broken_off() {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let crew = Crew { interrupted: || COUNT.load(Relaxed) >= 5, ..crew(2, 0..u64::MAX) };
        let take = |result: Option<u64>| -> Result<bool, String> {
            COUNT.fetch_add(u64::from(result.is_some()), Relaxed);
            Ok(true)
        };
        crew.work(|| Ok(square), take).expect("done");
        assert!(crew.control.is_stopped() && COUNT.load(Relaxed) >= 5);
    }

    #[test]
    fn time_ends_it_too() {
        let crew = Crew { time: Some(Duration::from_millis(300)), ..crew(2, 0..u64::MAX) };
        let mut count = 0;
        let take = |result: Option<u64>| -> Result<bool, String> {
            count += u64::from(result.is_some());
            Ok(true)
        };
        crew.work(|| Ok(square), take).expect("done");
        assert!(count > 10, "{count}");
    }
}
