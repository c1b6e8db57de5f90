//! Source: the items of a command, read ahead on a thread.

use std::io::{self, Write};
use std::thread;

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};
use xxhash_rust::xxh3::Xxh3;

use super::document::hex;
use super::state::{Done, counted};
use crate::console::interrupt;
use crate::error::Error;

/// Items that are read ahead, as they are received.
pub(crate) type Items<T> = Receiver<Result<T, Error>>;

/// An item with the digest of all items up to it.
pub(crate) struct Numbered<T> {
    /// The item.
    pub item: T,
    /// The XXH3 of the items in hexadecimal digits.
    pub digest: String,
}

/// Writes to a digest.
pub(crate) struct DigestWriter<'a>(pub &'a mut Xxh3);

impl Write for DigestWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The items that are not done yet. Those that a stopped command has done are read, compared and skipped.
pub(crate) struct Remaining<I, F> {
    items: I,
    /// Adds the contents of an item to the digest.
    feed: F,
    digest: Xxh3,
    done: Option<Done>,
}

impl<T, I: Iterator<Item = Result<T, Error>>, F: Fn(&T, &mut Xxh3)> Remaining<I, F> {
    /// Returns the items after those that are done.
    pub fn new(items: I, feed: F, done: Option<Done>) -> Remaining<I, F> {
        Remaining { items, feed, digest: Xxh3::new(), done }
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
        if hex(self.digest.digest128()) == done.digest {
            return Ok(());
        }
        let reason =
            format!("the input does not begin with what is done ({})", counted(done.count, done.unit));
        Err(Error::file("resume", &done.path, reason))
    }
}

impl<T, I: Iterator<Item = Result<T, Error>>, F: Fn(&T, &mut Xxh3)> Iterator for Remaining<I, F> {
    type Item = Result<Numbered<T>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(done) = self.done.take()
            && let Err(error) = self.skip(&done)
        {
            return Some(Err(error));
        }
        let item = self.items.next()?;
        Some(item.map(|item| {
            (self.feed)(&item, &mut self.digest);
            Numbered { item, digest: hex(self.digest.digest128()) }
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
    use std::path::PathBuf;

    fn feed(item: &u64, digest: &mut Xxh3) {
        digest.update(&item.to_le_bytes());
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
