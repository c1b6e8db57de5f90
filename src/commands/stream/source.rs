//! Source: the items of a command, read ahead on a thread.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};

use super::digest::DigestWriter;
use super::state::{Done, counted};
use crate::console::interrupt;
use crate::error::Error;

/// Items that are read ahead, as they are received.
pub(crate) type Items<T> = Receiver<Result<T, Error>>;

/// The most bytes of items that are held at a time, by the length of their text; a single item may be longer.
const MAX_HELD: u64 = 4 << 20;

/// An item with the digest of all items up to it.
pub(crate) struct Numbered<T> {
    /// The item.
    pub item: T,
    /// The XXH3 of the items in hexadecimal digits.
    pub digest: String,
    /// Its part of what is held, until it is dropped.
    _held: Option<Held>,
}

impl<T> Numbered<T> {
    /// Returns an item of no source.
    pub fn alone(item: T) -> Numbered<T> {
        Numbered { item, digest: String::new(), _held: None }
    }
}

/// What is held: the number of bytes.
#[derive(Default)]
struct Budget {
    held: Mutex<u64>,
    released: Condvar,
}

/// A part of what is held.
struct Held {
    budget: Arc<Budget>,
    size: u64,
}

impl Held {
    /// Waits until there is room for `size` bytes.
    fn wait(budget: &Arc<Budget>, size: u64) -> Held {
        let is_full = |held: &mut u64| *held > 0 && *held + size > MAX_HELD;
        let held = budget.held.lock().unwrap_or_else(PoisonError::into_inner);
        let mut held = budget.released.wait_while(held, is_full).unwrap_or_else(PoisonError::into_inner);
        *held += size;
        Held { budget: Arc::clone(budget), size }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        *self.budget.held.lock().unwrap_or_else(PoisonError::into_inner) -= self.size;
        self.budget.released.notify_all();
    }
}

/// The items that are not done yet. Those that a stopped command has done are read, compared and skipped.
pub(crate) struct Remaining<I, F> {
    items: I,
    /// Writes the contents of an item to the digest.
    feed: F,
    digest: DigestWriter,
    done: Option<Done>,
    budget: Arc<Budget>,
}

impl<T, I: Iterator<Item = Result<T, Error>>, F: Fn(&T, &mut DigestWriter)> Remaining<I, F> {
    /// Returns the items after those that are done.
    pub fn new(items: I, feed: F, done: Option<Done>) -> Remaining<I, F> {
        Remaining { items, feed, digest: DigestWriter::default(), done, budget: Arc::default() }
    }

    fn skip(&mut self, done: &Done) -> Result<(), Error> {
        for count in 0..done.count {
            if interrupt::is_set() {
                return Err(Error::Stopped);
            }
            match self.items.next() {
                Some(item) => (self.feed)(&item?, &mut self.digest),
                None => {
                    let reason = format!(
                        "the input has only {}, and {} are done",
                        counted(count, done.unit),
                        done.count
                    );
                    return Err(Error::file("resume", &done.path, reason));
                }
            }
        }
        if self.digest.hex() == done.digest {
            return Ok(());
        }
        let reason =
            format!("the input does not begin with what is done ({})", counted(done.count, done.unit));
        Err(Error::file("resume", &done.path, reason))
    }
}

impl<T, I: Iterator<Item = Result<T, Error>>, F: Fn(&T, &mut DigestWriter)> Iterator for Remaining<I, F> {
    type Item = Result<Numbered<T>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(done) = self.done.take()
            && let Err(error) = self.skip(&done)
        {
            return Some(Err(error));
        }
        let item = self.items.next()?;
        Some(item.map(|item| {
            let before = self.digest.length();
            (self.feed)(&item, &mut self.digest);
            let held = Held::wait(&self.budget, self.digest.length() - before);
            Numbered { _held: Some(held), item, digest: self.digest.hex() }
        }))
    }
}

