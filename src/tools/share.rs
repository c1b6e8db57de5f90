//! Share: many searches shared out among threads, each with a searcher of its own.

use super::crew::Crew;
use crate::error::Error;
use crate::search::Searcher;

/// Does `work` with every item on so many threads; `done` hears the index and what came of each, in
/// the order of the items.
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
    let crew = Crew { threads, numbers: 0..items.len() as u64, ..Crew::default() };
    let enlist = || {
        let mut searcher = Searcher::new(hash_mb)?;
        let work = &work;
        Ok(move |number| items.get(number as usize).map(|item| work(&mut searcher, item)))
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
