//! Threads: how many to use, and how to run a search on one of its own.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use crate::error::Error;
use crate::eval::nnue::Model;
use crate::memory;
use crate::search::{Searcher, threads};

/// Returns the number of threads that the machine runs at once.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Returns a searcher that evaluates with `model` and has the memory and the threads it needs.
///
/// # Errors
/// An error that says what is missing.
pub(super) fn new_searcher(hash_mb: usize, threads: usize, model: &Arc<Model>) -> Result<Searcher, Error> {
    memory::share_heap();
    let mut searcher = Searcher::with_model(hash_mb, model.clone())?;
    let started = searcher.reserve_threads(threads);
    started
        .map_err(|error| Error::other(format!("cannot start {} threads: {}", error.threads, error.reason)))?;
    Ok(searcher)
}

/// Runs `work` on a thread whose stack is large enough for a search.
///
/// # Errors
/// [`Error::Thread`] if the thread cannot be started, [`Error::SearchTerminated`] if `work` panics.
pub fn on_search_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    memory::share_heap();
    thread::scope(|scope| {
        let handle = threads::spawn_scoped(scope, work).map_err(Error::Thread)?;
        handle.join().map_err(|_| Error::SearchTerminated)
    })
}
