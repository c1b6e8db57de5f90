//! Share: many searches shared out among threads, each with a searcher of its own.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::unbounded;

use crate::error::Error;
use crate::search::Searcher;

/// Does `work` with every item on so many threads; `done` hears the index and what came of each, in
/// the order in which they end.
///
/// Where `done` fails, no more work is begun.
pub(super) fn share<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    hash_mb: usize,
    work: impl Fn(&mut Searcher, &T) -> R + Sync,
    mut done: impl FnMut(usize, R) -> Result<(), Error>,
) -> Result<(), Error> {
    let threads = threads.clamp(1, items.len().max(1));
    let searchers: Result<Vec<Searcher>, String> = (0..threads).map(|_| Searcher::new(hash_mb)).collect();
    let next = AtomicUsize::new(0);
    let (next, work) = (&next, &work);
    let (sender, results) = unbounded();
    let begin_no_more = |error| {
        next.store(items.len(), Relaxed);
        error
    };
    thread::scope(|scope| {
        for mut searcher in searchers.map_err(Error::Sentence)? {
            let sender = sender.clone();
            let task = move || {
                loop {
                    let index = next.fetch_add(1, Relaxed);
                    let Some(item) = items.get(index) else { break };
                    if sender.send((index, work(&mut searcher, item))).is_err() {
                        break;
                    }
                }
            };
            Searcher::thread().spawn_scoped(scope, task).map_err(|error| {
                begin_no_more(Error::Sentence(format!("a search thread cannot be started: {error}")))
            })?;
        }
        drop(sender);
        for (index, result) in results {
            done(index, result).map_err(begin_no_more)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_once_and_told() {
        let items: Vec<u64> = (0..100).collect();
        let mut told = vec![0; items.len()];
        let done = |index: usize, square| {
            told[index] += square;
            Ok(())
        };
        share(&items, 3, 1, |_, item| item * item + 1, done).unwrap();
        assert!(told.iter().zip(&items).all(|(square, item)| *square == item * item + 1));
        share(&[], 3, 1, |_, (): &()| (), |_, ()| Err(Error::Failed)).unwrap();
    }

    #[test]
    fn a_failure_to_tell_ends_it() {
        let items = vec![(); 1_000_000];
        let mut told = 0;
        let done = |_, ()| {
            told += 1;
            Err(Error::Failed)
        };
        assert!(share(&items, 2, 1, |_, ()| (), done).is_err());
        assert_eq!(told, 1);
    }
}
