//! Threads: how many to use, and how to run a search on one of its own.

use std::num::NonZeroUsize;
use std::thread;

use crate::error::Error;
use crate::search::threads;

/// Returns the number of threads that the machine runs at once.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Runs `work` on a thread whose stack is large enough for a search.
///
/// # Errors
/// [`Error::Thread`] if the thread cannot be started, [`Error::SearchTerminated`] if `work` panics.
pub fn on_search_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    thread::scope(|scope| {
        let handle = threads::spawn_scoped(scope, work).map_err(Error::Thread)?;
        handle.join().map_err(|_| Error::SearchTerminated)
    })
}
