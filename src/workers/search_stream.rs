//! Searches on several threads of items that come one after another.

use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded, never, select, unbounded};

use super::in_order::InOrder;
use super::on_panic::OnPanic;
use crate::error::Error;
use crate::search::{Control, Searcher, threads};

/// The time between two polls of the flag of interruption.
const TICK: Duration = Duration::from_millis(50);

/// The number of items for each thread that may be searched ahead of the first one that is not done. It keeps the
/// threads busy while one item takes long, and bounds what is held in memory.
const AHEAD: usize = 64;

/// The searchers of a stream.
#[derive(Debug)]
pub struct SearchStream<F> {
    /// The number of threads, each of which has a searcher.
    pub threads: usize,
    /// Returns a searcher.
    pub new_searcher: F,
    /// Reports whether the work was interrupted, as by Ctrl-C.
    pub interrupted: fn() -> bool,
}

impl<F: Fn() -> Result<Searcher, Error> + Sync> SearchStream<F> {
    /// Runs `work` on every item that is received. Only a limited number of items is held at any time.
    ///
    /// `done` receives each item with its result, in the order of the items. If it fails, or if an item is an error, no
    /// further item is received.
    ///
    /// # Errors
    /// Those of `done` and of the items, those of searchers and threads that cannot be created, and [`Error::Stopped`] if
    /// the work was interrupted.
    pub fn run<T: Send, R: Send>(
        &self,
        items: &Receiver<Result<T, Error>>,
        work: impl Fn(&mut Searcher, &Control, &T) -> Option<R> + Sync,
        done: impl FnMut(T, R) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let threads = self.threads.max(1);
        let window = threads * AHEAD;
        let control = Control::new(false);
        thread::scope(|scope| {
            let (jobs, inbox) = bounded(window);
            let (sender, results) = unbounded();
            for _ in 0..threads {
                let (inbox, sender, work, control) = (inbox.clone(), sender.clone(), &work, &control);
                threads::spawn_scoped(scope, move || {
                    run_jobs(&self.new_searcher, &inbox, &sender, work, control);
                })
                .map_err(Error::Thread)?;
            }
            drop((inbox, sender));
            let result = self.collect(items, window, &jobs, &results, done);
            // The workers end with their jobs.
            control.stop();
            drop(jobs);
            result
        })
    }

    /// Hands the items to the workers and the results to `done`, in the order of the items.
    fn collect<T, R>(
        &self,
        items: &Receiver<Result<T, Error>>,
        window: usize,
        jobs: &Sender<Numbered<T>>,
        results: &Receiver<Result<Numbered<(T, R)>, Error>>,
        mut done: impl FnMut(T, R) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut sent = 0;
        let mut in_order = InOrder::from(0);
        // How the items have ended.
        let mut end = None;
        while !(self.interrupted)() {
            let in_work = sent - in_order.number();
            let items = match &mut end {
                Some(end) if in_work == 0 => return std::mem::replace(end, Ok(())),
                None if in_work < window as u64 => items,
                _ => &never(),
            };
            select! {
                recv(items) -> item => match item {
                    Ok(Ok(item)) => {
                        // Without workers the results have the reason.
                        let _ = jobs.send((sent, item));
                        sent += 1;
                    }
                    // What came before is finished.
                    Ok(Err(error)) => end = Some(Err(error)),
                    Err(_) => end = Some(Ok(())),
                },
                recv(results) -> result => {
                    let (number, result) = result.map_err(|_| Error::SearchTerminated)??;
                    in_order.insert(number, result);
                    while let Some((item, result)) = in_order.next() {
                        done(item, result)?;
                    }
                }
                // Time to poll the flag of interruption.
                default(TICK) => {}
            }
        }
        Err(Error::Stopped)
    }
}

/// A job or its result, with its number.
type Numbered<T> = (u64, T);

