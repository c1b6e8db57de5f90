//! Share: many searches shared out among threads, each with a searcher of its own.

use super::crew::Crew;
use crate::error::Error;
use crate::search::{Control, Searcher};

/// Does `work` with every item on so many threads; `done` hears the index and what came of each, in
/// the order of the items.
///
/// Where `done` fails, no more work is begun, and the control stops what is under way: then `work`
/// has nothing to give.
pub(super) fn share<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    hash_mb: usize,
    work: impl Fn(&mut Searcher, &Control, &T) -> Option<R> + Sync,
    mut done: impl FnMut(usize, R) -> Result<(), Error>,
) -> Result<(), Error> {
    let threads = threads.clamp(1, items.len().max(1));
    let crew = Crew { threads, numbers: 0..items.len() as u64, ..Crew::default() };
    let enlist = || {
        let mut searcher = Searcher::new(hash_mb).map_err(|error| error.to_string())?;
        let (work, control) = (&work, &crew.control);
        Ok(move |number| work(&mut searcher, control, items.get(number as usize)?))
    };
    let mut indices = 0..items.len();
    crew.work(enlist, |result| {
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
    fn everything_is_done_once_and_told() {
        let items: Vec<u64> = (0..100).collect();
        let mut told = vec![0; items.len()];
        let done = |index: usize, square| {
            told[index] += square;
            Ok(())
        };
        share(&items, 3, 1, |_, _, item| Some(item * item + 1), done).unwrap();
        assert!(told.iter().zip(&items).all(|(square, item)| *square == item * item + 1));
        share(&[], 3, 1, |_, _, (): &()| Some(()), |_, ()| Err(Error::Failed)).unwrap();
    }

    #[test]
    fn a_failure_to_tell_ends_it() {
        // The second lasts until it is stopped.
        let items: Vec<u64> = (0..1_000_000).collect();
        let work = |_: &mut Searcher, control: &Control, item: &u64| {
            while *item == 1 && !control.is_stopped() {
                thread::yield_now();
            }
            (*item != 1).then_some(())
        };
        let mut told = 0;
        let done = |_, ()| {
            told += 1;
            Err(Error::Failed)
        };
        assert!(share(&items, 2, 1, work, done).is_err());
        assert_eq!(told, 1);
    }
}