/// Starts a thread that reads items as long as there is room for `ahead`, so that a slow input does not hold up the work
/// on the items before. Waits for the first item; `None` if there is none.
///
/// # Errors
/// The error that is in place of the first item, [`Error::Stopped`] if the command was interrupted, and
/// [`Error::Thread`] if the thread cannot be started.
pub(crate) fn read_ahead<T: Send + 'static>(
    mut items: impl Iterator<Item = Result<T, Error>> + Send + 'static,
    ahead: usize,
) -> Result<Option<Items<T>>, Error> {
    let (sender, receiver) = bounded(ahead);
    let (begun, beginning) = bounded(1);
    let read = move || {
        let first = items.next();
        // Without a receiver the command has ended.
        let _ = match first {
            None => begun.send(Ok(false)),
            Some(Err(error)) => begun.send(Err(error)),
            Some(Ok(item)) => {
                let _ = begun.send(Ok(true));
                let _ = sender.send(Ok(item));
                let _ = items.try_for_each(|item| sender.send(item));
                return;
            }
        };
    };
    // It is not joined: it may wait for an input that never ends.
    thread::Builder::new().name("reader".into()).spawn(read).map_err(Error::Thread)?;
    loop {
        match beginning.recv_timeout(interrupt::POLL) {
            Ok(first) => return first.map(|has_items| has_items.then_some(receiver)),
            Err(RecvTimeoutError::Timeout) if interrupt::is_set() => return Err(Error::Stopped),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(Error::SearchTerminated),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossbeam_channel::unbounded;
    use std::io::Write;
    use std::path::PathBuf;
    use std::time::Duration;

    fn feed(item: &u64, digest: &mut DigestWriter) {
        digest.write_all(&item.to_le_bytes()).expect("a digest takes everything");
    }

    fn remaining(
        items: impl IntoIterator<Item = u64>,
        done: Option<Done>,
    ) -> Result<Vec<Numbered<u64>>, Error> {
        Remaining::new(items.into_iter().map(Ok), feed, done).collect()
    }

    #[test]
    fn what_is_done_is_skipped_if_it_is_the_same() {
        let all = remaining(0..9, None).expect("no error");
        let done = |count: u64| {
            let digest = all[usize::try_from(count).expect("small") - 1].digest.clone();
            Some(Done { count, digest, unit: "games", path: PathBuf::from("out") })
        };
        for count in 1..=9 {
            let rest = remaining(0..9, done(count)).expect("no error");
            assert_eq!(rest.iter().map(|rest| rest.item).collect::<Vec<_>>(), (count..9).collect::<Vec<_>>());
            assert_eq!(rest.last().map_or(&all[8].digest, |last| &last.digest), &all[8].digest);
        }
        let reason = |items, count| remaining(items, done(count)).err().expect("a refusal").to_string();
        let text = "cannot resume 'out': the input has only 3 games, and 5 are done";
        assert_eq!(reason(0..3, 5), text);
        let text = "cannot resume 'out': the input does not begin with what is done (1 game)";
        assert_eq!(reason(1..9, 1), text);
    }

    #[test]
    fn few_bytes_are_held_at_a_time() {
        let feed =
            |item: &usize, digest: &mut DigestWriter| digest.write_all(&vec![7; *item]).expect("no error");
        let third = usize::try_from(MAX_HELD / 3).expect("small");
        let items = [third, third, third, 2 * third, 9 * third].map(Ok);
        let mut rest = Remaining::new(items.into_iter(), feed, None);
        let mut first: Vec<_> = rest.by_ref().take(3).map(|item| item.expect("no error")).collect();
        let (sender, others) = unbounded();
        let reader = thread::spawn(move || rest.for_each(|item| sender.send(item).expect("a receiver")));
        for wanted in [2 * third, 9 * third] {
            thread::sleep(Duration::from_millis(20));
            assert!(others.is_empty(), "there is no room");
            first.clear();
            first.push(others.recv().expect("an item").expect("no error"));
            assert_eq!(first[0].item, wanted);
        }
        reader.join().expect("no panic");
    }

    #[test]
    fn items_come_in_their_order_and_the_first_error_is_known_at_once() {
        let items = (0..100).map(Ok).chain([Err(Error::Failed)]);
        let received = read_ahead(items, 2).expect("no error").expect("items");
        assert_eq!(
            received.iter().filter_map(Result::ok).collect::<Vec<u64>>(),
            (0..100).collect::<Vec<_>>()
        );
        assert!(read_ahead(std::iter::empty::<Result<u64, Error>>(), 2).expect("no error").is_none());
        assert!(matches!(read_ahead([Err::<u64, _>(Error::Failed)].into_iter(), 2), Err(Error::Failed)));
    }
}
