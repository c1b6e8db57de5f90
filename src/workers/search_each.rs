//! Many independent searches on several threads, each with a searcher of its own.
#![expect(clippy::cast_possible_truncation, reason = "a number is the index of an item")]

use super::WorkerPool;
use crate::error::Error;
use crate::search::{Control, Searcher};

/// Runs `work` on every item, with at most `threads` threads and `hash_mb` MiB of hash each.
///
/// `done` receives the index and the result of each item, in the order of the items. If it fails, no further
/// item is started and the control stops the searches that are running; `work` then returns `None`.
///
/// # Errors
/// Those of `done`, and those of searchers and threads that cannot be created.
pub fn search_each<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    hash_mb: usize,
    work: impl Fn(&mut Searcher, &Control, &T) -> Option<R> + Sync,
    mut done: impl FnMut(usize, R) -> Result<(), Error>,
) -> Result<(), Error> {
    let threads = threads.clamp(1, items.len().max(1));
    let pool = WorkerPool { threads, jobs: 0..items.len() as u64, ..WorkerPool::default() };
    let new_worker = || {
        let mut searcher = Searcher::new(hash_mb)?;
        let (work, control) = (&work, &pool.control);
        Ok(move |number| work(&mut searcher, control, items.get(number as usize)?))
    };
    let mut indices = 0..items.len();
    pool.run(new_worker, |result| {
        if let Some((result, index)) = result.and_then(|result| Some((result, indices.next()?))) {
            done(index, result)?;
        }
        Ok(true)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn every_item_is_searched_once() {
        let items: Vec<u64> = (0..100).collect();
        let mut found = vec![0; items.len()];
        let done = |index: usize, square| {
            found[index] += square;
            Ok(())
        };
        search_each(&items, 3, 1, |_, _, item| Some(item * item + 1), done).unwrap();
        assert!(found.iter().zip(&items).all(|(square, item)| *square == item * item + 1));
        search_each(&[], 3, 1, |_, _, (): &()| Some(()), |_, ()| Err(Error::Failed)).unwrap();
    }

    #[test]
    fn a_failure_ends_the_work() {
        // The second lasts until it is stopped.
        let items: Vec<u64> = (0..1_000_000).collect();
        let work = |_: &mut Searcher, control: &Control, item: &u64| {
            while *item == 1 && !control.is_stopped() {
                thread::yield_now();
            }
            (*item != 1).then_some(())
        };
        let mut found = 0;
        let done = |_, ()| {
            found += 1;
            Err(Error::Failed)
        };
        assert!(search_each(&items, 2, 1, work, done).is_err());
        assert_eq!(found, 1);
    }
}