/// Runs the jobs that one worker receives.
fn run_jobs<T, R>(
    new_searcher: &impl Fn() -> Result<Searcher, Error>,
    inbox: &Receiver<Numbered<T>>,
    sender: &Sender<Result<Numbered<(T, R)>, Error>>,
    work: impl Fn(&mut Searcher, &Control, &T) -> Option<R>,
    control: &Control,
) {
    let Some(mut job) = inbox.recv().ok() else { return };
    // Without a receiver the work has ended already.
    let _guard = OnPanic(|| _ = sender.send(Err(Error::SearchTerminated)));
    // Only a worker with a job needs the memory.
    let mut searcher = match new_searcher() {
        Ok(searcher) => searcher,
        Err(error) => {
            // Without a receiver the work has ended already.
            let _ = sender.send(Err(error));
            return;
        }
    };
    loop {
        let (number, item) = job;
        let Some(result) = work(&mut searcher, control, &item) else {
            if !control.is_stopped() {
                let _ = sender.send(Err(Error::SearchTerminated));
            }
            return;
        };
        if sender.send(Ok((number, (item, result)))).is_err() {
            return;
        }
        match inbox.recv() {
            Ok(next) => job = next,
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    /// A stream without interruptions whose searchers have little memory.
    fn stream(threads: usize) -> SearchStream<fn() -> Result<Searcher, Error>> {
        SearchStream { threads, new_searcher: || Ok(Searcher::new(1)?), interrupted: || false }
    }

    /// The items, as they are received.
    fn received(items: impl IntoIterator<Item = Result<u64, Error>>) -> Receiver<Result<u64, Error>> {
        let (sender, receiver) = unbounded();
        items.into_iter().for_each(|item| sender.send(item).expect("a receiver"));
        receiver
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let mut found = Vec::new();
        let work = |_: &mut Searcher, _: &Control, item: &u64| {
            // The first ones take longest.
            (0..1000_u64.saturating_sub(item * 10)).for_each(|_| thread::yield_now());
            Some(item * item)
        };
        let done = |item, square| {
            found.push((item, square));
            Ok(())
        };
        stream(3).run(&received((0..300).map(Ok)), work, done).unwrap();
        assert_eq!(found, (0..300).map(|item| (item, item * item)).collect::<Vec<_>>());
        stream(3).run(&received([]), |_, _, _| Some(()), |_, ()| Err(Error::Failed)).unwrap();
    }

    #[test]
    fn an_error_comes_after_the_results_of_the_items_before_it() {
        let mut found = 0;
        let items = (0..50).map(Ok).chain([Err(Error::NoInput("games")), Ok(50)]);
        let done = |_, ()| {
            found += 1;
            Ok(())
        };
        let result = stream(2).run(&received(items), |_, _, _| Some(()), done);
        assert!(matches!(result, Err(Error::NoInput("games"))), "{result:?}");
        assert_eq!(found, 50);
    }

    #[test]
    fn a_failure_stops_the_searches_that_run() {
        let work = |_: &mut Searcher, control: &Control, item: &u64| {
            while *item == 1 && !control.is_stopped() {
                thread::yield_now();
            }
            (*item != 1).then_some(())
        };
        let result = stream(2).run(&received((0..9).map(Ok)), work, |_, ()| Err(Error::Failed));
        assert!(matches!(result, Err(Error::Failed)));
        let new_searcher: fn() -> Result<Searcher, Error> = || Ok(Searcher::new(usize::MAX >> 24)?);
        let no_memory = SearchStream { new_searcher, ..stream(2) };
        let huge = no_memory.run(&received([Ok(1)]), |_, _, _| Some(()), |_, ()| Ok(()));
        assert!(matches!(huge, Err(Error::Tt(_))), "{huge:?}");
    }

    #[test]
    fn a_worker_without_a_result_ends_the_work() {
        let run = |work: fn(u64) -> Option<()>| {
            let work = |_: &mut Searcher, _: &Control, item: &u64| work(*item);
            stream(2).run(&received((0..9).map(Ok)), work, |_, ()| Ok(()))
        };
        assert!(matches!(run(|item| (item != 1).then_some(())), Err(Error::SearchTerminated)));
        let panicked = catch_unwind(|| run(|item| if item == 1 { panic!("as meant") } else { Some(()) }));
        assert!(panicked.is_err());
    }

    #[test]
    fn an_interrupt_ends_the_work_while_an_input_is_awaited_and_searches_run() {
        static STARTED: AtomicUsize = AtomicUsize::new(0);
        let (sender_kept_open, items) = unbounded();
        (0..2).for_each(|item| sender_kept_open.send(Ok(item)).expect("a receiver"));
        let work = |_: &mut Searcher, control: &Control, item: &u64| {
            STARTED.fetch_add(1, Relaxed);
            while *item == 1 && !control.is_stopped() {
                thread::yield_now();
            }
            (*item != 1).then_some(())
        };
        let mut found = Vec::new();
        let done = |item, ()| {
            found.push(item);
            Ok(())
        };
        let interrupted = SearchStream { interrupted: || STARTED.load(Relaxed) == 2, ..stream(2) };
        assert!(matches!(interrupted.run(&items, work, done), Err(Error::Stopped)));
        assert!(!found.contains(&1));
    }

    /// While the first item is searched, the number of items received is limited.
    #[test]
    fn few_items_are_held_at_a_time() {
        let items = received((0..10_000).map(Ok));
        let rest = items.clone();
        let threads = 2;
        let work = |_: &mut Searcher, _: &Control, item: &u64| {
            let least = 10_000 - threads * AHEAD;
            while *item == 0 && rest.len() > least {
                thread::yield_now();
            }
            // As many as may be held have been received; no further one comes.
            (*item != 0 || rest.len() == least).then_some(rest.len())
        };
        let mut count = 0;
        let done = |item: u64, left: usize| {
            assert!(item > 0 || left == 10_000 - threads * AHEAD);
            count += 1;
            Ok(())
        };
        stream(threads).run(&items, work, done).unwrap();
        assert_eq!(count, 10_000);
    }
}
